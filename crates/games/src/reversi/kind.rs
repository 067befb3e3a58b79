//! Reversi as everything above the rules knows it.

use super::{Rules, Scoring};
use crate::{
    Counting, GameKind, GameOption, GameType, Look, OptionValue, Session, Setup, SetupError, SgfDialect, Sizes,
};

/// The descriptor of Reversi.
#[derive(Clone, Copy, Debug)]
pub struct Reversi;

/// The option that says how a finished game is scored.
const SCORING: &str = "scoring";

impl Scoring {
    /// The word for it in files.
    const fn word(self) -> &'static str {
        match self {
            Scoring::Difference => "difference",
            Scoring::EmptiesToWinner => "empties-to-winner",
        }
    }

    /// How games of a setup are scored.
    pub fn of(setup: &Setup) -> Scoring {
        if setup.word_of(SCORING) == Scoring::EmptiesToWinner.word() {
            Scoring::EmptiesToWinner
        } else {
            Scoring::Difference
        }
    }

    /// A board of that size scored this way.
    pub fn on_board(self, size: u8) -> Setup {
        let word = OptionValue::Word(self.word().to_string());
        Setup::board(GameKind::REVERSI, size, size).with_option(SCORING, word)
    }
}

impl GameType for Reversi {
    fn word(&self) -> &'static str {
        "reversi"
    }

    fn title(&self) -> &'static str {
        "Reversi"
    }

    fn title_zh(&self) -> &'static str {
        "黑白棋"
    }

    fn sizes(&self) -> Sizes {
        Sizes { standard: (8, 8), smallest: (4, 4), largest: (8, 8), square: true, offered: &[(4, 4), (6, 6), (8, 8)] }
    }

    fn open(&self, setup: &Setup) -> Result<Session, SetupError> {
        let rules = Rules::new(usize::from(setup.rows), Scoring::of(setup)).map_err(SetupError::new)?;
        Ok(Session::over(setup, rules))
    }

    fn look(&self) -> Look {
        Look::Discs
    }

    fn counting(&self) -> Counting {
        Counting::Pieces
    }

    fn options(&self) -> &'static [GameOption] {
        const WORDS: [&str; 2] = [Scoring::Difference.word(), Scoring::EmptiesToWinner.word()];
        &[GameOption { name: SCORING, words: &WORDS }]
    }

    fn describe_options(&self, setup: &Setup) -> String {
        match Scoring::of(setup) {
            Scoring::Difference => ", scored by difference".to_string(),
            Scoring::EmptiesToWinner => ", empty squares to the winner".to_string(),
        }
    }

    fn example(&self) -> &'static str {
        "f5d6"
    }

    fn other_names(&self) -> &'static [&'static str] {
        &["Othello"]
    }

    fn sgf(&self) -> Option<SgfDialect> {
        let options = &[(SCORING, "empties to the winner", "empties")];
        Some(SgfDialect { number: "2", also: &["othello", "reversi"], rules: None, options })
    }
}
