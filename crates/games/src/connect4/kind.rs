//! Connect Four as everything above the rules knows it.

use super::{MAX_COLS, MAX_ROWS, Rules, Wide};
use crate::{GameType, Look, Session, Setup, SetupError, SgfDialect, Side, Sizes};

/// The descriptor of gravity Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct Connect4;

impl GameType for Connect4 {
    fn word(&self) -> &'static str {
        "connect4"
    }

    fn title(&self) -> &'static str {
        "Connect Four"
    }

    fn title_zh(&self) -> &'static str {
        "四子棋"
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            standard: (6, 7),
            smallest: (4, 4),
            largest: (13, MAX_COLS.min(16)),
            square: false,
            offered: &[(6, 7), (9, 9), (10, 11), (12, 12)],
        }
    }

    /// In the smallest word that fits the board.
    fn open(&self, setup: &Setup) -> Result<Session, SetupError> {
        let Setup { rows, cols, forbidden, .. } = setup;
        let (rows, cols) = (*rows, *cols);
        if rows <= MAX_ROWS && Rules::<u64>::fits(rows, cols) {
            Ok(Session::over(setup, Rules::<u64>::new(rows, cols, forbidden).map_err(SetupError::new)?))
        } else if rows <= MAX_ROWS && Rules::<u128>::fits(rows, cols) {
            Ok(Session::over(setup, Rules::<u128>::new(rows, cols, forbidden).map_err(SetupError::new)?))
        } else {
            Ok(Session::over(setup, Rules::<Wide>::new(rows, cols, forbidden).map_err(SetupError::new)?))
        }
    }

    fn sides(&self) -> [Side; 2] {
        [Side { name: "Red", name_zh: "红", paint: "red" }, Side { name: "Gold", name_zh: "金", paint: "gold" }]
    }

    fn look(&self) -> Look {
        Look::Holes
    }

    fn forbids_cells(&self) -> bool {
        true
    }

    fn example(&self) -> &'static str {
        "4 4 5"
    }

    fn sgf(&self) -> Option<SgfDialect> {
        Some(SgfDialect { number: "connect4", also: &[], rules: None, options: &[] })
    }
}
