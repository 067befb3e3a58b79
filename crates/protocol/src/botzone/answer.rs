//! What a bot prints.

use super::Point;
use luozi_core::excerpt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Printed on its own line after an answer by a bot that wants to stay alive until the next turn.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
/// The site keeps this much of `debug`.
pub const MAX_DEBUG_BYTES: usize = 1024;

/// What a bot answers to one request: its move, and what the site keeps for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The cell of the move; [`Point::NONE`] is a pass in games that know one.
    pub response: Point,
    /// A message for the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debug: Option<Value>,
    /// Handed back to the bot at its next turn of this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
    /// Handed back to the bot in all its games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub globaldata: Option<Value>,
}

/// An answer that names no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// Not JSON, or not an object with a `response` of two whole numbers.
    #[error("the answer `{found}` is not JSON of the form {{\"response\":{{\"x\":3,\"y\":5}}}}: {problem}")]
    NotJson {
        /// The beginning of the answer.
        found: String,
        /// What the JSON reader says.
        problem: String,
    },
    /// Not `x y`.
    #[error("the answer `{0}` is not two whole numbers `x y`")]
    NotTwoNumbers(String),
}

impl Answer {
    /// A move and nothing else.
    pub fn bare(response: Point) -> Answer {
        Answer { response, debug: None, data: None, globaldata: None }
    }

    /// Reads the JSON form.
    pub fn parse_json(line: &str) -> Result<Answer, AnswerError> {
        serde_json::from_str(line)
            .map_err(|e| AnswerError::NotJson { found: excerpt(line.trim()), problem: e.to_string() })
    }

    /// Reads the simplified form: `x y`, then optional lines of debug and data.
    pub fn parse_simple(text: &str) -> Result<Answer, AnswerError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let response = parse_point(first).ok_or_else(|| AnswerError::NotTwoNumbers(excerpt(first)))?;
        let mut text_line = || lines.next().filter(|line| !line.is_empty()).map(Value::from);
        Ok(Answer { response, debug: text_line(), data: text_line(), globaldata: None })
    }

    /// The JSON form on one line, without a line break; a long `debug` text is cut to what the site keeps.
    pub fn to_json(&self) -> String {
        let mut answer = self.clone();
        if let Some(Value::String(debug)) = &mut answer.debug {
            let mut end = debug.len().min(MAX_DEBUG_BYTES);
            while !debug.is_char_boundary(end) {
                end -= 1;
            }
            debug.truncate(end);
        }
        serde_json::to_string(&answer).expect("an answer is plain data")
    }

    /// The simplified form: three lines as far as they are needed.
    pub fn to_simple(&self) -> String {
        let text = |value: &Option<Value>| match value {
            Some(Value::String(text)) => text.replace(['\n', '\r'], " "),
            Some(value) => value.to_string(),
            None => String::new(),
        };
        format!("{}\n{}\n{}", self.response, text(&self.debug), text(&self.data)).trim_end().to_string()
    }
}

/// Two whole numbers and nothing else.
pub(super) fn parse_point(text: &str) -> Option<Point> {
    let mut numbers = text.split_ascii_whitespace().map(str::parse::<i32>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Some(Point { x, y }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_go_there_and_back() {
        let answer =
            Answer { debug: Some("value 0.3".into()), data: Some("seen".into()), ..Answer::bare(Point { x: 3, y: 5 }) };
        assert_eq!(answer.to_json(), r#"{"response":{"x":3,"y":5},"debug":"value 0.3","data":"seen"}"#);
        assert_eq!(Answer::parse_json(&answer.to_json()).unwrap(), answer);
        assert_eq!(answer.to_simple(), "3 5\nvalue 0.3\nseen");
        assert_eq!(Answer::parse_simple(&answer.to_simple()).unwrap(), answer);
        assert_eq!(Answer::bare(Point::NONE).to_simple(), "-1 -1");
    }

    #[test]
    fn wrong_answers_say_what_was_expected() {
        for bad in
            ["", "3 5", "{}", r#"{"response":{"x":1}}"#, r#"{"response":{"x":1.5,"y":2}}"#, r#"{"response":[1,2]"#]
        {
            let error = Answer::parse_json(bad).unwrap_err().to_string();
            assert!(error.contains(r#"{"response":{"x":3,"y":5}}"#), "{error}");
        }
        for bad in ["", "3", "a b", "1 2 3", r#"{"response":{"x":1,"y":2}}"#] {
            assert!(matches!(Answer::parse_simple(bad), Err(AnswerError::NotTwoNumbers(_))), "{bad}");
        }
    }

    #[test]
    fn debug_is_cut_to_what_the_site_keeps() {
        let answer = Answer { debug: Some("落".repeat(1000).into()), ..Answer::bare(Point::NONE) };
        let cut = Answer::parse_json(&answer.to_json()).unwrap().debug.unwrap();
        assert_eq!(cut.as_str().unwrap().len(), MAX_DEBUG_BYTES - 1);
    }
}
