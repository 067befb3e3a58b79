//! Searches over the wire: moves, analysis, hints, reviews, and everything that ends them.

use crate::harness::{Running, Tab, connect4, large_connect4, nogo, reversi};
use serde_json::{Value, json};
use tempfile::TempDir;

fn server() -> (TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    (folder, server)
}

fn go(tab: &mut Tab, generation: u64, id: u64, more: Value) {
    let mut message = json!({"type": "go", "gen": generation, "id": id});
    message.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    tab.say(message);
}

#[test]
fn games_are_played_to_the_end_at_a_level() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    let small = [json!({"game": "connect4", "rows": 4, "cols": 4}), json!({"game": "nogo", "rows": 3, "cols": 3})];
    let setups = small.into_iter().chain([json!({"game": "reversi", "size": 4, "scoring": "difference"})]);
    let mut generation = 0;
    for setup in setups {
        let mut moves: Vec<String> = Vec::new();
        loop {
            generation += 1;
            let played: Vec<&str> = moves.iter().map(String::as_str).collect();
            let state = tab.pos(generation, &setup, &played);
            if !state["over"].is_null() {
                go(&mut tab, generation, 1, json!({"mode": "move", "level": 1}));
                assert_eq!(tab.hear()["code"], "game_over");
                break;
            }
            go(&mut tab, generation, generation, json!({"mode": "move", "level": 1}));
            let best = tab.hear_type("best");
            assert_eq!((&best["gen"], &best["id"]), (&json!(generation), &json!(generation)));
            let legal = state["legal"].as_array().unwrap();
            assert!(legal.iter().any(|legal| legal["m"] == best["m"]), "{best}");
            moves.push(best["m"].as_str().unwrap().to_string());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_move_and_values() {
    let (_folder, server) = server();
    let answer = |tab: &mut Tab| {
        tab.pos(1, &reversi(), &["f5", "d6"]);
        go(tab, 1, 1, json!({"mode": "move", "visits": 60, "seed": 9}));
        let mut best = tab.hear_type("best");
        // A move that cannot be caught up with any more ends it earlier.
        assert!(["visits", "settled"].contains(&best["reason"].as_str().unwrap()), "{best}");
        assert!((1..=60).contains(&best["info"]["visits"].as_u64().unwrap()), "{best}");
        for timing in ["ms", "nps", "seq"] {
            best["info"].as_object_mut().unwrap().remove(timing);
        }
        best
    };
    let (mut tab, mut other) = (server.tab(), server.tab());
    let first = answer(&mut tab);
    assert_eq!(first, answer(&mut tab), "what was searched before does not matter");
    assert_eq!(first, answer(&mut other));
}

#[test]
fn analysis_reports_until_it_is_stopped_and_includes_what_was_asked_for() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    let state = tab.pos(1, &nogo(), &[]);
    go(&mut tab, 1, 5, json!({"mode": "analyse", "multi": 2, "include": ["A1", "nonsense"]}));
    let mut seq = 0;
    for _ in 0..2 {
        let info = tab.hear();
        assert_eq!((&info["type"], &info["gen"], &info["id"]), (&json!("info"), &json!(1), &json!(5)));
        assert!(info["seq"].as_u64().unwrap() > seq, "reports go forward");
        seq = info["seq"].as_u64().unwrap();
        let moves = info["moves"].as_array().unwrap();
        let corner = moves.iter().find(|m| m["m"] == "A1").expect("the move that was asked for");
        assert!(corner["wr"].is_u64() && corner["n"].as_u64().unwrap() > 0, "{corner}");
        assert_eq!(corner["pv"][0], "A1");
        assert!(moves.iter().all(|m| state["names"][m["cell"].as_u64().unwrap() as usize] == m["m"]));
        assert!(moves.iter().filter(|m| !m["pv"].as_array().unwrap().is_empty()).count() <= 3);
        assert!(info.to_string().len() <= 8192, "{} bytes", info.to_string().len());
    }
    tab.say(json!({"type": "stop", "id": 5}));
    let best = tab.hear_type("best");
    assert_eq!(best["reason"], "stopped");
    server.wait_until("/healthz", |health| health["searches"] == 0);
    tab.say(json!({"type": "stop", "id": 5}));
    assert_eq!(tab.pos(2, &nogo(), &[])["type"], "state", "a search that has ended hears nothing");
}

#[test]
fn a_proof_is_not_replaced_by_an_estimate_of_a_move_that_was_asked_for() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &connect4(), &["4", "4"]);
    go(&mut tab, 1, 2, json!({"mode": "analyse", "visits": 30, "multi": 1, "include": ["5", "1"]}));
    let best = tab.hear_type("best");
    let moves = best["info"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    for told in moves {
        let (proven, rate) = if told["m"] == "4" { (39, 10_000) } else { (0, 0) };
        assert!(told["proven"]["plies"].as_u64().unwrap() >= proven, "{told}");
        assert_eq!(told["wr"], rate, "{told}");
    }
    let of = |mv: &str| moves.iter().find(|told| told["m"] == mv).unwrap();
    assert_eq!(of("5")["proven"], json!({"result": "loss", "plies": 38}));
    assert_eq!(of("1")["proven"], json!({"result": "loss", "plies": 36}));
}

