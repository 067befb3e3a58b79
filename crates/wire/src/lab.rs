//! The laboratory: a simulation in the words of the wire, and the table of parameters that may be turned.

use crate::message::{
    GraphNode, LabBlend, LabJudged, LabLanding, LabMove, LabNews, LabSimulation, LabStanding, LabStep, Simulated,
};
use crate::order::Order;
use crate::problem::{Code, Problem};
use luozi_core::sort_few_by;
use luozi_engine::explain::Graph;
use luozi_engine::simulation::{BackUp, Judged, Landing, Simulation, Standing, Step, Term};
use luozi_engine::{Method, NoMove, Recipe, engine_game, presets};
use luozi_games::GameKind;
use luozi_search::{Params, Values};
use serde::Serialize;
use std::collections::BTreeMap;

/// The last simulation that may be asked for: whoever asks for one waits for all before it.
pub const MOST_STEPS: u64 = 5_000;
/// Judgements that a request of the laboratory may cost: it cannot be interrupted.
const MOST_JUDGED: u64 = 20_000;
/// Nodes of the graph in a frame.
pub const MOST_NODES: usize = 120;
/// Moves of a step in a frame: beyond so many, those without visits are left out but for the best.
const MOST_MOVES: usize = 24;
/// Parameters about the machine or about what comes after a search, which simulations do not depend on.
const NOT_OF_SIMULATIONS: [&str; 11] = [
    "reuse",
    "final_choice",
    "visit_floor",
    "lcb_z",
    "temperature",
    "early_stop",
    "threads",
    "memory_mb",
    "max_nodes",
    "touch_pages",
    "seed",
];

impl Order {
    /// The answer to a request of the laboratory.
    pub fn simulated(&self, told: Option<Simulation>, graph: Option<Graph>) -> Simulated {
        let rule = match &self.recipe.method {
            Method::Search(params) => params.selection.word().to_string(),
            Method::AlphaBeta { .. } | Method::Pvs { .. } => String::new(),
        };
        let nodes = graph.map(|graph| graph.nodes).unwrap_or_default();
        Simulated {
            generation: self.board.generation,
            id: self.id,
            rule,
            simulation: told.map(LabSimulation::from),
            nodes: nodes.into_iter().map(GraphNode::from).collect(),
        }
    }
}

/// The simulation that a request asks for, if it can be waited for.
pub fn step_of(asked: Option<u64>, recipe: &Recipe) -> Result<u64, Problem> {
    let step = asked.unwrap_or(1).clamp(1, MOST_STEPS);
    let playouts = match &recipe.method {
        Method::Search(params) => u64::from(params.playouts.max(1)),
        Method::AlphaBeta { .. } | Method::Pvs { .. } => 1,
    };
    if step * playouts > MOST_JUDGED {
        let most = MOST_JUDGED / playouts;
        let text = format!("with {playouts} playouts for a position, simulations beyond {most} take too long");
        let args = serde_json::json!({"playouts": playouts, "most": most});
        return Err(Problem::new(Code::BadMessage, text, args).told_as("too_long"));
    }
    Ok(step)
}

/// Why the laboratory has nothing to show.
pub fn no_simulation(error: &NoMove) -> Problem {
    match error {
        NoMove::Over => Problem::with_reason(Code::GameOver, error),
        NoMove::NoSimulations => Problem::with_reason(Code::BadPlayer, error).told_as("no_simulations"),
        other => Problem::with_reason(Code::Internal, other),
    }
}

impl From<Simulation> for LabSimulation {
    fn from(told: Simulation) -> LabSimulation {
        LabSimulation {
            number: told.number,
            steps: told.steps.into_iter().map(LabStep::from).collect(),
            landing: match told.landing {
                Landing::New => LabLanding::New,
                Landing::Again => LabLanding::Again,
                Landing::Known => LabLanding::Known,
                Landing::Unstored => LabLanding::Unstored,
            },
            cells: told.board,
            v: told.value,
            judged: told.judged.into_iter().map(LabJudged::from).collect(),
            news: told.backups.into_iter().map(LabNews::from).collect(),
        }
    }
}

