//! Luozi's own players at the arena's table: `luozi`, `luozi:PRESET,KEY=VALUE`, `alphabeta:depth=6`.

use super::{BuiltIns, Choice, Contender, Fault, Seat};
use crate::judge::TimeControl;
use crate::process::Deadline;
use luozi_engine::{Engine, Method, Playable, Recipe, RecipeError};
use luozi_games::{AnyRules, Table, with_rules};
use luozi_search::{Limits, Request};
use std::time::{Duration, Instant};

/// Kept of every limit for what happens between the answer and the judge's clock, at least.
const TIME_MARGIN: Duration = Duration::from_millis(5);
/// The same as a share of the limit, for busy machines.
const MARGIN_SHARE: f64 = 0.05;
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
        let rules = AnyRules::new(&seat.setup).map_err(|e| e.to_string())?;
        let recipe = recipe(specification, seat)?;
        with_rules!(&rules, rules => EnginePlayer::seated(rules, &recipe, seat)).map_err(|e| e.to_string())
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
    if let Method::Search(params) = &mut recipe.method {
        if !sets("seed=") {
            params.seed = seat.seed;
        }
        if !sets("memory_mb=") {
            params.memory_mb = params.memory_mb.min((seat.memory_bytes >> 20) / MEMORY_SHARE).max(1);
        }
    }
    if recipe.limits == Limits::default() {
        recipe.limits.visits = seat.visits;
    }
    Ok(recipe)
}

/// An engine in one seat.
struct EnginePlayer<G: Playable> {
    engine: Engine<G>,
    rules: G,
    position: G::Position,
    /// Plies that `position` holds.
    plies: usize,
    control: TimeControl,
}

impl<G: Playable> EnginePlayer<G> {
    fn seated(rules: &G, recipe: &Recipe, seat: &Seat) -> Result<Box<dyn Contender>, RecipeError> {
        let engine = Engine::new(rules.clone(), recipe)?;
        let position = rules.initial();
        Ok(Box::new(EnginePlayer { engine, rules: rules.clone(), position, plies: 0, control: seat.control }))
    }

    /// Time for the next move, unless the recipe has limits of its own.
    fn limits(&self, deadline: Deadline<'_>) -> Limits {
        let own = self.engine.recipe().limits;
        if own.time.is_some() || own.visits.is_some() {
            return own;
        }
        let remaining = deadline.remaining();
        let control = match self.control {
            TimeControl::PerMove(_) => luozi_search::TimeControl::PerMove(remaining),
            TimeControl::Clock { increment, .. } => luozi_search::TimeControl::PerGame { remaining, increment },
        };
        let margin = TIME_MARGIN.max(remaining.mul_f64(MARGIN_SHARE));
        control.limits(self.rules.own_moves_left(&self.position), margin)
    }
}

