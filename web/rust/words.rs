//! The words of the program and of its pages, in English and Chinese: one list, in sections, that both read.
//!
//! A section is read into a struct with a field for each word, or into a map: a word that is missing or too much is then
//! noticed by the first test that reads it.

use luozi_core::IllegalMove;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Display;

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

/// The key of the sentence that says why the rules refuse a move.
pub fn reason_key(reason: IllegalMove) -> String {
    format!("why.{}", reason.word())
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
    use std::collections::{BTreeMap, BTreeSet};

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
    fn places_are_filled_and_nothing_else_is() {
        assert_eq!(fill("{a} to {b}", &[("a", &1), ("b", &"{a}")]), "1 to {a}");
        assert_eq!(fill("{unknown} {a", &[("a", &1)]), "{unknown} {a");
    }
}