#[test]
fn the_searched_graph_can_be_walked() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    let setup = json!({"game": "connect4", "rows": 4, "cols": 5, "forbidden": [[3, 0]]});
    let state = tab.pos(1, &setup, &["3"]);
    go(&mut tab, 1, 4, json!({"mode": "explain", "visits": 2000, "seed": 2, "preset": "mcgs"}));
    let frame = tab.hear_type("explained");
    assert_eq!((&frame["gen"], &frame["id"]), (&json!(1), &json!(4)));
    let nodes = frame["nodes"].as_array().unwrap();
    assert!((2..=400).contains(&nodes.len()) && nodes.len() as u64 <= frame["searched"].as_u64().unwrap());
    assert_eq!((&nodes[0]["cells"], &nodes[0]["to_move"]), (&state["cells"], &json!("second")));
    for (index, node) in nodes.iter().enumerate() {
        for tried in node["moves"].as_array().unwrap() {
            let Some(child) = tried["node"].as_u64() else { continue };
            let stones = |node: &Value| node["cells"].as_str().unwrap().matches(['X', 'O']).count();
            assert_eq!(stones(&nodes[child as usize]), stones(node) + 1, "{index} plays {tried}");
            assert_ne!(nodes[child as usize]["to_move"], node["to_move"]);
            assert!(tried["bounds"][0].as_i64() <= tried["bounds"][1].as_i64());
        }
    }
    let led_to = |index: usize| {
        let moves = nodes.iter().flat_map(|node| node["moves"].as_array().unwrap());
        moves.filter(|tried| tried["node"] == index).count()
    };
    assert!((1..nodes.len()).all(|index| led_to(index) > 0), "every node can be walked to");
    go(&mut tab, 1, 5, json!({"mode": "explain", "preset": "greedy"}));
    assert_eq!(tab.hear()["code"], "bad_player");
    tab.pos(3, &large_connect4(), &[]);
    go(&mut tab, 3, 6, json!({"mode": "analyse"}));
    tab.hear_type("info");
    go(&mut tab, 3, 7, json!({"mode": "explain", "visits": 1}));
    let more = tab.hear_type("explained");
    assert_eq!(more["id"], 7);
    assert!(more["nodes"].as_array().unwrap().len() > 1, "what the analysis learned is shown");
    let many = json!({"mode": "explain", "visits": 100_000_000});
    tab.pos(4, &reversi(), &[]);
    go(&mut tab, 4, 8, many);
    tab.hear_type("info");
    tab.say(json!({"type": "stop", "id": 8}));
    assert_eq!(tab.hear_type("explained")["id"], 8, "nothing to wait for: the graph so far is shown");
}

#[test]
fn a_search_uses_no_more_memory_than_it_was_told_to() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &reversi(), &[]);
    // A node is 64 bytes: one MiB has room for 16,384 of them, and each simulation wants one.
    let few = json!({"mode": "move", "visits": 20_000, "memory_mb": 1, "preset": "uct-plain", "seed": 1});
    go(&mut tab, 1, 1, few);
    let best = tab.hear_type("best");
    let nodes = best["info"]["nodes"].as_u64().unwrap();
    assert!((1..=16_384).contains(&nodes), "{nodes}");
}

