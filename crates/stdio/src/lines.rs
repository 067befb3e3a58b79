//! Lines from whoever is at the other end of the pipe, within bounds.
//!
//! The other end may send anything: lines without end, no line break before it closes, bytes that are no text. Memory
//! stays below the limit, an oversized line is skipped as a whole and told as [`LineError::TooLong`], and reading goes on
//! behind it. What a line means is for its protocol to say.

use crossbeam_channel::{Receiver, bounded};
use std::io::{self, BufRead};

/// A line that could not be delivered.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// It was skipped; the next one may be read.
    #[error("the line has more than {limit} bytes and was skipped; send shorter lines")]
    TooLong {
        /// Bytes a line may have.
        limit: usize,
    },
    /// The input is broken: no further line will come.
    #[error("reading a line: {0}")]
    Read(#[from] io::Error),
}

/// A line as its bytes, or why there is none.
pub type Line = Result<Vec<u8>, LineError>;

/// The lines of an input, each as its bytes without the line break (`\n` or `\r\n`).
///
/// The last line counts also when the input closes before its line break.
pub struct BoundedLines<R> {
    input: R,
    limit: usize,
    broken: bool,
}

impl<R: BufRead> BoundedLines<R> {
    /// Lines of at most `limit` bytes.
    pub fn new(input: R, limit: usize) -> BoundedLines<R> {
        BoundedLines { input, limit, broken: false }
    }

    /// The next line; `None` at the end of the input.
    fn read(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        let mut line = Vec::new();
        let mut length = 0;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            length += part.len();
            if length <= self.limit {
                line.extend_from_slice(part);
            }
            let closed = chunk.is_empty();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if closed && length == 0 {
                return Ok(None);
            }
            if closed || end.is_some() {
                break;
            }
        }
        if length > self.limit {
            return Err(LineError::TooLong { limit: self.limit });
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}

impl<R: BufRead> Iterator for BoundedLines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let line = self.read().transpose();
        self.broken = matches!(line, Some(Err(LineError::Read(_))));
        line
    }
}

/// Lines that may wait to be taken before the reading thread waits itself.
const WAITING_LINES: usize = 64;

/// Reads an input on a thread of its own, so that a search can run while the next line is awaited. The receiver is
/// disconnected at the end of the input. The thread ends with the input or the program: nothing interrupts a read.
pub fn read_aside(input: impl BufRead + Send + 'static, limit: usize) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = bounded(WAITING_LINES);
    std::thread::Builder::new().name("lines".into()).spawn(move || {
        for line in BoundedLines::new(input, limit) {
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    /// The lines as text, `!` for one that was too long; read through a buffer of `buffer` bytes.
    fn lines(input: &[u8], buffer: usize) -> Vec<String> {
        let told = |line: Line| match line {
            Ok(line) => String::from_utf8_lossy(&line).into_owned(),
            Err(LineError::TooLong { limit: 8 }) => "!".to_string(),
            Err(error) => panic!("{error}"),
        };
        BoundedLines::new(BufReader::with_capacity(buffer, input), 8).map(told).collect()
    }

    #[test]
    fn every_kind_of_line_is_read_whatever_the_buffer() {
        for buffer in [1, 2, 3, 7, 1024] {
            assert_eq!(lines(b"", buffer), [""; 0]);
            assert_eq!(lines(b"name\nquit\n", buffer), ["name", "quit"]);
            assert_eq!(lines(b"name\r\n\nhalf", buffer), ["name", "", "half"]);
            assert_eq!(lines(b"a\0b\n\xff\xfe\n", buffer), ["a\0b", "\u{fffd}\u{fffd}"]);
            assert_eq!(lines(b"12345678\n123456789\nnext\n", buffer), ["12345678", "!", "next"]);
            assert_eq!(lines(&[b'x'; 100_000], buffer), ["!"]);
        }
    }

    #[test]
    fn a_broken_input_is_told_once_and_ends() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("unplugged"))
            }
        }
        let mut lines = BoundedLines::new(BufReader::new(b"ok\n".chain(Broken)), 8);
        assert!(matches!(lines.next(), Some(Ok(_))));
        let error = lines.next().and_then(Result::err).map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("reading a line: unplugged"));
        assert!(lines.next().is_none());
    }
}
