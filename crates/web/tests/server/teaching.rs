//! The laboratory and the table of two people, over the wire.

use crate::harness::{Running, Tab, connect4, reversi};
use serde_json::{Value, json};
use tempfile::TempDir;

fn server() -> (TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    (folder, server)
}

fn simulated(tab: &mut Tab, preset: &str, step: u64, slot: u8) -> Value {
    tab.say(json!({"type": "go", "gen": 1, "id": step, "mode": "lab", "preset": preset, "step": step, "slot": slot}));
    tab.hear_type("simulated")
}

#[test]
fn simulations_are_told_by_number_in_any_order_and_on_both_sides() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &connect4(), &["4", "4"]);
    let mut in_order = Vec::new();
    for step in 1..=5 {
        in_order.push(simulated(&mut tab, "mcgs", step, 0)["simulation"].clone());
        let other = simulated(&mut tab, "uct-pool,c=0.3", step, 1);
        assert_eq!((&other["rule"], &other["simulation"]["number"]), (&json!("ucb1"), &json!(step)));
        assert_eq!(other["simulation"]["steps"][0]["c"], 0.3);
    }
    assert!(in_order.iter().all(|told| told["judged"].as_array().is_some_and(|judged| !judged.is_empty())));
    assert_eq!(simulated(&mut tab, "mcgs", 2, 0)["simulation"], in_order[1]);
    // Another connection that asks for one alone hears the same.
    let mut late = server.tab();
    late.pos(1, &connect4(), &["4", "4"]);
    let frame = simulated(&mut late, "mcgs", 5, 0);
    assert_eq!((&frame["simulation"], &frame["nodes"][0]["n"]), (&in_order[4], &json!(6)));
}

#[test]
fn players_without_simulations_are_told_as_such() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &reversi(), &[]);
    tab.say(json!({"type": "go", "gen": 1, "id": 1, "mode": "lab", "preset": "pvs-reversi", "step": 1}));
    assert_eq!(tab.hear()["text_key"], "err.bad_player.no_simulations");
    let table = server.get("/api/parameters").json();
    let listed = table["games"]["reversi"].as_array().unwrap();
    let pvs = listed.iter().find(|preset| preset["name"] == "pvs-reversi").unwrap();
    assert_eq!(pvs["simulates"], false);
    assert!(table["parameters"].as_array().unwrap().iter().any(|line| line["name"] == "c" && line["range"][1] == 20.0));
}

fn sit(tab: &mut Tab, table: &Value, key: &Value) -> Value {
    tab.say(json!({"type": "sit", "table": table, "key": key}));
    tab.hear_type("table")
}

fn act(tab: &mut Tab, table: &Value, key: &Value, ply: usize, mv: &str) {
    tab.say(json!({"type": "act", "table": table, "key": key, "round": 1, "ply": ply, "action": "move", "m": mv}));
}

/// The first frame after so many moves.
fn after(tab: &mut Tab, moves: usize) -> Value {
    loop {
        let frame = tab.hear_type("table");
        if frame["moves"].as_array().unwrap().len() == moves {
            return frame;
        }
    }
}

#[test]
fn two_people_and_a_spectator_see_the_same_table_through_a_lost_connection() {
    let (_folder, server) = server();
    let clock = json!({"kind": "fischer", "base_ms": 60_000, "inc_ms": 1000});
    let body = json!({"setup": connect4(), "side": "first", "clock": clock});
    let invited = server.request("POST", "/api/friends", Some(&body)).json();
    let (id, key, link) = (&invited["id"], &invited["key"], &invited["invite"]);
    let (mut host, mut guest, mut watcher) = (server.tab(), server.tab(), server.tab());
    assert_eq!(sit(&mut host, id, key)["taken"], json!([true, false]));
    let seated = sit(&mut guest, id, link);
    let guest_key = seated["key"].clone();
    assert_eq!((&seated["you"], guest_key.as_str().map(str::len)), (&json!("second"), Some(32)));
    let watching = sit(&mut watcher, id, link);
    assert_eq!((&watching["you"], &watching["key"]), (&Value::Null, &Value::Null));

    act(&mut host, id, key, 0, "4");
    let frames = [after(&mut host, 1), after(&mut guest, 1), after(&mut watcher, 1)];
    assert!(frames.iter().all(|frame| frame["moves"] == json!(["4"]) && frame["running"] == "second"));
    // Neither the other's turn nor a foreign secret moves anything.
    act(&mut host, id, key, 1, "4");
    assert_eq!(host.hear_type("err")["text_key"], "err.not_now.turn");
    act(&mut watcher, id, link, 1, "4");
    assert_eq!(watcher.hear_type("err")["text_key"], "err.not_now.watching");
    // The guest is cut off, comes back with the secret of the seat, and goes on.
    guest.cut();
    let mut back = server.tab();
    let frame = sit(&mut back, id, &guest_key);
    assert_eq!((&frame["you"], &frame["moves"]), (&json!("second"), &json!(["4"])));
    act(&mut back, id, &guest_key, 1, "3");
    assert_eq!(after(&mut host, 2)["moves"], after(&mut back, 2)["moves"]);
    let mut nowhere = server.tab();
    nowhere.say(json!({"type": "sit", "table": "0123456789abcdef"}));
    assert_eq!(nowhere.hear()["code"], "unknown_table");
}
