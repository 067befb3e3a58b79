//! Moves and colours as GTP writes them.

use crate::square::lower_letter;
use luozi_core::Player;
use luozi_games::{GameKind, Setup};

/// What `play` and `genmove` may name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Vertex {
    /// A move in the game's own notation.
    Move(String),
    /// A pass; in Reversi a move like any other.
    Pass,
    /// The side gives up.
    Resign,
}

impl Vertex {
    /// Reads a vertex of the setup's dialect. Whether it is on the board and legal is for the rules to say.
    pub fn parse(text: &str, setup: &Setup) -> Vertex {
        if text.eq_ignore_ascii_case("pass") {
            return Vertex::Pass;
        }
        if text.eq_ignore_ascii_case("resign") {
            return Vertex::Resign;
        }
        let letter = text.bytes().next().filter(|_| text.len() == 1).map(|b| b.to_ascii_lowercase());
        match (setup.kind(), letter) {
            (GameKind::Connect4, Some(letter @ b'a'..=b'z')) => Vertex::Move(format!("{}", letter - b'a' + 1)),
            _ => Vertex::Move(text.to_string()),
        }
    }

    /// The vertex in the setup's dialect.
    pub fn text(&self, setup: &Setup) -> String {
        match self {
            Vertex::Pass => "pass".into(),
            Vertex::Resign => "resign".into(),
            Vertex::Move(text) if setup.kind() == GameKind::Connect4 => {
                let letter = text.parse::<u8>().ok().and_then(|n| lower_letter(n.checked_sub(1)?));
                letter.map_or_else(|| text.clone(), |letter| letter.to_ascii_uppercase().to_string())
            }
            Vertex::Move(text) => text.clone(),
        }
    }

    /// The move in the game's own notation; `None` for a resignation.
    pub fn notation(&self) -> Option<&str> {
        match self {
            Vertex::Move(text) => Some(text),
            Vertex::Pass => Some("pass"),
            Vertex::Resign => None,
        }
    }
}

/// The side's colour: the first to move is black.
pub fn color_text(player: Player) -> &'static str {
    match player {
        Player::First => "b",
        Player::Second => "w",
    }
}

/// Reads `b`, `black`, `w` or `white`, either case.
pub(super) fn parse_color(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::First),
        "w" | "white" => Some(Player::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_dialect() {
        let connect4 = Setup::standard(GameKind::Connect4);
        assert_eq!(Vertex::parse("D", &connect4), Vertex::Move("4".into()));
        assert_eq!(Vertex::Move("4".into()).text(&connect4), "D");
        let nogo = Setup::standard(GameKind::NoGo);
        assert_eq!(Vertex::parse("E5", &nogo), Vertex::Move("E5".into()));
        assert_eq!(Vertex::Move("J9".into()).text(&nogo), "J9");
        let reversi = Setup::standard(GameKind::Reversi);
        assert_eq!(Vertex::parse("PASS", &reversi), Vertex::Pass);
        assert_eq!(Vertex::Pass.notation(), Some("pass"));
        assert_eq!(Vertex::parse("resign", &nogo).notation(), None);
    }
}
