//! The one place where the choice of game happens.
//!
//! Everything below is generic over [`Game`](luozi_core::Game) and [`Notation`](luozi_core::Notation); programs that
//! learn the game from a command line or a file hold an [`AnyRules`] and enter the generic code through
//! [`with_rules!`](crate::with_rules!).

use crate::connect4::Wide;
use crate::{Setup, SetupError, connect4, nogo, reversi};

/// The rules of any game on any board.
#[derive(Clone, Debug)]
pub enum AnyRules {
    /// Connect Four in 64 bits.
    Connect4Small(connect4::Rules<u64>),
    /// Connect Four in 128 bits.
    Connect4Medium(connect4::Rules<u128>),
    /// Connect Four in 256 bits.
    Connect4Large(connect4::Rules<Wide>),
    /// Reversi of any size: 64 bits are always enough.
    Reversi(reversi::Rules),
    /// NoGo, whose tables are ten times as large as all others.
    NoGo(Box<nogo::Rules>),
}

impl AnyRules {
    /// The rules that a setup describes, in the smallest word that fits, or why there are none.
    ///
    /// ```
    /// use luozi_core::Game;
    /// use luozi_games::{AnyRules, GameKind, Setup, with_rules};
    ///
    /// let any = AnyRules::new(&Setup::standard(GameKind::Reversi)).unwrap();
    /// let openings = with_rules!(&any, rules => rules.count_moves(&rules.initial()));
    /// assert_eq!(openings, 4);
    /// ```
    pub fn new(setup: &Setup) -> Result<AnyRules, SetupError> {
        Ok(match *setup {
            Setup::Connect4 { rows, cols, ref forbidden } => {
                if connect4::Rules::<u64>::fits(rows, cols) {
                    AnyRules::Connect4Small(connect4::Rules::new(rows, cols, forbidden)?)
                } else if connect4::Rules::<u128>::fits(rows, cols) {
                    AnyRules::Connect4Medium(connect4::Rules::new(rows, cols, forbidden)?)
                } else {
                    AnyRules::Connect4Large(connect4::Rules::new(rows, cols, forbidden)?)
                }
            }
            Setup::Reversi { size, scoring } => AnyRules::Reversi(reversi::Rules::new(usize::from(size), scoring)?),
            Setup::NoGo { rows, cols, centre_opening_forbidden } => {
                let rules = nogo::Rules::new(rows, cols)?;
                let rules = if centre_opening_forbidden { rules.with_centre_opening_forbidden()? } else { rules };
                AnyRules::NoGo(Box::new(rules))
            }
        })
    }
}

/// Evaluates an expression with `$rules` bound to a reference to the concrete rules inside an
/// [`AnyRules`](crate::AnyRules) reference. The expression is compiled once for every kind of rules and must have the
/// same type for all.
#[macro_export]
macro_rules! with_rules {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            $crate::AnyRules::Connect4Small($rules) => $body,
            $crate::AnyRules::Connect4Medium($rules) => $body,
            $crate::AnyRules::Connect4Large($rules) => $body,
            $crate::AnyRules::Reversi($rules) => $body,
            $crate::AnyRules::NoGo($rules) => {
                let $rules = &**$rules;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameKind;
    use luozi_core::Game;

    #[test]
    fn the_smallest_word_is_taken() {
        let rules = |rows, cols| AnyRules::new(&Setup::board(GameKind::Connect4, rows, cols)).unwrap();
        assert!(matches!(rules(6, 7), AnyRules::Connect4Small(_)));
        assert!(matches!(rules(9, 10), AnyRules::Connect4Medium(_)));
        assert!(matches!(rules(13, 16), AnyRules::Connect4Large(_)));
        for (rows, cols) in [(6, 7), (9, 10), (13, 16)] {
            let any = rules(rows, cols);
            assert_eq!(with_rules!(&any, rules => rules.move_count()), usize::from(cols));
        }
    }

    #[test]
    fn impossible_setups_say_what_is_possible() {
        let error = |setup: &Setup| AnyRules::new(setup).unwrap_err().to_string();
        assert!(error(&Setup::board(GameKind::Connect4, 0, 7)).contains("choose 1 to 15 rows"));
        assert!(error(&Setup::board(GameKind::Connect4, 255, 255)).contains("choose 1 to 15 rows"));
        assert!(error(&Setup::board(GameKind::Reversi, 7, 7)).contains("expected 4, 6 or 8"));
        assert!(error(&Setup::board(GameKind::NoGo, 19, 19)).contains("at most 128 points"));
    }
}
