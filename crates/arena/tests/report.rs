//! The page of a run and the replay of a turn, from a record with good games and faults.

mod common;

use common::{host, small_match};
use luozi_arena::matches::export;
use luozi_arena::matches::openings::Boards;
use luozi_arena::matches::{About, Archive, Kind, RunResult, Settings, Store, StoreError, run};
use luozi_arena::players::NoBuiltIns;
use luozi_arena::replay::{Extent, OtherLimits, ReplayError, Replayed, Turn, replay};
use luozi_arena::report::{Figures, page};
use luozi_games::record::Record;
use luozi_games::{GameKind, Setup};
use luozi_protocol::formats::{Format, read, write};
use serde_json::Value;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// It reads its input, says something with a tag in it, and dies.
const BAD: &str = "botzone:sh -c 'read line; echo \"</script> <b>why\" >&2; exit 3'";

/// A ladder of Reversi with a bot that dies at its first move, recorded in a file.
fn recorded(folder: &Path) -> (PathBuf, Settings, About, RunResult) {
    let reversi = Boards::Fixed(Setup::standard(GameKind::REVERSI));
    let settings = small_match(&["random", BAD, "random"], 2, reversi, 3);
    let about = About::here(Kind::Ladder { anchor: Some(0) }, "luozi ladder ...".to_string(), 2);
    let path = folder.join("ladder.db");
    let store = Store::open(&path, &settings.fingerprint(), &about, false).unwrap();
    let result = run(&settings, &host(), &NoBuiltIns, Some(&store), &AtomicBool::new(false), |_, _| {}).unwrap();
    (path, settings, about, result)
}

/// The text between two marks.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let start = text.find(from).unwrap_or_else(|| panic!("{from}")) + from.len();
    &text[start..start + text[start..].find(to).unwrap_or_else(|| panic!("{to}"))]
}

#[test]
fn the_page_stands_alone_and_shows_the_figures() {
    let folder = tempfile::tempdir().unwrap();
    let (path, settings, about, result) = recorded(folder.path());
    let archive = Archive::open(&path).unwrap();
    let text = page(&archive, Some(&path), "zh").unwrap();

    // It asks nobody for anything, and says so to the browser. The only addresses are names of name spaces.
    assert!(text.contains("default-src 'none'") && text.starts_with("<!doctype html>\n<html lang=\"zh\" "));
    assert_eq!(text.matches("://").count(), text.matches("http://www.w3.org/").count());
    for outside in ["src=", "href=", "@import", "url(h", "fetch(", "XMLHttpRequest", "LUOZI-DATA"] {
        assert!(!text.contains(outside), "{outside}");
    }
    // What a bot wrote cannot end the script: there are two, and their ends.
    assert_eq!((text.matches("<script").count(), text.matches("</script>").count()), (2, 2));

    // Its data are the figures of the terminal.
    let data: Value =
        serde_json::from_str(between(&text, "<script id=\"data\" type=\"application/json\">", "</script>")).unwrap();
    let conditions = settings.conditions();
    let figures = Figures { kind: &about.kind, conditions: &conditions, result: &result, record: Some(&path) };
    assert_eq!(data["summary"], Value::from(figures.lines()));
    assert_eq!(data["conditions"], serde_json::to_value(&conditions).unwrap());
    assert_eq!((&data["played_games"], &data["planned_games"]), (&12.into(), &12.into()));
    let games = data["games"].as_array().unwrap();
    assert_eq!(games.len(), 12);
    let faulty: Vec<&Value> = games.iter().filter(|game| !game["fault"].is_null()).collect();
    assert_eq!(faulty.len(), 8);
    for game in &faulty {
        assert_eq!((&game["fault"]["player"], &game["fault"]["kind"]), (&1.into(), &"crash".into()));
        assert!(game["fault"]["replay"].as_str().unwrap().contains(" --replay "));
        assert!(game["stderr"].to_string().contains("</script> <b>why"));
    }
    let moves = |game: &Value, field: &str| game[field].as_str().unwrap().split_whitespace().count();
    for game in games {
        assert_eq!(moves(game, "moves"), moves(game, "changes"), "every move changes cells or is a pass");
        assert_eq!(game["times"].as_array().unwrap().len() + 3, moves(game, "moves"));
    }
}

/// The turn once more, after the whole game before it.
fn again(archive: &Archive, turn: Turn) -> Result<Replayed, ReplayError> {
    replay(archive, turn, Extent::WholeGame, OtherLimits::default(), &host(), &NoBuiltIns)
}

