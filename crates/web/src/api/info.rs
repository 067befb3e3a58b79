//! What the page asks first: the games with their boards, levels and formats, and what this server can do.

use super::extract::JsonBody;
use super::{Shared, transfer};
use crate::problem::{Code, Problem};
use crate::store::Notice;
use axum::Json;
use axum::extract::State;
use luozi_engine::PRESETS;
use luozi_engine::level::{self, Level};
use luozi_games::{AnyRules, GameKind, Setup};
use luozi_page::GridInfo;
use serde::Serialize;

/// The answer of `/api/info`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerInfo {
    name: &'static str,
    version: &'static str,
    protocol: u32,
    hosted: bool,
    threads: usize,
    memory_mb: u64,
    data: DataInfo,
    games: Vec<GameInfo>,
}

/// Whether anything can be stored.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DataInfo {
    saved: bool,
    /// What the user should know about the file.
    notice: Option<Notice>,
}

/// One game that can be played here.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameInfo {
    /// Its word in setups.
    game: String,
    /// The board people mean when they name only the game.
    standard: Setup,
    /// The grid of that board.
    grid: GridInfo,
    /// Rows and columns of the smallest board.
    min: [u8; 2],
    /// Rows and columns of the largest board.
    max: [u8; 2],
    /// Boards to choose from, rows and columns.
    boards: Vec<[u8; 2]>,
    /// Whether any other board between the smallest and the largest is offered too.
    any_size: bool,
    /// Whether cells may be blocked.
    forbidden_cells: bool,
    /// Endings of the files that a game can be written as.
    formats: Vec<&'static str>,
    /// How the levels play.
    build: String,
    /// How they played when their ratings were measured.
    measured: Option<String>,
    levels: Vec<LevelInfo>,
    presets: Vec<PresetInfo>,
}

/// One level of play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LevelInfo {
    level: u8,
    visits: Option<u64>,
    /// Elo above a player of random moves, where it was measured.
    elo: Option<i16>,
}

/// One preset by name.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PresetInfo {
    name: &'static str,
    about: &'static str,
    source: &'static str,
}

/// The boards that the page offers of a game: the smallest, the largest, and those to choose from.
fn sizes(game: GameKind) -> ([u8; 2], [u8; 2], Vec<[u8; 2]>) {
    match game {
        GameKind::Connect4 => ([4, 4], [13, 16], vec![[6, 7], [9, 9], [10, 11], [12, 12]]),
        GameKind::Reversi => ([4, 4], [8, 8], vec![[4, 4], [6, 6], [8, 8]]),
        GameKind::NoGo => ([2, 2], [11, 11], vec![[5, 5], [7, 7], [9, 9]]),
    }
}

fn game(kind: GameKind) -> GameInfo {
    let (min, max, boards) = sizes(kind);
    let rated = |level: Level| LevelInfo {
        level: level.number(),
        visits: level.recipe(kind).limits.visits,
        elo: level.elo(kind),
    };
    let preset =
        |preset: &luozi_engine::Preset| PresetInfo { name: preset.name, about: preset.about, source: preset.source };
    let standard = Setup::standard(kind);
    GameInfo {
        game: kind.to_string(),
        grid: GridInfo::of(&standard),
        formats: transfer::endings(&standard),
        standard,
        min,
        max,
        boards,
        any_size: kind == GameKind::Connect4,
        forbidden_cells: kind == GameKind::Connect4,
        build: level::build(kind).0.to_string(),
        measured: level::measured(kind).map(|build| build.0.to_string()),
        levels: Level::all().map(rated).collect(),
        presets: PRESETS.iter().filter(|preset| preset.games.contains(&kind)).map(preset).collect(),
    }
}

/// Answers `/api/info`.
pub async fn info(State(server): Shared) -> Json<ServerInfo> {
    let budget = server.pool.budget();
    Json(ServerInfo {
        name: "luozi",
        version: env!("CARGO_PKG_VERSION"),
        protocol: crate::message::VERSION,
        hosted: server.exposure.is_hosted(),
        threads: budget.cores,
        memory_mb: budget.memory_mb,
        data: DataInfo { saved: server.store.saved(), notice: server.store.notice().cloned() },
        games: GameKind::ALL.map(game).into(),
    })
}

/// Answers `/api/grid`: the grid of a board before any position on it was asked for.
pub async fn grid(JsonBody(setup): JsonBody<Setup>) -> Result<Json<GridInfo>, Problem> {
    AnyRules::new(&setup).map_err(|e| Problem::with_reason(Code::BadSetup, e))?;
    Ok(Json(GridInfo::of(&setup)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_offers_boards_that_exist_and_formats_that_can_be_written() {
        for info in GameKind::ALL.map(game) {
            assert!(info.formats.starts_with(&["json"]) && info.formats.ends_with(&["svg", "png", "gif"]), "{info:?}");
            let kind: GameKind = info.game.parse().unwrap();
            for [rows, cols] in info.boards.into_iter().chain([info.min, info.max]) {
                AnyRules::new(&Setup::board(kind, rows, cols)).unwrap();
            }
        }
        assert!(game(GameKind::Reversi).formats.contains(&"ggf"));
        assert!(!game(GameKind::NoGo).formats.contains(&"ggf"));
        assert!(game(GameKind::Connect4).formats.contains(&"saiblo"));
    }
}