#[test]
fn reversi_is_also_told_in_discs() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &reversi(), &["f5", "d6"]);
    go(&mut tab, 1, 1, json!({"mode": "analyse", "visits": 60, "seed": 9}));
    let best = tab.hear_type("best");
    for known in best["info"]["moves"].as_array().unwrap().iter().chain([&best["info"]["root"]]) {
        let (margin, chance) = (known["margin"].as_f64().unwrap(), known["wr"].as_i64().unwrap());
        assert!(margin.abs() <= 64.0 && margin.signum() as i64 * (chance - 5000).signum() >= 0, "{known}");
    }
    tab.pos(2, &nogo(), &[]);
    go(&mut tab, 2, 2, json!({"mode": "move", "level": 1}));
    assert_eq!(tab.hear_type("best")["info"]["root"]["margin"], json!(null), "the evaluator knows no scores");
}

#[test]
fn a_new_position_silences_the_search_before() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &large_connect4(), &[]);
    go(&mut tab, 1, 1, json!({"mode": "analyse"}));
    assert_eq!(tab.hear_type("info")["gen"], 1);
    for generation in 2..30 {
        tab.say(json!({"type": "pos", "gen": generation, "setup": large_connect4(), "moves": ["4"]}));
        go(&mut tab, generation, generation, json!({"mode": "analyse"}));
    }
    go(&mut tab, 7, 99, json!({"mode": "analyse"}));
    let mut latest = 1;
    loop {
        let frame = tab.hear();
        if frame["code"] == "stale" {
            assert_eq!((&frame["gen"], &frame["id"]), (&json!(7), &json!(99)));
            break;
        }
        let generation = frame["gen"].as_u64().unwrap();
        match frame["type"].as_str().unwrap() {
            "state" => latest = generation,
            "info" => assert!(generation == latest, "{generation} after {latest}"),
            other => panic!("unexpected {other}"),
        }
    }
    assert_eq!(latest, 29);
}

#[test]
fn a_search_dies_with_its_socket_and_tabs_do_not_disturb_each_other() {
    let (_folder, server) = server();
    let (mut one, mut two) = (server.tab(), server.tab());
    one.pos(1, &large_connect4(), &[]);
    two.pos(1, &nogo(), &["E5"]);
    go(&mut one, 1, 1, json!({"mode": "analyse"}));
    go(&mut two, 1, 1, json!({"mode": "analyse"}));
    one.hear_type("info");
    assert_eq!(two.hear_type("info")["to_move"], "second");
    server.wait_until("/healthz", |health| health["searches"] == 2);
    one.cut();
    server.wait_until("/healthz", |health| health["searches"] == 1 && health["connections"] == 1);
    assert_eq!(two.hear_type("info")["gen"], 1, "the other tab's search goes on");
}

#[test]
fn proofs_are_told_as_such() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &connect4(), &["4", "1", "4", "1", "4", "1"]);
    go(&mut tab, 1, 1, json!({"mode": "analyse", "visits": 100}));
    let best = tab.hear_type("best");
    assert_eq!(best["m"], json!("4"));
    assert_eq!(best["info"]["root"]["proven"], json!({"result": "win", "plies": 1}));
    // The whole board is solved by the book: every move has its proof, and nothing is left to search.
    tab.pos(2, &connect4(), &["4", "4"]);
    go(&mut tab, 2, 2, json!({"mode": "analyse"}));
    let best = tab.hear_type("best");
    assert_eq!((&best["m"], &best["reason"]), (&json!("4"), &json!("proven")));
    let moves = best["info"]["moves"].as_array().unwrap();
    assert!(moves.len() == 7 && moves.iter().all(|told| !told["proven"].is_null()), "{best}");
}

