//! The log of a match as the site gives it: what the judge and the bots said, one entry each in turn.
//!
//! ```text
//! {"log":[{"output":{"command":"request","content":{"0":{"x":-1,"y":-1}}},"verdict":"OK"},    the judge asks bot 0
//!         {"0":{"response":{"x":3,"y":2},"verdict":"OK","time":9}},                           bot 0 answers in 9 ms
//!         {"output":{"command":"request","content":{"1":{"x":3,"y":2}}},"verdict":"OK"},
//!         {"1":{"response":{"x":2,"y":2},"verdict":"OK","time":12}},
//!         {"output":{"command":"finish","content":{"0":0,"1":2}},"verdict":"OK"}],            points of both
//!  "initdata":""}
//! ```
//!
//! Bot 0 is Black. The list alone is read too. A log names neither the game nor the board, so the caller does; it has no
//! place for names, comments, variations and analysis.

use super::{HistoryError, Point, Verdict, has_game};
use crate::Square;
use luozi_core::{Grid, PASS, Place, Player, excerpt};
use luozi_games::Setup;
use luozi_games::record::{GameResult, NodeId, Record, RecordError, Winner};
use serde_json::{Value, json};

/// A log that is no game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LogError {
    /// The text is not JSON.
    #[error("{place}: {problem}; expected the log of a match in JSON")]
    Json {
        /// Where reading stopped.
        place: Place,
        /// What the JSON reader says.
        problem: String,
    },
    /// JSON of another kind.
    #[error("there is no list of entries; expected {{\"log\":[...]}} as the site gives it, or the list alone")]
    NoEntries,
    /// An entry cannot be understood.
    #[error("entry {entry} of the log: {problem}")]
    Entry {
        /// Its index, from 0.
        entry: usize,
        /// What was found and what was expected.
        problem: String,
    },
    /// The board is impossible.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// What one bot answered.
struct Answer<'a> {
    entry: usize,
    side: Player,
    fields: &'a Value,
}

impl Answer<'_> {
    fn problem(&self, problem: impl ToString) -> LogError {
        LogError::Entry { entry: self.entry, problem: problem.to_string() }
    }

    /// The verdict, `OK` where none is written.
    fn verdict(&self) -> &str {
        self.fields["verdict"].as_str().unwrap_or("OK")
    }

    /// The move in the game's notation.
    fn move_text(&self, grid: &Grid) -> Result<String, LogError> {
        let response = &self.fields["response"];
        let point: Point = serde_json::from_value(response.clone()).map_err(|_| {
            self.problem(format!("the response is `{}`, expected {{\"x\":3,\"y\":5}}", excerpt(&response.to_string())))
        })?;
        let text = match point.as_move(grid).map_err(|error| self.problem(error))? {
            None => Some(PASS.to_string()),
            Some(square) => square.notation(grid),
        };
        text.ok_or_else(|| self.problem(HistoryError::NoCell(point)))
    }
}

/// Reads the log of a match of the game that `setup` names.
pub fn read_log(text: &str, setup: &Setup) -> Result<Record, LogError> {
    // Step 1. The entries.
    let document: Value = serde_json::from_str(text).map_err(|error| {
        let place = Place { line: error.line().max(1), column: error.column().max(1) };
        LogError::Json { place, problem: error.to_string() }
    })?;
    let list = [&document, &document["log"], &document["logs"]].into_iter().find_map(Value::as_array);
    let list = list.ok_or(LogError::NoEntries)?;
    let answers: Vec<Answer<'_>> = list.iter().enumerate().filter_map(|(entry, value)| answer(entry, value)).collect();

    // Step 2. The moves. A bot that failed ends the game without one.
    let mut record = Record::new(setup.clone()).map_err(RecordError::from)?;
    let grid = record.origin().grid();
    let (mut node, mut mover) = (NodeId::ROOT, Player::First);
    for (index, answer) in answers.iter().enumerate() {
        if answer.side != mover {
            return Err(answer.problem(format!("bot {} answers, expected bot {}", answer.side.index(), mover.index())));
        }
        let last = index + 1 == answers.len();
        if answer.verdict() != Verdict::Ok.to_string() {
            forfeit(&mut record, node, mover, answer.verdict());
            break;
        }
        let played = answer.move_text(&grid).and_then(|mv| {
            let played = record.add_move(node, &mv).map_err(|error| answer.problem(error.kind));
            played.map(|node| (node, answer.fields["time"].as_u64()))
        });
        match played {
            Ok((next, used_ms)) => (node, record.tree_mut().notes_mut(next).used_ms) = (next, used_ms),
            // The last answer may be the illegal move that lost the game.
            Err(error) if last => {
                forfeit(&mut record, node, mover, &error.to_string());
                break;
            }
            Err(error) => return Err(error),
        }
        mover = mover.other();
    }

    // Step 3. The result: from the board, from a failure, or from the judge's points.
    record.settle();
    let points = list.iter().map(|entry| &entry["output"]).find(|output| output["command"] == "finish");
    if let (None, Some(points)) = (&record.header.result, points.map(|output| &output["content"])) {
        let [first, second] = ["0", "1"].map(|bot| points[bot].as_f64());
        let winner = first.zip(second).map(|(first, second)| match first.total_cmp(&second) {
            std::cmp::Ordering::Less => Winner::Second,
            std::cmp::Ordering::Equal => Winner::Draw,
            std::cmp::Ordering::Greater => Winner::First,
        });
        record.header.result = winner.map(|winner| GameResult { winner, score: None, reason: String::new() });
    }
    Ok(record)
}

