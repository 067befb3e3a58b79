//! The program as a bot, in every protocol it speaks: recorded transcripts, whole games before the arena's judge,
//! interruptions, and whatever hostile input can come through a pipe.
//!
//! Transcripts are compared with the files in `snapshots/`; after a wanted change run the tests with
//! `INSTA_UPDATE=always` and read the difference.

mod games;
mod gtp;
mod hostile;
mod nboard;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program under test.
const LUOZI: &str = env!("CARGO_BIN_EXE_luozi");

fn luozi(arguments: &[&str]) -> Command {
    let mut command = Command::new(LUOZI);
    command.args(arguments).env_remove("LUOZI_CPU");
    command
}

/// A bot with pipes to it.
struct Bot {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn start(arguments: &[&str]) -> Bot {
        let mut command = luozi(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Bot { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line; panics at the end of the output.
    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the bot is gone");
        line.trim_end().to_string()
    }

    /// Lines up to the first that `ends`, that one included.
    fn lines_until(&mut self, ends: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !ends(lines.last().unwrap()) {
            lines.push(self.line());
        }
        lines
    }

    /// Closes the input and gives the exit code and what was left to read.
    fn finish(mut self) -> (Option<i32>, Vec<String>) {
        drop(self.input);
        let rest = self.output.lines().map_while(Result::ok).collect();
        (self.child.wait().unwrap().code(), rest)
    }
}

/// Runs with all of `input` at once and gives stdout; the program must end well.
fn run(arguments: &[&str], input: &[u8]) -> String {
    let mut child = luozi(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}