#[test]
fn a_hint_comes_in_three_steps() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    let state = tab.pos(1, &reversi(), &["f5"]);
    go(&mut tab, 1, 1, json!({"mode": "hint", "visits": 40}));
    let best = tab.hear_type("best");
    let hint = &best["hint"];
    assert_eq!(hint["best"], best["m"]);
    assert_eq!(hint["top"][0], best["m"]);
    assert_eq!(hint["pv"][0], best["m"]);
    let legal = state["legal"].as_array().unwrap();
    let cell = &legal.iter().find(|legal| legal["m"] == best["m"]).unwrap()["cell"];
    assert!(hint["region"].as_array().unwrap().contains(cell));

    // Three in column 1 must be stopped: nothing else is named at any step, and the reason is told.
    tab.pos(2, &connect4(), &["1", "4", "1", "4", "1"]);
    go(&mut tab, 2, 2, json!({"mode": "hint", "visits": 40}));
    let hint = tab.hear_type("best")["hint"].clone();
    assert_eq!((&hint["best"], &hint["top"]), (&json!("1"), &json!(["1"])));
    let words: Vec<&str> = hint["why"].as_array().unwrap().iter().filter_map(|told| told["word"].as_str()).collect();
    assert!(words.contains(&"blocks"), "{hint}");

    // Three moves hold the draw: all that are named lie in the region, which leaves half of the board out.
    tab.pos(3, &connect4(), &["7", "5", "7", "6"]);
    go(&mut tab, 3, 3, json!({"mode": "hint", "visits": 40}));
    let hint = tab.hear_type("best")["hint"].clone();
    let columns: Vec<u64> = hint["region"].as_array().unwrap().iter().map(|cell| cell.as_u64().unwrap() % 7).collect();
    assert!(2 * columns.len() <= 42, "{hint}");
    for mv in hint["top"].as_array().unwrap() {
        let column = mv.as_str().unwrap().parse::<u64>().unwrap() - 1;
        assert!((2..=4).contains(&column) && columns.contains(&column), "{hint}");
    }

    // Column 7 makes four, column 2 would win three plies later.
    tab.pos(4, &connect4(), &["1", "6", "7", "5", "4", "5", "7", "6", "7", "4"]);
    go(&mut tab, 4, 4, json!({"mode": "hint", "visits": 40}));
    assert_eq!(tab.hear_type("best")["hint"]["top"], json!(["7"]));
}

#[test]
fn a_review_finds_the_planted_blunder() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    // The second player has three in a column; the first, who would win, looks away at ply 7.
    tab.pos(1, &connect4(), &["4", "1", "7", "1", "7", "1", "4", "1"]);
    go(&mut tab, 1, 3, json!({"mode": "review", "visits": 60, "seed": 1}));
    let mut judged = std::collections::BTreeMap::new();
    let reviewed = loop {
        let frame = tab.hear();
        match frame["type"].as_str().unwrap() {
            "judged" => {
                assert_eq!((&frame["total"], &frame["id"]), (&json!(8), &json!(3)));
                judged.insert(frame["ply"].as_u64().unwrap(), frame);
            }
            "reviewed" => break frame,
            other => panic!("unexpected {other}: {frame}"),
        }
    };
    assert_eq!(judged.keys().copied().collect::<Vec<_>>(), (1..=8).collect::<Vec<_>>());
    let blunder = &judged[&7];
    assert_eq!(
        (&blunder["glyph"], &blunder["best"], &blunder["side"]),
        (&json!("blunder"), &json!("1"), &json!("first"))
    );
    assert_eq!(judged[&8]["loss"], 0);
    assert_eq!(reviewed["first_losing"], 7);
    assert!(reviewed["counts"]["blunder"][0].as_u64() >= Some(1));
    assert!(reviewed["accuracy"][0].as_u64().is_some_and(|accuracy| accuracy < 100), "{reviewed}");
}

#[test]
fn players_that_do_not_exist_are_explained() {
    let (_folder, server) = server();
    let mut tab = server.tab();
    tab.pos(1, &nogo(), &[]);
    let endless = "classic-nogo,solve_within=81,solve_nodes=99999999";
    let presets = ["mcgs", "greedy,depth=9", endless].map(|words| json!({"preset": words}));
    for player in presets.into_iter().chain([json!({"level": 11})]) {
        let mut message = json!({"mode": "move"});
        message.as_object_mut().unwrap().extend(player.as_object().unwrap().clone());
        go(&mut tab, 1, 2, message);
        let frame = tab.hear();
        assert_eq!((&frame["code"], &frame["id"]), (&json!("bad_player"), &json!(2)), "{frame}");
        assert!(frame["args"]["reason"].as_str().unwrap().contains("expected"), "{frame}");
    }
}

#[test]
fn many_searches_share_little_memory() {
    let (_folder, server) = server();
    // More searches than shares of the memory: the oldest give way in turn.
    let mut tabs: Vec<Tab> = (0..12).map(|_| server.tab()).collect();
    for tab in &mut tabs {
        tab.pos(1, &large_connect4(), &[]);
        go(tab, 1, 1, json!({"mode": "analyse"}));
    }
    for tab in &mut tabs {
        // On a very slow machine one may be told to try again.
        while tab.hear()["code"] == "busy" {
            go(tab, 1, 1, json!({"mode": "analyse"}));
        }
        assert_eq!(tab.hear_type("info")["gen"], 1);
    }
}
