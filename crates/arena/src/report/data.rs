//! What the page is drawn from: one JSON object.
//!
//! Boards travel as the rules print them and moves as the cells they change, so that the page needs no rules of its own.

use super::figures::{Figures, Line};
use super::times::{Times, times};
use crate::judge::{self, PlayedMove};
use crate::matches::{About, Archive, Conditions, FinishedGame, StoreError, Tally};
use luozi_games::{Session, Setup};
use luozi_page::GridInfo;
use serde::Serialize;
use std::path::Path;

/// Games that can be replayed on one page, at the most: beyond that it gets too heavy for a phone.
const MAX_GAMES: usize = 2000;
/// Bytes of a faulty bot's stderr that the page shows, its last ones.
const MAX_STDERR_BYTES: usize = 4096;
/// Points of the curve over the match.
const COURSE_POINTS: usize = 300;

/// Everything the page shows.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Report"))]
pub(super) struct Data<'a> {
    pub lang: &'a str,
    pub about: &'a About,
    pub conditions: &'a Conditions,
    /// Milliseconds since 1970.
    pub started_ms: i64,
    /// The file of the record.
    pub record: Option<String>,
    pub planned_games: usize,
    pub played_games: usize,
    pub interrupted: bool,
    /// Longest delay of the judge itself.
    pub overhead_ms: f64,
    /// The last lines of `--json`.
    pub summary: Vec<Line>,
    pub course: Vec<CoursePoint>,
    pub times: Times,
    pub boards: Vec<StartBoard>,
    pub games: Vec<Game>,
}

/// The first pairing's figures after some games.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct CoursePoint {
    games: u64,
    /// Mean score with its interval.
    score: [f64; 3],
    /// Log-likelihood ratio of the sequential test.
    llr: Option<f64>,
}

/// A board before the first move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct StartBoard {
    setup: Setup,
    /// How it is drawn.
    grid: GridInfo,
    rows: Vec<String>,
}

/// A game to be replayed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FinishedGame"))]
pub(super) struct Game {
    number: Option<i64>,
    pair: usize,
    players: [usize; 2],
    /// Index of its board.
    board: usize,
    /// Moves of the opening.
    opening: usize,
    half_points: u8,
    score: Option<i16>,
    /// In words, where the score does not say it.
    ending: Option<String>,
    fault: Option<GameFault>,
    /// All moves, separated by spaces.
    moves: String,
    /// For each move the cells it changes, as `index` or `index+index...`, separated by spaces; `-` for a pass.
    changes: String,
    /// Milliseconds of each move after the opening.
    times: Vec<f64>,
    /// The mover's evaluation of each move after the opening, in thousandths.
    values: Vec<Option<i16>>,
    /// What both sides wrote to stderr, where a fault makes it interesting.
    stderr: Option<[String; 2]>,
}

/// How a game was lost by a fault.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct GameFault {
    /// Index of the player at fault, among the players of the run.
    player: usize,
    #[cfg_attr(test, ts(as = "crate::players::FaultKind"))]
    kind: String,
    /// What it did wrong, in one English sentence.
    reason: String,
    /// Number of the move, from 1.
    #[serde(rename = "move")]
    move_number: usize,
    /// The command that shows the position.
    command: String,
    /// The command that asks the bot once more, if there is a record.
    replay: Option<String>,
}

impl<'a> Data<'a> {
    /// Reads a recorded run.
    pub(super) fn of(
        archive: &'a Archive,
        figures: &Figures<'a>,
        games: &[FinishedGame],
        lang: &'a str,
    ) -> Result<Data<'a>, StoreError> {
        let Figures { conditions, result, record, .. } = *figures;
        let mut boards = Vec::new();
        let mut replayable = Vec::new();
        for game in chosen(games) {
            let moves = game.number.map_or(Ok(Vec::new()), |number| archive.moves(number))?;
            let stderr = match (&game.fault, game.number) {
                (Some(_), Some(number)) => Some(archive.stderr(number)?.map(|text| tail(&text))),
                _ => None,
            };
            replayable.push(Game::new(game, &moves, stderr, figures, &mut boards));
        }
        replayable.sort_by_key(|game| game.number);
        Ok(Data {
            lang,
            about: archive.about(),
            conditions,
            started_ms: archive.started_ms(),
            record: record.map(|path: &Path| path.display().to_string()),
            planned_games: 2 * conditions.pairs * conditions.pairings.len(),
            played_games: games.len(),
            interrupted: result.interrupted,
            overhead_ms: result.overhead.as_secs_f64() * 1000.0,
            summary: figures.summary(),
            course: course(games, conditions),
            times: times(&mut archive.move_times_ms(conditions.players.len())?),
            boards,
            games: replayable,
        })
    }
}

/// The games that the page can replay: faults first, then the earliest.
fn chosen(games: &[FinishedGame]) -> impl Iterator<Item = &FinishedGame> {
    let (faulty, clean): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.fault.is_some());
    faulty.into_iter().chain(clean).take(MAX_GAMES)
}

