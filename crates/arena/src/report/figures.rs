//! The figures of a run as JSON: what programs read on stdout is what the page embeds.

use crate::matches::{Conditions, FaultRecord, FinishedGame, Kind, Pairing, RunResult, Score, Tally};
use crate::replay::Turn;
use crate::stats::{Elo, Interval, Meeting, NormalizedElo, Rating, pool_ratings};
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

impl Figures<'_> {
    /// The last lines of `--json`: a row for each pairing or value where there are several, the summary last.
    pub fn lines(&self) -> Vec<Value> {
        let Figures { kind, conditions: Conditions { players, .. }, result, .. } = self;
        let mut end = json!({
            "forfeits": self.forfeits(), "by_board": by_board(&result.games), "by_opening": by_opening(&result.games),
        });
        match kind {
            Kind::Match | Kind::Sprt => {
                let mut summary = tally(&result.tallies[0]);
                if let Some((ratio, decision)) = result.sprt {
                    summary["llr"] = ratio.into();
                    summary["verdict"] = json!(decision);
                }
                merge(&mut summary, end);
                vec![summary]
            }
            Kind::Ladder { .. } => {
                let mut rows = self.rows(|Pairing { a, b }| json!({"a": players[a], "b": players[b]}));
                let ratings = self.ratings().unwrap_or_default();
                let rating = |(rating, name): (&Rating, &String)| {
                    let elo = rating.elo;
                    json!({"player": name, "games": rating.games, "elo": elo.estimate.0, "low": elo.low.0, "high": elo.high.0})
                };
                end["ratings"] = ratings.iter().zip(players).map(rating).collect();
                rows.push(end);
                rows
            }
            Kind::Sweep { values, .. } => {
                let mut rows = self.rows(|Pairing { a, b }| json!({"value": values[a], "against": players[b]}));
                rows.push(end);
                rows
            }
        }
    }

    /// A row for each pairing.
    fn rows(&self, names: impl Fn(Pairing) -> Value) -> Vec<Value> {
        let row = |(pairing, figures): (&Pairing, &Tally)| {
            let mut row = tally(figures);
            merge(&mut row, names(*pairing));
            row
        };
        self.conditions.pairings.iter().zip(&self.result.tallies).map(row).collect()
    }

    /// Ratings of all players; `None` if the run was stopped before everybody had played.
    pub fn ratings(&self) -> Option<Vec<Rating>> {
        let Kind::Ladder { anchor } = self.kind else { return None };
        let meeting = |(pairing, tally): (&Pairing, &Tally)| {
            let Score { wins, draws, losses } = tally.score;
            Meeting { a: pairing.a, b: pairing.b, wins, draws, losses }
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
        split(&self.result.games, |game| game.setup.size()).iter().map(|part| (size_text(part.name), part.a)).collect()
    }

    fn forfeits(&self) -> Vec<Value> {
        let forfeit = |(game, fault): (&FinishedGame, &FaultRecord)| {
            json!({
                "player": self.conditions.players[fault.player], "kind": fault.kind, "reason": fault.reason,
                "move": fault.move_number, "game": game.number, "pair": game.id.pair, "command": fault.command,
                "replay": self.replay_command(game, fault), "stderr": fault.stderr,
            })
        };
        self.faults().map(forfeit).collect()
    }
}

/// Ends that are infinite have no number: they are null.
fn interval<T>(interval: Option<Interval<T>>, number: impl Fn(T) -> f64) -> Value {
    interval
        .map_or(Value::Null, |i| json!({"low": number(i.low), "estimate": number(i.estimate), "high": number(i.high)}))
}

/// One pairing's figures, from the view of its player `a`.
fn tally(tally: &Tally) -> Value {
    json!({
        "games": tally.score.games(), "wins": tally.score.wins, "draws": tally.score.draws, "losses": tally.score.losses,
        "score": interval(tally.pairs.score_interval(), |share| share), "pairs": tally.pairs,
        "elo": interval(tally.elo(), |e: Elo| e.0), "nelo": interval(tally.normalized_elo(), |e: NormalizedElo| e.0),
        "los": tally.pairs.superiority(), "moving_first": tally.moving_first, "moving_second": tally.moving_second,
    })
}

fn merge(into: &mut Value, more: Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        into.extend(more);
    }
}

/// Results of the games that share something: seen by their first movers and by the players `a` of their pairings.
struct Part<K> {
    name: K,
    first_mover: Score,
    a: Score,
}

/// Parts in the order of their names.
fn split<K: Ord + Clone>(games: &[FinishedGame], name: impl Fn(&FinishedGame) -> K) -> Vec<Part<K>> {
    let mut parts: BTreeMap<K, (Score, Score)> = BTreeMap::new();
    for game in games {
        let (first_mover, a) = parts.entry(name(game)).or_default();
        first_mover.add(game.first_half_points);
        a.add(game.half_points_of_a());
    }
    parts.into_iter().map(|(name, (first_mover, a))| Part { name, first_mover, a }).collect()
}

impl<K> Part<K> {
    fn row(&self, mut name: Value) -> Value {
        let Part { first_mover, a, .. } = self;
        merge(&mut name, json!({"games": a.games(), "first_mover": first_mover, "a": a}));
        name
    }
}

fn size_text((rows, cols): (u8, u8)) -> String {
    format!("{rows}x{cols}")
}

fn by_board(games: &[FinishedGame]) -> Vec<Value> {
    let parts = split(games, |game| game.setup.size());
    parts.iter().map(|part| part.row(json!({"board": size_text(part.name)}))).collect()
}

/// The openings that were played most often.
fn by_opening(games: &[FinishedGame]) -> Vec<Value> {
    let name = |game: &FinishedGame| json!({"setup": game.setup, "opening": game.opening.join(" ")}).to_string();
    let mut parts = split(games, name);
    parts.sort_by_key(|part| std::cmp::Reverse(part.a.games()));
    parts.truncate(MAX_OPENINGS);
    parts.iter().map(|part| part.row(serde_json::from_str(&part.name).unwrap_or_default())).collect()
}
