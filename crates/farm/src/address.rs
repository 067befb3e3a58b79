//! Where a farm is.

use crate::FarmError;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a farm is: a file of this machine, or a server that many machines reach.
///
/// ```
/// use luozi_farm::Address;
///
/// let address: Address = "sqlite:night.db".parse().unwrap();
/// assert_eq!(address, Address::Sqlite("night.db".into()));
/// let address: Address = "postgres://luozi:secret@db.example/farm".parse().unwrap();
/// assert_eq!(address.to_string(), "postgres://luozi:...@db.example/farm");
/// assert!("night.db".parse::<Address>().unwrap_err().to_string().contains("sqlite:night.db"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// `sqlite:FILE`
    Sqlite(PathBuf),
    /// `postgres://USER:PASSWORD@HOST/DATABASE`
    Postgres(String),
}

impl FromStr for Address {
    type Err = FarmError;

    fn from_str(text: &str) -> Result<Address, FarmError> {
        let file = text.strip_prefix("sqlite:").map(|rest| rest.strip_prefix("//").unwrap_or(rest));
        match file {
            Some("") => Err(FarmError::Address(text.to_string())),
            Some(file) => Ok(Address::Sqlite(file.into())),
            None if text.starts_with("postgres://") || text.starts_with("postgresql://") => {
                Ok(Address::Postgres(text.to_string()))
            }
            None => Err(FarmError::Address(text.to_string())),
        }
    }
}

/// For people: without a password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Sqlite(file) => write!(f, "sqlite:{}", file.display()),
            Address::Postgres(url) => {
                let secret = url.split_once("://").and_then(|(scheme, rest)| {
                    let (user, host) = rest.rsplit_once('@')?;
                    let (name, _) = user.split_once(':')?;
                    Some(format!("{scheme}://{name}:...@{host}"))
                });
                f.write_str(secret.as_ref().unwrap_or(url))
            }
        }
    }
}
