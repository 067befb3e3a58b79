//! A tournament file as the arena writes it, looked at while it grows.

use super::*;
use luozi_games::record::Winner;
use serde_json::Value;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

const SCHEMA: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY, settings TEXT NOT NULL, about TEXT NOT NULL DEFAULT '', started INTEGER NOT NULL
) STRICT;
CREATE TABLE game (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL, pairing INTEGER NOT NULL, pair INTEGER NOT NULL, swapped INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER NOT NULL, setup TEXT NOT NULL, opening TEXT NOT NULL, status TEXT NOT NULL,
    first_half_points INTEGER, score INTEGER, ending TEXT, fault TEXT, plies INTEGER, stderr_first TEXT, stderr_second TEXT,
    started INTEGER NOT NULL
) STRICT;
CREATE TABLE move (
    game INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, wall_us INTEGER NOT NULL, cpu_us INTEGER NOT NULL,
    value REAL, PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO run (id, settings, started) VALUES (1, '{\"players\":[\"luozi:level=1\",\"random\"]}', 5);
";

const SETUP: &str = r#"{"game":"connect4","rows":6,"cols":7}"#;

struct File {
    folder: tempfile::TempDir,
    connection: SqliteConnection,
}

impl File {
    async fn new() -> File {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Ladder 1.db");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::raw_sql(SCHEMA).execute(&mut connection).await.unwrap();
        File { folder, connection }
    }

    fn events(&self) -> Events {
        Events::new(vec![self.folder.path().join("Ladder 1.db")], None)
    }

    async fn begin(&mut self, id: i64, pair: i64, swapped: bool) {
        let query = sqlx::query(
            "INSERT INTO game (id, run, pairing, pair, swapped, first, second, setup, opening, status, started) \
             VALUES (?, 1, 0, ?, ?, ?, ?, ?, '4 4', 'playing', 9)",
        );
        let query =
            query.bind(id).bind(pair).bind(swapped).bind(i64::from(swapped)).bind(i64::from(!swapped)).bind(SETUP);
        query.execute(&mut self.connection).await.unwrap();
    }

    async fn play(&mut self, id: i64, ply: i64, text: &str) {
        let query = sqlx::query("INSERT INTO move VALUES (?, ?, ?, 301000, 1, 0.25)").bind(id).bind(ply).bind(text);
        query.execute(&mut self.connection).await.unwrap();
    }

    async fn finish(&mut self, id: i64, half_points: i64) {
        let query = sqlx::query(
            "UPDATE game SET status = 'finished', first_half_points = ?, ending = 'the second player resigned', plies = 3 \
             WHERE id = ?",
        );
        query.bind(half_points).bind(id).execute(&mut self.connection).await.unwrap();
    }
}

async fn next_of(feed: &mut Feed, kinds: &[&str]) -> Vec<Value> {
    let mut found = Vec::new();
    for kind in kinds {
        let event = serde_json::to_value(feed.next().await).unwrap();
        assert_eq!(event["kind"], *kind, "{event}");
        found.push(event);
    }
    found
}

#[tokio::test]
async fn events_come_in_order_and_again_from_any_number() {
    let mut file = File::new().await;
    file.begin(1, 0, false).await;
    file.play(1, 2, "5").await;
    file.finish(1, 2).await;
    file.begin(2, 0, true).await;
    let events = file.events();
    let id = events.list().await[0].id.clone();
    assert!(id.starts_with("ladder-1-"), "{id}");
    let mut feed = events.feed(&id, 0).unwrap();
    let found = next_of(&mut feed, &["start", "end", "start", "table"]).await;
    assert_eq!(found[1]["winner"], "first");
    assert_eq!((&found[3]["seq"], &found[3]["table"]["running"]), (&json!(3), &json!(1)));
    file.play(2, 2, "1").await;
    file.finish(2, 1).await;
    let found = next_of(&mut feed, &["move", "end", "table"]).await;
    assert_eq!(found[0]["ply"], 3, "the opening's moves count");
    assert_eq!((&found[0]["m"], &found[0]["ms"], &found[0]["seq"]), (&json!("1"), &json!(301), &json!(4)));
    let mut again = events.feed(&id, 3).unwrap();
    assert_eq!(next_of(&mut again, &["move", "end", "table"]).await, found, "a page that comes back");
    assert!(events.feed("nothing-0000", 0).is_err());
}

#[tokio::test]
async fn standings_count_pairs_and_sides() {
    let mut file = File::new().await;
    for (id, swapped, half_points) in [(1, false, 2), (2, true, 1)] {
        file.begin(id, 7, swapped).await;
        file.finish(id, half_points).await;
    }
    let events = file.events();
    let id = events.list().await[0].id.clone();
    let table = serde_json::to_value(events.table(&id).await.unwrap()).unwrap();
    assert_eq!(table["cross"], json!([{"a": 0, "b": 1, "won": 1, "drawn": 1, "lost": 0, "pairs": [0, 0, 0, 1, 0]}]));
    assert_eq!(table["players"][0]["as_first"], json!([1, 0, 0]));
    assert_eq!(table["players"][1]["as_first"], json!([0, 1, 0]));
    let elo = |player: usize| table["players"][player]["elo"].as_f64().unwrap();
    assert!(elo(0) > elo(1));
    let csv = csv(&events.table(&id).await.unwrap());
    assert!(csv.lines().nth(1).unwrap().starts_with("\"luozi:level=1\","), "{csv}");
}

#[tokio::test]
async fn ratings_hang_on_the_anchor_of_a_ladder() {
    let mut file = File::new().await;
    for (id, swapped, half_points) in [(1, false, 2), (2, true, 1)] {
        file.begin(id, 7, swapped).await;
        file.finish(id, half_points).await;
    }
    let events = file.events();
    let id = events.list().await[0].id.clone();
    let free = events.table(&id).await.unwrap();
    assert_eq!(free.anchor, None);
    let kind = luozi_arena::matches::Kind::Ladder { anchor: Some(1) };
    let machine = json!({"system": "", "processor": "", "instructions": "", "processors": 1, "memory_mb": 0});
    let about = json!({"kind": kind, "command": "", "version": "", "concurrency": 1, "machine": machine});
    let query = sqlx::query("UPDATE run SET about = ?").bind(about.to_string());
    query.execute(&mut file.connection).await.unwrap();
    let table = events.table(&id).await.unwrap();
    assert_eq!((table.anchor, table.players[1].elo), (Some(1), Some(0.0)));
    let gap = |table: &Table| table.players[0].elo.unwrap() - table.players[1].elo.unwrap();
    assert!((gap(&table) - gap(&free)).abs() < 1e-6, "the differences stay");
}

#[tokio::test]
async fn a_game_can_be_replayed() {
    let mut file = File::new().await;
    file.begin(1, 0, false).await;
    file.play(1, 2, "5").await;
    file.finish(1, 2).await;
    let events = file.events();
    let id = events.list().await[0].id.clone();
    let record = events.open(&id).await.unwrap().record(1).await.unwrap();
    let moves: Vec<&str> = record.tree().main_line().filter_map(|node| record.tree().move_text(node)).collect();
    assert_eq!(moves, ["4", "4", "5"]);
    assert_eq!(record.header.players[1].name, "random");
    let result = record.header.result.as_ref().unwrap();
    assert_eq!((result.winner, result.reason.as_str()), (Winner::First, "the second player resigned"));
    assert!(events.open(&id).await.unwrap().record(99).await.is_err());
}