/// An entry of the bots: `{"0":{...}}`.
fn answer(entry: usize, value: &Value) -> Option<Answer<'_>> {
    let sides = Player::BOTH.into_iter().zip(["0", "1"]);
    sides.filter(|_| value.get("output").is_none()).find_map(|(side, name)| {
        let fields = value.get(name).filter(|fields| fields.is_object())?;
        Some(Answer { entry, side, fields })
    })
}

/// The side loses by what it did after `node`.
fn forfeit(record: &mut Record, node: NodeId, side: Player, what: &str) {
    let reason = if what == Verdict::Tle.to_string() { "time" } else { "forfeit" };
    let winner = Winner::from(side.other());
    record.header.result = Some(GameResult { winner, score: None, reason: reason.to_string() });
    record.tree_mut().notes_mut(node).comment = format!("the {side} player then failed: {what}");
}

/// The main line as the log of a match; fails for games and starts that the site does not have.
pub fn write_log(record: &Record) -> Result<String, RecordError> {
    let kind = record.setup().kind();
    if !has_game(kind) || record.start().is_some() {
        let expected = "Reversi or NoGo from the initial position";
        return Err(RecordError::Unsupported { format: "a Botzone log", game: kind.title(), expected });
    }
    let judge = |output: Value| json!({"output": output, "verdict": "OK"});
    let mut log = Vec::new();
    let grid = record.origin().grid();
    let mut request = Point::NONE;
    for (ply, id) in record.tree().main_line().enumerate() {
        let bot = (ply % 2).to_string();
        log.push(judge(json!({"command": "request", "content": {bot.as_str(): request}})));
        let text = record.tree().move_text(id).unwrap_or_default();
        request = Square::of_notation(text, &grid).map_or(Point::NONE, Point::from);
        let mut fields = json!({"response": request, "verdict": "OK"});
        if let Some(used_ms) = record.tree().notes(id).used_ms {
            fields["time"] = used_ms.into();
        }
        log.push(json!({bot: fields}));
    }
    if let Some(result) = &record.header.result {
        let points = match result.winner {
            Winner::First => [2, 0],
            Winner::Second => [0, 2],
            Winner::Draw => [1, 1],
        };
        log.push(judge(json!({"command": "finish", "content": {"0": points[0], "1": points[1]}})));
    }
    Ok(json!({"log": log, "initdata": ""}).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    fn reversi() -> Setup {
        Setup::standard(GameKind::REVERSI)
    }

    fn entry(bot: &str, x: i32, y: i32, verdict: &str) -> Value {
        json!({bot: {"response": {"x": x, "y": y}, "verdict": verdict, "time": 7, "memory": 2}})
    }

    #[test]
    fn a_log_of_the_site_is_a_game() {
        let judge = json!({"output": {"command": "request", "content": {"0": {"x": -1, "y": -1}}, "display": ""}});
        let finish = json!({"output": {"command": "finish", "content": {"0": 0, "1": 2}}});
        let entries = json!([judge, entry("0", 3, 2, "OK"), judge, entry("1", 2, 2, "OK"), finish]);
        let record = read_log(&json!({"log": entries, "initdata": ""}).to_string(), &reversi()).unwrap();
        let line: Vec<_> = record.tree().main_line().map(|id| record.tree().move_text(id).unwrap()).collect();
        assert_eq!(line, ["d3", "c3"]);
        assert_eq!(record.tree().notes(record.tree().id(1).unwrap()).used_ms, Some(7));
        assert_eq!(record.header.result.as_ref().unwrap().winner, Winner::Second);
        assert_eq!(read_log(&entries.to_string(), &reversi()).unwrap(), record);
        assert_eq!(read_log(&write_log(&record).unwrap(), &reversi()).unwrap(), record);
    }

    #[test]
    fn a_failure_ends_the_game_with_its_reason() {
        let result = |last: Value| {
            let record = read_log(&json!([entry("0", 3, 2, "OK"), last]).to_string(), &reversi()).unwrap();
            assert_eq!(record.tree().size(), 2);
            let comment = record.tree().notes(record.tree().id(1).unwrap()).comment.clone();
            (record.header.result.unwrap(), comment)
        };
        let (late, comment) = result(entry("1", 2, 2, "TLE"));
        assert_eq!((late.winner, late.reason.as_str()), (Winner::First, "time"));
        assert_eq!(comment, "the second player then failed: TLE");
        let (illegal, comment) = result(entry("1", 0, 0, "OK"));
        assert_eq!((illegal.winner, illegal.reason.as_str()), (Winner::First, "forfeit"));
        assert!(comment.contains("it flips nothing"), "{comment}");
    }

    #[test]
    fn wrong_logs_say_where() {
        let error = |text: &str| read_log(text, &reversi()).unwrap_err().to_string();
        assert!(error("{\"log\":[").starts_with("line 1, character 8"), "{}", error("{\"log\":["));
        assert!(error("{\"moves\":[]}").contains("expected {\"log\":[...]}"));
        let twice = json!([entry("0", 3, 2, "OK"), entry("0", 2, 2, "OK")]).to_string();
        assert_eq!(error(&twice), "entry 1 of the log: bot 0 answers, expected bot 1");
        let early = json!([entry("0", 0, 0, "OK"), entry("1", 2, 2, "OK")]).to_string();
        assert_eq!(error(&early), "entry 0 of the log: move `a1` is illegal: it flips nothing");
        let text = json!([{"0": {"response": "d3"}}, entry("1", 2, 2, "OK")]).to_string();
        assert!(error(&text).contains("the response is"), "{}", error(&text));
    }

    #[test]
    fn games_of_other_sites_are_refused() {
        let record = Record::new(Setup::standard(GameKind::CONNECT4)).unwrap();
        let error = write_log(&record).unwrap_err().to_string();
        assert_eq!(
            error,
            "a Botzone log cannot hold a game of Connect Four; expected Reversi or NoGo from the initial position"
        );
    }
}
