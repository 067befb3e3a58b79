//! What is kept, and what happens when it cannot be.

use crate::harness::{Running, connect4};
use luozi_web::Options;
use serde_json::{Value, json};

/// A game that the first player won in seven plies.
fn won() -> Value {
    let moves = ["4", "1", "4", "1", "4", "1", "4"].map(|mv| json!({"move": mv, "used_ms": 120}));
    let nodes: Vec<Value> = std::iter::once(json!({"comment": "begun"})).chain(moves).collect();
    json!({"format": "luozi-game", "version": 1, "setup": connect4(), "players": [{"name": "Ada"}, {"name": "Luozi"}], "nodes": nodes})
}

fn meta() -> Value {
    json!({"human": "first", "level": 5, "mode": "play", "hints": 0, "undos": 0, "left_ms": [290_000, 281_000], "page": {"tab": 2}})
}

#[test]
fn a_game_is_saved_found_renamed_deleted_and_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let body = json!({"name": "  First \u{7} try ", "record": won(), "meta": meta()});
    let created = server.request("POST", "/api/games", Some(&body));
    assert_eq!(created.status, 201, "{}", created.text());
    let id = created.json()["id"].as_str().unwrap().to_string();
    let awards: Vec<Value> = created.json()["awards"].as_array().unwrap().clone();
    for badge in ["first_game", "first_win", "level_5", "quick_four", "no_help"] {
        assert!(awards.contains(&json!(badge)), "{badge} in {awards:?}");
    }

    let path = format!("/api/games/{id}");
    let saved = server.get(&path).json();
    assert_eq!(saved["name"], "First  try");
    assert_eq!(saved["meta"], meta());
    assert_eq!(saved["record"]["nodes"], won()["nodes"]);
    assert_eq!(saved["record"]["result"], json!({"winner": "first", "score": 18}), "the server writes the result");
    let again = server.request("PUT", &path, Some(&body));
    assert_eq!((again.status, &again.json()["awards"]), (200, &json!([])), "a game counts once");

    let list = server.get("/api/games?game=connect4&q=ADA&state=finished").json();
    assert_eq!(list["games"][0]["id"], json!(id));
    assert_eq!(list["games"][0]["cells"].as_str().unwrap().len(), 42);
    assert_eq!(list["games"][0]["meta"], json!({"human": "first", "level": 5, "mode": "play"}));
    for other in ["game=nogo", "q=nobody", "state=unfinished"] {
        assert_eq!(server.get(&format!("/api/games?{other}")).json()["games"], json!([]), "{other}");
    }
    assert_eq!(server.request("PATCH", &path, Some(&json!({"name": "Second"}))).status, 200);
    assert_eq!(server.get(&path).json()["name"], "Second");
    assert_eq!(server.request("DELETE", &path, None).status, 204);
    assert_eq!(server.get(&path).status, 404);
    assert_eq!(server.request("POST", &format!("{path}/restore"), Some(&json!({}))).status, 200);
    assert_eq!(server.get(&path).status, 200);
}

#[test]
fn a_game_that_was_saved_from_elsewhere_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let body = |base: Option<i64>, name: &str| json!({"name": name, "record": won(), "meta": meta(), "base": base});
    let created = server.request("POST", "/api/games", Some(&body(None, "Mine"))).json();
    let path = format!("/api/games/{}", created["id"].as_str().unwrap());
    let first = created["updated"].as_i64();
    let second = server.request("PUT", &path, Some(&body(first, "")));
    assert_eq!(second.status, 200, "{}", second.text());
    assert!(second.json()["updated"].as_i64() > first, "every version has its own time");
    assert_eq!(server.get(&path).json()["name"], "Mine", "no name leaves the one there is");
    let late = server.request("PUT", &path, Some(&body(first, "Other")));
    assert_eq!((late.status, &late.json()["error"]["code"]), (409, &json!("conflict")));
    assert_eq!(late.json()["error"]["args"], json!({"updated": second.json()["updated"]}));
    assert_eq!(server.request("PATCH", &path, Some(&json!({"name": "Ours"}))).status, 200);
    let renamed = server.get(&path).json();
    assert_eq!(
        (&renamed["name"], &renamed["updated"]),
        (&json!("Ours"), &second.json()["updated"]),
        "the same version"
    );
    assert_eq!(server.request("PUT", &path, Some(&body(None, "Other"))).status, 200, "who does not ask overwrites");
}

