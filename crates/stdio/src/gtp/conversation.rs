//! What a GTP engine knows between two requests, and what it answers. No input and no output but `loadsgf`'s file.
//!
//! A request that fails changes nothing. Those that need thought give a [`Step`] that says what to think about; the
//! loop asks the engine and comes back with the result.

use super::clock::Clock;
use super::error::Failure;
use crate::NoPlayer;
use crate::background::Background;
use crate::estimate::Opinion;
use luozi_core::{PASS, ParseError, ParseErrorKind, Player, excerpt};
use luozi_engine::analysis::{Analysis, MoveAnalysis};
use luozi_engine::thinker::Question;
use luozi_engine::{Choice, USUAL_CANDIDATES, USUAL_TIME, Who, own_moves_left};
use luozi_games::record::{self, RecordError};
use luozi_games::{ForbiddenCell, GameKind, Session, Setup, SetupError};
use luozi_protocol::Square;
use luozi_protocol::gtp::{COMMANDS, Command, Info, InfoForm, Vertex, board_text, color_text};
use luozi_protocol::gtp::{color_name, game_name, game_named, point, rules_answer};
use luozi_search::{Budget, Purpose};
use std::io::{self, Read};
use std::time::{Duration, Instant};

/// Time between two lines of an analysis, whatever the controller asks for.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(20);
/// Largest file that is loaded.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// What the loop has to do about a request.
pub(crate) enum Step {
    /// Answer at once.
    Say(String),
    /// Think, then ask [`Conversation::chosen`] for the answer.
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
pub struct Conversation {
    choice: Choice,
    /// What the choice says about a move; nothing, if it says nothing.
    budget: Budget,
    game: Session,
    clock: Clock,
    /// GoGui asks for the rules: moves that name no point are told by the point on which they come to lie.
    points: bool,
    /// Thinks for it.
    pub(crate) engine: Background,
}

impl Conversation {
    /// An engine at a board with a game on it. A budget of the choice limits every move; otherwise the controller's clock does, and
    /// without one a move takes a second.
    pub fn new(choice: Choice, game: Session) -> Result<Conversation, NoPlayer> {
        let (recipe, budget) = choice.recipe_and_budget(game.kind())?;
        let engine = Background::new(game.setup(), &recipe)?;
        Ok(Conversation { choice, budget, game, clock: Clock::default(), points: false, engine })
    }

    /// What to do about a request that arrived at `asked`.
    pub(crate) fn step(&mut self, command: Command, asked: Instant) -> Result<Step, Failure> {
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
            Command::Undo => drop(self.game.undo().ok_or(Failure::NothingToUndo)?),
            Command::ShowBoard => said = self.drawing(),
            Command::FinalScore => said = self.final_score()?,
            Command::TimeSettings { main, byo_yomi, stones } => self.clock.set(main, byo_yomi, stones),
            Command::TimeLeft { player, time, stones } => self.clock.correct(player, time, stones),
            Command::LoadSgf { path, before_move } => self.load(&path, before_move)?,
            Command::SetGame(name) => self.set_game(&name)?,
            Command::ListGames => said = GameKind::all().into_iter().map(game_name).collect::<Vec<_>>().join("\n"),
            Command::SetLevel(level) => self.set_level(level)?,
            Command::Analyze { form, player, interval } => return self.analyze(form, player, interval, asked),
            Command::Rules(question) => {
                self.points = true;
                said = rules_answer(question, &self.game);
            }
            Command::Forbid(cells) => self.forbid(&cells)?,
        }
        Ok(Step::Say(said))
    }

    // Boards and players.

    /// Takes up another game, with a player for its board.
    fn take_up(&mut self, game: Session) -> Result<(), Failure> {
        let (recipe, budget) = self.choice.recipe_and_budget(game.kind()).map_err(NoPlayer::from)?;
        self.engine.fit(game.setup(), &recipe).map_err(NoPlayer::from)?;
        (self.game, self.budget) = (game, budget);
        Ok(())
    }

    fn clear(&mut self) {
        self.game = Session::new(self.game.setup()).expect("the board was there before");
        self.clock.restart();
        self.engine.reset();
    }

