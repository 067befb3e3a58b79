//! Statistics and badges, counted from the facts of finished games. Nothing is stored but the facts: change a rule here and
//! everybody's page follows.

use crate::saved::main_line;
use luozi_core::Player;
use luozi_games::record::Record;
use luozi_games::{GameKind, Setup};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What is remembered of a game that a person finished against the engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Game and board.
    pub setup: Setup,
    /// The engine's level.
    pub level: u8,
    /// Whether the person moved first.
    pub first: bool,
    /// 1, 0 or -1 for a win, draw or loss of the person.
    pub result: i8,
    /// Moves of both sides in the main line, passes included.
    pub plies: usize,
    /// Pieces of the person on the board at the end.
    pub pieces: usize,
    /// Empty cells at the end.
    pub empty: usize,
    /// The score on the board, person's view; `None` if it was decided elsewhere.
    pub score: Option<i16>,
    /// Hints and moves taken back.
    pub help: u64,
    /// It was played with a clock.
    pub clock: bool,
}

impl Facts {
    /// The facts of a game that counts: finished, played by one person against a level.
    pub fn of(record: &Record, meta: &Value, at: i64) -> Option<Facts> {
        let human = match meta["human"].as_str()? {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return None,
        };
        let level = meta["level"].as_u64().filter(|level| (1..=10).contains(level))? as u8;
        let result = record.header.result.as_ref().filter(|_| meta["mode"] == "play")?;
        let session = main_line(record, usize::MAX);
        let cells = crate::board::cells(&session);
        let count = |symbol| cells.chars().filter(|&c| c == symbol).count();
        let outcome = match result.winner.player() {
            None => 0,
            Some(winner) if winner == human => 1,
            Some(_) => -1,
        };
        let number = |name: &str| meta[name].as_u64().unwrap_or(0);
        Some(Facts {
            at,
            setup: record.setup().clone(),
            level,
            first: human == Player::First,
            result: outcome,
            plies: session.moves().len(),
            pieces: count(if human == Player::First { 'X' } else { 'O' }),
            empty: count('.'),
            score: session.outcome().map(|score| score.seen_by(human)),
            help: number("hints") + number("undos"),
            clock: meta["clock"].is_object(),
        })
    }

    fn won(&self) -> bool {
        self.result > 0
    }
}

/// Wins, draws and losses.
type Score = [u32; 3];

fn add(score: &mut Score, result: i8) {
    score[(1 - result) as usize] += 1;
}

/// One game at one level.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AwardRow"))]
pub struct Row {
    game: String,
    level: u8,
    played: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    as_first: Score,
    as_second: Score,
    fastest_win: Option<usize>,
}

/// Wins in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AwardStreak"))]
pub struct Streak {
    now: u32,
    best: u32,
}

/// All games that count, whatever game and level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AwardTotal"))]
pub struct Total {
    played: u32,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// A badge and how near it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Badge {
    /// Its id, such as `first_win`; the page has its name under `badge.ID`.
    pub id: &'static str,
    /// When it was earned, in milliseconds since 1970.
    pub earned: Option<i64>,
    /// How much there is.
    pub have: u32,
    /// How much is needed.
    pub need: u32,
}

/// The page of statistics and badges.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Awards {
    stats: Vec<Row>,
    streak: Streak,
    total: Total,
    badges: Vec<Badge>,
}

/// Everything the badges ask about, kept up to date game by game.
#[derive(Default)]
struct Tally {
    score: Score,
    streak: Streak,
    losses_in_a_row: u32,
    highest_level: u32,
    kinds_won: BTreeSet<String>,
    sides_won: BTreeSet<bool>,
    lost_to: BTreeSet<(String, u8)>,
    /// Badges for a single game of some kind, by what they are called.
    feats: BTreeSet<&'static str>,
}

