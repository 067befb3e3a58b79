//! The laboratory, the table of two people and tournaments, over the wire.

use crate::harness::{Running, Tab, connect4, reversi};
use luozi_web::Options;
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

/// A table for two at which both sit: its id, and the secrets of both seats and of the link.
fn seated(server: &Running, host: &mut Tab, guest: &mut Tab) -> (Value, [Value; 3]) {
    let body = json!({"setup": connect4(), "side": "first", "clock": null});
    let invited = server.request("POST", "/api/friends", Some(&body)).json();
    let (id, key, link) = (invited["id"].clone(), invited["key"].clone(), invited["invite"].clone());
    sit(host, &id, &key);
    let other = sit(guest, &id, &link)["key"].clone();
    (id, [key, other, link])
}

#[test]
fn nobody_moves_with_a_secret_that_is_guessed_or_forged() {
    let (_folder, server) = server();
    let (mut host, mut guest, mut thief) = (server.tab(), server.tab(), server.tab());
    let (id, [key, other, link]) = seated(&server, &mut host, &mut guest);
    sit(&mut thief, &id, &link);
    let near = |secret: &Value| {
        let text = secret.as_str().unwrap();
        let last = if text.ends_with('0') { '1' } else { '0' };
        json!(format!("{}{last}", &text[..text.len() - 1]))
    };
    let longer = json!(format!("{}0", key.as_str().unwrap()));
    for guess in [near(&key), near(&other), longer, link.clone(), json!(""), id.clone(), json!("0".repeat(32))] {
        for action in ["move", "resign", "draw", "decline", "rematch"] {
            thief.say(
                json!({"type": "act", "table": id, "key": guess, "round": 1, "ply": 0, "action": action, "m": "4"}),
            );
            let refused = loop {
                let frame = thief.hear();
                if frame["type"] == "err" {
                    break frame;
                }
            };
            assert_eq!(refused["text_key"], "err.not_now.watching", "{guess}, {action}");
        }
        // Nor does a guess get a seat.
        thief.say(json!({"type": "sit", "table": id, "key": guess}));
        assert_eq!(thief.hear_type("table")["you"], Value::Null);
    }
    act(&mut host, &id, &key, 0, "4");
    let frame = after(&mut guest, 1);
    assert_eq!((&frame["moves"], &frame["over"], &frame["draw"]), (&json!(["4"]), &Value::Null, &Value::Null));
}

#[test]
fn a_game_of_two_people_goes_on_after_the_server_was_started_anew() {
    let (folder, server) = server();
    let (mut host, mut guest) = (server.tab(), server.tab());
    let (id, [key, other, link]) = seated(&server, &mut host, &mut guest);
    act(&mut host, &id, &key, 0, "4");
    after(&mut guest, 1);
    act(&mut guest, &id, &other, 1, "3");
    after(&mut host, 2);
    drop(server);

    let server = Running::start(folder.path());
    let (mut host, mut guest, mut watcher) = (server.tab(), server.tab(), server.tab());
    let frame = sit(&mut host, &id, &key);
    assert_eq!((&frame["you"], &frame["moves"]), (&json!("first"), &json!(["4", "3"])));
    assert_eq!(sit(&mut guest, &id, &other)["you"], "second");
    assert_eq!(sit(&mut watcher, &id, &link)["you"], Value::Null, "the link has been used");
    act(&mut host, &id, &key, 2, "4");
    assert_eq!(after(&mut watcher, 3)["moves"], json!(["4", "3", "4"]));
}

#[test]
fn only_the_owner_of_the_machine_starts_tournaments() {
    let folder = tempfile::tempdir().unwrap();
    let data_dir = Some(folder.path().to_path_buf());
    let public_url = Some("https://luozi.example".to_string());
    let server = Running::with(Options { public_url, data_dir, ..Options::default() });
    let event = json!({
        "name": "cup", "setup": connect4(), "players": ["random", "so:/bin/true"], "games": 2, "ms": 10, "visits": null,
        "plies": 0, "gauntlet": false
    });
    let refused = server.request("POST", "/api/events", Some(&event));
    assert_eq!((refused.status, &refused.json()["error"]["text_key"]), (403, &json!("err.origin.owner")));
    for action in ["pause", "resume", "stop"] {
        let refused = server.request("POST", "/api/events/cup-0000/run", Some(&json!({ "action": action })));
        assert_eq!(refused.status, 403, "{action}");
    }
    assert!(!folder.path().join("events").exists(), "nothing was begun");
}