    /// The same size keeps all else that was said about the board.
    fn resize(&mut self, rows: u8, cols: u8) -> Result<(), Failure> {
        if self.game.setup().size() != (rows, cols) {
            let size_error = |error: SetupError| Failure::Size(error.to_string());
            let game = Session::new(&Setup::board(self.game.kind(), rows, cols)).map_err(size_error)?;
            self.take_up(game).map_err(|error| Failure::Size(error.to_string()))?;
        }
        self.clear();
        Ok(())
    }

    fn forbid(&mut self, cells: &[Square]) -> Result<(), Failure> {
        let mut setup = self.game.setup().clone();
        if !setup.kind().forbids_cells() {
            return Err(Failure::NoForbiddenCells(setup.kind()));
        }
        setup.forbidden = cells.iter().map(|&Square { row, col }| ForbiddenCell { row, col }).collect();
        let game = Session::new(&setup).map_err(NoPlayer::from)?;
        self.take_up(game)?;
        self.clear();
        Ok(())
    }

    fn set_game(&mut self, name: &str) -> Result<(), Failure> {
        let kind = game_named(name).ok_or_else(|| Failure::UnknownGame(name.to_string()))?;
        if kind != self.game.kind() {
            self.take_up(Session::new(&Setup::standard(kind)).expect("standard boards exist"))?;
        }
        self.clear();
        Ok(())
    }

    /// A level replaces the player and the limits that were chosen.
    fn set_level(&mut self, level: u32) -> Result<(), Failure> {
        let number = u8::try_from(level).ok().filter(|number| (1..=10).contains(number));
        let number = number.ok_or(Failure::Level(level))?;
        let choice = Choice { who: Who::Level(number), budget: Budget::default(), ..self.choice.clone() };
        let (recipe, budget) = choice.recipe_and_budget(self.game.kind()).map_err(NoPlayer::from)?;
        self.engine.fit(self.game.setup(), &recipe).map_err(NoPlayer::from)?;
        (self.choice, self.budget) = (choice, budget);
        Ok(())
    }

    /// The main line of the file's first game, up to before move `before`.
    fn load(&mut self, path: &str, before: Option<u32>) -> Result<(), Failure> {
        let bytes = read_file(path).map_err(|e| Failure::Load(format!("{path}: {e}")))?;
        let wrong = |e: RecordError| Failure::Load(format!("{path}: {e}"));
        let games = record::read_any(&String::from_utf8_lossy(&bytes), Some(self.game.setup())).map_err(wrong)?;
        let game = games.first().expect("a file that was read has a game");
        let mut game = Session::of(game);
        while before.is_some_and(|number| game.moves().len() >= (number as usize).max(1)) {
            game.undo();
        }
        self.take_up(game)
    }

    // Moves.

    /// Makes it `player`'s turn: the other side may have to pass, and nobody said so.
    fn give_turn(game: &mut Session, player: Player) -> Result<(), Failure> {
        if game.to_move() != player {
            let must_pass = game.outcome().is_none() && game.legal_moves() == [PASS];
            if !must_pass {
                return Err(Failure::WrongTurn(game.to_move()));
            }
            game.play(PASS).expect("the only legal move");
        }
        Ok(())
    }

    fn play(&mut self, player: Player, vertex: &str) -> Result<(), Failure> {
        let parsed = Vertex::parse(vertex, &self.game.grid());
        let mv = parsed.notation().ok_or(Failure::PlayedResign)?;
        let mut game = self.game.clone();
        Conversation::give_turn(&mut game, player)?;
        game.play(mv).map_err(|error| self.refusal(vertex, error))?;
        self.game = game;
        Ok(())
    }

    /// Why a vertex is no move, in the dialect's words.
    fn refusal(&self, vertex: &str, error: ParseError) -> Failure {
        if let ParseErrorKind::Illegal { reason, .. } = error.kind {
            return Failure::Illegal { vertex: excerpt(vertex), reason };
        }
        Failure::NoVertex { found: excerpt(vertex), example: self.example() }
    }

    /// A vertex of this board, for error messages: the first move of the game's own example where the board has it.
    fn example(&self) -> String {
        let start = self.game.restarted();
        let moves = start.read_moves(self.game.kind().example()).unwrap_or_default();
        let grid = self.game.grid();
        let first = moves.into_iter().next().unwrap_or_else(|| grid.move_text(0));
        let pass = if grid.has_pass() { " or pass" } else { "" };
        self.written(&Vertex::Move(first)) + pass
    }

