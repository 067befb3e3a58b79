//! The standings of a tournament: ratings, cross table, running boards, openings. Arithmetic only.

use super::reader::GameRow;
use crate::message::{CrossRow, Opening, PlayerRow, Score, Table};
use luozi_arena::stats::{Meeting, Pairs, pool_ratings};
use luozi_games::record::Winner;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Openings listed at the most.
const MOST_OPENINGS: usize = 200;

/// Half points of the first side.
fn half_points(game: &GameRow) -> Option<usize> {
    game.winner.map(|winner| match winner {
        Winner::First => 2,
        Winner::Draw => 1,
        Winner::Second => 0,
    })
}

fn add(score: &mut Score, half_points: usize) {
    score[2 - half_points] += 1;
}

/// The standings after these games, rated against the `anchor` if there is one; boards are for the caller to fill in.
pub fn standings(names: &[String], games: &[GameRow], anchor: Option<usize>) -> Table {
    let cross = cross(games);
    let meeting = |row: &CrossRow| {
        let (wins, draws, losses, pairs) = (row.won, row.drawn, row.lost, Pairs(row.pairs));
        Meeting { a: row.a, b: row.b, wins, draws, losses, pairs }
    };
    let meetings: Vec<Meeting> = cross.iter().map(meeting).collect();
    let ratings = pool_ratings(names.len(), &meetings, anchor).ok();
    let mut players: Vec<PlayerRow> = names.iter().map(|name| player_row(name)).collect();
    for game in games {
        let Some(points) = half_points(game) else { continue };
        let [first, second] = game.players;
        if let Some(player) = players.get_mut(first) {
            count(player, points, true);
        }
        if let Some(player) = players.get_mut(second) {
            count(player, 2 - points, false);
        }
    }
    for (player, rating) in players.iter_mut().zip(ratings.iter().flatten()) {
        let elo = rating.elo;
        let end = |end: f64| end.is_finite().then_some(end);
        (player.elo, player.low, player.high) = (Some(elo.estimate.0), end(elo.low.0), end(elo.high.0));
    }
    let mut openings = BTreeMap::new();
    for game in games {
        *openings.entry(game.opening.clone()).or_insert(0) += 1;
    }
    let openings = openings.into_iter().take(MOST_OPENINGS).map(|(moves, games)| Opening { moves, games });
    Table {
        id: String::new(),
        name: String::new(),
        settings: Value::Null,
        seq: 0,
        anchor,
        running: games.iter().filter(|game| game.status == "playing").count(),
        players,
        cross,
        boards: Vec::new(),
        openings: openings.collect(),
    }
}

/// The players as a table for other programs.
pub fn csv(table: &Table) -> String {
    let mut out = String::from("player,elo,low,high,games,won,drawn,lost\r\n");
    let figure = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
    for player in &table.players {
        let name = player.name.replace('"', "\"\"");
        let PlayerRow { games, won, drawn, lost, .. } = player;
        let [elo, low, high] = [player.elo, player.low, player.high].map(figure);
        // Writing to a string cannot fail.
        let _ = write!(out, "\"{name}\",{elo},{low},{high},{games},{won},{drawn},{lost}\r\n");
    }
    out
}

fn player_row(name: &str) -> PlayerRow {
    PlayerRow {
        name: name.to_string(),
        elo: None,
        low: None,
        high: None,
        games: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        as_first: [0; 3],
        as_second: [0; 3],
    }
}

fn count(player: &mut PlayerRow, half_points: usize, first: bool) {
    player.games += 1;
    match half_points {
        2 => player.won += 1,
        1 => player.drawn += 1,
        _ => player.lost += 1,
    }
    add(if first { &mut player.as_first } else { &mut player.as_second }, half_points);
}

/// Who met whom; the player with the lower number is `a`.
fn cross(games: &[GameRow]) -> Vec<CrossRow> {
    let mut scores: BTreeMap<(usize, usize), Score> = BTreeMap::new();
    let mut halves: BTreeMap<(usize, usize, i64, i64), Vec<usize>> = BTreeMap::new();
    for game in games {
        let Some(points) = half_points(game) else { continue };
        let [first, second] = game.players;
        let (a, b) = (first.min(second), first.max(second));
        let points_of_a = if a == first { points } else { 2 - points };
        add(scores.entry((a, b)).or_default(), points_of_a);
        halves.entry((a, b, game.pairing, game.pair)).or_default().push(points_of_a);
    }
    let row = |((a, b), [won, drawn, lost]): ((usize, usize), Score)| {
        let mut pairs = Pairs::default();
        let complete = halves.range((a, b, i64::MIN, i64::MIN)..=(a, b, i64::MAX, i64::MAX));
        for (_, points) in complete.filter(|(_, points)| points.len() == 2) {
            pairs.record(points.iter().sum());
        }
        CrossRow { a, b, won, drawn, lost, pairs: pairs.0 }
    };
    scores.into_iter().map(row).collect()
}
