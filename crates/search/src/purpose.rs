//! What an answer is wanted for. A search that plays and one that judges moves spend the same budget differently.

/// What an answer is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// A move to play: the search may end as soon as its choice is certain.
    #[default]
    Play,
    /// A look at the search itself: the whole budget is spent, and no solver answers in its place. So many of the best moves
    /// get simulations enough for a value that means something; with none it searches just as it plays.
    Study {
        /// How many moves.
        moves: u32,
    },
    /// The worth of so many moves, the best ones, by all means: what a solver can prove is proven, the others get simulations
    /// enough, and the whole budget is spent. `u32::MAX` for all moves.
    Analyse {
        /// How many moves.
        moves: u32,
    },
}

impl Purpose {
    /// Moves that are to be judged beside the one to play.
    pub fn width(self) -> u32 {
        match self {
            Purpose::Play => 0,
            Purpose::Study { moves } | Purpose::Analyse { moves } => moves,
        }
    }
}
