//! The game on the table: positions, moves, undo, and who is to answer. No input or output.

use super::opponent::Opponent;
use crate::lang::{Lang, Terminal, Texts};
use luozi::core::{IllegalMove, MoveList, Player};
use luozi::engine::Playable;
use luozi::games::GameKind;
use luozi_page::words::fill;
use std::sync::Arc;

/// A game in progress.
pub struct Table<G: Playable> {
    pub rules: G,
    pub kind: GameKind,
    pub lang: Lang,
    /// The side the engine plays; `None` when two people play.
    engine_side: Option<Player>,
    opponent: Arc<Opponent<G>>,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
}

impl<G: Playable> Table<G> {
    /// A table with a position on it.
    pub fn new(
        rules: G,
        kind: GameKind,
        lang: Lang,
        start: G::Position,
        engine_side: Option<Player>,
        opponent: Opponent<G>,
    ) -> Table<G> {
        Table {
            rules,
            kind,
            lang,
            engine_side,
            opponent: Arc::new(opponent),
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// The texts of the table's language.
    pub fn texts(&self) -> &'static Texts {
        self.lang.texts()
    }

    /// What is said at a table.
    pub fn words(&self) -> &'static Terminal {
        &self.texts().terminal
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.positions.last().expect("there is always a start")
    }

    /// The position before the last move.
    pub fn before(&self) -> Option<&G::Position> {
        self.positions.iter().nth_back(1)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.rules.outcome(self.position()).is_some()
    }

    /// Is it the engine's turn?
    pub fn engine_to_move(&self) -> bool {
        !self.is_over() && self.engine_side == Some(self.rules.to_move(self.position()))
    }

    /// The engine, to be asked in any thread.
    pub fn opponent(&self) -> Arc<Opponent<G>> {
        Arc::clone(&self.opponent)
    }

    /// Plays a move of either side.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        let mut position = *self.position();
        self.rules.play(&mut position, mv)?;
        self.positions.push(position);
        self.moves.push(mv);
        Ok(())
    }

    /// Reads and plays a person's move; the error is a sentence.
    pub fn play_text(&mut self, text: &str) -> Result<(), String> {
        let mv = self.rules.parse_move(text).map_err(|e| e.kind.to_string())?;
        self.play(mv).map_err(|reason| {
            let reason = self.texts().reason(reason);
            fill(&self.words().illegal, &[("move", &self.rules.move_text(mv)), ("reason", &reason)])
        })
    }

    /// Takes back the last move, and with an engine at the table the moves back to the person's turn.
    /// `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        let person_to_move =
            |moves: usize| self.engine_side.is_none_or(|engine| self.rules.to_move(&self.positions[moves]) != engine);
        let Some(back_to) = (0..self.moves.len()).rev().find(|&moves| person_to_move(moves)) else { return false };
        self.positions.truncate(back_to + 1);
        self.moves.truncate(back_to);
        true
    }

    /// Lets the engine think on the person's time, if it may and the person is to move.
    pub fn ponder(&self) {
        if self.engine_side.is_some() && !self.is_over() && !self.engine_to_move() {
            // It ends with the next thought; nobody waits for it.
            let _ = self.opponent.ponder(self.position());
        }
    }

    /// The engine's move in words, with what its clock has left.
    pub fn announcement(&self, mv: G::Move) -> String {
        let clock = self.opponent.stock().map(|stock| format!("  ({:.1} s)", stock.as_secs_f64()));
        fill(&self.words().engine_plays, &[("move", &self.rules.move_text(mv))]) + &clock.unwrap_or_default()
    }

    /// Back to the start.
    pub fn restart(&mut self) {
        self.opponent.restart();
        self.positions.truncate(1);
        self.moves.clear();
    }

    /// A side's name with its role.
    pub fn name(&self, player: Player) -> String {
        let (side, symbol) = match player {
            Player::First => (self.texts().common("side.first"), 'X'),
            Player::Second => (self.texts().common("side.second"), 'O'),
        };
        match self.engine_side {
            None => format!("{side} ({symbol})"),
            Some(engine) => {
                let role = if engine == player { &self.words().engine } else { &self.words().you };
                format!("{side} ({symbol}, {role})")
            }
        }
    }

    /// One sentence about where the game stands.
    pub fn status(&self) -> String {
        let words = self.words();
        match self.rules.outcome(self.position()) {
            None => fill(&words.to_move, &[("side", &self.name(self.rules.to_move(self.position())))]),
            Some(score) => match score.winner() {
                None => words.draw.clone(),
                Some(winner) if self.kind == GameKind::Reversi => {
                    let score = format!("{:+}", score.seen_by(winner));
                    fill(&words.wins_by, &[("side", &self.name(winner)), ("score", &score)])
                }
                Some(winner) => fill(&words.wins, &[("side", &self.name(winner))]),
            },
        }
    }

    /// The moves as one line.
    pub fn move_line(&self) -> String {
        self.moves.iter().map(|&mv| self.rules.move_text(mv)).collect::<Vec<_>>().join(" ")
    }

    /// The only legal move, if it is a pass: people need not type it.
    pub fn forced_pass(&self) -> Option<G::Move> {
        let mut moves = MoveList::new();
        self.rules.legal_moves(self.position(), &mut moves);
        let only = (moves.len() == 1).then(|| moves[0])?;
        (self.rules.move_text(only) == "pass").then_some(only)
    }
}
