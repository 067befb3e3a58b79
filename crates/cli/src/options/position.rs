//! A game named first and where it stands, alone or with whoever thinks about it.

use super::{BoardOptions, CandidateOptions, EngineOptions};
use crate::error::bad_input;
use clap::Args;
use luozi::engine::{Player, Recipe, player};
use luozi::games::{GameKind, Session};

/// A game and where it stands.
#[derive(Args)]
pub struct PositionOptions {
    #[arg(help = GameKind::words())]
    pub game: GameKind,
    #[command(flatten)]
    pub board: BoardOptions,
}

impl PositionOptions {
    /// The game where it stands.
    pub fn session(&self) -> anyhow::Result<Session> {
        self.board.session(self.game)
    }
}

/// A position and who looks into it.
#[derive(Args)]
pub struct SearchOptions {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    pub engine: EngineOptions,
    #[command(flatten)]
    candidates: CandidateOptions,
}

impl SearchOptions {
    /// Moves that are to be judged.
    pub fn candidates(&self) -> u32 {
        self.candidates.candidates.0
    }

    /// The position, which has moves left, and the player at it.
    pub fn begin(&self) -> anyhow::Result<(Session, Recipe, Box<dyn Player>)> {
        self.begin_with(|recipe| recipe)
    }

    /// The same with the player that `choose` makes of what was asked for.
    pub fn begin_with(
        &self,
        choose: impl FnOnce(Recipe) -> Recipe,
    ) -> anyhow::Result<(Session, Recipe, Box<dyn Player>)> {
        let session = self.position.session()?;
        if let Some(score) = session.outcome() {
            let winner = score.winner().map_or("a draw".to_string(), |side| format!("the {side} player won"));
            return Err(bad_input(format!("the game is over ({winner}); give a position with moves left")));
        }
        let recipe = choose(self.engine.recipe(session.kind())?);
        let player = player(&session, &recipe).map_err(bad_input)?;
        Ok((session, recipe, player))
    }
}
