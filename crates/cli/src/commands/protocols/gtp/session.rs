//! What a GTP engine knows between two requests, and what it answers. No input and no output but `loadsgf`'s file.
//!
//! A request that fails changes nothing. Those that need thought give a [`Step`] that says what to think about; the
//! loop asks the engine and comes back with the result.

use super::clock::Clock;
use super::error::{SessionError, color_name};
use crate::commands::protocols::estimate;
use crate::commands::protocols::mind::{Mind, player};
use crate::error::bad_input;
use crate::options::EngineOptions;
use luozi::core::{ParseError, ParseErrorKind, Player, excerpt};
use luozi::engine::analysis::{Analysis, MoveAnalysis};
use luozi::engine::thinker::Question;
use luozi::engine::{USUAL_TIME, own_moves_left};
use luozi::games::connect4::Cell;
use luozi::games::record::{self, RecordError};
use luozi::games::{GameKind, Setup, SetupError, Table};
use luozi::protocol::Square;
use luozi::protocol::gtp::{COMMANDS, Command, Info, InfoForm, Vertex, board_text, color_text};
use luozi::protocol::gtp::{game_name, game_named};
use luozi::search::Limits;
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// Time between two lines of an analysis, whatever the controller asks for.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(20);
/// Largest file that is loaded.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// What the loop has to do about a request.
pub enum Step {
    /// Answer at once.
    Say(String),
    /// Think, then ask [`Session::chosen`] for the answer.
    Choose {
        /// What to think about.
        question: Question,
        /// Whether the move is played.
        play: bool,
    },
    /// Think until the next line, telling the candidates now and then.
    Analyze {
        /// What to think about.
        question: Question,
        /// How they are told.
        form: InfoForm,
    },
    /// Answer and end.
    Quit,
}

/// An engine at a board.
pub struct Session {
    options: EngineOptions,
    /// What the options say about a move; nothing, if they say nothing.
    limits: Limits,
    table: Table,
    clock: Clock,
    /// Thinks for it.
    pub mind: Mind,
}

impl Session {
    /// An engine at a board with a game on it.
    pub fn new(options: EngineOptions, table: Table) -> anyhow::Result<Session> {
        let (recipe, limits) = player(&options, table.setup().kind())?;
        let mind = Mind::new(table.setup(), &recipe).map_err(bad_input)?;
        Ok(Session { options, limits, table, clock: Clock::default(), mind })
    }

    /// What to do about a request that arrived at `asked`.
    pub fn step(&mut self, command: Command, asked: Instant) -> Result<Step, SessionError> {
        let mut said = String::new();
        match command {
            Command::ProtocolVersion => said.push('2'),
            Command::Name => said.push_str("Luozi"),
            Command::Version => said.push_str(env!("CARGO_PKG_VERSION")),
            Command::KnownCommand(name) => said = COMMANDS.contains(&name.as_str()).to_string(),
            Command::ListCommands => said = COMMANDS.join("\n"),
            Command::Quit => return Ok(Step::Quit),
            Command::Komi | Command::GoguiInterrupt => {}
            Command::BoardSize { rows, cols } => self.resize(rows, cols)?,
            Command::ClearBoard => self.clear(),
            Command::Play(player, vertex) => self.play(player, &vertex)?,
            Command::GenMove(player) => return self.choose(player, true, asked),
            Command::RegGenMove(player) => return self.choose(player, false, asked),
            Command::Undo => drop(self.table.undo().ok_or(SessionError::NothingToUndo)?),
            Command::ShowBoard => said = self.drawing(),
            Command::FinalScore => said = self.final_score()?,
            Command::TimeSettings { main, byo_yomi, stones } => self.clock.set(main, byo_yomi, stones),
            Command::TimeLeft { player, time, stones } => self.clock.correct(player, time, stones),
            Command::LoadSgf { path, before_move } => self.load(&path, before_move)?,
            Command::SetGame(name) => self.set_game(&name)?,
            Command::ListGames => said = GameKind::ALL.map(game_name).join("\n"),
            Command::SetLevel(level) => self.set_level(level)?,
            Command::Analyze { form, player, interval } => return self.analyze(form, player, interval, asked),
            Command::Forbid(cells) => self.forbid(&cells)?,
        }
        Ok(Step::Say(said))
    }

