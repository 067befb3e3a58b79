//! What the site hands to a bot: written by the judge, read and told apart by the bot.

use super::answer::parse_point;
use super::{History, Point};
use luozi_core::ParseError;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The longest game in the simplified form that is believed: no board has more cells.
const MAX_TURNS: usize = 512;

/// Limits that the site mentions in the full form: numbers, numbers in quotes, or nothing that is one.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds a turn.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "number_if_any")]
    pub time_limit: Option<f64>,
    /// Megabytes of memory that the bot may use; `None` where the site names no number.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "number_if_any")]
    pub memory_limit: Option<f64>,
}

/// The site's own description of the format has `""` here: what is no number is no limit, and no reason to lose a game.
fn number_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    Ok(number.filter(|number| number.is_finite()))
}

/// One turn's input.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// The whole game, in JSON.
    Full {
        /// The game so far.
        history: History,
        /// What this bot left behind at its last turn.
        data: Option<Value>,
        /// What this bot left behind in any game.
        globaldata: Option<Value>,
        /// What the site allows.
        limits: Limits,
    },
    /// The whole game, as plain text.
    Simple {
        /// The game so far.
        history: History,
    },
    /// Only the new request, in JSON: keep-running.
    Next(Point),
    /// Only the new request, as plain text: keep-running.
    SimpleNext(Point),
}

/// The full form as it stands on the line.
#[derive(Serialize, Deserialize)]
struct FullLine {
    requests: Vec<Point>,
    responses: Vec<Point>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    globaldata: Option<Value>,
    #[serde(flatten)]
    limits: Limits,
}

impl Input {
    /// The text that the judge sends, line breaks included.
    pub fn text(&self) -> String {
        match self {
            Input::Full { history, data, globaldata, limits } => {
                let (requests, responses) = (history.requests.clone(), history.responses.clone());
                let (data, globaldata) = (data.clone(), globaldata.clone());
                let line = FullLine { requests, responses, data, globaldata, limits: *limits };
                serde_json::to_string(&line).expect("an input is plain data") + "\n"
            }
            Input::Simple { history } => {
                let mut text = format!("{}\n", history.requests.len());
                for (turn, request) in history.requests.iter().enumerate() {
                    text += &format!("{request}\n");
                    if let Some(response) = history.responses.get(turn) {
                        text += &format!("{response}\n");
                    }
                }
                text
            }
            Input::Next(point) => serde_json::to_string(point).expect("a point is plain data") + "\n",
            Input::SimpleNext(point) => format!("{point}\n"),
        }
    }
}

/// Reads inputs line by line and tells the forms apart at every turn.
///
/// Data lines after the simplified form are left to the caller: they are lines that complete nothing.
#[derive(Clone, Debug, Default)]
pub struct InputReader {
    /// The simplified form being read: number of turns and points so far.
    simple: Option<(usize, Vec<Point>)>,
}

impl InputReader {
    /// Takes one line; gives the input that it completes. After an error the reader waits for a new input.
    pub fn push_line(&mut self, line: &str) -> Result<Option<Input>, ParseError> {
        let text = line.trim();
        if let Some((turns, mut points)) = self.simple.take() {
            let point = parse_point(text)
                .ok_or_else(|| ParseError::unexpected(line, 0, text, "a request or response `x y`"))?;
            points.push(point);
            if points.len() < 2 * turns - 1 {
                self.simple = Some((turns, points));
                return Ok(None);
            }
            let part = |parity| points.iter().copied().skip(parity).step_by(2).collect();
            return Ok(Some(Input::Simple { history: History { requests: part(0), responses: part(1) } }));
        }
        if text.starts_with('{') {
            return read_json(text).map(Some);
        }
        if let Some(point) = parse_point(text) {
            return Ok(Some(Input::SimpleNext(point)));
        }
        match text.parse::<usize>() {
            Ok(turns) if (1..=MAX_TURNS).contains(&turns) => {
                self.simple = Some((turns, Vec::new()));
                Ok(None)
            }
            _ => Err(ParseError::unexpected(line, 0, text, "a JSON object, a number of turns or a request `x y`")),
        }
    }
}

fn read_json(text: &str) -> Result<Input, ParseError> {
    let expected = "`requests` and `responses`, or a request `{\"x\":3,\"y\":5}`";
    if let Ok(point) = serde_json::from_str::<Point>(text) {
        return Ok(Input::Next(point));
    }
    let line: FullLine = serde_json::from_str(text).map_err(|problem| {
        // Column 0 stands for "the whole value".
        let offset = problem.column().saturating_sub(1).min(text.len());
        ParseError::unexpected(text, offset, text, format!("{expected} ({problem})"))
    })?;
    let FullLine { requests, responses, data, globaldata, limits } = line;
    Ok(Input::Full { history: History { requests, responses }, data, globaldata, limits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Input> {
        let mut reader = InputReader::default();
        text.lines().filter_map(|line| reader.push_line(line).unwrap()).collect()
    }

    fn history() -> History {
        History { requests: vec![Point::NONE, Point { x: 3, y: 5 }], responses: vec![Point { x: 2, y: 2 }] }
    }

    #[test]
    fn every_form_goes_there_and_back() {
        let limits = Limits { time_limit: Some(1.0), memory_limit: None };
        let full = Input::Full { history: history(), data: Some("d".into()), globaldata: None, limits };
        let golden =
            r#"{"requests":[{"x":-1,"y":-1},{"x":3,"y":5}],"responses":[{"x":2,"y":2}],"data":"d","time_limit":1.0}"#;
        assert_eq!(full.text(), golden.to_string() + "\n");
        let simple = Input::Simple { history: history() };
        assert_eq!(simple.text(), "2\n-1 -1\n2 2\n3 5\n");
        let next = Input::Next(Point { x: 4, y: 0 });
        assert_eq!(next.text(), "{\"x\":4,\"y\":0}\n");
        let simple_next = Input::SimpleNext(Point { x: 4, y: 0 });
        assert_eq!(simple_next.text(), "4 0\n");
        // All forms in one life, as after restarts.
        let all = [full, next, simple, simple_next];
        let text: String = all.iter().map(Input::text).collect();
        assert_eq!(read(&text), all);
    }

    #[test]
    fn limits_are_read_in_every_spelling_and_never_in_the_way() {
        for (text, expected) in [("1.0", Some(1.0)), ("1", Some(1.0)), ("\" 2.5\"", Some(2.5)), ("\"\"", None)] {
            let line =
                format!(r#"{{"requests":[{{"x":-1,"y":-1}}],"responses":[],"time_limit":{text},"memory_limit":""}}"#);
            let inputs = read(&line);
            let [Input::Full { limits, .. }] = inputs.as_slice() else { panic!("{line}") };
            assert_eq!(*limits, Limits { time_limit: expected, memory_limit: None }, "{line}");
        }
    }

    #[test]
    fn errors_leave_the_reader_ready_for_the_next_turn() {
        let mut reader = InputReader::default();
        for bad in ["", "hello", "{", "{\"requests\":3}", "0", "9999999999", "{\"x\":1}"] {
            assert!(reader.push_line(bad).is_err(), "{bad}");
        }
        assert_eq!(reader.push_line("2"), Ok(None));
        assert!(reader.push_line("nonsense").is_err());
        assert_eq!(reader.push_line("1 2"), Ok(Some(Input::SimpleNext(Point { x: 1, y: 2 }))));
    }
}
