//! What the program says to people, in English and Chinese. The words are those of the one list that the pages read too;
//! a struct has a field for each word of its section, so none can be missing.

use clap::ValueEnum;
use luozi::core::IllegalMove;
use luozi::games::analysis::Remark;
use luozi::games::{GameKind, Side};
use luozi_page::words::{self, fill, reason_key, section};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::OnceLock;

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
    pub fn or_environment(chosen: Option<Lang>) -> Lang {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let value = std::env::var(name).ok()?;
            (!value.is_empty()).then_some(value)
        });
        chosen.unwrap_or(if named.is_some_and(|name| name.starts_with("zh")) { Lang::Zh } else { Lang::En })
    }

    /// The name of a game.
    pub fn title(self, game: GameKind) -> &'static str {
        match self {
            Lang::En => game.title(),
            Lang::Zh => game.title_zh(),
        }
    }

    /// The name of a player of a game.
    pub fn side(self, side: &Side) -> &'static str {
        match self {
            Lang::En => side.name,
            Lang::Zh => side.name_zh,
        }
    }

    /// The same in the word list.
    fn listed(self) -> words::Lang {
        match self {
            Lang::En => words::Lang::En,
            Lang::Zh => words::Lang::Zh,
        }
    }

    /// Its word in pages.
    pub fn code(self) -> &'static str {
        self.listed().code()
    }

    /// Everything that is said in this language.
    pub fn texts(self) -> &'static Texts {
        static ALL: [OnceLock<Texts>; 2] = [OnceLock::new(), OnceLock::new()];
        ALL[self as usize].get_or_init(|| Texts {
            common: section(self.listed(), "common"),
            terminal: section(self.listed(), "terminal"),
            review: section(self.listed(), "review"),
        })
    }
}

/// The words of one language.
pub struct Texts {
    common: BTreeMap<String, String>,
    /// What `play` says.
    pub terminal: Terminal,
    /// What `review` says.
    pub review: Review,
}

/// Everything `play` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terminal {
    pub you: String,
    pub engine: String,
    pub to_move: String,
    pub thinking: String,
    pub engine_plays: String,
    pub hint: String,
    pub draw: String,
    pub wins: String,
    pub wins_by: String,
    pub passes: String,
    pub illegal: String,
    pub nothing_to_undo: String,
    pub plain_help: String,
    pub keys: String,
    pub column_keys: String,
    pub moves: String,
    pub too_small: String,
}

/// Everything `review` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    pub ply: String,
    pub side: String,
    #[serde(rename = "move")]
    pub mv: String,
    pub value: String,
    pub best: String,
    pub lost: String,
    pub first: String,
    pub second: String,
    pub accuracy: String,
    pub first_losing: String,
    pub costliest: String,
    pub board_before: String,
    pub others: String,
    pub nothing: String,
    pub interrupted_at: String,
    pub interrupted: String,
}

impl Texts {
    /// A word that the pages say too; the key itself if there is none.
    pub fn common<'a>(&'a self, key: &'a str) -> &'a str {
        self.common.get(key).map_or(key, String::as_str)
    }

    /// Why the rules refuse a move.
    pub fn reason(&self, reason: IllegalMove) -> &str {
        self.common.get(&reason_key(reason)).map_or(reason.word(), String::as_str)
    }

    /// What speaks for a move or against it, as the pages tell it.
    pub fn why(&self, remarks: &[Remark]) -> String {
        let sentence = |remark: &Remark| {
            let values: Vec<(&str, &dyn Display)> =
                remark.args.iter().map(|(place, text)| (place.as_str(), text as &dyn Display)).collect();
            self.common_with(&format!("remark.{}", remark.word), &values)
        };
        remarks.iter().map(sentence).collect::<Vec<_>>().join(self.common("remark.and"))
    }

    /// A word that the pages say too, with its places filled in.
    pub fn common_with(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        fill(self.common(key), values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_is_said_is_in_the_list() {
        for lang in [Lang::En, Lang::Zh] {
            // Reading a section checks that it has these words and no other.
            let texts = lang.texts();
            let keys = ["win", "loss", "won", "lost", "draw", "exact"].map(|word| format!("proof.{word}"));
            for key in keys.iter().map(String::as_str).chain(["side.first", "side.second"]) {
                assert!(texts.common.contains_key(key), "{lang:?}: {key}");
            }
            for reason in [
                IllegalMove::GameOver,
                IllegalMove::OffBoard,
                IllegalMove::ColumnFull,
                IllegalMove::Occupied,
                IllegalMove::FlipsNothing,
                IllegalMove::MayNotPass,
                IllegalMove::MustPass,
                IllegalMove::Captures,
                IllegalMove::Suicide,
                IllegalMove::CentreOpening,
            ] {
                assert_ne!(texts.reason(reason), reason.word(), "{lang:?}");
            }
        }
    }
}