impl From<Step> for LabStep {
    fn from(step: Step) -> LabStep {
        let chosen = step.chosen.map(|place| step.terms[place].mv.clone());
        let all = step.terms.len();
        let shown = shown(&step);
        let moves: Vec<LabMove> =
            step.terms.into_iter().zip(shown).filter(|(_, shown)| *shown).map(|(term, _)| term.into()).collect();
        LabStep {
            cells: step.board,
            to_move: step.to_move.into(),
            expanded: step.expanded,
            c: step.c,
            sign: step.bonus_sign,
            before: step.before.into(),
            more: all - moves.len(),
            moves,
            chosen,
        }
    }
}

/// Which moves of a step a frame holds: all of few; of many the one that was taken, those with visits or proofs, and the best of the others.
fn shown(step: &Step) -> Vec<bool> {
    let told = |term: &Term| term.visits > 0 || term.proven.is_some();
    let mut shown: Vec<bool> = step.terms.iter().map(|term| step.terms.len() <= MOST_MOVES || told(term)).collect();
    if let Some(chosen) = step.chosen {
        shown[chosen] = true;
    }
    let mut others: Vec<usize> = (0..shown.len()).filter(|&place| !shown[place]).collect();
    sort_few_by(&mut others, |&a, &b| step.terms[b].score.total_cmp(&step.terms[a].score));
    let room = MOST_MOVES.saturating_sub(shown.iter().filter(|shown| **shown).count());
    others.into_iter().take(room).for_each(|place| shown[place] = true);
    shown
}

impl From<Term> for LabMove {
    fn from(term: Term) -> LabMove {
        // Urgencies of statistics by move are large instead of infinite.
        let finite = |value: f64| (value.abs() < 1e6).then_some(value);
        LabMove {
            m: term.mv,
            n: term.visits,
            p: f64::from(term.prior),
            q: finite(term.value),
            bonus: term.bonus,
            score: finite(term.score),
            settled: term.settled,
            proven: term.proven,
            blend: term.blend.map(|blend| LabBlend { samples: blend.samples, mean: blend.mean, share: blend.share }),
        }
    }
}

impl From<Judged> for LabJudged {
    fn from(judged: Judged) -> LabJudged {
        let Judged { after, value, ending, moves, boards } = judged;
        let (score, plies) = ending.unzip();
        LabJudged { after, v: value, score, plies, moves, boards }
    }
}

impl From<Standing> for LabStanding {
    fn from(standing: Standing) -> LabStanding {
        LabStanding { n: standing.visits, v: standing.value, proven: standing.proven }
    }
}

impl From<BackUp> for LabNews {
    fn from(news: BackUp) -> LabNews {
        LabNews {
            to_move: news.to_move.into(),
            before: news.before.map(LabStanding::from),
            after: news.after.into(),
            received: news.received,
        }
    }
}

/// The answer of `/api/parameters`: what may be turned in the laboratory.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Parameters {
    /// The parameters that simulations depend on, in the order of the table.
    pub parameters: Vec<Parameter>,
    /// The presets of each game.
    pub games: BTreeMap<String, Vec<LabPreset>>,
}

/// A parameter, as the laboratory shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Parameter {
    /// The name to set it by.
    pub name: String,
    /// Its value unless a preset says otherwise.
    pub default: String,
    /// What it does, in English.
    pub about: String,
    /// The least and the most, of a number.
    pub range: Option<[f64; 2]>,
    /// A number without fractions.
    pub whole: bool,
    /// The words it may be; `on` and `off` for a switch. Of the evaluator each game has its own.
    pub words: Vec<String>,
}

/// A preset in the laboratory.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabPreset {
    /// The name to ask for it by.
    pub name: String,
    /// What it is, in English.
    pub about: String,
    /// Where it comes from, in English.
    pub source: String,
    /// It makes simulations; others look at all moves to a depth.
    pub simulates: bool,
    /// The parameters in which it differs from the defaults.
    pub values: BTreeMap<String, String>,
    /// The evaluators that it may have instead of its own.
    pub evaluators: Vec<String>,
}