/// A badge: its id, what is needed, and how much of that a tally has.
type Rule = (&'static str, u32, fn(&Tally) -> u32);

/// Every badge, in the order in which the page shows them.
const BADGES: &[Rule] = &[
    ("first_game", 1, |t| t.played()),
    ("ten_games", 10, |t| t.played()),
    ("hundred_games", 100, |t| t.played()),
    ("first_win", 1, |t| t.score[0]),
    ("ten_wins", 10, |t| t.score[0]),
    ("fifty_wins", 50, |t| t.score[0]),
    ("first_draw", 1, |t| t.score[1]),
    ("win_streak_3", 3, |t| t.streak.best),
    ("win_streak_5", 5, |t| t.streak.best),
    ("win_streak_10", 10, |t| t.streak.best),
    ("level_3", 3, |t| t.highest_level),
    ("level_5", 5, |t| t.highest_level),
    ("level_7", 7, |t| t.highest_level),
    ("level_9", 9, |t| t.highest_level),
    ("level_10", 10, |t| t.highest_level),
    ("all_games", 3, |t| t.kinds_won.len() as u32),
    ("both_sides", 2, |t| t.sides_won.len() as u32),
    ("no_help", 1, |t| t.feat("no_help")),
    ("comeback", 1, |t| t.feat("comeback")),
    ("clock_win", 1, |t| t.feat("clock_win")),
    ("quick_four", 1, |t| t.feat("quick_four")),
    ("forbidden_cell", 1, |t| t.feat("forbidden_cell")),
    ("big_board", 1, |t| t.feat("big_board")),
    ("landslide", 1, |t| t.feat("landslide")),
    ("one_disc", 1, |t| t.feat("one_disc")),
    ("nogo_small_margin", 1, |t| t.feat("nogo_small_margin")),
    ("marathon", 1, |t| t.feat("marathon")),
    ("persistent", 1, |t| t.feat("persistent")),
];

impl Tally {
    fn played(&self) -> u32 {
        self.score.iter().sum()
    }

    fn feat(&self, id: &str) -> u32 {
        u32::from(self.feats.contains(id))
    }

    fn add(&mut self, facts: &Facts) {
        let kind = facts.setup.kind().to_string();
        let opponent = (kind.clone(), facts.level);
        let mut feat = |id, reached: bool| {
            if reached {
                self.feats.insert(id);
            }
        };
        feat("persistent", self.losses_in_a_row >= 5);
        if facts.won() {
            feat("no_help", facts.help == 0);
            feat("clock_win", facts.clock);
            feat("marathon", facts.plies >= 60);
            feat("comeback", self.lost_to.contains(&opponent));
            let Setup { rows, cols, forbidden, .. } = &facts.setup;
            if facts.setup.kind() == GameKind::CONNECT4 {
                feat("quick_four", facts.score.is_some() && facts.pieces <= 8);
                feat("forbidden_cell", !forbidden.is_empty());
                feat("big_board", *rows >= 12 && *cols >= 12);
            } else if facts.setup.kind() == GameKind::REVERSI {
                feat("landslide", facts.score.is_some_and(|score| score >= 30));
                feat("one_disc", facts.score.is_some_and(|score| score <= 2));
            } else if facts.setup.kind() == GameKind::NOGO {
                feat("nogo_small_margin", facts.score.is_some() && facts.empty <= 3);
            }
            self.highest_level = self.highest_level.max(u32::from(facts.level));
            self.kinds_won.insert(kind);
            self.sides_won.insert(facts.first);
            self.streak.now += 1;
            self.streak.best = self.streak.best.max(self.streak.now);
        } else {
            self.streak.now = 0;
        }
        self.losses_in_a_row = if facts.result < 0 { self.losses_in_a_row + 1 } else { 0 };
        if facts.result < 0 {
            self.lost_to.insert(opponent);
        }
        add(&mut self.score, facts.result);
    }
}

/// The badges after all these games, the oldest first, and the tally they come from.
fn badges(games: &[Facts]) -> (Vec<Badge>, Tally) {
    let mut tally = Tally::default();
    let mut badges: Vec<Badge> =
        BADGES.iter().map(|&(id, need, _)| Badge { id, earned: None, have: 0, need }).collect();
    for facts in games {
        tally.add(facts);
        for (badge, (_, need, have)) in badges.iter_mut().zip(BADGES) {
            badge.have = have(&tally).min(*need);
            if badge.have == *need {
                badge.earned = badge.earned.or(Some(facts.at));
            }
        }
    }
    (badges, tally)
}

/// The badges that the last of these games earned.
pub fn newly_earned(games: &[Facts]) -> Vec<&'static str> {
    let Some((_, before)) = games.split_last() else { return Vec::new() };
    let (now, _) = badges(games);
    let (then, _) = badges(before);
    let new = now.iter().zip(then).filter(|(now, then)| now.earned.is_some() && then.earned.is_none());
    new.map(|(badge, _)| badge.id).collect()
}

impl Awards {
    /// Everything that these games, the oldest first, amount to.
    pub fn of(games: &[Facts]) -> Awards {
        let mut rows = BTreeMap::new();
        for facts in games {
            let kind = facts.setup.kind();
            let order = GameKind::all().iter().position(|&other| other == kind);
            rows.entry((order, facts.level)).or_insert_with(Vec::new).push(facts);
        }
        let (badges, tally) = badges(games);
        let [won, drawn, lost] = tally.score;
        Awards {
            stats: rows.into_values().map(|games| row(&games)).collect(),
            streak: tally.streak,
            total: Total { played: tally.played(), won, drawn, lost },
            badges,
        }
    }
}

