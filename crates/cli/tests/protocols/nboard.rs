//! NBoard: every order as a recorded transcript, and searches that a ping ends.

use super::{Bot, run};
use std::time::{Duration, Instant};

/// A small player that does not change with the flagships.
const PLAYER: [&str; 7] = ["nboard", "--preset", "uct-plain", "--visits", "60", "--memory", "16MB"];
/// One that proves what it can.
const PROVER: [&str; 7] = ["nboard", "--preset", "classic-reversi", "--visits", "1000", "--memory", "16MB"];

const START: &str = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";

/// What the bot says, without the times it took.
fn transcript(player: &[&str], orders: &[&str]) -> String {
    let output = run(player, (orders.join("\n") + "\n").as_bytes());
    let timeless = |line: &str| match line.split_once(' ') {
        Some(("===", mv)) => format!("=== {}/TIME", mv.rsplit_once('/').unwrap().0),
        Some(("nodestats", rest)) => format!("nodestats {} TIME", rest.split_once(' ').unwrap().0),
        _ => line.to_string(),
    };
    let said: Vec<String> = output.lines().map(timeless).collect();
    format!("{}\n---\n{}\n", orders.join("\n"), said.join("\n"))
}

#[test]
fn a_session() {
    let game = format!("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {START} *]B[F5/0/1]W[F6];)");
    insta::assert_snapshot!(transcript(&PLAYER, &["nboard 2", "set depth 6", &game, "ping 1", "move D3/1.5/2", "go",]));
}

#[test]
fn hints_tell_the_best_moves() {
    let game = format!("set game (;GM[Othello]TY[8]BO[8 {START} *]B[F5];)");
    insta::assert_snapshot!(transcript(&PLAYER, &["nboard 2", &game, "hint 2"]));
}

/// Almost the end of a game, the last rows to be filled in: what is left is proven at once.
fn ending(last_rows: &str, moves: &str) -> String {
    let board = "********".repeat(6) + last_rows;
    format!("set game (;GM[Othello]TY[8]BO[8 {board} *]{moves};)")
}

#[test]
fn any_start_board_is_played_and_proofs_are_marked() {
    let game = ending("OOOOOO** -*****O*", "");
    insta::assert_snapshot!(transcript(&PROVER, &["nboard 2", &game, "hint 4"]));
    let game = ending("OOOOOO** -*****O-", "");
    insta::assert_snapshot!(transcript(&PROVER, &["nboard 2", &game, "go"]));
}

#[test]
fn a_whole_game_is_analysed_from_its_end() {
    let game = ending("OOOOOO** -*****O-", "B[H8]W[PA]B[A8]");
    insta::assert_snapshot!(transcript(&PROVER, &["nboard 2", &game, "analyze"]));
}

#[test]
fn wrong_orders_are_told_in_the_status_line_and_change_nothing() {
    insta::assert_snapshot!(transcript(
        &PLAYER,
        &[
            "nboard 3",
            "set game nonsense",
            "set game (;GM[Othello]TY[8]BO[8 * *];)",
            "move a1",
            "move Q9",
            "move",
            "hint many",
            "set depth deep",
            "set contempt 50",
            "set name Ada",
            "dance",
            "",
            "learn",
            "ping 7",
            "quit",
            "ping 8",
        ]
    ));
}

#[test]
fn a_ping_ends_every_search() {
    let mut bot = Bot::start(&["nboard", "--memory", "32MB", "--time", "1000s"]);
    bot.send("nboard 2");
    assert_eq!(bot.line(), "set myname Luozi");
    for (number, order) in ["hint 3", "go", "analyze"].into_iter().enumerate() {
        bot.send(order);
        assert!(bot.line().starts_with("status "), "{order}");
        if order != "analyze" {
            assert!(bot.line().starts_with("search "), "{order}");
        }
        let (asked, pong) = (Instant::now(), format!("pong {number}"));
        bot.send(&format!("ping {number}"));
        let lines = bot.lines_until(|line| line == pong);
        assert!(asked.elapsed() < Duration::from_secs(10), "{order}");
        assert!(
            lines.iter().all(|line| !line.starts_with("===") && !line.starts_with("analysis")),
            "{order}: {lines:?}"
        );
    }
    // Nothing of the old searches comes after the last pong.
    bot.send("learn");
    assert_eq!(bot.line(), "learned");
    assert_eq!(bot.finish(), (Some(0), vec![]));
}