    /// Whether the game is over because the side to move has no move, and by that has lost.
    fn ran_out_of_moves(&self) -> bool {
        let winner = self.game.outcome().and_then(|score| score.winner());
        winner == Some(self.game.to_move().other()) && self.game.finish().is_some_and(|(word, _)| word == "no_moves")
    }

    fn choose(&mut self, player: Player, play: bool, asked: Instant) -> Result<Step, Failure> {
        if self.game.outcome().is_some() {
            // Who has no move left has lost; where turns may pass both sides would.
            let answer = if self.ran_out_of_moves() && self.game.to_move() == player {
                Vertex::Resign
            } else if self.game.grid().has_pass() {
                Vertex::Pass
            } else {
                return Err(Failure::Over);
            };
            return Ok(Step::Say(self.written(&answer)));
        }
        let mut game = self.game.clone();
        Conversation::give_turn(&mut game, player)?;
        let question = Question { asked, ..Question::new(&game, self.budget(&game)) };
        if play {
            self.game = game;
        }
        Ok(Step::Choose { question, play })
    }

    /// The answer to `genmove` and `reg_genmove`, when the engine has thought.
    pub(crate) fn chosen(&mut self, analysis: &Analysis, play: bool) -> Result<String, Failure> {
        let written = self.chosen_text(&analysis.best);
        if play {
            self.clock.spend(self.game.to_move(), Duration::from_secs_f64(analysis.seconds));
            self.game.play(&analysis.best).map_err(|error| self.refusal(&analysis.best, error))?;
        }
        Ok(written)
    }

    /// What the choice says, within what the clock allows.
    fn budget(&self, game: &Session) -> Budget {
        let budget = self.budget.within(self.clock.budget(game.to_move(), own_moves_left(game)));
        if budget.is_open() { Budget::time(USUAL_TIME) } else { budget }
    }

    fn analyze(
        &self,
        form: InfoForm,
        player: Option<Player>,
        interval: Duration,
        asked: Instant,
    ) -> Result<Step, Failure> {
        let mut game = self.game.clone();
        if let Some(player) = player {
            Conversation::give_turn(&mut game, player)?;
        }
        if game.outcome().is_some() {
            return Err(Failure::Over);
        }
        let report_every = Some(interval.max(SHORTEST_INTERVAL));
        // Without limits: whoever ends the analysis is the controller, and even an only move is looked at.
        let purpose = Purpose::Analyse { moves: USUAL_CANDIDATES };
        let question = Question { session: game, budget: Budget::default(), purpose, report_every, asked };
        Ok(Step::Analyze { question, form })
    }

    /// The candidates of an analysis, best first, in the dialect's words.
    pub(crate) fn infos(&self, analysis: &Analysis) -> Vec<Info> {
        let info = |candidate: &MoveAnalysis| {
            let opinion = Opinion::of_move(analysis, candidate);
            Info {
                vertex: self.written(&Vertex::of_move(&candidate.mv)),
                visits: candidate.visits,
                winrate: opinion.winrate(),
                score_lead: opinion.score(&self.game),
                prior: f64::from(candidate.prior),
                line: candidate.pv.iter().map(|mv| self.written(&Vertex::of_move(mv))).collect(),
            }
        };
        let known = |candidate: &MoveAnalysis| candidate.value.is_some() || candidate.proven.is_some();
        let seen = analysis.moves.iter().enumerate().filter(|(order, candidate)| *order == 0 || known(candidate));
        seen.map(|(_, candidate)| info(candidate)).collect()
    }

    // Texts.

    /// A legal move as an answer.
    fn chosen_text(&self, mv: &str) -> String {
        let legal = || self.game.legal_effects().into_iter().find(|legal| legal.text == mv);
        let cell = if self.points { legal().and_then(|legal| legal.cell) } else { None };
        let point = cell.and_then(|cell| point(&self.game.grid(), cell));
        point.unwrap_or_else(|| self.written(&Vertex::of_move(mv)))
    }

    fn written(&self, vertex: &Vertex) -> String {
        vertex.text(&self.game.grid())
    }

