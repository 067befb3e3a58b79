//! The words of the program and of its pages, in English and Chinese: one list, in sections, that both read.
//!
//! A section is read into a struct with a field for each word, or into a map: a word that is missing or too much is then
//! noticed by the first test that reads it.

use luozi_core::IllegalMove;
use luozi_games::analysis::Remark;
use luozi_games::{GameKind, Side};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::OnceLock;

const ENGLISH: &str = include_str!("../words/en.json");
const CHINESE: &str = include_str!("../words/zh.json");

/// A language of the word list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// English, with the code `en`.
    En,
    /// Simplified Chinese, with the code `zh`.
    Zh,
}

impl Lang {
    /// Both languages, English first; every section of the list has all its words in both.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Zh];

    /// Its word in pages and options.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
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

    /// What several front ends say.
    pub fn common(self) -> &'static Common {
        static ALL: [OnceLock<Common>; 2] = [OnceLock::new(), OnceLock::new()];
        ALL[self as usize].get_or_init(|| Common(section(self, "common")))
    }
}

/// What several front ends say, in one language.
pub struct Common(BTreeMap<String, String>);

impl Common {
    /// A word; the key itself if there is none.
    pub fn word<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// A word with its places filled in.
    pub fn filled(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        fill(self.word(key), values)
    }

    /// Why the rules refuse a move.
    pub fn reason(&self, reason: IllegalMove) -> &str {
        self.0.get(&format!("why.{}", reason.word())).map_or(reason.word(), String::as_str)
    }

    /// What speaks for a move or against it.
    pub fn why(&self, remarks: &[Remark]) -> String {
        let sentence = |remark: &Remark| {
            let values: Vec<(&str, &dyn Display)> =
                remark.args.iter().map(|(place, text)| (place.as_str(), text as &dyn Display)).collect();
            self.filled(&format!("remark.{}", remark.word), &values)
        };
        remarks.iter().map(sentence).collect::<Vec<_>>().join(self.word("remark.and"))
    }
}

/// A section of the word list: `common` for what several front ends say, else the front end's own.
///
/// # Panics
/// If there is no such section, or it does not have the words that `T` wants: the list is part of the program, and the tests
/// of whoever reads a section read it in every language.
pub fn section<T: DeserializeOwned>(lang: Lang, name: &str) -> T {
    let text = match lang {
        Lang::En => ENGLISH,
        Lang::Zh => CHINESE,
    };
    let mut list: Value = serde_json::from_str(text).expect("the word list is JSON");
    let words = list.get_mut(name).map(Value::take).unwrap_or_default();
    serde_json::from_value(words).unwrap_or_else(|error| panic!("words/{}.json, section {name}: {error}", lang.code()))
}

/// A text with its places filled in: `{name}` by the value of that name.
pub fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let place = after.split_once('}').and_then(|(name, more)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, more))
        });
        match place {
            Some((value, more)) => {
                filled.push_str(&value.to_string());
                rest = more;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    type List = BTreeMap<String, BTreeMap<String, String>>;

    fn places(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn both_languages_have_the_same_words_with_the_same_places() {
        let [english, chinese]: [List; 2] = [ENGLISH, CHINESE].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(english.keys().collect::<Vec<_>>(), chinese.keys().collect::<Vec<_>>());
        for (section, words) in &english {
            let others = &chinese[section];
            assert_eq!(words.keys().collect::<Vec<_>>(), others.keys().collect::<Vec<_>>(), "{section}");
            for (key, text) in words {
                assert!(!text.trim().is_empty() && !others[key].trim().is_empty(), "{section}: {key}");
                assert_eq!(places(text), places(&others[key]), "{section}: {key}");
            }
        }
    }

    #[test]
    fn every_reason_and_side_has_a_word() {
        for common in Lang::ALL.map(Lang::common) {
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
                assert_ne!(common.reason(reason), reason.word());
            }
            assert!(["side.first", "side.second"].iter().all(|key| common.word(key) != *key));
        }
    }

    #[test]
    fn places_are_filled_and_nothing_else_is() {
        assert_eq!(fill("{a} to {b}", &[("a", &1), ("b", &"{a}")]), "1 to {a}");
        assert_eq!(fill("{unknown} {a", &[("a", &1)]), "{unknown} {a");
    }
}