/// The last part of a text.
fn tail(text: &str) -> String {
    let mut start = text.len().saturating_sub(MAX_STDERR_BYTES);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text[start..].to_string()
}

/// The figures of the first pairing over its games; the last point is the end.
fn course(games: &[FinishedGame], conditions: &Conditions) -> Vec<CoursePoint> {
    let own: Vec<&FinishedGame> = games.iter().filter(|game| game.id.pairing == 0).collect();
    let step = own.len().div_ceil(COURSE_POINTS).max(1);
    let (mut tally, mut points, mut due) = (Tally::default(), Vec::new(), false);
    for (index, game) in own.iter().enumerate() {
        due |= index % step == 0 || index + 1 == own.len();
        if !tally.add(game) || !due {
            continue;
        }
        due = false;
        if let Some(score) = tally.pairs.score_interval() {
            points.push(CoursePoint {
                games: tally.score.games(),
                score: [score.low, score.estimate, score.high],
                llr: conditions.sprt.map(|test| test.log_likelihood_ratio(&tally.pairs)),
            });
        }
    }
    points
}

/// The board's cells, one character each, row by row; the last line of a position's text names the side to move.
fn cells(session: &Session) -> Vec<String> {
    let mut rows: Vec<String> = session.position_text().lines().map(str::to_string).collect();
    rows.pop();
    rows
}

impl Game {
    fn new(
        game: &FinishedGame,
        moves: &[PlayedMove],
        stderr: Option<[String; 2]>,
        figures: &Figures<'_>,
        boards: &mut Vec<StartBoard>,
    ) -> Game {
        let board = boards.iter().position(|board| board.setup == game.setup).unwrap_or_else(|| {
            let session = Session::new(&game.setup).expect("a recorded board was played on");
            let grid = GridInfo::of(&session);
            boards.push(StartBoard { setup: game.setup.clone(), grid, rows: cells(&session) });
            boards.len() - 1
        });
        let all: Vec<&str> =
            game.opening.iter().map(String::as_str).chain(moves.iter().map(|mv| mv.text.as_str())).collect();
        let fault = game.fault.as_ref().map(|fault| GameFault {
            player: fault.player,
            kind: fault.kind.clone(),
            reason: fault.reason.clone(),
            move_number: fault.move_number,
            command: fault.command.clone(),
            replay: figures.replay_command(game, fault),
        });
        let milliseconds = |mv: &PlayedMove| (mv.wall.as_secs_f64() * 1e5).round() / 100.0;
        let thousandths = |mv: &PlayedMove| mv.value.map(|value| (value * 1000.0).round() as i16);
        Game {
            number: game.number,
            pair: game.id.pair,
            players: game.players,
            board,
            opening: game.opening.len(),
            half_points: game.first_half_points,
            score: game.score,
            ending: game.score.is_none().then(|| game.ending.clone()),
            fault,
            moves: all.join(" "),
            changes: changes(&game.setup, &all),
            times: moves.iter().map(milliseconds).collect(),
            values: moves.iter().map(thousandths).collect(),
            stderr,
        }
    }
}

/// The cells that each move changes, read off the boards before and after it.
fn changes(setup: &Setup, moves: &[&str]) -> String {
    let mut session = judge::set_up(setup, &[]).expect("a recorded board was played on");
    let mut before = cells(&session).concat();
    let mut parts = Vec::with_capacity(moves.len());
    for mv in moves {
        // A record that was tampered with shows no change from here on.
        if session.play(mv).is_err() {
            break;
        }
        let after = cells(&session).concat();
        let differs = before.bytes().zip(after.bytes()).enumerate().filter(|(_, (old, new))| old != new);
        let part = differs.map(|(index, _)| index.to_string()).collect::<Vec<_>>().join("+");
        parts.push(if part.is_empty() { "-".to_string() } else { part });
        before = after;
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    #[test]
    fn declarations_of_the_page_are_fresh() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/report/wire.ts");
        luozi_page::typescript::Declarations::default().with::<Data<'static>>().check(&path);
    }

    #[test]
    fn moves_are_the_cells_they_change() {
        // A stone falls to the bottom row, the next one on top of it.
        assert_eq!(changes(&Setup::standard(GameKind::CONNECT4), &["4", "4"]), "38 31");
        // f5 turns e5 over.
        assert_eq!(changes(&Setup::standard(GameKind::REVERSI), &["f5"]), "36+37");
        assert_eq!(changes(&Setup::board(GameKind::NOGO, 2, 2), &["A1", "nonsense"]), "2");
    }

    #[test]
    fn long_texts_keep_their_end() {
        assert_eq!(tail("short"), "short");
        let long = "落".repeat(MAX_STDERR_BYTES);
        assert!(long.ends_with(&tail(&long)) && tail(&long).len() <= MAX_STDERR_BYTES);
    }
}
