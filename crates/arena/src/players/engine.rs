//! Luozi's own players at the arena's table: `luozi`, `luozi:PRESET,KEY=VALUE`, `alphabeta:depth=6`.

use super::{BuiltIns, Contender, Seat};
use luozi_engine::{Ask, NoMove, Player, Recipe, own_moves_left, player};
use luozi_games::Session;
use luozi_games::analysis::Analysis;
use luozi_search::{Budget, TimeControl};

/// What a limit on memory leaves for everything but the search's graph.
const MEMORY_SHARE: u64 = 2;

/// The word before the path of a weights file.
const WEIGHTS: &str = "weights=";

/// The players of the engine crate.
#[derive(Clone, Copy, Debug)]
pub struct EnginePlayers;

impl BuiltIns for EnginePlayers {
    fn names(&self) -> &[&'static str] {
        &["luozi", "alphabeta"]
    }

    fn create(&self, specification: &str, seat: &Seat) -> Result<Box<dyn Contender>, String> {
        let session = Session::new(&seat.setup).map_err(|e| e.to_string())?;
        let player = player(&session, &recipe(specification, seat)?).map_err(|e| e.to_string())?;
        Ok(Box::new(OnTheClock { player, control: seat.control }))
    }
}

/// The recipe of a specification; what it does not set follows from the seat. `weights=FILE` is read here, since the
/// engine touches no file.
fn recipe(specification: &str, seat: &Seat) -> Result<Recipe, String> {
    let (name, words) = specification.split_once(':').unwrap_or((specification, ""));
    let game = seat.setup.kind();
    let (weights, words): (Vec<&str>, Vec<&str>) =
        words.split(',').map(str::trim).partition(|word| word.starts_with(WEIGHTS));
    let words = words.join(",");
    let recipe = if name == "alphabeta" { Recipe::parse_alpha_beta(game, &words) } else { Recipe::parse(game, &words) };
    let mut recipe = recipe.map_err(|e| e.to_string())?;
    for word in weights {
        let path = &word[WEIGHTS.len()..];
        let data = std::fs::read(path).map_err(|e| format!("weights={path}: {e}"))?;
        recipe.bring_net(&data).map_err(|e| format!("weights={path}: {e}"))?;
    }
    let sets = |key: &str| words.split(',').any(|word| word.trim().starts_with(key));
    if let Some(resources) = recipe.resources() {
        if let Some(seed) = resources.seed.filter(|_| !sets("seed=")) {
            *seed = seat.seed;
        }
        if !sets("memory_mb=") {
            *resources.memory_mb = (*resources.memory_mb).min((seat.memory_bytes >> 20) / MEMORY_SHARE).max(1);
        }
    }
    if recipe.limits.is_open() {
        recipe.limits.visits = seat.visits;
    }
    Ok(recipe)
}

/// A player of this program under the arena's clock: what it may spend is shared out over the rest of its game.
struct OnTheClock {
    player: Box<dyn Player>,
    control: TimeControl,
}

impl OnTheClock {
    /// What the next move may cost when the clock shows `left`: the player's own limits, within the clock.
    fn budget(&self, session: &Session, left: Budget) -> Budget {
        let own = self.player.recipe().map_or(Budget::default(), |recipe| recipe.limits);
        match left.time {
            Some(time) => own.within(self.control.budget(time, own_moves_left(session))),
            None => own,
        }
    }
}

impl Player for OnTheClock {
    fn think(&mut self, session: &Session, ask: Ask<'_>) -> Result<Analysis, NoMove> {
        let budget = self.budget(session, ask.budget);
        self.player.think(session, Ask { budget, ..ask })
    }

    fn reset(&mut self) {
        self.player.reset();
    }

    fn recipe(&self) -> Option<&Recipe> {
        self.player.recipe()
    }
}

impl Contender for OnTheClock {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{self, Terms};
    use crate::process::Deadline;
    use luozi_core::{Player, Rng};
    use luozi_games::{GameKind, Setup};
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    fn seat(setup: &Setup, side: Player) -> Seat {
        let control = TimeControl::PerMove(Duration::from_secs(60));
        Seat { setup: setup.clone(), side, control, memory_bytes: 64 << 20, visits: Some(50), seed: 3 }
    }

