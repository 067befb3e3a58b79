//! Saiblo's Connect Four in its wire form.
//!
//! The wire has no word for errors: what cannot be read is told on stderr and changes nothing. The player is the one of
//! the shared object.

use crate::lines::{BoundedLines, LineError};
use crate::turn_clock::TurnClock;
use luozi_protocol::saiblo::{Event, Reader, Start, reply_bytes};
use std::io::{self, BufRead, Write};
use std::time::Instant;

pub use luozi_saiblo_player::{Player, Settings};

/// Most bytes of a line; all numbers of the largest board on one line are far fewer.
const LINE_BYTES: usize = 1 << 16;

/// Answers the turns of `input` on `out` until the input closes; complaints go to `log`. Time counts from the first line of a
/// turn, for the first turn from the start of the process.
pub fn serve(mut player: Player, input: impl BufRead, mut out: impl Write, mut log: impl Write) -> io::Result<()> {
    let mut clock = TurnClock::of_this_process(player.time());
    let mut reader = Reader::default();
    let mut board: Option<Start> = None;
    let mut first_line = None;
    for line in BoundedLines::new(input, LINE_BYTES) {
        let arrived = *first_line.get_or_insert_with(Instant::now);
        let events = match line {
            Ok(line) => reader.push_line(&String::from_utf8_lossy(&line)).map_err(|problem| problem.to_string()),
            Err(LineError::Read(problem)) => return Err(problem),
            Err(problem) => Err(problem.to_string()),
        };
        let events = events.unwrap_or_else(|problem| {
            // Nobody has to listen: a closed stderr is no reason to lose a game.
            let _ = writeln!(log, "luozi: {problem}");
            Vec::new()
        });
        for event in events {
            match (event, &board) {
                (Event::Start(start), _) => board = Some(start),
                (Event::Turn(turn), Some(start)) => {
                    let point = player.answer(start, &turn, clock.began(arrived));
                    out.write_all(&reply_bytes(point))?;
                    out.flush()?;
                    first_line = None;
                }
                (Event::Turn(_), None) => unreachable!("the reader gives a start before any turn"),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Player as Side;
    use luozi_protocol::saiblo::{Point, Table, parse_reply, reply_length};
    use std::time::Duration;

    /// The replies to an input, and the number of complaints.
    fn replies(input: &[u8]) -> (Vec<Point>, usize) {
        let mut settings = Settings { time: Duration::from_secs(3600), ..Settings::default() };
        for (key, value) in [("visits", "8"), ("memory_mb", "4")] {
            settings.recipe.set(key, value).unwrap();
        }
        let (mut out, mut log) = (Vec::new(), Vec::new());
        serve(Player::new(settings), input, &mut out, &mut log).unwrap();
        let mut rest = out.as_slice();
        let mut points = Vec::new();
        while let Some((prefix, content)) = rest.split_first_chunk() {
            let (content, more) = content.split_at(reply_length(*prefix).unwrap());
            points.push(parse_reply(content).unwrap());
            rest = more;
        }
        (points, log.iter().filter(|&&byte| byte == b'\n').count())
    }

    #[test]
    fn turns_are_answered_and_whatever_else_comes_is_survived() {
        let start = Start { rows: 9, cols: 10, forbidden: Point { x: 8, y: 4 } };
        let mut table = Table::new(start);
        let first = table.turn(Side::First).text(&start);
        let input = format!("hello\n{}\0\n{}1 x\n{first}{}half 7", "9".repeat(2 * LINE_BYTES), start.line(), "\n\n");
        let mut bytes = input.into_bytes();
        bytes.extend(b"\xff\xfe");
        let (points, complaints) = replies(&bytes);
        let [answer] = points[..] else { panic!("one turn, one reply") };
        assert_eq!(complaints, 4);
        assert_eq!(table.drop(answer.y, Side::First), Some(answer));
    }

    #[test]
    fn a_broken_turn_gets_no_reply() {
        assert_eq!(replies(b"9 9 0 0\n-1 -1\n9 9 9"), (vec![], 0));
        assert_eq!(replies(b""), (vec![], 0));
    }
}
