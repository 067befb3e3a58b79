//! Files of games in the WTHOR format: 16 bytes of header, then 68 bytes a game.

use anyhow::{Context, Result, ensure};
use luozi_core::Game;
use luozi_games::reversi::{Position, Rules, Square};
use std::path::{Path, PathBuf};

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const MOVES_FROM: usize = 8;

/// A game: its positions with the side to move, and what is known about the score.
pub(crate) struct Record {
    /// Every position in which a side has a move, from the start of what may be learned.
    pub(crate) positions: Vec<Position>,
    /// The first player's difference of discs with best play from so many empty squares on.
    pub(crate) theory: Option<(u32, i16)>,
    /// The first player's difference of discs at the end, if the game was finished.
    pub(crate) result: Option<i16>,
}

/// Reads every `.wtb` file of a folder, by name. Games that break off or break the rules are kept up to there.
pub(crate) fn read_folder(folder: &Path) -> Result<Vec<Record>> {
    let listing = std::fs::read_dir(folder).with_context(|| format!("cannot list the folder {}", folder.display()))?;
    let mut files: Vec<PathBuf> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")));
    files.sort();
    ensure!(!files.is_empty(), "{} has no .wtb files; give the folder that holds them", folder.display());
    let mut games = Vec::new();
    for file in files {
        let data = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        games.extend(read(&data).with_context(|| format!("{} cannot be used", file.display()))?);
    }
    Ok(games)
}

fn read(data: &[u8]) -> Result<Vec<Record>> {
    ensure!(data.len() >= HEADER_BYTES, "it has {} bytes; expected a header of {HEADER_BYTES}", data.len());
    let (header, body) = data.split_at(HEADER_BYTES);
    let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    let (size, depth) = (header[12], u32::from(header[14]));
    ensure!(matches!(size, 0 | 8), "its board has {size} rows; expected 8");
    let expected = games.saturating_mul(GAME_BYTES);
    ensure!(body.len() == expected, "{games} games need {expected} bytes and {} follow the header", body.len());
    Ok(body.chunks_exact(GAME_BYTES).map(|game| replay(game, depth)).collect())
}

fn replay(game: &[u8], depth: u32) -> Record {
    let rules = Rules::standard();
    let mut position = rules.initial();
    let mut positions = Vec::with_capacity(60);
    for &byte in &game[MOVES_FROM..] {
        if rules.outcome(&position).is_none() && rules.placements(&position) == 0 {
            rules.play_unchecked(&mut position, Square::PASS);
        }
        let (row, column) = (usize::from(byte / 10).wrapping_sub(1), usize::from(byte % 10).wrapping_sub(1));
        let Some(square) = Square::at(row, column).filter(|&square| rules.check(&position, square).is_ok()) else {
            break;
        };
        positions.push(position);
        rules.play_unchecked(&mut position, square);
    }
    // Empty squares belong to the winner in these files, so the discs of both sides add up to 64.
    let theory = (depth > 0 && game[7] <= 64).then(|| (depth, 2 * i16::from(game[7]) - 64));
    let result = rules.outcome(&position).map(|score| score.0);
    Record { positions, theory, result }
}