#[test]
fn a_faulty_turn_is_replayed_into_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _, _, result) = recorded(folder.path());
    let archive = Archive::open(&path).unwrap();
    let game = result.games.iter().find(|game| game.fault.is_some()).unwrap();
    let (number, fault) = (game.number.unwrap(), game.fault.as_ref().unwrap());
    let turn = Turn { game: number, move_number: fault.move_number };
    let replayed = again(&archive, turn).unwrap();
    assert_eq!((replayed.player.to_string(), &replayed.position), (BAD.to_string(), &fault.position));
    assert_eq!(replayed.verdict.unwrap_err().to_string(), "crashed: exit code 3");
    assert_eq!(replayed.recorded, Some(game.ending.clone()));
    assert!(replayed.stderr.contains("<b>why") && replayed.explain == fault.command);
    let sent = String::from_utf8(replayed.exchange.unwrap().sent).unwrap();
    assert!(sent.starts_with("{\"requests\":["), "{sent}");

    // A turn that went well, with its move; and turns that are none.
    let clean = result.games.iter().find(|game| game.fault.is_none()).unwrap();
    let number = clean.number.unwrap();
    let played = archive.moves(number).unwrap();
    let replayed = again(&archive, Turn { game: number, move_number: 4 }).unwrap();
    assert_eq!(replayed.recorded, Some(played[0].text.clone()));
    assert!(replayed.verdict.is_ok() && replayed.exchange.is_none());
    let error = |game, move_number| again(&archive, Turn { game, move_number }).unwrap_err();
    assert!(matches!(error(99, 1), ReplayError::Store(StoreError::NoGame(99, ..))));
    assert!(matches!(error(number, 3), ReplayError::NoMove { first: 4, .. }), "an opening move");
    assert!(matches!(error(number, clean.plies + 1), ReplayError::NoMove { .. }), "the game is over there");
}

#[test]
fn recorded_games_are_exported_as_saved_games_and_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _, _, result) = recorded(folder.path());
    let archive = Archive::open(&path).unwrap();
    let games = export::saved_games(&archive).unwrap();
    assert_eq!(games.len(), 12);
    for (number, saved) in &games {
        let played = result.games.iter().find(|game| game.number == Some(*number)).unwrap();
        assert_eq!(saved.tree().main_line().count(), played.plies);
        let header = saved.header.result.as_ref().unwrap();
        assert_eq!(header.reason, if played.fault.is_some() { "forfeit" } else { "" });
        assert_eq!(header.winner.player().is_none(), played.first_half_points == 1);
        for format in [Format::Json, Format::Sgf, Format::Ggf, Format::Botzone] {
            let text = write(saved, format).unwrap();
            let again = &read(&text, Some(saved.setup())).unwrap()[0];
            assert_eq!(again.tree().main_line().count(), played.plies, "{format}: {text}");
        }
        assert_eq!(Record::from_json(&saved.to_json()).unwrap(), *saved);
    }
    // Commas and quotes in a player's name must not shift a column.
    let rows = |text: &str| csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).count();
    let table = export::games_csv(&archive).unwrap();
    assert_eq!(rows(&table), 12);
    assert!(table.contains("\"botzone:sh -c 'read line; echo \"\"</script> <b>why\"\" >&2; exit 3'\""), "{table}");
    let played: usize = result.games.iter().map(|game| game.plies - game.opening.len()).sum();
    assert_eq!(rows(&export::moves_csv(&archive).unwrap()), played);
}

/// Changes a file behind the arena's back.
fn tamper(path: &Path, change: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(path);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::raw_sql(change).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}

#[test]
fn damaged_records_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (path, ..) = recorded(folder.path());
    let refused = |change, reason: &str| {
        let copy = folder.path().join("copy.db");
        std::fs::copy(&path, &copy).unwrap();
        tamper(&copy, change);
        let error = Archive::open(&copy).and_then(|archive| page(&archive, None, "en")).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    refused("UPDATE game SET first = 9 WHERE id = 1", "its players are not those of its pairing");
    refused("UPDATE game SET pairing = 9 WHERE id = 1", "there is no pairing 9");
    refused("UPDATE game SET opening = 'a1' WHERE id = 1", "the opening is wrong at move 1");
    refused("UPDATE game SET first_half_points = 7 WHERE id = 1", "its result cannot be");
    refused("UPDATE run SET settings = '{}'", "something unexpected");
    refused("PRAGMA user_version = 7", "another version of luozi (form 7, expected 1)");
    refused("PRAGMA foreign_keys = OFF; DELETE FROM run", "holds no run");
}

/// What a real browser makes of the page, in both languages.
#[test]
fn a_browser_draws_the_page() {
    if !common::has_program("chromium") {
        eprintln!("skipped: chromium is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, ..) = recorded(folder.path());
    for (lang, words) in [
        (
            "en",
            ["In short", "Cross table", "Ratings", "Time per move", "8 games were lost by a fault.", "To repeat it"],
        ),
        ("zh", ["概要", "对战表", "等级分", "每步用时", "8 局因犯规告负。", "如何重现"]),
    ] {
        let file = folder.path().join("page.html");
        std::fs::write(&file, page(&Archive::open(&path).unwrap(), Some(&path), lang).unwrap()).unwrap();
        let mut browser = Command::new("chromium");
        browser.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--virtual-time-budget=2000",
        ]);
        browser.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        let output = browser.arg("--dump-dom").arg(format!("file://{}", file.display())).output().unwrap();
        let dom = String::from_utf8_lossy(&output.stdout);
        let drawn = between(&dom, "<main>", "</main>");
        for word in words {
            assert!(drawn.contains(word), "{word}: {drawn}");
        }
        for wrong in ["undefined", "NaN", "[object", "{a}", "{n}"] {
            assert!(!drawn.contains(wrong), "{wrong}: {drawn}");
        }
        assert!(drawn.matches("<svg").count() >= 8, "boards, icons and charts: {drawn}");
    }
}
