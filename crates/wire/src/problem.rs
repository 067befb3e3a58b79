//! What goes wrong, told so that the page can translate it: a code, figures for the sentence, and English for logs.

use luozi_core::{Flaw, ParseError, ParseErrorKind};
use luozi_games::GameKind;
use luozi_games::record::RecordError;
use luozi_protocol::formats::ReadError;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The kinds of problems; their words are part of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// No JSON, or not a message of ours.
    BadMessage,
    /// Longer than allowed.
    TooLarge,
    /// Another version of the protocol.
    Version,
    /// Too many requests.
    Rate,
    /// Too much stored, or too many connections.
    Quota,
    /// A board that no game has.
    BadSetup,
    /// A start position that cannot be.
    BadStart,
    /// A move that the rules refuse.
    IllegalMove,
    /// A search for a position that is not the latest.
    Stale,
    /// A search before any position.
    NoPosition,
    /// There is nothing to think about.
    GameOver,
    /// A level or preset that does not exist.
    BadPlayer,
    /// No room for another search.
    Busy,
    /// No such tournament.
    UnknownEvent,
    /// No such table of two people.
    UnknownTable,
    /// Something that may not be done now, or not by this person.
    NotNow,
    /// Only a server can do it, and there is none.
    NeedsServer,
    /// A saved game that cannot be read.
    BadRecord,
    /// A text that is no game.
    Import,
    /// A format that cannot hold this game.
    Export,
    /// Nothing is there.
    NotFound,
    /// Somebody else has changed it meanwhile.
    Conflict,
    /// From another page.
    Origin,
    /// Nobody has come in with this request.
    SignedOut,
    /// Somebody else's to see or to do.
    Forbidden,
    /// Something asked of a class that cannot be; a sentence says why.
    Refused,
    /// The program or its store has failed; nothing that the page sent is at fault.
    Internal,
}

/// A problem on its way to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Problem {
    /// The kind of problem, from which the status of an HTTP answer follows.
    pub code: Code,
    /// The whole problem as an English sentence for logs; the page shows one of its own.
    pub text: String,
    /// The key of the page's own sentence.
    pub text_key: String,
    /// What to put into it.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub args: Map<String, Value>,
}

impl Problem {
    /// A problem with figures for the page's sentence; `args` must be an object.
    pub fn new(code: Code, text: impl Into<String>, args: Value) -> Problem {
        let word = json!(code);
        let text_key = format!("err.{}", word.as_str().unwrap_or_default());
        let args = if let Value::Object(args) = args { args } else { Map::new() };
        Problem { code, text: text.into(), text_key, args }
    }

    /// A problem that its English sentence explains.
    pub fn with_reason(code: Code, reason: impl std::fmt::Display) -> Problem {
        let reason = reason.to_string();
        Problem::new(code, reason.clone(), json!({ "reason": reason }))
    }

    /// Nothing is there.
    pub fn not_found(what: &str) -> Problem {
        Problem::new(Code::NotFound, format!("there is no such {what}"), json!({ "what": what }))
    }

    /// The same problem in another sentence of the page's: one for a special case of the code.
    #[must_use]
    pub fn told_as(mut self, special: &str) -> Problem {
        self.text_key = format!("{}.{special}", self.text_key);
        self
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.args.insert(name.to_string(), value.into());
        self
    }

    /// A saved game that could not be read. Its place in a text, if it has one, is in `line` and `column`.
    pub fn of_record(code: Code, error: &RecordError) -> Problem {
        let (place, reason) = match error {
            RecordError::Text(error) | RecordError::Start(error) => (error.place, error.kind.to_string()),
            RecordError::Json { place, problem } => (*place, problem.clone()),
            RecordError::Board { place, error } => (*place, error.to_string()),
            other => return Problem::with_reason(code, other),
        };
        let args = json!({"line": place.line, "column": place.column, "reason": reason});
        let problem = Problem::new(code, error.to_string(), args);
        match error {
            RecordError::Text(ParseError { kind: ParseErrorKind::Impossible(flaw), .. })
            | RecordError::Start(ParseError { kind: ParseErrorKind::Impossible(flaw), .. }) => problem.of_flaw(flaw),
            _ => problem.told_as("at"),
        }
    }

    /// A text that could not be read as that game, or as a file that says itself what it is.
    pub fn of_reading(tried: Option<GameKind>, error: &ReadError) -> Problem {
        let problem = match error {
            ReadError::Record(error) => Problem::of_record(Code::Import, error),
            other => Problem::with_reason(Code::Import, other),
        };
        match tried {
            Some(kind) if problem.text_key == "err.import.at" => problem.told_as("game").with("game", kind.word()),
            _ => problem,
        }
    }