#[test]
fn long_lists_come_in_pages() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let mut expected = Vec::new();
    for name in 0..5 {
        let body = json!({"name": name.to_string(), "record": won()});
        expected.push(server.request("POST", "/api/games", Some(&body)).json()["id"].clone());
    }
    let (mut found, mut address) = (Vec::new(), "/api/games?limit=2".to_string());
    loop {
        let page = server.get(&address).json();
        found.extend(page["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        address = format!("/api/games?limit=2&before={next}");
    }
    expected.sort_by_key(Value::to_string);
    found.sort_by_key(Value::to_string);
    assert_eq!(found, expected, "every game once");
}

#[test]
fn everything_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let settings = json!({"lang": "zh", "theme": "dark"});
    let (id, awards) = {
        let server = Running::start(folder.path());
        assert_eq!(server.get("/api/settings").json(), json!({}));
        assert_eq!(server.request("PUT", "/api/settings", Some(&settings)).json(), settings);
        let body = json!({"name": "kept", "record": won(), "meta": meta()});
        let id = server.request("POST", "/api/games", Some(&body)).json()["id"].as_str().unwrap().to_string();
        (id, server.get("/api/awards").json())
    };
    let server = Running::start(folder.path());
    assert_eq!(server.notice, None);
    assert_eq!(server.get(&format!("/api/games/{id}")).json()["meta"], meta());
    assert_eq!(server.get("/api/settings").json(), settings);
    assert_eq!(server.get("/api/awards").json(), awards);
    assert_eq!(awards["total"], json!({"played": 1, "won": 1, "drawn": 0, "lost": 0}));
}

#[test]
fn awards_can_be_reset_and_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let body = json!({"name": "a", "record": won(), "meta": meta()});
    server.request("POST", "/api/games", Some(&body));
    let before = server.get("/api/awards").json();
    let token = server.request("POST", "/api/awards/reset", Some(&json!({}))).json()["undo"].clone();
    assert_eq!(server.get("/api/awards").json()["total"]["played"], 0);
    assert_eq!(server.request("POST", "/api/awards/reset", Some(&json!({ "undo": token }))).status, 200);
    assert_eq!(server.get("/api/awards").json(), before);
}

#[test]
fn a_damaged_file_is_set_aside_and_never_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let rubbish = b"this is not a data base, and somebody may still want it".repeat(100);
    std::fs::write(folder.path().join("luozi.db"), &rubbish).unwrap();
    let server = Running::start(folder.path());
    let notice = server.get("/api/info").json()["data"]["notice"].clone();
    assert_eq!(notice["text_key"], "data.corrupt");
    let aside = notice["args"]["path"].as_str().unwrap();
    assert_eq!(std::fs::read(aside).unwrap(), rubbish);
    assert!(server.notice.as_ref().unwrap().contains(aside));
    let body = json!({"name": "a", "record": won()});
    assert_eq!(server.request("POST", "/api/games", Some(&body)).status, 201, "a new file is in its place");
}

#[test]
fn a_folder_that_cannot_be_written_leaves_a_server_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let server = Running::start(&file);
    let data = server.get("/api/info").json()["data"].clone();
    assert_eq!((&data["saved"], &data["notice"]["text_key"]), (&json!(false), &json!("data.unavailable")));
    let body = json!({"name": "a", "record": won()});
    assert_eq!(server.request("POST", "/api/games", Some(&body)).status, 201, "kept until the program ends");
}

#[test]
fn visitors_of_a_hosted_server_do_not_see_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let public_url = Some("https://luozi.example".to_string());
    let data_dir = Some(folder.path().to_path_buf());
    let server = Running::with(Options { public_url, data_dir, ..Options::default() });
    let body = || Some(("application/json", json!({"name": "mine", "record": won()}).to_string()));
    let first = server.send("POST", "/api/games", &[], body());
    assert_eq!(first.status, 201);
    let cookie = first.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("httponly") && cookie.contains("samesite=strict") && cookie.contains("secure"));
    let cookie = cookie.split(';').next().unwrap();
    let id = first.json()["id"].as_str().unwrap().to_string();
    let path = format!("/api/games/{id}");
    assert_eq!(server.send("GET", &path, &[("Cookie", cookie)], None).status, 200);
    assert_eq!(server.get(&path).status, 404, "somebody else");
    let foreign = server.send("POST", "/api/games", &[("Origin", "https://evil.example")], body());
    assert_eq!((foreign.status, &foreign.json()["error"]["code"]), (403, &json!("origin")));
}

#[test]
fn bad_games_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let mut illegal = won();
    illegal["nodes"][3]["move"] = json!("9");
    let answer = server.request("POST", "/api/games", Some(&json!({"record": illegal})));
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (422, &json!("bad_record")));
    assert!(answer.json()["error"]["args"]["reason"].as_str().unwrap().contains("node 3"), "{}", answer.text());
    for (body, code) in [
        (json!({"record": {"format": "chess"}}), "bad_record"),
        (json!({"name": "no record"}), "bad_message"),
        (json!({"record": won(), "meta": {"page": "x".repeat(40_000)}}), "bad_message"),
        (json!([]), "bad_message"),
    ] {
        let answer = server.request("POST", "/api/games", Some(&body));
        assert_eq!(answer.json()["error"]["code"], code, "{}", answer.text());
    }
    let long = json!({"record": won(), "name": "x".repeat(3 << 20)});
    assert_eq!(server.request("POST", "/api/games", Some(&long)).status, 413);
    for id in ["0", "../../etc/passwd", "0123456789abcdeF", "0123456789abcdef", "%2e%2e%2f", "0123456789abcdef.exe"] {
        assert_eq!(server.get(&format!("/api/games/{id}")).status, 404, "{id}");
    }
    assert_eq!(server.get("/api/games?before=yesterday").status, 400);
    assert_eq!(server.get("/api/games?limit=many").status, 400);
    assert_eq!(server.request("PUT", "/api/settings", Some(&json!([1]))).status, 400);
}
