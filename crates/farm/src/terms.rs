//! What pairs of games are played under.

use luozi_arena::judge::SavedControl;
use luozi_arena::matches::openings::{Boards, Book, Opening, Source};
use luozi_arena::matches::{GameId, Pairing, Plan, Settings};
use luozi_arena::players::{BuiltIns, Entrant};
use luozi_games::Setup;
use luozi_search::TimeControl;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What holds for all pairs of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Time for thinking of players that have none of their own.
    #[serde(with = "SavedControl")]
    pub control: TimeControl,
    /// Simulations a move of built-in players that set no limit themselves.
    pub visits: Option<u64>,
    /// Memory of a bot's process tree.
    pub memory_bytes: u64,
    /// Whether games end when an exact solver has proven their result.
    pub adjudicate: bool,
    /// Everything random follows from it.
    pub seed: u64,
    /// Playouts a second of the machine whose time counts: on one of half the speed players get twice the time. `None` leaves
    /// times as they are.
    pub reference: Option<f64>,
}

impl Terms {
    /// The terms of a run that is asked for here.
    pub fn of(settings: &Settings, reference: Option<f64>) -> Terms {
        Terms {
            control: settings.control,
            visits: settings.visits,
            memory_bytes: settings.memory_bytes,
            adjudicate: settings.adjudicate,
            seed: settings.seed,
            reference,
        }
    }

    /// By what times are multiplied on a machine of that speed.
    pub fn scale(&self, speed: f64) -> f64 {
        self.reference.map_or(1.0, |reference| reference / speed)
    }

    /// How the arena plays one pair under these terms with times multiplied by `scale`.
    pub(crate) fn settings(&self, players: [Entrant; 2], setup: &Setup, scale: f64) -> Result<Settings, String> {
        let book = Book::new(Boards::Fixed(setup.clone()), Source::Start, self.seed).map_err(|e| e.to_string())?;
        let players = players
            .map(|player| Entrant { control: player.control.map(|control| scaled(control, scale)), ..player })
            .to_vec();
        Ok(Settings {
            players,
            pairings: vec![Pairing { a: 0, b: 1 }],
            book,
            pairs: 1,
            control: scaled(self.control, scale),
            visits: self.visits,
            memory_bytes: self.memory_bytes,
            concurrency: 1,
            affinity: false,
            seed: self.seed,
            adjudicate: self.adjudicate,
            keep_going: true,
            sprt: None,
        })
    }

    /// Whether games between these players are the same on every machine: simulations are counted, on one thread.
    pub(crate) fn repeats(&self, players: &[String; 2], built_ins: &dyn BuiltIns) -> bool {
        let steady = |player: &String| {
            let (own, text) = Entrant::split(player);
            let word = text.split([':', ',']).next().unwrap_or_default();
            let ours = word == "random" || built_ins.names().contains(&word);
            ours && own.is_none() && !["threads=", "time="].iter().any(|key| text.contains(key))
        };
        (self.visits.is_some() || self.control.start() >= AS_GOOD_AS_NONE) && players.iter().all(steady)
    }
}

/// Time for a move that nobody uses up.
const AS_GOOD_AS_NONE: Duration = Duration::from_secs(3600);

fn scaled(control: TimeControl, scale: f64) -> TimeControl {
    // What the data base holds may be beyond all times that there are.
    let times = |time: Duration| Duration::try_from_secs_f64(time.as_secs_f64() * scale).unwrap_or(time);
    match control {
        _ if scale == 1.0 => control,
        TimeControl::PerMove(limit) => TimeControl::PerMove(times(limit)),
        TimeControl::Clock { base, increment } => TimeControl::Clock { base: times(base), increment: times(increment) },
    }
}

/// Two games of two players from the same opening, each moving first in one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Number of the pairing, the caller's own.
    pub pairing: usize,
    /// Number of the pair among those of its pairing, the caller's own.
    pub pair: usize,
    /// The players as a command line names them; the first moves first in the first game.
    pub players: [String; 2],
    /// Game and board.
    pub setup: Setup,
    /// Moves before the players, as the game writes them.
    pub opening: Vec<String>,
}

impl Pair {
    /// The plans of both games; players are 0 and 1.
    pub(crate) fn plans(&self) -> [Plan; 2] {
        let opening = Opening { setup: self.setup.clone(), moves: self.opening.clone() };
        [0, 1].map(|swapped| {
            let id = GameId { pair: self.pair, pairing: self.pairing, swapped };
            Plan { id, players: id.players(Pairing { a: 0, b: 1 }), opening: opening.clone() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_arena::players::EnginePlayers;

    fn terms(visits: Option<u64>) -> Terms {
        let control = TimeControl::PerMove(Duration::from_millis(100));
        Terms { control, visits, memory_bytes: 1 << 20, adjudicate: false, seed: 1, reference: Some(2000.0) }
    }

    #[test]
    fn times_are_those_of_the_reference() {
        let terms = terms(None);
        let own = Entrant::parse("time=300ms@random", &[]).unwrap();
        let players = [own, Entrant::parse("random", &[]).unwrap()];
        let setup = Setup::standard(luozi_games::GameKind::NOGO);
        let settings = terms.settings(players, &setup, terms.scale(1000.0)).unwrap();
        let ms = [0, 1].map(|player| settings.control_of(player).start().as_millis());
        assert_eq!(ms, [600, 200], "half the speed, twice the time");
    }

    #[test]
    fn games_that_repeat_are_known() {
        let repeats = |terms: Terms, a: &str, b: &str| terms.repeats(&[a.to_string(), b.to_string()], &EnginePlayers);
        assert!(repeats(terms(Some(100)), "luozi:level=3", "random"));
        assert!(!repeats(terms(None), "luozi:level=3", "random"), "by time");
        assert!(!repeats(terms(Some(100)), "luozi:threads=2", "random"));
        assert!(!repeats(terms(Some(100)), "luozi:time=1s", "random"));
        assert!(!repeats(terms(Some(100)), "so:./bot.so", "random"), "nobody knows what a bot does");
    }
}
