//! The Go Text Protocol (GTP 2), for Sabaki, GoGui, the arena and other controllers.

mod clock;
mod conversation;
mod error;

pub use conversation::Conversation;

use crate::background::{Background, Event};
use crate::lines::{Line, read_aside};
use conversation::Step;
use crossbeam_channel::Receiver;
use error::Failure;
use luozi_engine::analysis::Analysis;
use luozi_engine::thinker::{Question, Update};
use luozi_protocol::gtp::{Command, INTERRUPT, InfoForm, Request, Response, info_line};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// Longest request that is read, in bytes.
pub(crate) const MAX_LINE_BYTES: usize = 16 << 10;

/// An analysis that nobody ends is over after this time.
const ANALYSIS_LIMIT: Duration = Duration::from_secs(3600);

/// Answers requests until `quit` or the end of the input, which is read on a thread of its own.
pub fn serve(conversation: Conversation, input: impl BufRead + Send + 'static, out: impl Write) -> io::Result<()> {
    serve_lines(conversation, read_aside(input, MAX_LINE_BYTES)?, out)
}

/// Answers the requests of `lines` on `out`.
pub(crate) fn serve_lines(conversation: Conversation, lines: Receiver<Line>, out: impl Write) -> io::Result<()> {
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
    fn serve(mut self) -> io::Result<()> {
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

    fn respond(&mut self, id: Option<u32>, text: Result<String, String>) -> io::Result<()> {
        write!(self.out, "{}", Response { id, text })?;
        self.out.flush()
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
    fn analyze(&mut self, id: Option<u32>, question: Question, form: InfoForm) -> io::Result<()> {
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
        self.out.flush()
    }
}
