//! The page's files, what the server tells about itself, games in and out, and requests from elsewhere.

use crate::harness::{Running, connect4};
use luozi_web::Options;
use serde_json::json;

#[test]
fn the_page_comes_with_its_guards_and_only_when_it_changed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.text().to_lowercase().contains("<!doctype html>"));
    for header in
        ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff", "cache-control: no-cache"]
    {
        assert!(page.head.contains(header), "{header} in {}", page.head);
    }
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_string();
    let again = server.send("GET", "/", &[("If-None-Match", &tag)], None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(server.get("/analyse").text(), page.text(), "a place inside the page");
    for missing in ["/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/api/nothing"] {
        assert_eq!(server.get(missing).status, 404, "{missing}");
    }
}

#[test]
fn a_folder_can_stand_in_for_the_page_but_nothing_outside_it() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    std::fs::create_dir(&web).unwrap();
    std::fs::write(web.join("index.html"), "own page").unwrap();
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let data_dir = Some(folder.path().join("data"));
    let server = Running::with(Options { web_dir: Some(web), data_dir, ..Options::default() });
    assert_eq!(server.get("/").text(), "own page");
    for outside in ["/../secret.txt", "/..%2fsecret.txt", "//secret.txt", "/x/../../secret.txt"] {
        assert_eq!(server.get(outside).status, 404, "{outside}");
    }
}

#[test]
fn requests_from_other_pages_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let refused = |headers: &[(&str, &str)]| server.send("GET", "/api/info", headers, None).status == 403;
    assert!(refused(&[("Origin", "http://evil.example")]));
    assert!(refused(&[("Origin", "null")]));
    assert!(refused(&[("Host", "evil.example")]), "another name for this address");
    assert!(!refused(&[("Origin", &format!("http://{}", server.authority))]));
    let error = server.try_tab("http://evil.example").err().expect("no socket for other pages");
    assert!(matches!(error, tungstenite::Error::Http(response) if response.status() == 403));
    let form = server.send("POST", "/api/games", &[], Some(("text/plain", "{}".to_string())));
    assert_eq!(form.status, 400, "what a form of another page could send");
}

#[test]
fn the_server_tells_what_it_can_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let info = server.get("/api/info").json();
    assert_eq!((&info["protocol"], &info["hosted"]), (&json!(1), &json!(false)));
    assert_eq!(info["data"], json!({"saved": true, "notice": null}));
    for game in info["games"].as_array().unwrap() {
        let levels = game["levels"].as_array().unwrap();
        assert_eq!(levels.len(), 10);
        assert!(game["build"].as_str().is_some_and(|build| build.len() == 16), "{game}");
        assert!(levels.iter().all(|level| level["elo"].is_i64() == game["measured"].is_string()), "{game}");
        assert!(!game["presets"].as_array().unwrap().is_empty());
        assert_eq!(game["standard"]["game"], game["game"]);
    }
    assert_eq!(server.get("/healthz").json()["ok"], true);
}

#[test]
fn games_go_in_and_out_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let import =
        |game: &str, text: &str| server.request("POST", "/api/import", Some(&json!({"text": text, "game": game})));
    for (game, text) in [("connect4", "4455"), ("reversi", "f5d6c3"), ("nogo", "E5 D4")] {
        let read = import(game, text);
        assert_eq!(read.status, 200, "{}", read.text());
        let record = read.json()["games"][0].clone();
        for ending in ["json", "sgf", "txt"] {
            let written = server.request("POST", &format!("/api/export/{ending}"), Some(&json!({ "record": record })));
            assert_eq!(written.status, 200, "{ending}: {}", written.text());
            let again = import(game, &written.text()).json()["games"][0].clone();
            assert_eq!(
                again["nodes"].to_string().matches("move").count(),
                record["nodes"].to_string().matches("move").count()
            );
        }
    }
    let record = json!({"format": "luozi-game", "version": 1, "setup": connect4(), "nodes": [{}, {"move": "4"}]});
    for (ending, kind, beginning) in
        [("svg", "image/svg+xml", &b"<svg"[..]), ("png", "image/png", b"\x89PNG"), ("gif", "image/gif", b"GIF89a")]
    {
        let body = json!({"record": record, "ply": 1, "theme": "dark", "numbers": "all", "ms": 100});
        let picture = server.request("POST", &format!("/api/export/{ending}"), Some(&body));
        assert_eq!(picture.status, 200, "{ending}");
        assert!(picture.head.contains(&format!("content-type: {kind}")) && picture.body.starts_with(beginning));
    }
    let bad = json!({"record": record, "theme": "pink"});
    assert_eq!(server.request("POST", "/api/export/svg", Some(&bad)).status, 400);
    let wrong = import("reversi", "f5d6\nz9");
    assert_eq!(wrong.status, 422);
    let error = wrong.json()["error"].clone();
    assert_eq!(
        (&error["code"], &error["args"]["line"], &error["args"]["column"]),
        (&json!("import"), &json!(2), &json!(1))
    );
    assert!(error["args"]["reason"].as_str().unwrap().contains("z9"), "{error}");
    assert_eq!(import("chess", "e4").status, 422);
    let record = json!({"format": "luozi-game", "version": 1, "setup": connect4(), "nodes": [{}]});
    assert_eq!(
        server.request("POST", "/api/export/ggf", Some(&json!({ "record": record }))).status,
        422,
        "GGF is for Reversi"
    );
    assert_eq!(server.request("POST", "/api/export/exe", Some(&json!({ "record": record }))).status, 404);
}

#[test]
fn a_server_that_ends_says_goodbye() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path());
    let mut tab = server.tab();
    tab.ask(json!({"type": "hello", "v": 1}));
    drop(server);
    tab.hear_the_end();
}

#[test]
fn the_next_free_port_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let options = Options { port, data_dir: Some(folder.path().to_path_buf()), ..Options::default() };
    let server = Running::at_port(options);
    assert_ne!(server.authority, format!("127.0.0.1:{port}"));
    assert_eq!(server.get("/healthz").status, 200);
}
