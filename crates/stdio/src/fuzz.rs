//! Whole loops against hostile input: nothing panics, every request has its answer, and what fails changes nothing.
//!
//! Bolero targets, as in `docs/testing.md`. An input is tried twice: as it is, and as a script in which most bytes
//! stand for a word of the protocol, since random bytes hardly ever spell one.

use crate::lines::{BoundedLines, Line};
use crate::{botzone, gtp, nboard, saiblo};
use crossbeam_channel::{Receiver, unbounded};
use luozi_engine::{Choice, Who};
use luozi_games::{GameKind, Session, Setup};
use luozi_protocol::botzone::{Answer, KEEP_RUNNING, Point};
use luozi_protocol::gtp::{Request, Response, ResponseReader};
use luozi_protocol::nboard::{Order, Report};
use luozi_protocol::saiblo::{parse_reply, reply_length};
use luozi_saiblo_player::{Player, Settings};
use luozi_search::Budget;
use std::time::Duration;

/// Inputs of a plain test run; each starts an engine.
const ITERATIONS: usize = 2_000;

/// A player that answers at once and needs no memory.
fn player() -> Choice {
    let who = Who::Preset("greedy".into());
    Choice { who, memory_mb: Some(1), budget: Budget::visits(1), ..Choice::default() }
}

/// The script that bytes stand for: most a word each, the rest as they are.
fn script(bytes: &[u8], words: &[&str]) -> Vec<u8> {
    let word = |&byte: &u8| match words.get(usize::from(byte % 64)) {
        Some(word) => format!("{word} ").into_bytes(),
        None => vec![byte],
    };
    bytes.iter().flat_map(word).collect()
}

/// All lines at once, then the end of the input.
fn arrived(lines: impl Iterator<Item = Line>) -> Receiver<Line> {
    let (sender, receiver) = unbounded();
    lines.for_each(|line| sender.send(line).expect("the receiver is here"));
    receiver
}

const GTP_WORDS: [&str; 50] = [
    "\nplay b",
    "\nplay w",
    "\nplay b",
    "\nplay w",
    "\nplay",
    "\ngenmove b",
    "\ngenmove w",
    "\nreg_genmove",
    "\nundo",
    "\nboardsize",
    "\nclear_board",
    "\nset_game",
    "\nset_game othello",
    "\nset_game nogo",
    "\nset_game connect4",
    "\nluozi-forbid",
    "\nlz-analyze",
    "\nkata-analyze",
    "\ntime_settings",
    "\ntime_left b",
    "\nloadsgf",
    "\nfinal_score",
    "\nshowboard",
    "\nset_level",
    "\nknown_command",
    "\nkomi",
    "\n7 name",
    "\n# interrupt",
    "\n\0",
    "\r\n",
    "\t",
    "b",
    "white",
    "pass",
    "resign",
    "A1",
    "b2",
    "C3",
    "D",
    "e",
    "f5",
    "D6",
    "c3",
    "4",
    "3",
    "0",
    "1",
    "2,2",
    "0.1",
    "-7",
];

/// Every line that is a request is followed by `showboard`: what a request changes can be seen.
fn check_gtp(input: &[u8]) {
    let is_request =
        |line: &Line| line.as_ref().is_ok_and(|line| Request::parse(&String::from_utf8_lossy(line)).is_some());
    let is_quit = |line: &Line| matches!(line, Ok(line) if String::from_utf8_lossy(line).contains("quit"));
    let lines = BoundedLines::new(input, gtp::MAX_LINE_BYTES).filter(|line| line.is_err() || is_request(line));
    let requests: Vec<Line> = lines.filter(|line| !is_quit(line)).collect();
    let count = requests.len();
    let lines = requests.into_iter().flat_map(|line| [line, Ok(b"showboard".to_vec())]);

    let game = Session::new(&Setup::board(GameKind::NOGO, 3, 3)).unwrap();
    let conversation = gtp::Conversation::new(player(), game).unwrap();
    let mut out = Vec::new();
    gtp::serve_lines(conversation, arrived(lines), &mut out).unwrap();

    let mut reader = ResponseReader::default();
    let text = String::from_utf8(out).expect("answers are text");
    let responses: Vec<Response> = text.lines().filter_map(|line| reader.push_line(line)).collect();
    assert_eq!(responses.len(), 2 * count, "{text}");
    let mut board = None;
    for pair in responses.chunks(2) {
        let shown = pair[1].text.as_ref().expect("a board can always be shown");
        let before = board.replace(shown);
        assert!(
            pair[0].text.is_ok() || before.is_none_or(|before| before == shown),
            "a failure changed the board: {text}"
        );
    }
}

#[test]
fn gtp_loop() {
    bolero::check!().with_iterations(ITERATIONS).for_each(|bytes: &[u8]| {
        check_gtp(bytes);
        check_gtp(&script(bytes, &GTP_WORDS));
    });
}

const NBOARD_WORDS: [&str; 40] = [
    "\nmove",
    "\nmove F5",
    "\nmove D6//1",
    "\nmove C3",
    "\nmove PA",
    "\nmove e6",
    "\nmove F4",
    "\nmove c5/1/2",
    "\ngo",
    "\nhint",
    "\nhint 2",
    "\nanalyze",
    "\nlearn",
    "\nping 5",
    "\nping",
    "\nset",
    "\nset depth 3",
    "\nset contempt 9",
    "\nset game (;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1];)",
    "\nset game (;GM[Othello]BO[8",
    "----------------",
    "-----------O*------*O-----------",
    "*",
    "O",
    "]B[F5];)",
    "TI[1]",
    "]W[PA/1/2]",
    "\nnboard 2",
    "\nnboard",
    "\nset name",
    "\n\0",
    "\r\n",
    "/",
    "1",
    "99999999999",
    "-0.5",
    "nan",
    "H8",
    "a1",
    ";",
];

