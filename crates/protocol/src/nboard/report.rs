//! What the engine sends.

use super::{Depth, TimedMove};
use std::fmt;
use std::str::FromStr;

/// One line of the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// `pong N`: all orders before that ping are done.
    Pong(u64),
    /// `=== F5/eval/time`: the engine's choice after `go`.
    Move(TimedMove),
    /// `status TEXT`: what it is doing; empty when idle.
    Status(String),
    /// `set myname NAME`
    MyName(String),
    /// `learned`
    Learned,
    /// `search PV eval 0 depth`: one line of a hint.
    Search {
        /// Moves, the first is the candidate, run together.
        line: String,
        /// Discs ahead, mover's view.
        evaluation: f64,
        /// How it was found.
        depth: Depth,
    },
    /// `nodestats NODES SECONDS`: the effort of the search so far.
    NodeStats {
        /// Positions looked at so far, by the engine's own count.
        nodes: u64,
        /// Time since it began.
        seconds: f64,
    },
    /// `analysis MOVES eval`: one position of the game.
    Analysis {
        /// Moves played before it, passes included.
        moves_made: u32,
        /// Discs ahead, view of the side to move.
        evaluation: f64,
    },
    /// Anything else, ignored by controllers.
    Other(String),
}

impl Report {
    /// Reads a line; one that says nothing known is [`Report::Other`].
    pub fn parse(line: &str) -> Report {
        let line = line.trim();
        let other = || Report::Other(line.to_string());
        let (name, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(name, rest)| (name, rest.trim()));
        match name {
            "pong" => rest.parse().map_or_else(|_| other(), Report::Pong),
            "===" => TimedMove::parse(rest).map_or_else(|_| other(), Report::Move),
            "status" => Report::Status(rest.to_string()),
            "learned" => Report::Learned,
            "set" => rest.strip_prefix("myname ").map_or_else(other, |name| Report::MyName(name.trim().to_string())),
            "search" => parse_search(rest).unwrap_or_else(other),
            "nodestats" => parse_pair(rest).map_or_else(other, |(nodes, seconds)| Report::NodeStats { nodes, seconds }),
            "analysis" => parse_pair(rest)
                .map_or_else(other, |(moves_made, evaluation)| Report::Analysis { moves_made, evaluation }),
            _ => other(),
        }
    }
}

/// A whole number and one with a fraction.
fn parse_pair<N: FromStr>(rest: &str) -> Option<(N, f64)> {
    let (whole, number) = rest.split_once(char::is_whitespace)?;
    Some((whole.parse().ok()?, number.trim().parse::<f64>().ok().filter(|n| n.is_finite())?))
}

fn parse_search(rest: &str) -> Option<Report> {
    let mut words = rest.split_whitespace();
    let (line, evaluation, _zero, depth) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let depth = match depth {
        "100%" => Depth::Exact,
        "100%W" => Depth::WinLoss,
        plies => Depth::Plies(plies.parse().ok()?),
    };
    let evaluation = evaluation.parse::<f64>().ok().filter(|n| n.is_finite())?;
    Some(Report::Search { line: line.to_string(), evaluation, depth })
}

/// The line, without a line break.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Pong(number) => write!(f, "pong {number}"),
            Report::Move(mv) => write!(f, "=== {mv}"),
            Report::Status(text) if text.is_empty() => f.write_str("status"),
            Report::Status(text) => write!(f, "status {text}"),
            Report::MyName(name) => write!(f, "set myname {name}"),
            Report::Learned => f.write_str("learned"),
            Report::Search { line, evaluation, depth } => write!(f, "search {line} {evaluation:.2} 0 {depth}"),
            Report::NodeStats { nodes, seconds } => write!(f, "nodestats {nodes} {seconds:.2}"),
            Report::Analysis { moves_made, evaluation } => write!(f, "analysis {moves_made} {evaluation:.2}"),
            Report::Other(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_go_there_and_back() {
        let lines = [
            "pong 17",
            "=== F5/1.25/0.50",
            "=== PA",
            "status thinking",
            "status",
            "set myname Luozi",
            "learned",
            "search F5D6C3 -2.00 0 12",
            "search F5 4.00 0 100%",
            "search F5 1.00 0 100%W",
            "nodestats 5 1.50",
            "analysis 13 -3.50",
            "book F5 0 12 6",
        ];
        for line in lines {
            let report = Report::parse(line);
            assert_eq!(report.to_string(), line);
            assert_eq!(matches!(report, Report::Other(_)), line.starts_with("book"));
        }
        for strange in
            ["pong", "===", "search F5", "nodestats 5", "analysis x 1", "analysis 1 inf", "set colour red", ""]
        {
            assert_eq!(Report::parse(strange), Report::Other(strange.to_string()));
        }
    }
}
