//! NoGo as everything above the rules knows it.

use super::Rules;
use crate::{GameKind, GameOption, GameType, OptionValue, Session, Setup, SetupError, SgfDialect, Sizes};

/// The descriptor of NoGo.
#[derive(Clone, Copy, Debug)]
pub struct NoGo;

/// The option that forbids the centre as the first move.
const CENTRE: &str = "centre_opening_forbidden";

impl NoGo {
    /// A board on which the first move may not be the centre.
    pub fn centre_forbidden(rows: u8, cols: u8) -> Setup {
        Setup::board(GameKind::NOGO, rows, cols).with_option(CENTRE, OptionValue::Flag(true))
    }
}

impl GameType for NoGo {
    fn word(&self) -> &'static str {
        "nogo"
    }

    fn title(&self) -> &'static str {
        "NoGo"
    }

    fn title_zh(&self) -> &'static str {
        "不围棋"
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            standard: (9, 9),
            smallest: (2, 2),
            largest: (11, 11),
            square: false,
            offered: &[(5, 5), (7, 7), (9, 9)],
        }
    }

    fn open(&self, setup: &Setup) -> Result<Session, SetupError> {
        let rules = Rules::new(setup.rows, setup.cols).map_err(SetupError::new)?;
        let forbidden = setup.flag(CENTRE);
        let rules = if forbidden { rules.with_centre_opening_forbidden().map_err(SetupError::new)? } else { rules };
        Ok(Session::over(setup, rules))
    }

    fn options(&self) -> &'static [GameOption] {
        &[GameOption { name: CENTRE, words: &[] }]
    }

    fn describe_options(&self, setup: &Setup) -> String {
        if setup.flag(CENTRE) { ", centre opening forbidden".to_string() } else { String::new() }
    }

    fn example(&self) -> &'static str {
        "E5 D4"
    }

    fn sgf(&self) -> Option<SgfDialect> {
        let options = &[(CENTRE, "centre opening forbidden", "centre")];
        Some(SgfDialect { number: "1", also: &[], rules: Some("NoGo"), options })
    }
}
