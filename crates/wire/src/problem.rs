//! What goes wrong, told so that the page can translate it: a code, figures for the sentence, and English for logs.

use luozi_core::{ParseError, ParseErrorKind};
use luozi_games::record::RecordError;
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
    /// Our fault.
    Internal,
}

/// A problem on its way to the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Problem {
    /// What kind.
    pub code: Code,
    /// In English.
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

    /// A text that could not be read, with its place.
    pub fn at_place(code: Code, error: &ParseError) -> Problem {
        let args = json!({"line": error.place.line, "column": error.place.column, "reason": error.kind.to_string()});
        Problem::new(code, error.to_string(), args)
    }

    /// A saved game that could not be read.
    pub fn of_record(code: Code, error: &RecordError) -> Problem {
        match error {
            RecordError::Text(error) => Problem::at_place(code, error),
            RecordError::Json { place, problem } => {
                let args = json!({"line": place.line, "column": place.column, "reason": problem});
                Problem::new(code, error.to_string(), args)
            }
            other => Problem::with_reason(code, other),
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
                Code::NotFound | Code::UnknownEvent => StatusCode::NOT_FOUND,
                Code::Conflict => StatusCode::CONFLICT,
                Code::Origin => StatusCode::FORBIDDEN,
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
