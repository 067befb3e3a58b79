//! `luozi gtp`: the Go Text Protocol on stdin and stdout, for Sabaki, GoGui, the arena and other controllers.

mod clock;
pub(super) mod conversation;
mod error;

use super::background::{Background, Event};
use super::lines::{Line, read_stdin};
use crate::error::bad_input;
use crate::options::{BoardOptions, EngineOptions};
use conversation::{Conversation, Step};
use crossbeam_channel::Receiver;
use error::Failure;
use luozi::core::ColumnLabels;
use luozi::engine::analysis::Analysis;
use luozi::engine::thinker::{Question, Update};
use luozi::games::{GameKind, Session, Setup};
use luozi::protocol::gtp::{Command, INTERRUPT, InfoForm, Request, Response, info_line};
use std::io::Write;
use std::time::{Duration, Instant};

/// Longest request that is read, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 16 << 10;

/// An analysis that nobody ends is over after this time.
const ANALYSIS_LIMIT: Duration = Duration::from_secs(3600);

/// Speak the Go Text Protocol (GTP 2) on stdin and stdout
///
/// For boards such as Sabaki and GoGui, and for the arena. `--time` or `--visits` limit every move; otherwise the
/// controller's clock does, and without one a move takes a second. `set_game` changes the game, `list_commands` shows the rest.
/// Example: luozi gtp --game nogo --time 2s
#[derive(clap::Args)]
pub struct Args {
    #[arg(long, value_name = "GAME", default_value_t = usual_game(), help = GameKind::words())]
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

/// The game when nobody names one: the first whose board is labelled as a Go board, as controllers label theirs.
fn usual_game() -> GameKind {
    let like_go = |kind: &GameKind| {
        let board = Session::new(&Setup::standard(*kind));
        board.is_ok_and(|board| board.grid().column_labels == ColumnLabels::GoLetters)
    };
    let games = GameKind::all();
    games.iter().copied().find(like_go).unwrap_or(games[0])
}

/// Answers requests until `quit` or the end of the input.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.board.position.as_deref() == Some("-") {
        return Err(bad_input("--position - would read the requests from stdin; give the board as text"));
    }
    let conversation = Conversation::new(args.engine.clone(), args.board.session(args.game)?)?;
    serve(conversation, read_stdin(MAX_LINE_BYTES)?, std::io::stdout().lock())
}

/// Answers the requests of `lines` on `out`.
pub(super) fn serve(conversation: Conversation, lines: Receiver<Line>, out: impl Write) -> anyhow::Result<()> {
    Loop { conversation, lines, held: None, out }.serve()
}

/// A conversation with its input and output.
struct Loop<W> {
    conversation: Conversation,
    lines: Receiver<Line>,
    /// A line that arrived during a search and waits for its turn.
    held: Option<Line>,
    out: W,
}

impl<W: Write> Loop<W> {
    fn serve(mut self) -> anyhow::Result<()> {
        while let Some(line) = self.held.take().or_else(|| self.lines.recv().ok()) {
            let asked = Instant::now();
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    self.respond(None, Err(error.to_string()))?;
                    continue;
                }
            };
            let Some(request) = Request::parse(&String::from_utf8_lossy(&line)) else { continue };
            let id = request.id;
            let step = Command::of(&request).map_err(Failure::from).and_then(|c| self.conversation.step(c, asked));
            match step {
                Ok(Step::Say(text)) => self.respond(id, Ok(text))?,
                Ok(Step::Choose { question, play }) => {
                    let analysis = self.choose(question);
                    let text = self.conversation.chosen(&analysis, play).map_err(|error| error.to_string());
                    self.respond(id, text)?;
                }
                Ok(Step::Analyze { question, form }) => self.analyze(id, question, form)?,
                Ok(Step::Quit) => return self.respond(id, Ok(String::new())),
                Err(error) => self.respond(id, Err(error.to_string()))?,
            }
        }
        Ok(())
    }

    fn respond(&mut self, id: Option<u32>, text: Result<String, String>) -> anyhow::Result<()> {
        write!(self.out, "{}", Response { id, text })?;
        Ok(self.out.flush()?)
    }

    fn engine(&mut self) -> &mut Background {
        &mut self.conversation.engine
    }

    /// Thinks to the end. Only an interruption is looked at meanwhile; the first other line waits, and all behind it.
    fn choose(&mut self, question: Question) -> Analysis {
        self.engine().ask(question).expect("the conversation asks about its own unfinished game");
        let end = loop {
            match self.conversation.engine.next(&self.lines) {
                Event::Thought(Update::Done(analysis)) => return analysis,
                Event::Thought(Update::Progress(_)) => {}
                Event::Line(Ok(line)) if line.trim_ascii() == INTERRUPT.as_bytes() => break self.engine().stop(),
                Event::Line(line) => {
                    self.held = Some(line);
                    break self.engine().wait();
                }
                Event::Closed => break self.engine().wait(),
            }
        };
        end.expect("the question was not answered yet")
    }

    /// Thinks and tells until the next line, which is held; the response stays open even if the search ends before.
    fn analyze(&mut self, id: Option<u32>, question: Question, form: InfoForm) -> anyhow::Result<()> {
        self.engine().ask(question).expect("the conversation asks about its own unfinished game");
        writeln!(self.out, "{}", Response::opening(id))?;
        self.out.flush()?;
        loop {
            match self.conversation.engine.next(&self.lines) {
                Event::Thought(Update::Progress(analysis) | Update::Done(analysis)) => {
                    writeln!(self.out, "{}", info_line(form, &self.conversation.infos(&analysis)))?;
                    self.out.flush()?;
                    if analysis.seconds > ANALYSIS_LIMIT.as_secs_f64() {
                        self.engine().stop();
                    }
                }
                Event::Line(line) => {
                    self.held = Some(line);
                    break;
                }
                Event::Closed => break,
            }
        }
        self.engine().stop();
        writeln!(self.out)?;
        Ok(self.out.flush()?)
    }
}
