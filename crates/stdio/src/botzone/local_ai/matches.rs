//! The matches in progress: the site tells only the newest request of each, so the games are kept here, and in a file
//! that outlives a crash.
//!
//! A request is kept before it is thought about and a response until the site has taken it, so a crash at any moment
//! loses neither.

use crate::botzone::game::Game;
use crate::botzone::{Bot, TurnError};
use luozi_core::ParseError;
use luozi_games::{GameKind, Setup};
use luozi_protocol::botzone::local_ai::MatchId;
use luozi_protocol::botzone::{Answer, Input, InputReader};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A request that gets no response.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// It is more than one request.
    #[error("found a whole game, expected one request")]
    NotOne,
    /// The last one has not been answered yet.
    #[error("a request came before the response to the last one")]
    TooEarly,
    /// It does not follow from the game that is known.
    #[error("the request does not follow from the game so far: {0}")]
    Turn(#[from] TurnError),
}

/// A file that cannot be gone on from.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// It is not one of ours.
    #[error("{}: {}; remove the file to begin without the matches in it", .0.display(), .1)]
    Content(PathBuf, String),
}

/// One match, as it is kept in the file.
#[derive(Serialize, Deserialize)]
struct SavedMatch {
    /// All moves, as the game writes them.
    moves: Vec<String>,
    /// The newest request.
    request: String,
    /// The request has not been thought about yet.
    open: bool,
    /// The response to it, until the site has taken it.
    response: Option<String>,
}

/// The whole file.
#[derive(Serialize, Deserialize)]
struct Saved {
    game: String,
    matches: BTreeMap<MatchId, SavedMatch>,
}

struct Match {
    game: Game,
    request: String,
    open: bool,
    response: Option<String>,
}

impl Match {
    /// Our last move in the form of the request.
    fn last_response(&self) -> String {
        let point = self.game.last_point();
        let json = || serde_json::to_string(&point).expect("a point is plain data");
        if self.request.starts_with('{') { json() } else { point.to_string() }
    }
}

/// All matches in progress.
pub struct Matches {
    setup: Setup,
    file: PathBuf,
    running: BTreeMap<MatchId, Match>,
}

impl Matches {
    /// The matches of a file, none if there is no such file.
    pub fn load(game: GameKind, file: &Path) -> Result<Matches, StateError> {
        let mut matches = Matches { setup: Setup::standard(game), file: file.to_path_buf(), running: BTreeMap::new() };
        let text = match std::fs::read_to_string(file) {
            Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => return Ok(matches),
            text => text.map_err(|problem| StateError::File(file.to_path_buf(), problem))?,
        };
        let wrong = |problem: String| StateError::Content(file.to_path_buf(), problem);
        let saved: Saved = serde_json::from_str(&text).map_err(|problem| wrong(problem.to_string()))?;
        if saved.game != game.to_string() {
            return Err(wrong(format!("found matches of {}, expected {game}", saved.game)));
        }
        for (id, SavedMatch { moves, request, open, response }) in saved.matches {
            let mut played = Game::new(&matches.setup);
            let replayed = moves.iter().try_for_each(|mv| played.play_text(mv));
            replayed.map_err(|problem| wrong(format!("match {id}: {problem}")))?;
            matches.running.insert(id, Match { game: played, request, open, response });
        }
        Ok(matches)
    }

    /// Writes the file anew; a crash at any moment leaves the old one or the new one.
    pub fn save(&self) -> Result<(), StateError> {
        let saved = |one: &Match| SavedMatch {
            moves: one.game.moves().to_vec(),
            request: one.request.clone(),
            open: one.open,
            response: one.response.clone(),
        };
        let matches = self.running.iter().map(|(id, one)| (id.clone(), saved(one))).collect();
        let saved = Saved { game: self.setup.kind().to_string(), matches };
        let text = serde_json::to_string_pretty(&saved).expect("matches are plain data");
        let new = self.file.with_added_extension("new");
        let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &self.file));
        written.map_err(|problem| StateError::File(self.file.clone(), problem))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// Responses that the site has not taken yet.
    pub fn responses(&self) -> impl Iterator<Item = (&MatchId, &str)> {
        self.running.iter().filter_map(|(id, one)| Some((id, one.response.as_deref()?)))
    }

    /// The site has taken all responses.
    pub fn delivered(&mut self) {
        self.running.values_mut().for_each(|one| one.response = None);
    }

    /// A match is over; says whether it was known.
    pub fn finish(&mut self, id: &MatchId) -> bool {
        self.running.remove(id).is_some()
    }

    /// Takes a request in. After an error everything is as before.
    ///
    /// A request that cannot be a new move, but is the last one again, was answered already: the site has lost the
    /// response, and gets it once more.
    pub fn note(&mut self, id: &MatchId, request: &str) -> Result<(), RequestError> {
        let Some(Input::Next(point) | Input::SimpleNext(point)) = InputReader::default().push_line(request)? else {
            return Err(RequestError::NotOne);
        };
        let game = match self.running.get_mut(id) {
            None => Game::of_first_request(&self.setup, point)?,
            Some(known) if known.open && known.request == request => return Ok(()),
            Some(known) if known.open => return Err(RequestError::TooEarly),
            Some(known) => {
                let mut game = known.game.clone();
                match game.request(point) {
                    Ok(()) => game,
                    Err(_) if known.request == request => {
                        known.response = Some(known.last_response());
                        return Ok(());
                    }
                    Err(problem) => return Err(problem.into()),
                }
            }
        };
        self.running.insert(id.clone(), Match { game, request: request.to_string(), open: true, response: None });
        Ok(())
    }

    /// A match whose request has not been thought about.
    pub fn next_open(&self) -> Option<MatchId> {
        self.running.iter().find(|(_, one)| one.open).map(|(id, _)| id.clone())
    }

    /// Thinks about the request of an open match; its response waits for delivery then. A match that cannot be
    /// answered is open no more.
    ///
    /// # Panics
    /// If there is no such match.
    pub fn answer(&mut self, id: &MatchId, bot: &mut Bot) -> Result<Answer, TurnError> {
        let known = self.running.get_mut(id).expect("it is one of the open matches");
        known.open = false;
        let answer = known.game.respond(bot, Instant::now())?;
        known.response = Some(known.last_response());
        Ok(answer)
    }
}
