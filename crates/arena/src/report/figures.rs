//! The figures of a run as JSON: what programs read on stdout is what the page embeds.

use crate::matches::{Conditions, FaultRecord, FinishedGame, Kind, Pairing, RunResult, Score, Tally};
use crate::replay::Turn;
use crate::stats::{Decision, Elo, Interval, Meeting, NormalizedElo, Pairs, Rating, pool_ratings};
use luozi_games::Setup;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Openings listed at the most: a long match from random openings has one for every pair.
const MAX_OPENINGS: usize = 1000;

/// What figures are made from.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    /// Which question the run answers.
    pub kind: &'a Kind,
    /// Its players and conditions.
    pub conditions: &'a Conditions,
    /// What was played.
    pub result: &'a RunResult,
    /// The file that holds every game, if there is one.
    pub record: Option<&'a Path>,
}

/// The command that asks the bot of a recorded turn once more.
pub fn replay_command(record: &Path, turn: Turn) -> String {
    let file = record.display().to_string();
    format!("luozi match --db {} --replay {}:{}", shell_words::quote(&file), turn.game, turn.move_number)
}

/// A game as one JSON object.
pub fn game_line(game: &FinishedGame, players: &[String]) -> Value {
    let result = ["0-1", "1/2-1/2", "1-0"][usize::from(game.first_half_points.min(2))];
    let fault = game.fault.as_ref().map(|fault| {
        json!({
            "player": players[fault.player], "kind": fault.kind, "reason": fault.reason, "move": fault.move_number,
            "position": fault.position, "command": fault.command, "stderr": fault.stderr,
        })
    });
    json!({
        "game": game.number, "pair": game.id.pair, "pairing": game.id.pairing, "swapped": game.id.swapped == 1,
        "first": players[game.players[0]], "second": players[game.players[1]], "setup": game.setup,
        "opening": game.opening, "result": result, "ending": game.ending, "plies": game.plies,
        "seconds": game.wall.as_secs_f64(), "fault": fault,
    })
}

/// Wins, draws and losses with their statistics, from the view of a pairing's player `a`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TallyFigures {
    games: u64,
    #[serde(flatten)]
    counts: Score,
    /// Mean score of a game in complete pairs, from 0 to 1; null before there are pairs enough for an interval.
    score: Option<Share>,
    pairs: Pairs,
    elo: Option<Ends>,
    nelo: Option<Ends>,
    /// Likelihood of superiority.
    los: Option<f64>,
    moving_first: Score,
    moving_second: Score,
}

/// An estimate with its 95 % interval. Ends that are infinite have no number: they are null in JSON.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Ends {
    #[cfg_attr(test, ts(type = "number | null"))]
    low: f64,
    #[cfg_attr(test, ts(type = "number | null"))]
    estimate: f64,
    #[cfg_attr(test, ts(type = "number | null"))]
    high: f64,
}

/// A mean score with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Share {
    low: f64,
    estimate: f64,
    high: f64,
}

/// One line of the figures.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub(super) enum Line {
    /// Two players alone: their figures and the rest in one.
    Alone(Box<Alone>),
    /// A pairing of a ladder or of a sweep.
    Row(Box<Row>),
    /// What concerns the whole run.
    End(End),
}

/// The figures of a match or a sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Alone {
    #[serde(flatten)]
    tally: TallyFigures,
    /// Log-likelihood ratio of the sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    llr: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    verdict: Option<Decision>,
    #[serde(flatten)]
    end: End,
}

/// The figures of a pairing: two players of a ladder, or a value of a sweep against an opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PairingRow"))]
pub(super) struct Row {
    #[serde(flatten)]
    tally: TallyFigures,
    #[serde(flatten)]
    who: Who,
}

/// Whose figures a row has.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
struct Who {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<String>,
}

/// What concerns the whole run.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RunEnd"))]
pub(super) struct End {
    forfeits: Vec<Forfeit>,
    by_board: Vec<BoardPart>,
    by_opening: Vec<OpeningPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    ratings: Option<Vec<RatingRow>>,
}

