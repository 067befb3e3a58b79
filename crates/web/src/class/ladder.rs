//! The ladder: what was played, how strong everybody is by it, and who should meet next. Arithmetic only.
//!
//! Ratings are those of `luozi ladder`: maximum likelihood over all pairs, with intervals ([`pool_ratings`]), relative to the
//! weakest level that plays along. Whoever is new meets others first; afterwards that pair is played from which the most is
//! learnt: for two ratings with variances v and w, whose game has the information i, the variance of their difference shrinks by
//! the share (v + w) i / (1 + (v + w) i). Those who have met often already wait.

use luozi_arena::stats::{Meeting, Pairs, pool_ratings};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// Elo of one unit of log strength.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// How far from all others somebody may be of whom nothing is known, in Elo.
const UNKNOWN: f64 = 500.0;
/// Pairs after which somebody is not new any more.
const PLACED: u64 = 4;
/// Quantile of the 95 % intervals, roughly: only the order of who meets whom depends on it.
const QUANTILE: f64 = 2.0;

/// Won, drawn and lost games.
pub type Score = [u64; 3];

/// What two have played: the result of the one with the smaller number, and its pairs from two losses to two wins.
type Counts = (Score, [u64; 5]);

/// Whoever is on the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassPlayer"))]
pub struct Entry {
    /// The number on the ladder; a new upload of the same student gets another one.
    pub player: i64,
    /// The student's name; empty for a level.
    pub name: String,
    /// The level, if it is one of the program's.
    pub level: Option<u8>,
    /// The student it belongs to.
    pub person: Option<i64>,
    /// Which of the student's uploads it is.
    pub version: i64,
}

/// A place on the ladder.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassRow"))]
pub struct Row {
    /// Who stands there.
    #[serde(flatten)]
    pub entry: Entry,
    /// Rating relative to the weakest level; null before the first pair.
    pub elo: Option<f64>,
    /// Its 95 % interval; null where nothing can be said yet.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Pairs of games that count.
    pub pairs: u64,
    /// Won, drawn, lost as the side that moves first.
    pub as_first: Score,
    /// The same as the side that moves second.
    pub as_second: Score,
    /// What it is worth, by the rules of the class; null where it is worth nothing.
    pub mark: Option<f64>,
}

/// Results on boards of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassSize"))]
pub struct SizeRow {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Won, drawn, lost.
    pub score: Score,
}

/// One game of a pair, as the ladder counts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who moved first, and who second.
    pub players: [i64; 2],
    /// 2, 1 or 0 half points of the one who moved first.
    pub points: u8,
    /// Rows and columns.
    pub size: (u8, u8),
}

/// Everything that was played, counted.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    /// By two players, the smaller number first: won, drawn, lost of that one, and its pairs.
    meetings: HashMap<(i64, i64), Counts>,
    /// By player: as first, as second.
    sides: HashMap<i64, [Score; 2]>,
    sizes: HashMap<i64, HashMap<(u8, u8), Score>>,
}

impl Ledger {
    /// Counts both games of a pair.
    pub fn add(&mut self, games: &[Played; 2]) {
        let [a, b] = games[0].players;
        let key = (a.min(b), a.max(b));
        let mut points = 0;
        for game in games {
            for (side, player) in game.players.into_iter().enumerate() {
                let won = if side == 0 { game.points } else { 2 - game.points.min(2) };
                let place = usize::from(2 - won.min(2));
                self.sides.entry(player).or_default()[side][place] += 1;
                self.sizes.entry(player).or_default().entry(game.size).or_default()[place] += 1;
                if player == key.0 {
                    points += usize::from(won);
                    self.meetings.entry(key).or_default().0[place] += 1;
                }
            }
        }
        self.meetings.entry(key).or_default().1[points.min(4)] += 1;
    }

    /// Pairs that two have played.
    pub fn met(&self, a: i64, b: i64) -> u64 {
        self.meetings.get(&(a.min(b), a.max(b))).map_or(0, |(_, pairs)| pairs.iter().sum())
    }

