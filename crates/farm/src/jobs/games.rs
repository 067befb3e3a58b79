//! Pairs of games, by the judge of the arena.

use super::{Bench, Job, Place};
use crate::farm::patiently;
use crate::terms::{Pair, Terms};
use luozi_arena::matches::{PlayedGame, Room, RunError};
use luozi_arena::players::{BuiltIns, EnginePlayers, Entrant, PlayerSpec};

/// Pairs of games.
#[derive(Clone, Copy, Debug)]
pub enum Games {}

impl Job for Games {
    const WORD: &'static str = "games";
    type Terms = Terms;
    type Item = Pair;
    type Found = [PlayedGame; 2];
    type Desk = Terms;

    fn place(pair: &Pair) -> Place {
        (pair.pairing, pair.pair)
    }

    fn sit_down(terms: &Terms, _: &Bench<'_>) -> Result<Terms, String> {
        Ok(terms.clone())
    }

    /// Plays both games.
    fn work(terms: &mut Terms, pair: &Pair, at: &Bench<'_>) -> Result<Option<[PlayedGame; 2]>, String> {
        let seat = |text: &String| {
            let entrant = Entrant::parse(text, EnginePlayers.names()).map_err(|problem| problem.to_string())?;
            let player = patiently(at.give_up, || at.farm.unpack(&entrant.player, at.cache));
            let player = player.map_err(|problem| problem.to_string())?;
            let is_foreign = !matches!(player, PlayerSpec::Random | PlayerSpec::BuiltIn(_));
            Ok::<_, String>(Entrant { shut_in: entrant.shut_in || (is_foreign && at.sandbox), player, ..entrant })
        };
        let players = [seat(&pair.players[0])?, seat(&pair.players[1])?];
        let settings = terms.settings(players, &pair.setup, at.scale)?;
        let told = |problem: RunError| problem.to_string();
        let room = Room::new(&settings, at.host, &EnginePlayers).map_err(told)?;
        let mut games = Vec::new();
        for plan in pair.plans() {
            let Some(game) = room.play(&plan, at.give_up).map_err(told)? else { return Ok(None) };
            games.push(game);
        }
        Ok(Some(games.try_into().expect("a pair has two plans")))
    }

    /// Plays the moves on a board.
    fn check(_: &Terms, pair: &Pair, games: &[PlayedGame; 2]) -> Result<(), String> {
        games.iter().zip(pair.plans()).try_for_each(|(played, plan)| played.check(&plan))
    }

    fn repeats(terms: &Terms, pair: &Pair) -> bool {
        terms.repeats(&pair.players, &EnginePlayers)
    }

    fn essence(games: &[PlayedGame; 2]) -> String {
        let game = |game: &PlayedGame| {
            let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
            format!("{} {}", game.finished.first_half_points, moves.join(" "))
        };
        games.iter().map(game).collect::<Vec<_>>().join("\n")
    }

    /// Where players play by time, those of slow machines get more of it.
    fn scale(terms: &Terms, speed: f64) -> f64 {
        if terms.visits.is_some() { 1.0 } else { terms.scale(speed) }
    }

    fn half_points(games: &[PlayedGame; 2]) -> u8 {
        games.iter().map(|game| game.finished.half_points_of_a()).sum()
    }
}