/// A game that was lost by a fault.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Forfeit {
    player: String,
    #[cfg_attr(test, ts(as = "crate::players::FaultKind"))]
    kind: String,
    reason: String,
    #[serde(rename = "move")]
    move_number: usize,
    game: Option<i64>,
    pair: usize,
    command: String,
    replay: Option<String>,
    /// The last lines that the bot wrote to stderr.
    stderr: String,
}

/// A player's rating with its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct RatingRow {
    player: String,
    games: u64,
    elo: f64,
    #[cfg_attr(test, ts(type = "number | null"))]
    low: f64,
    #[cfg_attr(test, ts(type = "number | null"))]
    high: f64,
}

/// Results of the games that share something: seen by their first movers and by the players `a` of their pairings.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct Part {
    games: u64,
    first_mover: Score,
    a: Score,
}

/// Results on one size of board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct BoardPart {
    board: String,
    #[serde(flatten)]
    part: Part,
}

/// Results from one opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OpeningPart {
    setup: Setup,
    opening: String,
    #[serde(flatten)]
    part: Part,
}

impl Figures<'_> {
    /// The last lines of `--json`: a row for each pairing or value where there are several, the summary last.
    pub fn lines(&self) -> Vec<Value> {
        self.summary().iter().map(|line| json!(line)).collect()
    }

    /// The same for the page.
    pub(super) fn summary(&self) -> Vec<Line> {
        let Figures { kind, conditions: Conditions { players, .. }, result, .. } = self;
        let mut end = End {
            forfeits: self.forfeits(),
            by_board: by_board(&result.games),
            by_opening: by_opening(&result.games),
            ratings: None,
        };
        match kind {
            Kind::Match | Kind::Sprt => {
                let tally = TallyFigures::of(&result.tallies[0]);
                let (llr, verdict) = result.sprt.unzip();
                vec![Line::Alone(Box::new(Alone { tally, llr, verdict, end }))]
            }
            Kind::Ladder { .. } => {
                let name = |index: usize| Some(players[index].clone());
                let mut rows = self.rows(|Pairing { a, b }| Who { a: name(a), b: name(b), ..Who::default() });
                let rating = |(rating, name): (&Rating, &String)| {
                    let Rating { games, elo } = rating;
                    let (elo, low, high) = (elo.estimate.0, elo.low.0, elo.high.0);
                    RatingRow { player: name.clone(), games: *games, elo, low, high }
                };
                end.ratings = Some(self.ratings().unwrap_or_default().iter().zip(players).map(rating).collect());
                rows.push(Line::End(end));
                rows
            }
            Kind::Sweep { values, .. } => {
                let who = |Pairing { a, b }| Who {
                    value: Some(values[a].clone()),
                    against: Some(players[b].clone()),
                    ..Who::default()
                };
                let mut rows = self.rows(who);
                rows.push(Line::End(end));
                rows
            }
        }
    }

    /// A row for each pairing.
    fn rows(&self, who: impl Fn(Pairing) -> Who) -> Vec<Line> {
        let row = |(pairing, figures): (&Pairing, &Tally)| {
            Line::Row(Box::new(Row { tally: TallyFigures::of(figures), who: who(*pairing) }))
        };
        self.conditions.pairings.iter().zip(&self.result.tallies).map(row).collect()
    }

    /// Ratings of all players; `None` if the run was stopped before everybody had played.
    pub fn ratings(&self) -> Option<Vec<Rating>> {
        let Kind::Ladder { anchor } = self.kind else { return None };
        let meeting = |(pairing, tally): (&Pairing, &Tally)| {
            let Score { wins, draws, losses } = tally.score;
            Meeting { a: pairing.a, b: pairing.b, wins, draws, losses, pairs: tally.pairs }
        };
        let meetings: Vec<Meeting> = self.conditions.pairings.iter().zip(&self.result.tallies).map(meeting).collect();
        pool_ratings(self.conditions.players.len(), &meetings, *anchor).ok()
    }

    /// The games that were lost by a fault.
    pub fn faults(&self) -> impl Iterator<Item = (&FinishedGame, &FaultRecord)> {
        self.result.games.iter().filter_map(|game| game.fault.as_ref().map(|fault| (game, fault)))
    }

    /// The faults, equal ones of the same player together: the first of them, and in how many games it happened.
    pub fn equal_faults(&self) -> Vec<(&FinishedGame, &FaultRecord, usize)> {
        let mut groups: Vec<(&FinishedGame, &FaultRecord, usize)> = Vec::new();
        for (game, fault) in self.faults() {
            match groups.iter_mut().find(|(_, known, _)| (known.player, &known.reason) == (fault.player, &fault.reason))
            {
                Some((.., count)) => *count += 1,
                None => groups.push((game, fault, 1)),
            }
        }
        groups
    }

    /// The command that replays a faulty turn, if there is a record.
    pub fn replay_command(&self, game: &FinishedGame, fault: &FaultRecord) -> Option<String> {
        Some(replay_command(self.record?, Turn { game: game.number?, move_number: fault.move_number }))
    }

    /// Results of the players `a` by size of the board.
    pub fn by_board(&self) -> Vec<(String, Score)> {
        let parts = split(&self.result.games, |game| game.setup.size());
        parts.into_iter().map(|(size, part)| (size_text(size), part.a)).collect()
    }

    fn forfeits(&self) -> Vec<Forfeit> {
        let forfeit = |(game, fault): (&FinishedGame, &FaultRecord)| Forfeit {
            player: self.conditions.players[fault.player].clone(),
            kind: fault.kind.clone(),
            reason: fault.reason.clone(),
            move_number: fault.move_number,
            game: game.number,
            pair: game.id.pair,
            command: fault.command.clone(),
            replay: self.replay_command(game, fault),
            stderr: fault.stderr.clone(),
        };
        self.faults().map(forfeit).collect()
    }
}