    /// Results of a player by the size of the board, the smallest first.
    pub fn sizes(&self, player: i64) -> Vec<SizeRow> {
        let sizes = self.sizes.get(&player).into_iter().flatten();
        let mut list: Vec<SizeRow> = sizes.map(|(&(rows, cols), &score)| SizeRow { rows, cols, score }).collect();
        list.sort_by_key(|size| (size.rows, size.cols));
        list
    }

    /// Everybody with a rating, as far as games connect them with the first of the levels (or with each other), the strongest
    /// first; who is not connected comes last.
    pub fn rate(&self, entries: &[Entry]) -> Vec<Row> {
        let among: HashMap<i64, usize> =
            entries.iter().enumerate().map(|(index, entry)| (entry.player, index)).collect();
        let meetings: Vec<(usize, usize, &Counts)> = self
            .meetings
            .iter()
            .filter_map(|((a, b), counts)| Some((*among.get(a)?, *among.get(b)?, counts)))
            .collect();
        let anchor = (0..entries.len())
            .filter(|index| entries[*index].level.is_some())
            .min_by_key(|index| entries[*index].level);
        let connected = connected(entries.len(), &meetings, anchor);
        let place: HashMap<usize, usize> = connected.iter().enumerate().map(|(place, index)| (*index, place)).collect();
        let mut rated: Vec<Meeting> = meetings
            .iter()
            .filter_map(|(a, b, ([wins, draws, losses], pairs))| {
                let (a, b) = (*place.get(a)?, *place.get(b)?);
                Some(Meeting { a, b, wins: *wins, draws: *draws, losses: *losses, pairs: Pairs(*pairs) })
            })
            .collect();
        // The same order in every run: sums of floating point numbers depend on it.
        rated.sort_by_key(|meeting| (meeting.a, meeting.b));
        let anchor = anchor.and_then(|anchor| place.get(&anchor).copied());
        let ratings = if rated.is_empty() {
            Vec::new()
        } else {
            pool_ratings(connected.len(), &rated, anchor).unwrap_or_default()
        };
        let mut rows: Vec<Row> = entries
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let rating = place.get(&index).and_then(|place| ratings.get(*place));
                let finite = |end: f64| end.is_finite().then_some(end);
                let [as_first, as_second] = self.sides_among(entry.player, &among);
                let pairs = meetings.iter().filter(|(a, b, _)| *a == index || *b == index);
                Row {
                    entry: entry.clone(),
                    elo: rating.map(|rating| rating.elo.estimate.0),
                    low: rating.and_then(|rating| finite(rating.elo.low.0)),
                    high: rating.and_then(|rating| finite(rating.elo.high.0)),
                    pairs: pairs.map(|(_, _, (_, pairs))| pairs.iter().sum::<u64>()).sum(),
                    as_first,
                    as_second,
                    mark: None,
                }
            })
            .collect();
        let key = |row: &Row| row.elo.unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|a, b| key(b).total_cmp(&key(a)).then(a.entry.player.cmp(&b.entry.player)));
        rows
    }

    /// Results by side. Games against those who have left the ladder count here as well: they were played.
    fn sides_among(&self, player: i64, among: &HashMap<i64, usize>) -> [Score; 2] {
        if among.contains_key(&player) {
            self.sides.get(&player).copied().unwrap_or_default()
        } else {
            Default::default()
        }
    }
}

/// Those whom games connect with the anchor, or, without one, the largest part; by their index, in order.
fn connected(count: usize, meetings: &[(usize, usize, &Counts)], anchor: Option<usize>) -> Vec<usize> {
    let mut neighbours = vec![Vec::new(); count];
    for (a, b, _) in meetings {
        neighbours[*a].push(*b);
        neighbours[*b].push(*a);
    }
    let mut seen = vec![false; count];
    let mut part = |from: usize| {
        let (mut part, mut open) = (Vec::new(), vec![from]);
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                part.push(next);
                open.extend(&neighbours[next]);
            }
        }
        part.sort_unstable();
        part
    };
    match anchor {
        Some(anchor) => part(anchor),
        None => (0..count).map(&mut part).max_by_key(Vec::len).unwrap_or_default(),
    }
}

