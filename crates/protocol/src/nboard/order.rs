//! What the controller sends.

use super::TimedMove;
use luozi_core::ParseError;
use std::fmt;

/// One line of the controller.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// `nboard VERSION`: the first line.
    Hello(u32),
    /// `set depth N`
    SetDepth(u32),
    /// `set game GGF`
    SetGame(String),
    /// `set contempt N`
    SetContempt(f64),
    /// `move F5/eval/time`: somebody played.
    Move(TimedMove),
    /// `hint N`: show the best N moves.
    Hint(u32),
    /// `go`: choose a move.
    Go,
    /// `ping N`: stop and answer `pong N`.
    Ping(u64),
    /// `learn`: the game is over and may be learnt.
    Learn,
    /// `analyze`: judge all positions of the game.
    Analyze,
    /// `quit`: the controller ends the engine.
    Quit,
    /// Anything else, ignored by engines.
    Unknown(String),
}

impl Order {
    /// Reads a line. An unknown command is [`Order::Unknown`]; a known one with wrong arguments is an error.
    pub fn parse(line: &str) -> Result<Order, ParseError> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(name, rest)| (name, rest.trim()));
        let wrong = |expected: &str| ParseError::unexpected(line, line.len() - rest.len(), rest, expected);
        Ok(match name {
            "nboard" => Order::Hello(rest.parse().map_err(|_| wrong("a version number"))?),
            "set" => match rest.split_once(char::is_whitespace).map(|(key, value)| (key, value.trim())) {
                Some(("depth", value)) => Order::SetDepth(value.parse().map_err(|_| wrong("`depth` and a number"))?),
                Some(("game", value)) => Order::SetGame(value.to_string()),
                Some(("contempt", value)) => {
                    let number = value.parse::<f64>().ok().filter(|n| n.is_finite());
                    Order::SetContempt(number.ok_or_else(|| wrong("`contempt` and a number"))?)
                }
                _ => Order::Unknown(line.to_string()),
            },
            "move" => Order::Move(TimedMove::parse(rest)?),
            "hint" => Order::Hint(rest.parse().map_err(|_| wrong("a number of moves"))?),
            "go" => Order::Go,
            "ping" => Order::Ping(rest.parse().map_err(|_| wrong("a number"))?),
            "learn" => Order::Learn,
            "analyze" => Order::Analyze,
            "quit" => Order::Quit,
            _ => Order::Unknown(line.to_string()),
        })
    }
}

/// The line, without a line break.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Hello(version) => write!(f, "nboard {version}"),
            Order::SetDepth(depth) => write!(f, "set depth {depth}"),
            Order::SetGame(ggf) => write!(f, "set game {}", ggf.split_whitespace().collect::<Vec<_>>().join(" ")),
            Order::SetContempt(contempt) => write!(f, "set contempt {contempt}"),
            Order::Move(mv) => write!(f, "move {mv}"),
            Order::Hint(count) => write!(f, "hint {count}"),
            Order::Go => f.write_str("go"),
            Order::Ping(number) => write!(f, "ping {number}"),
            Order::Learn => f.write_str("learn"),
            Order::Analyze => f.write_str("analyze"),
            Order::Quit => f.write_str("quit"),
            Order::Unknown(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_go_there_and_back() {
        let lines = [
            "nboard 2",
            "set depth 12",
            "set game (;GM[Othello]TY[8];)",
            "set contempt -1.5",
            "move F5/1.25/0.50",
            "move PA",
            "hint 4",
            "go",
            "ping 17",
            "learn",
            "analyze",
            "quit",
            "set name Ada",
            "dance",
        ];
        for line in lines {
            assert_eq!(Order::parse(line).unwrap().to_string(), line);
        }
        assert_eq!(Order::parse("  go \r\n").unwrap(), Order::Go);
        for bad in ["nboard two", "set depth deep", "hint", "ping x", "move", "set contempt nan"] {
            assert!(Order::parse(bad).is_err(), "{bad}");
        }
    }
}
