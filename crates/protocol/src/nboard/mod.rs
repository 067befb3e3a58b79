//! NBoard, version 2: how Reversi engines talk to the NBoard program.
//!
//! The controller sends one command a line and the engine answers when it has something to say; only `ping` and
//! `pong` keep them in step. The engine never plays its own move: it waits for `move`. Unknown lines are ignored on
//! both sides, so they are read as [`Order::Unknown`] and [`Report::Other`], not as errors.

mod order;
mod report;

pub use order::Order;
pub use report::Report;

use luozi_core::ParseError;
use luozi_games::GameKind;
use std::fmt;

/// The only game that the protocol knows, on its standard board.
pub const GAME: GameKind = GameKind::REVERSI;

/// A move with what its player thought of it: `F5/1.25/0.5`, each part but the move may be missing.
#[derive(Clone, PartialEq, Debug)]
pub struct TimedMove {
    /// The move in Reversi's notation, lower case; `pass` for a pass.
    pub text: String,
    /// Discs ahead, mover's view.
    pub evaluation: Option<f64>,
    /// Time spent on the move, in seconds.
    pub seconds: Option<f64>,
}

impl TimedMove {
    /// A move and nothing else.
    pub fn bare(text: &str) -> TimedMove {
        TimedMove { text: text.to_string(), evaluation: None, seconds: None }
    }

    /// Reads `F5/1.25/0.5`. Empty parts are missing parts.
    pub fn parse(text: &str) -> Result<TimedMove, ParseError> {
        let mut parts = text.split('/');
        let mv = parts.next().unwrap_or_default().trim();
        if mv.is_empty() {
            return Err(ParseError::unexpected(text, 0, text, "a move such as `F5/1.25/0.5`"));
        }
        let mut number = || match parts.next().map(str::trim) {
            None | Some("") => Ok(None),
            Some(part) => {
                let value = part.parse::<f64>().ok().filter(|n| n.is_finite());
                value.map(Some).ok_or_else(|| ParseError::unexpected(text, 0, part, "a number"))
            }
        };
        let (evaluation, seconds) = (number()?, number()?);
        let is_pass = ["PA", "PASS", "PS", "--"].iter().any(|pass| mv.eq_ignore_ascii_case(pass));
        let text = if is_pass { "pass".to_string() } else { mv.to_ascii_lowercase() };
        Ok(TimedMove { text, evaluation, seconds })
    }
}

/// As the protocol writes it: upper case, `PA` for a pass.
impl fmt::Display for TimedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text == "pass" {
            f.write_str("PA")?
        } else {
            f.write_str(&self.text.to_ascii_uppercase())?
        }
        match (self.evaluation, self.seconds) {
            (None, None) => Ok(()),
            (evaluation, seconds) => {
                let part = |number: Option<f64>| number.map_or(String::new(), |n| format!("{n:.2}"));
                write!(f, "/{}/{}", part(evaluation), part(seconds))
            }
        }
    }
}

/// How deep a hint looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// It looked that many plies ahead.
    Plies(u32),
    /// `100%`: the exact score is proven.
    Exact,
    /// `100%W`: win, draw or loss is proven.
    WinLoss,
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Plies(plies) => write!(f, "{plies}"),
            Depth::Exact => f.write_str("100%"),
            Depth::WinLoss => f.write_str("100%W"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timed_moves_go_there_and_back() {
        for (text, canonical) in
            [("F5", "F5"), ("f5/1.25/0.5", "F5/1.25/0.50"), ("PA//2", "PA//2.00"), ("d3/-2", "D3/-2.00/")]
        {
            let mv = TimedMove::parse(text).unwrap();
            assert_eq!(mv.to_string(), canonical);
            assert_eq!(TimedMove::parse(canonical).unwrap(), mv);
        }
        assert_eq!(TimedMove::parse("pass").unwrap().text, "pass");
        for bad in ["", "/1/2", "F5/x", "F5/nan"] {
            assert!(TimedMove::parse(bad).is_err(), "{bad}");
        }
    }
}