    /// A board that cannot be: the page has a sentence for every flaw.
    fn of_flaw(mut self, flaw: &Flaw) -> Problem {
        self.text_key = format!("flaw.{}", flaw.word());
        match flaw {
            Flaw::Counts { first, second } => self.with("first", *first).with("second", *second),
            Flaw::Hanging { row, column } => self.with("row", *row).with("column", *column),
            Flaw::Strangled { place } => self.with("place", place.as_str()),
            Flaw::Turn { .. } | Flaw::WonBefore | Flaw::Bare => self,
        }
    }

    /// The `ply`-th move, from 1, was refused.
    pub fn of_move(ply: usize, mv: &str, error: &ParseError) -> Problem {
        let why = match &error.kind {
            ParseErrorKind::Illegal { reason, .. } => reason.word(),
            _ => "no_move",
        };
        let mv = luozi_core::excerpt(mv);
        let text = format!("move {ply}, `{mv}`: {}", error.kind);
        Problem::new(Code::IllegalMove, text, json!({"ply": ply, "move": mv, "why": why}))
    }
}

/// Told to the page as HTTP wants it.
#[cfg(feature = "http")]
mod http {
    use super::{Code, Problem};
    use axum::http::StatusCode;
    use axum::response::{IntoResponse, Response};

    impl Code {
        fn status(self) -> StatusCode {
            match self {
                Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
                Code::Rate => StatusCode::TOO_MANY_REQUESTS,
                Code::Quota => StatusCode::INSUFFICIENT_STORAGE,
                Code::BadRecord | Code::Import | Code::Export => StatusCode::UNPROCESSABLE_ENTITY,
                Code::NotFound | Code::UnknownEvent | Code::UnknownTable => StatusCode::NOT_FOUND,
                Code::Conflict => StatusCode::CONFLICT,
                Code::Origin | Code::Forbidden => StatusCode::FORBIDDEN,
                Code::SignedOut => StatusCode::UNAUTHORIZED,
                Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
                Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::BAD_REQUEST,
            }
        }
    }

    impl IntoResponse for Problem {
        fn into_response(self) -> Response {
            (self.code.status(), axum::Json(serde_json::json!({ "error": self }))).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::{Import, Imported};
    use luozi_core::{Place, Player};
    use luozi_page::words::{Lang, section};
    use std::collections::BTreeMap;

    /// The page's sentence of a problem, with nothing left to fill in.
    fn sentences(problem: &Problem) -> Vec<String> {
        let tell = |lang| {
            let [mut words, common]: [BTreeMap<String, String>; 2] = ["page", "common"].map(|name| section(lang, name));
            words.extend(common);
            let text = words.remove(&problem.text_key);
            let mut text = text.unwrap_or_else(|| panic!("no words for {}", problem.text_key));
            for (name, value) in &problem.args {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
                text = text.replace(&format!("{{{name}}}"), &value);
            }
            assert!(!text.contains(['{', '}']), "{}: {text}", problem.text_key);
            text
        };
        Lang::ALL.map(tell).to_vec()
    }

    #[test]
    fn every_flaw_and_every_text_that_is_no_game_has_its_sentence() {
        let flaws = [
            Flaw::Counts { first: 3, second: 0 },
            Flaw::Turn { side: Player::First },
            Flaw::Hanging { row: 2, column: 5 },
            Flaw::WonBefore,
            Flaw::Strangled { place: "E5".to_string() },
            Flaw::Bare,
        ];
        for flaw in flaws {
            let place = Place { line: 1, column: 1 };
            let error = ParseError { place, kind: ParseErrorKind::Impossible(flaw) };
            for error in [RecordError::Text(error.clone()), RecordError::Start(error)] {
                sentences(&Problem::of_record(Code::BadStart, &error));
                sentences(&Problem::of_record(Code::Import, &error));
            }
        }
        for text in
            [r#"{"a":1}"#, "{", "hello", "f5 z9", "4449", "(;GM[3])", "(;GM[2]SZ[7])", "[", "..\n..?", "OX.\nXX.\nX"]
        {
            let import: Import = serde_json::from_value(json!({ "text": text })).unwrap();
            sentences(&Imported::read(&import).unwrap_err());
        }
        for start in ["?", "...", "XOXO"] {
            let setup = luozi_games::Setup::standard(GameKind::NOGO);
            let error = luozi_games::Session::with_start(&setup, start).unwrap_err();
            sentences(&Problem::of_record(Code::BadStart, &error));
        }
    }
}