    #[test]
    fn every_game_is_played_and_games_repeat() {
        for kind in GameKind::BUILT_IN {
            let setup = Setup::standard(kind);
            let play = || {
                let make = |side, text| EnginePlayers.create(text, &seat(&setup, side)).unwrap();
                let mut contenders = [make(Player::First, "luozi"), make(Player::Second, "alphabeta:depth=1")];
                let session = judge::set_up(&setup, &[]).unwrap();
                let mut values = 0;
                let control = TimeControl::PerMove(Duration::from_secs(60));
                let report =
                    judge::play(session, &mut contenders, Terms::new(control, &AtomicBool::new(false)), |mv| {
                        values += u32::from(mv.value.is_some());
                        true
                    });
                assert!(values > 0);
                report.unwrap().moves
            };
            assert_eq!(play(), play());
        }
    }

    #[test]
    fn everybody_stops_when_asked() {
        let setup = Setup::standard(GameKind::REVERSI);
        let (stop, session) = (AtomicBool::new(true), judge::set_up(&setup, &[]).unwrap());
        for text in ["luozi:time=600s", "alphabeta:depth=16"] {
            let asked = Instant::now();
            let mut player = EnginePlayers.create(text, &seat(&setup, Player::First)).unwrap();
            let deadline = Deadline::after(Duration::from_secs(600)).unless(&stop);
            assert!(player.choose(&session, deadline).is_ok());
            assert!(asked.elapsed() < Duration::from_secs(300), "{text}");
        }
    }

    /// A random game that avoids its end as long as it can, in which the first player takes all the time it is given:
    /// how much of its clock each of its moves has left.
    fn shared_out(seat: &Seat, base: Duration) -> Vec<f64> {
        let mut session = Session::new(&seat.setup).unwrap();
        let recipe = recipe("luozi:uct-plain,memory_mb=1", seat).unwrap();
        let seated = OnTheClock { player: player(&session, &recipe).unwrap(), control: seat.control };
        let (mut rng, mut stock, mut left) = (Rng::seeded(2), base, Vec::new());
        while session.outcome().is_none() {
            if session.to_move() == seat.side {
                stock -= seated.budget(&session, Budget::time(stock)).time.unwrap();
                left.push(stock.as_secs_f64() / base.as_secs_f64());
            }
            let legal = session.legal_indices();
            let quiet: Vec<usize> = legal
                .iter()
                .copied()
                .filter(|&index| {
                    let mut next = session.clone();
                    next.play_index(index).unwrap();
                    next.outcome().is_none()
                })
                .collect();
            let choice = if quiet.is_empty() { &legal } else { &quiet };
            session.play_index(choice[rng.below(choice.len() as u32) as usize]).unwrap();
        }
        left
    }

    /// Connect Four's moves are columns: an estimate by the number of moves once spent a quarter of the clock on each.
    #[test]
    fn a_clock_is_shared_out_over_the_whole_game() {
        let base = Duration::from_secs(600);
        for kind in GameKind::BUILT_IN {
            let setup = Setup::standard(kind);
            let control = TimeControl::Clock { base, increment: Duration::ZERO };
            let seat = Seat { control, visits: None, ..seat(&setup, Player::First) };
            let left = shared_out(&seat, base);
            assert!(left[0] > 0.9, "{kind}: the first move leaves {:.2}", left[0]);
            let half_way = left[left.len() / 2];
            assert!((0.2..0.8).contains(&half_way), "{kind}: {half_way:.2} is left half-way");
            assert!(left[left.len() - 1] < 0.3, "{kind}: time is kept for nothing: {left:.2?}");
        }
    }

    #[test]
    fn wrong_words_are_explained() {
        let setup = Setup::standard(GameKind::NOGO);
        let error = EnginePlayers.create("luozi:mcgs", &seat(&setup, Player::First)).err().unwrap();
        assert!(error.contains("there is no preset `mcgs` for nogo"), "{error}");
        let error = EnginePlayers.create("luozi:net-nogo,weights=missing.net", &seat(&setup, Player::First));
        assert!(error.err().unwrap().starts_with("weights=missing.net: "));
    }
}