/// Every ping has its pong, in order, and all that is said is the protocol.
fn check_nboard(input: &[u8]) {
    let lines: Vec<Line> = BoundedLines::new(input, nboard::MAX_LINE_BYTES).collect();
    let orders = lines.iter().flatten().map(|line| Order::parse(&String::from_utf8_lossy(line)));
    let orders = orders.take_while(|order| !matches!(order, Ok(Order::Quit)));
    let pings: Vec<Report> =
        orders.filter_map(|order| if let Ok(Order::Ping(n)) = order { Some(Report::Pong(n)) } else { None }).collect();

    let conversation = nboard::Conversation::new(&player()).unwrap();
    let mut out = Vec::new();
    nboard::serve_lines(conversation, arrived(lines.into_iter()), &mut out).unwrap();
    let text = String::from_utf8(out).expect("reports are text");
    let reports: Vec<Report> = text.lines().map(Report::parse).collect();
    assert!(!reports.iter().any(|report| matches!(report, Report::Other(_))), "{text}");
    let pongs: Vec<Report> = reports.into_iter().filter(|report| matches!(report, Report::Pong(_))).collect();
    assert_eq!(pongs, pings, "{text}");
}

#[test]
fn nboard_loop() {
    bolero::check!().with_iterations(ITERATIONS).for_each(|bytes: &[u8]| {
        check_nboard(bytes);
        check_nboard(&script(bytes, &NBOARD_WORDS));
    });
}

/// No clock ends anything here.
const PATIENT: Duration = Duration::from_secs(3600);

const BOTZONE_WORDS: [&str; 18] = [
    "\n{\"x\":2,\"y\":3}\n",
    "\n{\"x\":4,\"y\":5}\n",
    "\n{\"x\":-1,\"y\":-1}\n",
    "\n{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n",
    "\n{\"requests\":[{\"x\":2,\"y\":3},{\"x\":2,\"y\":2}],\"responses\":[{\"x\":4,\"y\":2}]}\n",
    "\n{\"requests\":[",
    "\n{",
    "{\"x\":1,\"y\":1},",
    "],\"responses\":[",
    "]}\n",
    "\n1\n",
    "\n2\n",
    "\n-1 -1\n",
    "\n3 2\n",
    "\n99 99\n",
    "\n\0",
    "\r\n",
    ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n",
];

/// Every answer is in one of the site's two forms, and a good turn after all of it is answered with a move.
fn check_botzone(game: GameKind, input: &[u8]) {
    let turn = b"\n{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}";
    // Twice, since the first may be taken for a line of a simplified turn that has begun.
    let input = [input, turn, turn].concat();
    let choice = Choice { budget: Budget { time: Some(PATIENT), ..Budget::visits(1) }, ..player() };
    let conversation = botzone::Conversation::new(botzone::Bot::new(game, &choice).unwrap());
    let mut out = Vec::new();
    botzone::serve(conversation, input.as_slice(), &mut out, std::io::sink()).unwrap();
    let text = String::from_utf8(out).expect("answers are text");
    let mut answers: Vec<&str> = text.split(&format!("\n{KEEP_RUNNING}\n")).collect();
    assert_eq!(answers.pop(), Some(""), "{text}");
    let readable = |answer: &&str| Answer::parse_json(answer).or_else(|_| Answer::parse_simple(answer)).is_ok();
    assert!(answers.iter().all(readable), "{text}");
    let last = Answer::parse_json(answers.last().expect("the good turn has an answer")).unwrap();
    assert_ne!(last.response, Point::NONE, "{text}");
}

#[test]
fn botzone_loop() {
    bolero::check!().with_iterations(ITERATIONS).for_each(|bytes: &[u8]| {
        check_botzone(GameKind::NOGO, bytes);
        check_botzone(GameKind::REVERSI, &script(bytes, &BOTZONE_WORDS));
    });
}

const SAIBLO_WORDS: [&str; 12] =
    ["\n4 5 1 1\n", "\n-1 -1\n", "4 4 4 4 4", "0 0 0 0 0", "0 1 2 0 0", "\n", "\0", "0", "1", "2", "-1", "99999999999"];

/// All that comes out is replies.
fn check_saiblo(input: &[u8]) {
    let settings = Settings { time: PATIENT, recipe: player().recipe(GameKind::CONNECT4).unwrap() };
    let mut out = Vec::new();
    let player = Player::heard_by(settings, |_| ());
    saiblo::serve(player, input, &mut out, std::io::sink()).unwrap();
    let mut rest = out.as_slice();
    while let Some((prefix, more)) = rest.split_first_chunk() {
        let (content, more) = more.split_at(reply_length(*prefix).unwrap());
        parse_reply(content).unwrap();
        rest = more;
    }
    assert!(rest.is_empty());
}

#[test]
fn saiblo_loop() {
    bolero::check!().with_iterations(ITERATIONS).for_each(|bytes: &[u8]| {
        check_saiblo(bytes);
        check_saiblo(&script(bytes, &SAIBLO_WORDS));
    });
}