    // Boards and players.

    /// Puts another board on the table, with a player for it.
    fn set_table(&mut self, table: Table) -> Result<(), SessionError> {
        let (recipe, limits) = player(&self.options, table.setup().kind()).map_err(SessionError::Player)?;
        self.mind.fit(table.setup(), &recipe)?;
        (self.table, self.limits) = (table, limits);
        Ok(())
    }

    fn clear(&mut self) {
        self.table = Table::new(self.table.setup()).expect("the board was there before");
        self.clock.restart();
        self.mind.reset();
    }

    /// The same size keeps all else that was said about the board.
    fn resize(&mut self, rows: u8, cols: u8) -> Result<(), SessionError> {
        let kind = self.table.setup().kind();
        if self.table.setup().size() != (rows, cols) {
            if kind == GameKind::Reversi && rows != cols {
                return Err(SessionError::Size(format!("a Reversi board is square; found {rows} x {cols}")));
            }
            let size_error = |error: SetupError| SessionError::Size(error.to_string());
            let table = Table::new(&Setup::board(kind, rows, cols)).map_err(size_error)?;
            self.set_table(table).map_err(|error| SessionError::Size(error.to_string()))?;
        }
        self.clear();
        Ok(())
    }

    fn forbid(&mut self, cells: &[Square]) -> Result<(), SessionError> {
        let mut setup = self.table.setup().clone();
        let Setup::Connect4 { forbidden, .. } = &mut setup else {
            return Err(SessionError::NoForbiddenCells(setup.kind()));
        };
        *forbidden = cells.iter().map(|&Square { row, col }| Cell { row, col }).collect();
        let table = Table::new(&setup).map_err(|error| SessionError::Player(bad_input(error)))?;
        self.set_table(table)?;
        self.clear();
        Ok(())
    }

    fn set_game(&mut self, name: &str) -> Result<(), SessionError> {
        let kind = game_named(name).ok_or_else(|| SessionError::UnknownGame(name.to_string()))?;
        if kind != self.table.setup().kind() {
            self.set_table(Table::new(&Setup::standard(kind)).expect("standard boards exist"))?;
        }
        self.clear();
        Ok(())
    }

    /// A level replaces the preset and the limits of the command line.
    fn set_level(&mut self, level: u32) -> Result<(), SessionError> {
        let number = u8::try_from(level).ok().filter(|number| (1..=10).contains(number));
        let number = number.ok_or(SessionError::Level(level))?;
        let rest = self.options.clone();
        let options = EngineOptions { level: Some(number), preset: None, time: None, visits: None, ..rest };
        let (recipe, limits) = player(&options, self.table.setup().kind()).map_err(SessionError::Player)?;
        self.mind.fit(self.table.setup(), &recipe)?;
        (self.options, self.limits) = (options, limits);
        Ok(())
    }

    /// The main line of the file's first game, up to before move `before`.
    fn load(&mut self, path: &str, before: Option<u32>) -> Result<(), SessionError> {
        let bytes = read_file(path).map_err(|e| SessionError::Load(format!("{path}: {e}")))?;
        let wrong = |e: RecordError| SessionError::Load(format!("{path}: {e}"));
        let games = record::read_any(&String::from_utf8_lossy(&bytes), Some(self.table.setup())).map_err(wrong)?;
        let game = games.first().expect("a file that was read has a game");
        let mut table = Table::of(game);
        while before.is_some_and(|number| table.moves().len() >= (number as usize).max(1)) {
            table.undo();
        }
        self.set_table(table)
    }

    // Moves.

    /// Makes it `player`'s turn: the other side may have to pass, and nobody said so.
    fn give_turn(table: &mut Table, player: Player) -> Result<(), SessionError> {
        if table.to_move() != player {
            let must_pass = table.outcome().is_none() && table.legal_moves() == ["pass"];
            if !must_pass {
                return Err(SessionError::WrongTurn(table.to_move()));
            }
            table.play("pass").expect("the only legal move");
        }
        Ok(())
    }