/// Two who should meet next, by their place in `rows`; `busy` are those who play now, by their number.
pub fn next_meeting(rows: &[Row], ledger: &Ledger, busy: &HashMap<(i64, i64), u64>) -> Option<(usize, usize)> {
    let playing =
        |player: i64| busy.iter().filter(|((a, b), _)| *a == player || *b == player).map(|(_, n)| n).sum::<u64>();
    let met = |a: i64, b: i64| ledger.met(a, b) + busy.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
    let known: Vec<f64> = rows.iter().filter_map(|row| row.elo).collect();
    let middle = if known.is_empty() { 0.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    let estimates: Vec<f64> = rows.iter().map(|row| row.elo.unwrap_or(middle)).collect();
    let deviation = |row: &Row| match (row.elo, row.low, row.high) {
        (Some(_), Some(low), Some(high)) => (high - low) / (2.0 * QUANTILE),
        // A level that everything is measured against is known by definition.
        (Some(_), _, _) => UNKNOWN / (1.0 + row.pairs as f64).sqrt(),
        (None, _, _) => UNKNOWN,
    };
    // Games under way will tell something, too.
    let variances: Vec<f64> = rows
        .iter()
        .map(|row| {
            let pairs = row.pairs.max(1) as f64;
            let share = pairs / (pairs + playing(row.entry.player) as f64);
            (deviation(row) / ELO_PER_UNIT).powi(2) * share
        })
        .collect();
    let count = |row: &Row| row.pairs + playing(row.entry.player);
    // Levels among themselves are known well enough: somebody of the class takes part.
    let plays = |a: &Row, b: &Row| a.entry.level.is_none() || b.entry.level.is_none();
    let newest = rows.iter().filter(|row| row.entry.level.is_none()).map(count).min().filter(|least| *least < PLACED);
    let mut best: Option<(f64, usize, usize)> = None;
    for a in 0..rows.len() {
        for b in a + 1..rows.len() {
            if !plays(&rows[a], &rows[b]) {
                continue;
            }
            let is_new = |row: &Row| row.entry.level.is_none() && Some(count(row)) == newest;
            if newest.is_some() && !is_new(&rows[a]) && !is_new(&rows[b]) {
                continue;
            }
            let half = (estimates[a] - estimates[b]) / ELO_PER_UNIT / 2.0;
            let information = 1.0 / (2.0 * half.cosh()).powi(2);
            let variance = variances[a] + variances[b];
            // A pair is two games.
            let gain = 2.0 * variance * information / (1.0 + 2.0 * variance * information) * variance;
            let gain = gain / (1.0 + met(rows[a].entry.player, rows[b].entry.player) as f64);
            if best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, a, b));
            }
        }
    }
    best.map(|(_, a, b)| (a, b))
}