impl TallyFigures {
    fn of(tally: &Tally) -> TallyFigures {
        TallyFigures {
            games: tally.score.games(),
            counts: tally.score,
            score: tally.pairs.score_interval().map(|Interval { low, estimate, high }| Share { low, estimate, high }),
            pairs: tally.pairs,
            elo: ends(tally.elo(), |e: Elo| e.0),
            nelo: ends(tally.normalized_elo(), |e: NormalizedElo| e.0),
            los: tally.pairs.superiority(),
            moving_first: tally.moving_first,
            moving_second: tally.moving_second,
        }
    }
}

fn ends<T>(interval: Option<Interval<T>>, number: impl Fn(T) -> f64) -> Option<Ends> {
    interval.map(|i| Ends { low: number(i.low), estimate: number(i.estimate), high: number(i.high) })
}

/// Parts in the order of their names.
fn split<K: Ord>(games: &[FinishedGame], name: impl Fn(&FinishedGame) -> K) -> Vec<(K, Part)> {
    let mut parts: BTreeMap<K, (Score, Score)> = BTreeMap::new();
    for game in games {
        let (first_mover, a) = parts.entry(name(game)).or_default();
        first_mover.add(game.first_half_points);
        a.add(game.half_points_of_a());
    }
    parts.into_iter().map(|(name, (first_mover, a))| (name, Part { games: a.games(), first_mover, a })).collect()
}

fn size_text((rows, cols): (u8, u8)) -> String {
    format!("{rows}x{cols}")
}

fn by_board(games: &[FinishedGame]) -> Vec<BoardPart> {
    let parts = split(games, |game| game.setup.size());
    parts.into_iter().map(|(size, part)| BoardPart { board: size_text(size), part }).collect()
}

/// The openings that were played most often.
fn by_opening(games: &[FinishedGame]) -> Vec<OpeningPart> {
    let name = |game: &FinishedGame| (game.opening.join(" "), json!(game.setup).to_string());
    let setups: BTreeMap<String, &Setup> =
        games.iter().map(|game| (json!(game.setup).to_string(), &game.setup)).collect();
    let part = |((opening, setup), part): ((String, String), Part)| OpeningPart {
        setup: setups[&setup].clone(),
        opening,
        part,
    };
    let mut parts: Vec<OpeningPart> = split(games, name).into_iter().map(part).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.part.games));
    parts.truncate(MAX_OPENINGS);
    parts
}
