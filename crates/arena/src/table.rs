//! A game in progress, whatever game it is: the arena's board.
//!
//! Players and protocols name moves by text, so this is where the generic rules end: everything above deals with a
//! [`Table`]. Only legal moves get in, and each is kept as the rules themselves write it.

use luozi_core::{Game, MoveList, Notation, ParseError, Player, Score};
use luozi_games::{AnyRules, Setup, SetupError, with_rules};

/// What a table asks of concrete rules and their position.
trait Board: Send {
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Score>;
    fn legal_moves(&self) -> Vec<String>;
    fn play(&mut self, text: &str) -> Result<String, ParseError>;
    fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError>;
    fn position_text(&self) -> String;
    fn duplicate(&self) -> Box<dyn Board>;
}

#[derive(Clone)]
struct Playing<G: Game> {
    rules: G,
    position: G::Position,
}

impl<G: Notation> Board for Playing<G> {
    fn to_move(&self) -> Player {
        self.rules.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Score> {
        self.rules.outcome(&self.position)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.rules.legal_moves(&self.position, &mut moves);
        moves.iter().map(|&mv| self.rules.move_text(mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, ParseError> {
        let mv = self.rules.parse_move(text)?;
        self.rules.play(&mut self.position, mv).map_err(|reason| ParseError::illegal(text, 0, text, reason))?;
        Ok(self.rules.move_text(mv))
    }

    fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError> {
        let moves = self.rules.parse_moves(&self.position, text)?;
        Ok(moves.into_iter().map(|mv| self.rules.move_text(mv)).collect())
    }

    fn position_text(&self) -> String {
        self.rules.position_text(&self.position)
    }

    fn duplicate(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

fn start<G: Notation>(rules: &G) -> Box<dyn Board> {
    Box::new(Playing { position: rules.initial(), rules: rules.clone() })
}

/// A game in progress.
pub struct Table {
    setup: Setup,
    board: Box<dyn Board>,
    moves: Vec<String>,
}

impl Table {
    /// The start of a game.
    pub fn new(setup: &Setup) -> Result<Table, SetupError> {
        let rules = AnyRules::new(setup)?;
        let board = with_rules!(&rules, rules => start(rules));
        Ok(Table { setup: setup.clone(), board, moves: Vec::new() })
    }

    /// Game and board.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The side whose turn it is.
    pub fn to_move(&self) -> Player {
        self.board.to_move()
    }

    /// The final score, `None` while the game goes on.
    pub fn outcome(&self) -> Option<Score> {
        self.board.outcome()
    }

    /// All moves so far, as the game writes them.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// All legal moves, as the game writes them.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves()
    }

    /// Plays a move; says why not and changes nothing if it is none or illegal.
    pub fn play(&mut self, text: &str) -> Result<(), ParseError> {
        let written = self.board.play(text)?;
        self.moves.push(written);
        Ok(())
    }

    /// Reads a sequence of moves from here on, each as the game writes it; nothing is played.
    pub fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError> {
        self.board.read_moves(text)
    }

    /// The board as text.
    pub fn position_text(&self) -> String {
        self.board.position_text()
    }
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table { setup: self.setup.clone(), board: self.board.duplicate(), moves: self.moves.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    #[test]
    fn all_games_are_played_by_text_alone() {
        for kind in GameKind::ALL {
            let mut table = Table::new(&Setup::standard(kind)).unwrap();
            while table.outcome().is_none() {
                let mv = table.legal_moves().swap_remove(0);
                table.play(&mv).unwrap();
                assert_eq!(table.moves().last(), Some(&mv));
            }
            let plies = table.moves().len();
            assert!(table.play("nonsense").is_err() && table.moves().len() == plies);
            assert_eq!(table.clone().position_text(), table.position_text());
        }
    }
}
