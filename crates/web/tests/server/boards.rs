//! Positions over the wire, compared with golden files, and what is no message at all.

use crate::harness::{Running, Tab, connect4, nogo, reversi};
use luozi_core::Rng;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Compares with `tests/golden/NAME.json`; `LUOZI_BLESS=1` writes it instead.
fn golden(name: &str, found: &Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.json"));
    let text = format!("{found}\n");
    if std::env::var_os("LUOZI_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name}: run with LUOZI_BLESS=1 and look at the difference");
}

fn with_tab(check: impl FnOnce(&mut Tab)) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    check(&mut server.tab());
}

#[test]
fn states_are_as_documented() {
    with_tab(|tab| {
        golden("state-reversi", &tab.pos(7, &reversi(), &["f5"]));
        let forbidden = json!({"game": "connect4", "rows": 4, "cols": 5, "forbidden": [[2, 1]]});
        golden("state-connect4", &tab.pos(8, &forbidden, &["2", "2", "2"]));
        golden("state-connect4-won", &tab.pos(9, &connect4(), &["4", "1", "4", "1", "4", "1", "4"]));
        let small = json!({"game": "nogo", "rows": 3, "cols": 3});
        golden("state-nogo", &tab.pos(10, &small, &["B1", "A1"]));
    });
}

#[test]
fn wrong_messages_get_an_error_and_the_socket_lives() {
    with_tab(|tab| {
        let code = |tab: &mut Tab, text: &str| {
            tab.say_text(text);
            let frame = tab.hear();
            assert_eq!(frame["type"], "err", "{frame}");
            assert_eq!(frame["text_key"], format!("err.{}", frame["code"].as_str().unwrap()));
            frame["code"].as_str().unwrap().to_string()
        };
        for nonsense in
            ["", "{", "[]", "null", "7", "{\"type\":\"dance\"}", "{\"type\":\"pos\"}", "\u{0}", &"[".repeat(9000)]
        {
            assert_eq!(code(tab, nonsense), "bad_message", "{nonsense:.20}");
        }
        assert_eq!(code(tab, &format!("{{\"type\":\"hello\",\"v\":1,\"x\":\"{}\"}}", "y".repeat(70_000))), "too_large");
        assert_eq!(code(tab, r#"{"type":"hello","v":2}"#), "version");
        assert_eq!(code(tab, r#"{"type":"go","gen":1,"id":1,"mode":"move"}"#), "no_position");
        tab.say_bytes(vec![0, 1, 2]);
        assert_eq!(tab.hear()["code"], "bad_message");

        let frame = tab.pos(3, &json!({"game": "connect4", "rows": 99, "cols": 99}), &[]);
        assert_eq!((&frame["code"], &frame["gen"]), (&json!("bad_setup"), &json!(3)));
        let frame = tab.pos(4, &connect4(), &["4", "9"]);
        assert_eq!(frame["args"], json!({"ply": 2, "move": "9", "why": "no_move"}));
        let frame = tab.pos(5, &connect4(), &["1"; 7]);
        assert_eq!(frame["args"], json!({"ply": 7, "move": "1", "why": "column_full"}));
        let frame = tab.ask(json!({"type": "pos", "gen": 6, "setup": nogo(), "start": "?"}));
        assert_eq!(frame["code"], "bad_start");

        let welcome = tab.ask(json!({"type": "hello", "v": 1, "lang": "zh", "session": "a", "more": [1]}));
        assert_eq!((&welcome["type"], &welcome["v"]), (&json!("welcome"), &json!(1)));
    });
}

#[test]
fn passes_may_be_left_out_and_boards_may_begin_anywhere() {
    with_tab(|tab| {
        let small = json!({"game": "reversi", "size": 4, "scoring": "difference"});
        let start = "XXXX\nXXXX\nXXXO\n.XX.\nO\n";
        let state = tab.ask(json!({"type": "pos", "gen": 1, "setup": small, "start": start}));
        assert_eq!(state["cells"], "XXXXXXXXXXXO.XX.", "{state}");
        let legal: Vec<&str> = state["legal"].as_array().unwrap().iter().map(|l| l["m"].as_str().unwrap()).collect();
        assert_eq!(legal, ["pass"], "{state}");
        let state = tab.ask(json!({"type": "pos", "gen": 2, "setup": small, "start": start, "moves": ["d4"]}));
        assert_eq!(state["moves"], json!(["pass", "d4"]), "{state}");
    });
}

/// A message of ours with some of its bytes replaced, cut out or doubled.
fn damaged(rng: &mut Rng) -> String {
    let messages = [
        json!({"type": "hello", "v": 1}),
        json!({"type": "pos", "gen": 3, "setup": connect4(), "start": null, "moves": ["4", "4", "5"]}),
        json!({"type": "pos", "gen": 4, "setup": nogo(), "moves": ["E5"]}),
        json!({"type": "go", "gen": 4, "id": 9, "mode": "analyse", "visits": 9, "include": ["A1"], "max_hz": 3}),
        json!({"type": "go", "gen": 3, "id": 8, "mode": "review", "visits": 2}),
        json!({"type": "stop", "id": 9}),
        json!({"type": "watch", "event": "x", "from_seq": 1}),
    ];
    let mut text = messages[rng.below(messages.len() as u32) as usize].to_string().into_bytes();
    for _ in 0..rng.below(4) {
        let at = rng.below(text.len() as u32) as usize;
        match rng.below(3) {
            0 => text[at] = b"{}[]\":,-0123456789eE.ntf\\ "[rng.below(26) as usize],
            1 => drop(text.remove(at)),
            _ => text.insert(at, text[at]),
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn nothing_that_a_tab_says_ends_its_connection() {
    with_tab(|tab| {
        let mut rng = Rng::seeded(3);
        // Fewer than the burst that a tab may send at once.
        for _ in 0..200 {
            tab.say_text(&damaged(&mut rng));
        }
        tab.say(json!({"type": "pos", "gen": 1_000_000, "setup": reversi()}));
        let last = std::iter::repeat_with(|| tab.hear()).find(|frame| frame["gen"] == 1_000_000);
        assert_eq!(last.unwrap()["type"], "state");
    });
}

#[test]
fn a_flood_is_answered_with_a_wait() {
    with_tab(|tab| {
        for _ in 0..1000 {
            tab.say(json!({"type": "hello", "v": 1}));
        }
        let refused = std::iter::repeat_with(|| tab.hear()).find(|frame| frame["type"] == "err").unwrap();
        assert_eq!(refused["code"], "rate");
        assert!(refused["args"]["wait_ms"].is_u64());
        // A search that was refused knows it: nobody waits for it for ever.
        tab.say(json!({"type": "go", "gen": 7, "id": 3, "mode": "move", "level": 1}));
        let answered = std::iter::repeat_with(|| tab.hear()).find(|frame| frame["id"] == 3).unwrap();
        assert_eq!((&answered["code"], &answered["gen"]), (&json!("rate"), &json!(7)));
    });
}