impl<G: Playable> Contender for EnginePlayer<G> {
    fn choose(&mut self, table: &Table, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        let asked = Instant::now();
        for text in &table.moves()[self.plies..] {
            let mv = self.rules.parse_move(text).expect("the table writes moves as the game does");
            self.rules.play_unchecked(&mut self.position, mv);
            self.plies += 1;
        }
        let request = Request { stop: deadline.stop(), ..Request::new(self.limits(deadline), &asked) };
        let report = self.engine.think(&self.position, request);
        Ok(Choice::Move { text: self.rules.move_text(report.best()), value: Some(report.value.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{self, Terms};
    use luozi_core::{MoveList, Player, Rng};
    use luozi_games::{GameKind, Setup};
    use std::sync::atomic::AtomicBool;

    fn seat(setup: &Setup, side: Player) -> Seat {
        let control = TimeControl::PerMove(Duration::from_secs(60));
        Seat { setup: setup.clone(), side, control, memory_bytes: 64 << 20, visits: Some(50), seed: 3 }
    }

    #[test]
    fn every_game_is_played_and_games_repeat() {
        for kind in GameKind::ALL {
            let setup = Setup::standard(kind);
            let play = || {
                let make = |side, text| EnginePlayers.create(text, &seat(&setup, side)).unwrap();
                let mut contenders = [make(Player::First, "luozi"), make(Player::Second, "alphabeta:depth=1")];
                let table = judge::set_up(&setup, &[]).unwrap();
                let mut values = 0;
                let control = TimeControl::PerMove(Duration::from_secs(60));
                let report = judge::play(table, &mut contenders, Terms::new(control, &AtomicBool::new(false)), |mv| {
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
        let setup = Setup::standard(GameKind::Reversi);
        let (stop, table) = (AtomicBool::new(true), judge::set_up(&setup, &[]).unwrap());
        for text in ["luozi:time=600s", "alphabeta:depth=16"] {
            let asked = Instant::now();
            let mut player = EnginePlayers.create(text, &seat(&setup, Player::First)).unwrap();
            let deadline = Deadline::after(Duration::from_secs(600)).unless(&stop);
            assert!(player.choose(&table, deadline).is_ok());
            assert!(asked.elapsed() < Duration::from_secs(300), "{text}");
        }
    }

    /// A random game that avoids its end as long as it can, in which the first player takes all the time it is given:
    /// how much of its clock each of its moves has left.
    fn shared_out<G: Playable>(rules: &G, seat: &Seat, base: Duration) -> Vec<f64> {
        let engine = Engine::new(rules.clone(), &recipe("luozi:uct-plain,memory_mb=1", seat).unwrap()).unwrap();
        let (position, control) = (rules.initial(), seat.control);
        let mut player = EnginePlayer { engine, rules: rules.clone(), position, plies: 0, control };
        let (mut rng, mut moves, mut stock) = (Rng::seeded(2), MoveList::new(), base);
        let mut left = Vec::new();
        while rules.outcome(&player.position).is_none() {
            if rules.to_move(&player.position) == seat.side {
                stock -= player.limits(Deadline::after(stock)).time.unwrap();
                left.push(stock.as_secs_f64() / base.as_secs_f64());
            }
            rules.legal_moves(&player.position, &mut moves);
            let goes_on = |mv: &G::Move| {
                let mut next = player.position;
                rules.play_unchecked(&mut next, *mv);
                rules.outcome(&next).is_none()
            };
            let quiet: Vec<G::Move> = moves.iter().copied().filter(goes_on).collect();
            let choice = if quiet.is_empty() { &moves[..] } else { &quiet[..] };
            rules.play_unchecked(&mut player.position, choice[rng.below(choice.len() as u32) as usize]);
        }
        left
    }

    /// Connect Four's moves are columns: an estimate by the number of moves once spent a quarter of the clock on each.
    #[test]
    fn a_clock_is_shared_out_over_the_whole_game() {
        let base = Duration::from_secs(600);
        for kind in GameKind::ALL {
            let setup = Setup::standard(kind);
            let control = TimeControl::Clock { base, increment: Duration::ZERO };
            let seat = Seat { control, visits: None, ..seat(&setup, Player::First) };
            let rules = AnyRules::new(&setup).unwrap();
            let left = with_rules!(&rules, rules => shared_out(rules, &seat, base));
            assert!(left[0] > 0.9, "{kind}: the first move leaves {:.2}", left[0]);
            let half_way = left[left.len() / 2];
            assert!((0.2..0.8).contains(&half_way), "{kind}: {half_way:.2} is left half-way");
            assert!(left[left.len() - 1] < 0.3, "{kind}: time is kept for nothing: {left:.2?}");
        }
    }

    #[test]
    fn wrong_words_are_explained() {
        let setup = Setup::standard(GameKind::NoGo);
        let error = EnginePlayers.create("luozi:mcgs", &seat(&setup, Player::First)).err().unwrap();
        assert!(error.contains("there is no preset `mcgs` for nogo"), "{error}");
        let error = EnginePlayers.create("luozi:net-nogo,weights=missing.net", &seat(&setup, Player::First));
        assert!(error.err().unwrap().starts_with("weights=missing.net: "));
    }
}
