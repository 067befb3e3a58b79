//! Whatever can come through a pipe: the bot answers what can be answered and ends when there is nobody left.

use super::{Bot, luozi, run};
use std::process::Stdio;

/// Everything at once: oversized lines, NUL bytes, bytes that are no text, carriage returns, a line without an end.
fn garbage(last: &str) -> Vec<u8> {
    let mut input = b"\0\0\n\xff\xfe\xfd\n\r\n   \nna\0me\r\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 3_000_000));
    input.extend_from_slice(b"\n");
    input.extend((0..=255u8).filter(|byte| *byte != b'\n').cycle().take(10_000));
    input.extend_from_slice(b"\n");
    input.extend_from_slice(last.as_bytes());
    input
}

#[test]
fn gtp_survives_garbage() {
    let output = run(&["gtp", "--memory", "16MB"], &garbage("9 name"));
    assert!(output.contains("= Luozi\n\n"), "control characters are dropped: {output}");
    assert!(output.contains("? the line has more than 16384 bytes and was skipped"), "{output}");
    assert!(output.ends_with("=9 Luozi\n\n"), "the half line counts: {output}");
}

#[test]
fn nboard_survives_garbage() {
    let output = run(&["nboard", "--memory", "16MB"], &garbage("ping 9"));
    assert!(output.contains("status the line has more than 65536 bytes and was skipped"), "{output}");
    assert!(output.ends_with("pong 9\n"), "{output}");
}

#[test]
fn a_closed_output_is_a_normal_end() {
    for (arguments, request) in [
        (&["gtp", "--memory", "16MB"][..], "lz-analyze 2\n"),
        (&["nboard", "--memory", "16MB", "--time", "1000s"], "hint 1\n"),
    ] {
        let mut child =
            luozi(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, request.as_bytes()).unwrap();
        // The input stays open: the bot notices by itself that nobody listens.
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_closed_input_ends_an_analysis_but_not_a_move() {
    let mut bot = Bot::start(&["gtp", "--memory", "16MB"]);
    bot.send("lz-analyze 2");
    bot.line();
    let (code, rest) = bot.finish();
    assert_eq!((code, rest.last().map(String::as_str)), (Some(0), Some("")));
    let output = run(&["nboard", "--visits", "50", "--memory", "16MB"], b"go");
    assert!(output.contains("\n=== "), "{output}");
}
