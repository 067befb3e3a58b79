//! Every reader against hostile text: nothing panics, and what is read prints and reads back the same.
//!
//! Bolero targets, as in `docs/testing.md`; the seeds are in `__fuzz__/TARGET/corpus`.

use luozi_games::{GameKind, Setup};
use luozi_protocol::botzone::local_ai::{Poll, read_match_id};
use luozi_protocol::botzone::{Answer, Input, InputReader, read_input_file};
use luozi_protocol::formats::{Format, read, write};
use luozi_protocol::gtp::{Command, Request, ResponseReader};
use luozi_protocol::nboard::{Order, Report};
use luozi_protocol::saiblo::{Event, Reader, parse_reply, read_wire};

#[test]
fn saiblo_wire() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let mut reader = Reader::default();
        let mut start = None;
        for event in text.lines().flat_map(|line| reader.push_line(line).unwrap_or_default()) {
            match event {
                Event::Start(board) => start = Some(board),
                Event::Turn(turn) => {
                    let start = start.expect("a turn comes after a start");
                    assert_eq!(turn.top.len(), start.cols as usize);
                    let _ = turn.position_text(&start);
                    let again = Reader::default().push_line(&(start.line() + &turn.text(&start))).unwrap();
                    assert_eq!(again, [Event::Start(start), Event::Turn(turn)]);
                }
            }
        }
        let _ = parse_reply(bytes);
        let _ = read_wire(&text);
    });
}

#[test]
fn botzone_input() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let mut reader = InputReader::default();
        for line in text.lines() {
            if let Ok(Some(input)) = reader.push_line(line) {
                let mut again = InputReader::default();
                let printed = input.text();
                let inputs: Vec<Input> = printed.lines().filter_map(|line| again.push_line(line).unwrap()).collect();
                assert_eq!(inputs, [input]);
            }
            if let Ok(answer) = Answer::parse_simple(line) {
                assert_eq!(Answer::parse_simple(&answer.to_simple()).unwrap().response, answer.response);
            }
            if let Ok(answer) = Answer::parse_json(line) {
                assert_eq!(Answer::parse_json(&answer.to_json()).unwrap().response, answer.response);
            }
        }
        for game in [GameKind::NOGO, GameKind::REVERSI] {
            let _ = read_input_file(&text, &Setup::standard(game));
        }
    });
}

#[test]
fn saved_games() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        for setup in GameKind::BUILT_IN.map(Setup::standard) {
            for record in read(&text, Some(&setup)).unwrap_or_default() {
                for format in Format::ALL {
                    if let Ok(written) = write(&record, format) {
                        let again = read(&written, Some(record.setup())).unwrap_or_else(|e| panic!("{format}: {e}"));
                        assert_eq!(again.len(), 1);
                    }
                }
            }
        }
    });
}

#[test]
fn botzone_local_ai() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(poll) = Poll::parse(&text) {
            assert_eq!(Poll::parse(&poll.to_string()).unwrap().to_string(), poll.to_string());
        }
        if let Ok(id) = read_match_id(&text) {
            assert_eq!(read_match_id(&id.to_string()), Ok(id));
        }
    });
}

#[test]
fn gtp_messages() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let mut reader = ResponseReader::default();
        for line in text.lines() {
            if let Some(request) = Request::parse(line) {
                assert_eq!(Request::parse(&request.to_string()), Some(request.clone()));
                let _ = Command::of(&request);
            }
            if let Some(response) = reader.push_line(line) {
                let mut again = ResponseReader::default();
                assert!(response.to_string().lines().filter_map(|line| again.push_line(line)).count() >= 1);
            }
        }
    });
}

#[test]
fn nboard_lines() {
    bolero::check!().for_each(|bytes: &[u8]| {
        for line in String::from_utf8_lossy(bytes).lines() {
            if let Ok(order) = Order::parse(line) {
                assert!(Order::parse(&order.to_string()).is_ok(), "{order:?}");
            }
            let report = Report::parse(line);
            assert_eq!(Report::parse(&report.to_string()).to_string(), report.to_string());
        }
    });
}