    fn play(&mut self, player: Player, vertex: &str) -> Result<(), SessionError> {
        let parsed = Vertex::parse(vertex, self.table.setup());
        let mv = parsed.notation().ok_or(SessionError::PlayedResign)?;
        let mut table = self.table.clone();
        Session::give_turn(&mut table, player)?;
        table.play(mv).map_err(|error| self.refusal(vertex, error))?;
        self.table = table;
        Ok(())
    }

    /// Why a vertex is no move, in the dialect's words.
    fn refusal(&self, vertex: &str, error: ParseError) -> SessionError {
        if let ParseErrorKind::Illegal { reason, .. } = error.kind {
            return SessionError::Illegal { vertex: excerpt(vertex), reason };
        }
        let example = match self.table.setup().kind() {
            GameKind::Connect4 => "D",
            GameKind::Reversi => "f5 or pass",
            GameKind::NoGo => "E5",
        };
        SessionError::NoVertex { found: excerpt(vertex), example }
    }

    fn choose(&mut self, player: Player, play: bool, asked: Instant) -> Result<Step, SessionError> {
        if self.table.outcome().is_some() {
            // Who has no move left in NoGo has lost; in Reversi both sides would pass.
            return match self.table.setup().kind() {
                GameKind::NoGo if self.table.to_move() == player => Ok(Step::Say(self.written(&Vertex::Resign))),
                GameKind::Reversi => Ok(Step::Say(self.written(&Vertex::Pass))),
                _ => Err(SessionError::Over),
            };
        }
        let mut table = self.table.clone();
        Session::give_turn(&mut table, player)?;
        let question = Question { asked, ..Question::new(&table, self.limits(&table)) };
        if play {
            self.table = table;
        }
        Ok(Step::Choose { question, play })
    }

    /// The answer to `genmove` and `reg_genmove`, when the engine has thought.
    pub fn chosen(&mut self, analysis: &Analysis, play: bool) -> Result<String, SessionError> {
        if play {
            self.clock.spend(self.table.to_move(), Duration::from_secs_f64(analysis.seconds));
            self.table.play(&analysis.best).map_err(|error| self.refusal(&analysis.best, error))?;
        }
        Ok(self.written(&vertex_of(&analysis.best)))
    }

    /// What the options say, within what the clock allows.
    fn limits(&self, table: &Table) -> Limits {
        let budget = self.clock.budget(table.to_move(), own_moves_left(table));
        let clock = Limits { time: budget, time_is_kept: self.clock.keeps(table.to_move()), ..Limits::default() };
        let mut limits = self.limits.with_clock(clock);
        if limits == Limits::default() {
            limits.time = Some(USUAL_TIME);
        }
        limits
    }

    fn analyze(
        &self,
        form: InfoForm,
        player: Option<Player>,
        interval: Duration,
        asked: Instant,
    ) -> Result<Step, SessionError> {
        let mut table = self.table.clone();
        if let Some(player) = player {
            Session::give_turn(&mut table, player)?;
        }
        if table.outcome().is_some() {
            return Err(SessionError::Over);
        }
        let report_every = Some(interval.max(SHORTEST_INTERVAL));
        // Without limits: whoever ends the analysis is the controller, and even an only move is looked at.
        Ok(Step::Analyze { question: Question { table, limits: Limits::default(), report_every, asked }, form })
    }

    /// The candidates of an analysis, best first, in the dialect's words.
    pub fn infos(&self, analysis: &Analysis) -> Vec<Info> {
        let info = |candidate: &MoveAnalysis| {
            let value = candidate.value.unwrap_or(analysis.value);
            Info {
                vertex: self.written(&vertex_of(&candidate.mv)),
                visits: candidate.visits,
                winrate: estimate::winrate(value, candidate.proven),
                score_lead: estimate::expected_score(&self.table, value, candidate.proven),
                prior: f64::from(candidate.prior),
                line: candidate.pv.iter().map(|mv| self.written(&vertex_of(mv))).collect(),
            }
        };
        let seen = analysis.moves.iter().enumerate().filter(|(order, candidate)| *order == 0 || candidate.visits > 0);
        seen.map(|(_, candidate)| info(candidate)).collect()
    }

