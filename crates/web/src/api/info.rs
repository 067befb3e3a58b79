//! What this server can do, for the page's menus.

use super::{Answer, Shared};
use axum::Json;
use axum::extract::State;
use luozi_engine::PRESETS;
use luozi_engine::level::{self, Level};
use luozi_games::{GameKind, Setup};
use serde_json::{Value, json};

/// Smallest and largest board that the page offers.
fn sizes(game: GameKind) -> ([u8; 2], [u8; 2]) {
    match game {
        GameKind::Connect4 => ([4, 4], [13, 16]),
        GameKind::Reversi => ([4, 4], [8, 8]),
        GameKind::NoGo => ([2, 2], [11, 11]),
    }
}

fn game(kind: GameKind) -> Value {
    let (min, max) = sizes(kind);
    let rated = |level: Level| {
        let visits = level.recipe(kind).limits.visits;
        json!({"level": level.number(), "visits": visits, "elo": level.elo(kind)})
    };
    let presets = PRESETS.iter().filter(|preset| preset.games.contains(&kind));
    let preset =
        |preset: &luozi_engine::Preset| json!({"name": preset.name, "about": preset.about, "source": preset.source});
    json!({
        "game": kind.to_string(),
        "standard": Setup::standard(kind),
        "min": min,
        "max": max,
        "build": level::build(kind).0,
        "measured": level::measured(kind).map(|build| build.0),
        "levels": Level::all().map(rated).collect::<Vec<_>>(),
        "presets": presets.map(preset).collect::<Vec<_>>(),
    })
}

/// Answers `/api/info`.
pub async fn info(State(server): Shared) -> Answer {
    let budget = server.pool.budget();
    Ok(Json(json!({
        "name": "luozi",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": crate::message::VERSION,
        "hosted": server.exposure.is_hosted(),
        "threads": budget.cores,
        "memory_mb": budget.memory_mb,
        "data": {"saved": server.store.saved(), "notice": server.store.notice()},
        "games": GameKind::ALL.map(game),
    })))
}