/// All meetings of the final that are still to come: everybody against everybody, so many pairs each.
pub fn final_meetings(players: &[i64], pairs: u32, played: &HashSet<(i64, i64, i64)>) -> Vec<(i64, i64, i64)> {
    let mut all = Vec::new();
    for opening in 0..i64::from(pairs) {
        for (index, &a) in players.iter().enumerate() {
            for &b in &players[index + 1..] {
                let meeting = (a.min(b), a.max(b), opening);
                if !played.contains(&meeting) {
                    all.push(meeting);
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    fn entry(player: i64, level: Option<u8>) -> Entry {
        Entry { player, name: format!("p{player}"), level, person: level.is_none().then_some(player), version: 1 }
    }

    fn pair(a: i64, b: i64, points: [u8; 2]) -> [Played; 2] {
        let game = |players, points| Played { players, points, size: (9, 9) };
        [game([a, b], points[0]), game([b, a], points[1])]
    }

    #[test]
    fn pairs_are_counted_by_meeting_side_and_board() {
        let mut ledger = Ledger::default();
        // The larger number moves first in the first game: 5 wins both.
        ledger.add(&pair(5, 2, [2, 0]));
        ledger.add(&pair(2, 5, [1, 1]));
        assert_eq!(ledger.met(2, 5), 2);
        assert_eq!(ledger.meetings[&(2, 5)], ([0, 2, 2], [1, 0, 1, 0, 0]));
        assert_eq!(ledger.sides[&5], [[1, 1, 0], [1, 1, 0]]);
        assert_eq!(ledger.sizes(2), [SizeRow { rows: 9, cols: 9, score: [0, 2, 2] }]);
        let rows = ledger.rate(&[entry(2, None), entry(5, None), entry(9, None)]);
        assert_eq!(rows.iter().map(|row| row.entry.player).collect::<Vec<_>>(), [5, 2, 9]);
        assert_eq!((rows[2].elo, rows[0].pairs), (None, 2), "who has not played has no rating");
    }

    #[test]
    fn ratings_are_relative_to_the_weakest_level_and_those_who_left_do_not_count() {
        let mut ledger = Ledger::default();
        for _ in 0..5 {
            ledger.add(&pair(1, 2, [2, 0]));
            ledger.add(&pair(1, 3, [0, 2]));
            ledger.add(&pair(3, 4, [2, 0]));
        }
        let rows = ledger.rate(&[entry(1, Some(3)), entry(2, Some(1)), entry(4, None)]);
        let of = |player: i64| rows.iter().find(|row| row.entry.player == player).unwrap();
        assert_eq!(of(2).elo, Some(0.0));
        assert!(of(1).elo.unwrap() > 100.0 && of(4).elo.is_none(), "3 has left, so nothing connects 4");
    }

    #[test]
    fn who_is_new_plays_first_and_levels_do_not_play_one_another() {
        let mut ledger = Ledger::default();
        for _ in 0..10 {
            ledger.add(&pair(1, 2, [2, 2]));
            ledger.add(&pair(3, 4, [2, 2]));
            ledger.add(&pair(1, 3, [2, 2]));
        }
        let entries = [entry(1, Some(1)), entry(2, None), entry(3, None), entry(4, None), entry(5, None)];
        let rows = ledger.rate(&entries);
        let (a, b) = next_meeting(&rows, &ledger, &HashMap::new()).unwrap();
        assert!([rows[a].entry.player, rows[b].entry.player].contains(&5));
        let levels = [entry(1, Some(1)), entry(3, Some(2))];
        assert_eq!(next_meeting(&ledger.rate(&levels), &ledger, &HashMap::new()), None);
        assert_eq!(next_meeting(&[], &ledger, &HashMap::new()), None);
    }

    /// A class of bots with known strengths, played by lot: the ladder finds their order with a small share of all meetings.
    #[test]
    fn the_ladder_finds_the_order_of_a_class() {
        let (count, mut rng) = (40, Rng::seeded(5));
        let strength = |player: i64| player as f64 * 30.0;
        let entries: Vec<Entry> =
            (0..count).map(|player| entry(player, (player % 10 == 0).then_some(1 + player as u8 / 10))).collect();
        let mut ledger = Ledger::default();
        let mut rows = ledger.rate(&entries);
        for round in 0..count * 12 {
            let (a, b) = next_meeting(&rows, &ledger, &HashMap::new()).unwrap();
            let (a, b) = (rows[a].entry.player, rows[b].entry.player);
            let chance = 1.0 / (1.0 + 10f64.powf((strength(b) - strength(a)) / 400.0));
            let mut wins = || u8::from(f64::from(rng.below(1 << 20)) < chance * f64::from(1 << 20));
            let points = [2 * wins(), 2 - 2 * wins()];
            ledger.add(&pair(a, b, points));
            if round % 8 == 0 {
                rows = ledger.rate(&entries);
            }
        }
        let rows = ledger.rate(&entries);
        let fewest = rows.iter().filter(|row| row.entry.level.is_none()).map(|row| row.pairs).min().unwrap();
        assert!(fewest >= PLACED, "{fewest}");
        let distances: i64 =
            rows.iter().rev().enumerate().map(|(place, row)| (place as i64 - row.entry.player).pow(2)).sum();
        let n = count as f64;
        let correlation = 1.0 - 6.0 * distances as f64 / (n * (n * n - 1.0));
        assert!(correlation > 0.95, "{correlation}");
    }

    #[test]
    fn everybody_meets_everybody_in_the_final_once() {
        let all = final_meetings(&[3, 1, 2], 2, &HashSet::new());
        assert_eq!(all.len(), 6);
        let played: HashSet<_> = all.iter().copied().take(4).collect();
        assert_eq!(final_meetings(&[3, 1, 2], 2, &played).len(), 2);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 6);
    }
}
