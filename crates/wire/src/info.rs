//! What the page asks first: the games with their boards, levels and formats, and what whoever answers can do.

use crate::transfer;
use luozi_engine::level::{self, Level};
use luozi_games::{GameKind, Setup};
use luozi_page::GridInfo;
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer of `/api/info`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ServerInfo {
    name: &'static str,
    version: &'static str,
    protocol: u32,
    hosted: bool,
    threads: usize,
    memory_mb: u64,
    data: DataInfo,
    /// Whether there is a class.
    class: bool,
    games: Vec<GameInfo>,
}

/// Whether anything can be stored.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DataInfo {
    /// Whether games are kept.
    pub saved: bool,
    /// What the user should know about the file.
    pub notice: Option<Notice>,
}

/// What the user should know about the file: a sentence of the page and what to put into it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Notice {
    /// The key of the sentence.
    pub text_key: &'static str,
    /// What to put into it.
    pub args: BTreeMap<&'static str, String>,
}

impl ServerInfo {
    /// All registered games, thought about on so many cores with so much memory.
    pub fn new(hosted: bool, threads: usize, memory_mb: u64, data: DataInfo) -> ServerInfo {
        ServerInfo {
            name: "luozi",
            version: env!("CARGO_PKG_VERSION"),
            protocol: crate::message::VERSION,
            hosted,
            threads,
            memory_mb,
            data,
            class: false,
            games: GameKind::all().into_iter().map(GameInfo::of).collect(),
        }
    }

    /// The same on a server that is for a class.
    pub fn of_class(self, class: bool) -> ServerInfo {
        ServerInfo { class, ..self }
    }

    /// The same without the formats of files that cannot be written.
    pub fn writing(mut self, can_be_written: impl Fn(&str) -> bool) -> ServerInfo {
        for game in &mut self.games {
            game.formats.retain(|format| can_be_written(format));
        }
        self
    }
}

/// One game that can be played here.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LevelInfo {
    level: u8,
    visits: Option<u64>,
    /// Elo above a player of random moves, where it was measured.
    elo: Option<i16>,
}

/// One preset by name.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PresetInfo {
    name: &'static str,
    about: &'static str,
    source: &'static str,
}

impl GameInfo {
    fn of(kind: GameKind) -> GameInfo {
        let sizes = kind.sizes();
        let pair = |(rows, cols): (u8, u8)| [rows, cols];
        let rated = |level: Level| LevelInfo {
            level: level.number(),
            visits: level.recipe(kind).limits.visits,
            elo: level.elo(kind),
        };
        let preset = |preset: &luozi_engine::Preset| PresetInfo {
            name: preset.name,
            about: preset.about,
            source: preset.source,
        };
        let standard = Setup::standard(kind);
        GameInfo {
            game: kind.to_string(),
            grid: GridInfo::on(&standard).expect("the standard board of a game exists"),
            formats: transfer::endings(&standard),
            standard,
            min: pair(sizes.smallest),
            max: pair(sizes.largest),
            boards: sizes.offered.iter().copied().map(pair).collect(),
            any_size: kind.forbids_cells(),
            forbidden_cells: kind.forbids_cells(),
            build: level::build(kind).map_or_else(String::new, |build| build.0.to_string()),
            measured: level::measured(kind).map(|build| build.0.to_string()),
            levels: Level::all().map(rated).collect(),
            presets: luozi_engine::presets(kind).into_iter().map(preset).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_offers_boards_that_exist_and_formats_that_can_be_written() {
        for info in GameKind::BUILT_IN.map(GameInfo::of) {
            assert!(info.formats.starts_with(&["json"]) && info.formats.ends_with(&["svg", "png", "gif"]), "{info:?}");
            let kind: GameKind = info.game.parse().unwrap();
            for [rows, cols] in info.boards.into_iter().chain([info.min, info.max]) {
                luozi_games::Session::new(&Setup::board(kind, rows, cols)).unwrap();
            }
        }
        assert!(GameInfo::of(GameKind::REVERSI).formats.contains(&"ggf"));
        assert!(!GameInfo::of(GameKind::NOGO).formats.contains(&"ggf"));
        assert!(GameInfo::of(GameKind::CONNECT4).formats.contains(&"saiblo"));
    }
}