/// One game at one level; there is at least one.
fn row(games: &[&Facts]) -> Row {
    let (mut all, mut as_first, mut as_second) = ([0; 3], [0; 3], [0; 3]);
    for facts in games {
        add(&mut all, facts.result);
        add(if facts.first { &mut as_first } else { &mut as_second }, facts.result);
    }
    let [won, drawn, lost] = all;
    Row {
        game: games[0].setup.kind().to_string(),
        level: games[0].level,
        played: games.len() as u32,
        won,
        drawn,
        lost,
        as_first,
        as_second,
        fastest_win: games.iter().filter(|facts| facts.won()).map(|facts| facts.plies).min(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(kind: GameKind, level: u8, result: i8) -> Facts {
        let setup = Setup::standard(kind);
        Facts {
            at: 7,
            setup,
            level,
            first: true,
            result,
            plies: 30,
            pieces: 15,
            empty: 12,
            score: Some(i16::from(result) * 10),
            help: 1,
            clock: false,
        }
    }

    fn earned(games: &[Facts]) -> Vec<&'static str> {
        badges(games).0.into_iter().filter(|badge| badge.earned.is_some()).map(|badge| badge.id).collect()
    }

    #[test]
    fn a_first_win_earns_what_it_should_and_nothing_else() {
        let win = facts(GameKind::REVERSI, 3, 1);
        assert_eq!(earned(std::slice::from_ref(&win)), ["first_game", "first_win", "level_3"]);
        assert_eq!(newly_earned(&[facts(GameKind::NOGO, 1, -1), win]), ["first_win", "level_3"]);
        assert_eq!(newly_earned(&[]), Vec::<&str>::new());
    }

    #[test]
    fn every_badge_can_be_earned() {
        let mut games = Vec::new();
        games.extend((0..5).map(|_| facts(GameKind::NOGO, 10, -1)));
        games.push(facts(GameKind::NOGO, 10, 0));
        games.push(Facts { help: 0, clock: true, empty: 2, plies: 78, ..facts(GameKind::NOGO, 10, 1) });
        games.push(Facts { first: false, score: Some(2), ..facts(GameKind::REVERSI, 2, 1) });
        games.push(Facts { score: Some(40), ..facts(GameKind::REVERSI, 2, 1) });
        let large =
            Setup::board(GameKind::CONNECT4, 12, 12).forbidding([luozi_games::connect4::Cell { row: 1, col: 1 }]);
        games.push(Facts { setup: large, pieces: 5, ..facts(GameKind::CONNECT4, 2, 1) });
        games.extend((0..100).map(|_| facts(GameKind::CONNECT4, 1, 1)));
        let earned = earned(&games);
        let missing: Vec<_> = BADGES.iter().filter(|(id, ..)| !earned.contains(id)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(BADGES.len() >= 24);
    }

    #[test]
    fn a_streak_ends_with_a_loss_and_its_best_stays() {
        let games = [1, 1, 1, -1, 1].map(|result| facts(GameKind::NOGO, 1, result));
        let awards = Awards::of(&games);
        assert_eq!(awards.streak, Streak { now: 1, best: 3 });
        assert_eq!(awards.total, Total { played: 5, won: 4, drawn: 0, lost: 1 });
        assert_eq!(awards.stats.len(), 1);
        assert_eq!((awards.stats[0].as_first, awards.stats[0].as_second), ([4, 0, 1], [0, 0, 0]));
        assert_eq!(awards.stats[0].fastest_win, Some(30));
    }

    #[test]
    fn only_games_of_one_person_against_a_level_count() {
        let mut record = Record::new(Setup::standard(GameKind::CONNECT4)).unwrap();
        record.add_moves(luozi_games::record::NodeId::ROOT, "4141414").unwrap();
        let meta = |human: &str| serde_json::json!({"human": human, "level": 4, "mode": "play", "hints": 2});
        assert_eq!(Facts::of(&record, &meta("first"), 1), None, "not finished");
        record.settle();
        let facts = Facts::of(&record, &meta("first"), 1).unwrap();
        assert_eq!((facts.result, facts.plies, facts.pieces, facts.help), (1, 7, 4, 2));
        assert_eq!(Facts::of(&record, &meta("second"), 1).unwrap().result, -1);
        assert_eq!(Facts::of(&record, &meta("both"), 1), None);
        assert_eq!(Facts::of(&record, &serde_json::json!({"human": "first", "mode": "play"}), 1), None);
    }
}
