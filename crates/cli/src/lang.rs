//! The language in which the program speaks to people.

use clap::ValueEnum;
use luozi_page::words;

/// A language of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// 中文
    Zh,
}

impl Lang {
    /// The language asked for, or that of the environment.
    pub fn or_environment(chosen: Option<Lang>) -> words::Lang {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let value = std::env::var(name).ok()?;
            (!value.is_empty()).then_some(value)
        });
        match chosen {
            Some(Lang::En) => words::Lang::En,
            Some(Lang::Zh) => words::Lang::Zh,
            None if named.is_some_and(|name| name.starts_with("zh")) => words::Lang::Zh,
            None => words::Lang::En,
        }
    }
}
