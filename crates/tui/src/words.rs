//! What is said in the terminal, from the one list that the pages read too.

use luozi_page::words::{Lang, section};
use serde::Deserialize;
use std::sync::OnceLock;

/// Everything that is said; a field for each word of its section, so none can be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terminal {
    pub(crate) you: String,
    pub(crate) engine: String,
    pub(crate) to_move: String,
    pub(crate) thinking: String,
    pub(crate) engine_plays: String,
    pub(crate) hint: String,
    pub(crate) draw: String,
    pub(crate) wins: String,
    pub(crate) wins_by: String,
    pub(crate) passes: String,
    pub(crate) illegal: String,
    pub(crate) nothing_to_undo: String,
    pub(crate) plain_help: String,
    pub(crate) keys: String,
    pub(crate) column_keys: String,
    pub(crate) moves: String,
    pub(crate) too_small: String,
}

/// The words of a language.
pub(crate) fn terminal(lang: Lang) -> &'static Terminal {
    static ALL: [OnceLock<Terminal>; 2] = [OnceLock::new(), OnceLock::new()];
    ALL[lang as usize].get_or_init(|| section(lang, "terminal"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_these_words_and_no_other() {
        for lang in Lang::ALL {
            assert!(terminal(lang).engine_plays.contains("{move}"));
        }
    }
}
