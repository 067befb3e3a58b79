//! Moves and colours as GTP writes them.

use luozi_core::{ColumnLabels, Grid, PASS, Player};

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
    /// Reads a vertex of the board's dialect. Whether it is on the board and legal is for the rules to say.
    pub fn parse(text: &str, grid: &Grid) -> Vertex {
        if text.eq_ignore_ascii_case(PASS) {
            return Vertex::Pass;
        }
        if text.eq_ignore_ascii_case(RESIGN) {
            return Vertex::Resign;
        }
        let lettered = lettered(grid).and_then(|lettered| {
            // A point, which only Go's letters name, is its column.
            let column = text.trim_end_matches(|c: char| c.is_ascii_digit());
            let named = Grid { column_labels: ColumnLabels::GoLetters, ..lettered };
            if column.len() < text.len() { named.parse_move(column) } else { lettered.parse_move(text) }
        });
        Vertex::Move(lettered.map_or_else(|| text.to_string(), |index| grid.move_text(index)))
    }

    /// The vertex in the board's dialect.
    pub fn text(&self, grid: &Grid) -> String {
        match self {
            Vertex::Pass => PASS.into(),
            Vertex::Resign => RESIGN.into(),
            Vertex::Move(text) => {
                let lettered = lettered(grid).zip(grid.parse_move(text));
                let upper = |(lettered, index): (Grid, usize)| lettered.move_text(index).to_ascii_uppercase();
                lettered.map_or_else(|| text.clone(), upper)
            }
        }
    }

    /// The vertex of a move in the game's own notation.
    pub fn of_move(text: &str) -> Vertex {
        if text == PASS { Vertex::Pass } else { Vertex::Move(text.to_string()) }
    }

    /// The move in the game's own notation; `None` for a resignation.
    pub fn notation(&self) -> Option<&str> {
        match self {
            Vertex::Move(text) => Some(text),
            Vertex::Pass => Some(PASS),
            Vertex::Resign => None,
        }
    }
}

const RESIGN: &str = "resign";

/// The board with letters for its columns, if the game numbers them: GTP names columns by letters.
fn lettered(grid: &Grid) -> Option<Grid> {
    let numbered = grid.column_labels == ColumnLabels::Numbers;
    numbered.then_some(Grid { column_labels: ColumnLabels::Letters, ..*grid })
}

/// The letter of a column; empty beyond the alphabet.
pub(super) fn column_label(grid: &Grid, col: u8) -> String {
    lettered(grid).map_or_else(|| grid.column_label(col), |lettered| lettered.column_label(col).to_ascii_uppercase())
}

/// The side's colour: the first to move is black.
pub fn color_text(player: Player) -> &'static str {
    match player {
        Player::First => "b",
        Player::Second => "w",
    }
}

/// The colour in a sentence.
pub fn color_name(player: Player) -> &'static str {
    match player {
        Player::First => "black",
        Player::Second => "white",
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
    use luozi_games::{GameKind, Session, Setup};

    #[test]
    fn each_game_has_its_dialect() {
        let standard = |kind| Session::new(&Setup::standard(kind)).unwrap().grid();
        let connect4 = standard(GameKind::CONNECT4);
        assert_eq!(Vertex::parse("D", &connect4), Vertex::Move("4".into()));
        assert_eq!(Vertex::parse("g", &connect4), Vertex::Move("7".into()));
        assert_eq!(Vertex::Move("4".into()).text(&connect4), "D");
        assert_eq!(Vertex::parse("D3", &connect4), Vertex::Move("4".into()));
        let wide = Session::new(&Setup::board(GameKind::CONNECT4, 9, 10)).unwrap().grid();
        assert_eq!(Vertex::parse("j", &wide), Vertex::Move("10".into()));
        assert_eq!(Vertex::parse("J1", &wide), Vertex::Move("9".into()), "points skip I");
        let nogo = standard(GameKind::NOGO);
        assert_eq!(Vertex::parse("E5", &nogo), Vertex::Move("E5".into()));
        assert_eq!(Vertex::Move("J9".into()).text(&nogo), "J9");
        let reversi = standard(GameKind::REVERSI);
        assert_eq!(Vertex::parse("PASS", &reversi), Vertex::Pass);
        assert_eq!(Vertex::Pass.notation(), Some("pass"));
        assert_eq!(Vertex::of_move("pass"), Vertex::Pass);
        assert_eq!(Vertex::parse("resign", &nogo).notation(), None);
    }
}
