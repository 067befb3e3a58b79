//! The farm that a server was told of: opened once, for its figures and for the class whose games it plays.

#[cfg(all(target_os = "linux", feature = "farm"))]
pub use with::OpenFarm;
#[cfg(not(all(target_os = "linux", feature = "farm")))]
pub use without::OpenFarm;

#[cfg(all(target_os = "linux", feature = "farm"))]
mod with {
    use luozi_farm::{Address, Farm, Token};
    use std::fmt::Display;
    use std::fs::OpenOptions;
    use std::io::{ErrorKind, Write};
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::{Path, PathBuf};

    /// The variable that holds a token, and the file of a class that does when it is not set.
    const TOKEN: &str = "LUOZI_FARM_TOKEN";
    const TOKEN_FILE: &str = "farm-token";

    /// A farm with its token. A clone is the same farm.
    #[derive(Clone)]
    pub struct OpenFarm {
        pub farm: Farm,
        pub token: Option<Token>,
    }

    fn told(error: impl Display) -> String {
        error.to_string()
    }

    /// The token of a class; made at its first start.
    fn class_token(folder: &Path) -> Result<Token, String> {
        let path = folder.join(TOKEN_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => Token::new(&text).map_err(told),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let text = crate::class::new_token();
                let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(told)?;
                file.write_all(text.as_bytes()).map_err(told)?;
                Token::new(&text).map_err(told)
            }
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    impl OpenFarm {
        /// Opens the farm; one that is not there is made only for a class, which has a token in its folder. Waits for the data base.
        pub async fn open(address: String, class: Option<PathBuf>) -> Result<OpenFarm, String> {
            let opened = tokio::task::spawn_blocking(move || OpenFarm::open_here(&address, class.as_deref()));
            opened.await.map_err(told)?
        }

        /// The same on this thread.
        pub fn open_here(address: &str, class: Option<&Path>) -> Result<OpenFarm, String> {
            let address: Address = address.parse().map_err(told)?;
            let token = match (std::env::var(TOKEN), class) {
                (Ok(text), _) => Some(Token::new(&text).map_err(told)?),
                (Err(_), Some(folder)) => Some(class_token(folder)?),
                (Err(_), None) => None,
            };
            let open = if class.is_some() { Farm::open } else { Farm::look };
            Ok(OpenFarm { farm: open(&address, token.clone()).map_err(told)?, token })
        }

        /// How it stands, as Prometheus reads it.
        pub async fn metrics(&self) -> Result<String, String> {
            let farm = self.farm.clone();
            let asked = tokio::task::spawn_blocking(move || farm.status().map(|status| luozi_farm::metrics(&status)));
            asked.await.map_err(told)?.map_err(told)
        }
    }
}

#[cfg(not(all(target_os = "linux", feature = "farm")))]
mod without {
    use std::path::PathBuf;

    /// A program without the farm has none open.
    pub enum OpenFarm {}

    impl OpenFarm {
        /// Says how to get it.
        pub async fn open(_: String, _: Option<PathBuf>) -> Result<OpenFarm, String> {
            let why = "this program was built without it, or for another system than Linux; build it there with \
                       `cargo build --release --features farm`";
            Err(why.to_string())
        }

        /// Nothing asks.
        pub async fn metrics(&self) -> Result<String, String> {
            match *self {}
        }
    }
}
