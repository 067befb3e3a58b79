//! Small things that SGF and GGF write alike.

use super::PlayerInfo;
use luozi_core::Player;

/// The letter of a colour: the first player is Black.
pub(super) fn colour(player: Player) -> &'static str {
    ["B", "W"][player.index()]
}

/// Milliseconds as seconds with all three decimals.
pub(super) fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

/// The number of milliseconds, if there are that many seconds in a time.
pub(super) fn milliseconds(seconds: f64) -> Option<u64> {
    (0.0..1e9).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

/// A number that a value may be.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Both players, from the properties of their names and levels.
pub(super) fn players(text: impl Fn(&str) -> String, properties: [[&str; 2]; 2]) -> [PlayerInfo; 2] {
    properties.map(|[name, level]| PlayerInfo { name: text(name), level: text(level), program: String::new() })
}
