//! `luozi presets`: every preset, every parameter.

use crate::error::bad_input;
use luozi::engine::{Endgame, EvaluatorKind, Method, PRESETS, Preset, Recipe, engine_game, presets};
use luozi::games::GameKind;
use luozi::search::Params;
use serde_json::json;
use std::io::Write;

/// List every preset and every parameter with default, range, meaning and source
///
/// Example: luozi presets nogo
#[derive(clap::Args)]
pub struct Args {
    /// Only the presets of this game
    game: Option<GameKind>,
    /// One JSON object a line on stdout: presets, then parameters
    #[arg(long)]
    json: bool,
}

/// What a player has beside the parameters of its search: name, default, range, meaning.
const SETTINGS: [(&str, &str, &str, &str); 5] = [
    ("mix", "none", "an evaluator", "whose opinion is mixed into every value; needs mix_share"),
    ("mix_share", "none", "0 to 1", "the share of that opinion; needs mix"),
    (
        "solve_within",
        "0",
        "a number",
        "with at most so many cells or points left to play, the exact solver is asked about a leaf first; in Reversi a \
         leaf is won for who can wipe out the other side at once",
    ),
    ("solve_nodes", "2000", "a number from 1", "nodes the solver may use on one leaf"),
    (
        "solve_root",
        "0",
        "a number",
        "with at most so many left in the position to move in, the solver is asked before the search, for a quarter of the time or 20 nodes a simulation",
    ),
];

/// The presets that come with the program, then those that further games brought; each with the games that have it.
fn presets_and_games() -> Vec<(&'static Preset, Vec<GameKind>)> {
    let mut all: Vec<(&'static Preset, Vec<GameKind>)> = PRESETS.iter().map(|preset| (preset, Vec::new())).collect();
    for game in GameKind::all() {
        for preset in presets(game) {
            match all.iter_mut().find(|(known, _)| std::ptr::eq(*known, preset)) {
                Some((_, games)) => games.push(game),
                None => all.push((preset, vec![game])),
            }
        }
    }
    all
}

/// Prints the tables.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    for (preset, games) in presets_and_games() {
        let Some(&first) = games.first().filter(|_| args.game.is_none_or(|game| games.contains(&game))) else {
            continue;
        };
        let games: Vec<String> = games.iter().map(ToString::to_string).collect();
        let recipe = Recipe::of_preset(first, preset.name).map_err(bad_input)?;
        let Method::Search(params) = recipe.method else {
            // A preset of another method has none of the parameters below.
            if args.json {
                let line = json!({
                    "preset": preset.name, "games": games, "evaluator": preset.evaluator.word(), "about": preset.about,
                    "source": preset.source, "values": {},
                });
                writeln!(out, "{line}")?;
            } else {
                writeln!(out, "{} ({})\n  {}", preset.name, games.join(", "), preset.about)?;
                writeln!(out, "  source: {}\n  evaluator={}\n", preset.source, preset.evaluator)?;
            }
            continue;
        };
        if args.json {
            let Endgame { within, nodes, root_within } = recipe.endgame;
            let solving =
                [("solve_within", u64::from(within)), ("solve_nodes", nodes), ("solve_root", root_within.into())];
            let solving = solving.map(|(name, value)| (name.to_string(), value.to_string().into()));
            let values = params.descriptions().map(|line| (line.name.to_string(), line.value.into())).chain(solving);
            let line = json!({
                "preset": preset.name, "games": games, "evaluator": preset.evaluator.word(), "about": preset.about,
                "source": preset.source, "values": serde_json::Map::from_iter(values),
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{} ({})", preset.name, games.join(", "))?;
            writeln!(out, "  {}", preset.about)?;
            writeln!(out, "  source: {}", preset.source)?;
            let changed = params.descriptions().filter(|line| line.value != line.default);
            let mut changed: Vec<String> = changed.map(|line| format!("{}={}", line.name, line.value)).collect();
            if let Endgame { within: within @ 1.., nodes, .. } = recipe.endgame {
                changed.push(format!("solve_within={within} solve_nodes={nodes}"));
            }
            writeln!(out, "  evaluator={} {}\n", preset.evaluator, changed.join(" "))?;
        }
    }
    for line in Params::default().descriptions() {
        if args.json {
            let line = json!({
                "parameter": line.name, "default": line.default, "range": line.range, "meaning": line.meaning,
                "source": line.source,
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{} = {} [{}]\n    {} ({})", line.name, line.default, line.range, line.meaning, line.source)?;
        }
    }
    for (name, default, range, meaning) in SETTINGS {
        if args.json {
            let line = json!({
                "parameter": name, "default": default, "range": range, "meaning": meaning, "source": "own",
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name} = {default} [{range}]\n    {meaning} (own)")?;
        }
    }
    if !args.json {
        let mut words: Vec<&str> = Vec::new();
        for game in GameKind::all().into_iter().filter(|&game| args.game.is_none_or(|wanted| wanted == game)) {
            let own = engine_game(game).map_or(&[][..], |game| game.evaluators());
            let new: Vec<&str> = own.iter().copied().map(EvaluatorKind::word).filter(|w| !words.contains(w)).collect();
            words.extend(new);
        }
        writeln!(out, "evaluator [{}]\n    how positions are judged", words.join(", "))?;
    }
    Ok(())
}