    // Texts.

    fn written(&self, vertex: &Vertex) -> String {
        vertex.text(self.table.setup())
    }

    fn drawing(&self) -> String {
        let board = board_text(self.table.setup(), &self.table.position_text());
        let status = match self.table.outcome() {
            Some(_) => "the game is over".to_string(),
            None => format!("{} to move (X is black, O is white)", color_name(self.table.to_move())),
        };
        format!("{}\n{board}\n{status}", self.table.setup())
    }

    /// `B+4`; NoGo is won by the last move, without points, which scores as a resignation.
    fn final_score(&self) -> Result<String, SessionError> {
        let score = self.table.outcome().ok_or(SessionError::NotOver)?;
        let Some(winner) = score.winner() else { return Ok("0".to_string()) };
        let points = match self.table.setup().kind() {
            GameKind::NoGo => "R".to_string(),
            GameKind::Connect4 | GameKind::Reversi => score.seen_by(winner).to_string(),
        };
        Ok(format!("{}+{points}", color_text(winner).to_ascii_uppercase()))
    }
}

/// A file of bounded size; pipes and devices would keep the loop waiting.
fn read_file(path: &str) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A move in the game's notation as a vertex.
fn vertex_of(mv: &str) -> Vertex {
    if mv == "pass" { Vertex::Pass } else { Vertex::Move(mv.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn session(options: EngineOptions) -> Session {
        let options = EngineOptions { preset: Some("greedy".into()), ..options };
        Session::new(options, Table::new(&Setup::standard(GameKind::Reversi)).unwrap()).unwrap()
    }

    #[test]
    fn a_move_keeps_the_limits_of_the_options_within_the_clock() {
        let limits = |session: &Session| session.limits(&session.table);
        let mut free = session(EngineOptions::default());
        assert_eq!(limits(&free), Limits::time(USUAL_TIME));
        let settings = Command::TimeSettings { main: Duration::ZERO, byo_yomi: SECOND * 10, stones: 5 };
        free.step(settings.clone(), Instant::now()).unwrap();
        let in_period = Limits { time_is_kept: true, ..Limits::time(SECOND * 2 - SECOND / 10) };
        assert_eq!(limits(&free), in_period);
        let mut fixed = session(EngineOptions { visits: Some(7), time: Some(SECOND * 5), ..EngineOptions::default() });
        assert_eq!(limits(&fixed), Limits { time: Some(SECOND * 5), ..Limits::visits(7) });
        fixed.step(settings, Instant::now()).unwrap();
        assert_eq!(limits(&fixed), Limits { visits: Some(7), ..in_period });
        let mut short = session(EngineOptions { time: Some(SECOND), ..EngineOptions::default() });
        short
            .step(Command::TimeSettings { main: SECOND * 300, byo_yomi: Duration::ZERO, stones: 0 }, Instant::now())
            .unwrap();
        assert_eq!(limits(&short), Limits::time(SECOND), "no later move could use more");
    }

    #[test]
    fn a_failed_request_leaves_board_and_player_alone() {
        let mut session = session(EngineOptions { visits: Some(7), ..EngineOptions::default() });
        for command in [
            Command::SetLevel(11),
            Command::SetGame("Chess".into()),
            Command::BoardSize { rows: 5, cols: 5 },
            Command::Forbid(vec![]),
            Command::Play(Player::First, "a1".into()),
            Command::Play(Player::Second, "f5".into()),
            Command::LoadSgf { path: "/".into(), before_move: None },
        ] {
            assert!(session.step(command, Instant::now()).is_err());
            assert_eq!((session.limits, session.table.setup().size()), (Limits::visits(7), (8, 8)));
            assert!(session.table.moves().is_empty());
        }
    }
}