/// The table of all parameters and presets.
pub fn parameters() -> Parameters {
    let of_simulations = |name: &str| !NOT_OF_SIMULATIONS.contains(&name);
    let defaults = Params::default();
    let table = defaults.descriptions().filter(|line| of_simulations(line.name)).map(|line| {
        let (range, whole, words) = match line.values {
            Values::Numbers { least, most, whole } => (Some([least, most]), whole, Vec::new()),
            Values::Switch => (None, false, vec!["on".to_string(), "off".to_string()]),
            Values::Words(words) => (None, false, words.into_iter().map(str::to_string).collect()),
        };
        let (name, about) = (line.name.to_string(), line.meaning.to_string());
        Parameter { name, default: line.default, about, range, whole, words }
    });
    let evaluator = Parameter {
        name: "evaluator".to_string(),
        default: String::new(),
        about: "how new positions are judged".to_string(),
        range: None,
        whole: false,
        words: Vec::new(),
    };
    let games = GameKind::all().into_iter().map(|game| (game.to_string(), presets_of(game)));
    Parameters { parameters: std::iter::once(evaluator).chain(table).collect(), games: games.collect() }
}

fn presets_of(game: GameKind) -> Vec<LabPreset> {
    let evaluators: Vec<String> = engine_game(game)
        .map_or(&[][..], |game| game.evaluators())
        .iter()
        .map(|kind| kind.word().to_string())
        .collect();
    let described = presets(game).into_iter().filter_map(|preset| {
        let recipe = Recipe::of_preset(game, preset.name).ok()?;
        let mut values = BTreeMap::new();
        let simulates = match &recipe.method {
            Method::Search(params) => {
                let differs = params.descriptions().filter(|line| line.value != line.default);
                let differs = differs.filter(|line| !NOT_OF_SIMULATIONS.contains(&line.name));
                values.extend(differs.map(|line| (line.name.to_string(), line.value)));
                values.insert("evaluator".to_string(), preset.evaluator.word().to_string());
                true
            }
            Method::AlphaBeta { .. } | Method::Pvs { .. } => false,
        };
        let [name, about, source] = [preset.name, preset.about, preset.source].map(str::to_string);
        Some(LabPreset { name, about, source, simulates, values, evaluators: evaluators.clone() })
    });
    described.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_in_the_table_and_can_be_made_from_it() {
        let table = parameters();
        let names: Vec<&str> = table.parameters.iter().map(|line| line.name.as_str()).collect();
        for game in GameKind::BUILT_IN {
            let listed = &table.games[&game.to_string()];
            assert!(listed.len() > 3 && listed.iter().filter(|preset| !preset.simulates).count() <= 1);
            for preset in listed.iter().filter(|preset| preset.simulates) {
                let own = Recipe::parse(game, &preset.name).unwrap();
                // Whatever the table says about it can be set on top of it and changes nothing.
                let words = preset.values.iter().map(|(name, value)| format!(",{name}={value}"));
                let again = Recipe::parse(game, &format!("{}{}", preset.name, words.collect::<String>())).unwrap();
                assert_eq!((again.method, again.evaluator), (own.method, own.evaluator), "{}", preset.name);
                assert!(preset.values.keys().all(|name| names.contains(&name.as_str())), "{}", preset.name);
            }
        }
        let many = Recipe::parse(GameKind::NOGO, "classic-nogo,playouts=64").unwrap();
        assert_eq!((step_of(None, &many).unwrap(), step_of(Some(312), &many).unwrap()), (1, 312));
        assert_eq!(step_of(Some(313), &many).unwrap_err().text_key, "err.bad_message.too_long");
        let designs = ["uct-pool", "uct-center", "mcgs"];
        assert!(designs.iter().all(|name| table.games["connect4"].iter().any(|preset| preset.name == *name)));
    }
}
