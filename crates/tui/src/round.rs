//! A round of play: the game so far, whose turn it is, who is to answer, and the words for it. No input or output.

use crate::opponent::Opponent;
use crate::words::{Terminal, terminal};
use luozi_core::{PASS, ParseErrorKind, Player};
use luozi_engine::analysis::Analysis;
use luozi_games::{Counting, Session};
use luozi_page::words::{Lang, fill};
use std::sync::Arc;

/// A game in progress between people, or a person and an engine.
pub struct Round {
    session: Session,
    pub(crate) lang: Lang,
    /// The side the engine plays; `None` when two people play.
    engine_side: Option<Player>,
    opponent: Arc<Opponent>,
}

impl Round {
    /// A round that goes on where a session stands.
    pub fn new(session: Session, lang: Lang, engine_side: Option<Player>, opponent: Opponent) -> Round {
        Round { session, lang, engine_side, opponent: Arc::new(opponent) }
    }

    /// What is said in the round's language.
    pub(crate) fn words(&self) -> &'static Terminal {
        terminal(self.lang)
    }

    /// The game as it stands now, with the moves that led there.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Has the game ended?
    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Is it the engine's turn?
    pub fn engine_to_move(&self) -> bool {
        !self.is_over() && self.engine_side == Some(self.session.to_move())
    }

    /// The engine, to be asked in any thread.
    pub fn opponent(&self) -> Arc<Opponent> {
        Arc::clone(&self.opponent)
    }

    /// Reads and plays a move of either side; the error is a sentence.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        self.session.play(text).map_err(|error| match error.kind {
            ParseErrorKind::Illegal { found, reason } => {
                let written = self.session.parse_move(&found).map_or(found, |index| self.session.move_text(index));
                let reason = self.lang.common().reason(reason);
                fill(&self.words().illegal, &[("move", &written), ("reason", &reason)])
            }
            kind => kind.to_string(),
        })
    }

    /// Takes back the last move, and with an engine in the round the moves back to the person's turn.
    /// `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        let mut earlier = self.session.clone();
        while earlier.undo().is_some() {
            if self.engine_side != Some(earlier.to_move()) {
                self.session = earlier;
                return true;
            }
        }
        false
    }

    /// Lets the engine think on the person's time, if it may and the person is to move.
    pub fn ponder(&self) {
        if self.engine_side.is_some() && !self.is_over() && !self.engine_to_move() {
            // It ends with the next thought; nobody waits for it.
            let _ = self.opponent.ponder(&self.session);
        }
    }

    /// The engine's move in words, with what its clock has left.
    pub fn announcement(&self, mv: &str) -> String {
        let clock = self.opponent.stock().map(|stock| format!("  ({:.1} s)", stock.as_secs_f64()));
        fill(&self.words().engine_plays, &[("move", &mv)]) + &clock.unwrap_or_default()
    }

    /// A move that is advised, in words, and why.
    pub fn hint(&self, analysis: &Analysis) -> String {
        let best = analysis.moves.iter().find(|told| told.mv == analysis.best);
        let why = best.map_or_else(String::new, |best| self.lang.common().why(&best.why));
        let hint = fill(&self.words().hint, &[("move", &analysis.best)]);
        if why.is_empty() { hint } else { format!("{hint} ({why})") }
    }

    /// Back to the start.
    pub fn restart(&mut self) {
        self.opponent.restart();
        self.session = self.session.restarted();
    }

    /// A side's name with its role.
    pub fn name(&self, player: Player) -> String {
        let side = self.lang.side(&self.session.kind().sides()[player.index()]);
        let symbol = ['X', 'O'][player.index()];
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
        match self.session.outcome() {
            None => fill(&words.to_move, &[("side", &self.name(self.session.to_move()))]),
            Some(score) => match score.winner() {
                None => words.draw.clone(),
                Some(winner) if self.session.kind().counting() == Counting::Pieces => {
                    let score = format!("{:+}", score.seen_by(winner));
                    fill(&words.wins_by, &[("side", &self.name(winner)), ("score", &score)])
                }
                Some(winner) => fill(&words.wins, &[("side", &self.name(winner))]),
            },
        }
    }

    /// The moves as one line.
    pub fn move_line(&self) -> String {
        self.session.moves().join(" ")
    }

    /// Plays the only legal move if it is a pass, which people need not type; gives a sentence about it.
    pub fn forced_pass(&mut self) -> Option<String> {
        if !self.session.grid().has_pass() || self.session.legal_moves() != [PASS] {
            return None;
        }
        let mover = self.name(self.session.to_move());
        self.session.play(PASS).ok()?;
        Some(fill(&self.words().passes, &[("side", &mover)]))
    }
}