    fn drawing(&self) -> String {
        let board = board_text(&self.game.grid(), &self.game.position_text());
        let status = match self.game.outcome() {
            Some(_) => "the game is over".to_string(),
            None => format!("{} to move (X is black, O is white)", color_name(self.game.to_move())),
        };
        format!("{}\n{board}\n{status}", self.game.setup())
    }

    /// `B+4`; a game that was won by the last move, without points, scores as a resignation.
    fn final_score(&self) -> Result<String, Failure> {
        let score = self.game.outcome().ok_or(Failure::NotOver)?;
        let Some(winner) = score.winner() else { return Ok("0".to_string()) };
        let points = if self.ran_out_of_moves() { "R".to_string() } else { score.seen_by(winner).to_string() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_protocol::gtp::RulesQuestion;

    const SECOND: Duration = Duration::from_secs(1);

    fn conversation(budget: Budget) -> Conversation {
        let choice = Choice { who: Who::Preset("greedy".into()), budget, ..Choice::default() };
        Conversation::new(choice, Session::new(&Setup::standard(GameKind::REVERSI)).unwrap()).unwrap()
    }

    #[test]
    fn a_move_keeps_the_limits_of_the_choice_within_the_clock() {
        let budget = |conversation: &Conversation| conversation.budget(&conversation.game);
        let mut free = conversation(Budget::default());
        assert_eq!(budget(&free), Budget::time(USUAL_TIME));
        let settings = Command::TimeSettings { main: Duration::ZERO, byo_yomi: SECOND * 10, stones: 5 };
        free.step(settings.clone(), Instant::now()).unwrap();
        let in_period = Budget { time_is_kept: true, ..Budget::time(SECOND * 2 - SECOND / 10) };
        assert_eq!(budget(&free), in_period);
        let mut fixed = conversation(Budget { time: Some(SECOND * 5), ..Budget::visits(7) });
        assert_eq!(budget(&fixed), Budget { time: Some(SECOND * 5), ..Budget::visits(7) });
        fixed.step(settings, Instant::now()).unwrap();
        assert_eq!(budget(&fixed), Budget { visits: Some(7), ..in_period });
        let mut short = conversation(Budget::time(SECOND));
        short
            .step(Command::TimeSettings { main: SECOND * 300, byo_yomi: Duration::ZERO, stones: 0 }, Instant::now())
            .unwrap();
        assert_eq!(budget(&short), Budget::time(SECOND), "no later move could use more");
    }

    #[test]
    fn gogui_hears_points_once_it_has_asked_for_the_rules() {
        let choice = Choice { who: Who::Preset("uct-plain".into()), budget: Budget::visits(20), ..Choice::default() };
        let board = Session::new(&Setup::standard(GameKind::CONNECT4)).unwrap();
        let mut conversation = Conversation::new(choice, board).unwrap();
        let said = |conversation: &mut Conversation, command| match conversation.step(command, Instant::now()) {
            Ok(Step::Say(text)) => text,
            _ => panic!("an answer at once"),
        };
        assert_eq!(conversation.chosen_text("4"), "D");
        let question = |question| Command::Rules(question);
        assert_eq!(said(&mut conversation, question(RulesQuestion::BoardSize)), "7 6 rect");
        assert_eq!(conversation.chosen_text("4"), "D1");
        assert_eq!(said(&mut conversation, Command::Play(Player::First, "D1".into())), "");
        assert_eq!(said(&mut conversation, question(RulesQuestion::LegalMoves)), "A1 B1 C1 D2 E1 F1 G1");
        assert_eq!(said(&mut conversation, question(RulesQuestion::SideToMove)), "white");
    }

    #[test]
    fn a_failed_request_leaves_board_and_player_alone() {
        let mut conversation = conversation(Budget::visits(7));
        for command in [
            Command::SetLevel(11),
            Command::SetGame("Chess".into()),
            Command::BoardSize { rows: 5, cols: 5 },
            Command::Forbid(vec![]),
            Command::Play(Player::First, "a1".into()),
            Command::Play(Player::Second, "f5".into()),
            Command::LoadSgf { path: "/".into(), before_move: None },
        ] {
            assert!(conversation.step(command, Instant::now()).is_err());
            assert_eq!((conversation.budget, conversation.game.setup().size()), (Budget::visits(7), (8, 8)));
            assert!(conversation.game.moves().is_empty());
        }
    }
}
