//! The parameter table: everything in which searches differ, once.
//!
//! One list of name, type, default, range, meaning and source generates the struct, the setter by name and the
//! descriptions that `presets` prints and a tuner reads. A preset is a row of values for this table.
//! Combinations that cannot work are refused by [`Params::validate`], not repaired.

use crate::options::{Backup, Expansion, FinalChoice, Fpu, Prove, Reward, Selection};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A setting that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// No parameter has that name.
    #[error("there is no parameter `{found}`; did you mean `{nearest}`?")]
    Unknown {
        /// The name as given.
        found: String,
        /// The closest existing name.
        nearest: &'static str,
    },
    /// The value does not fit the parameter.
    #[error("parameter `{name}`: found `{found}`, expected {expected}")]
    BadValue {
        /// The parameter as it is written.
        name: &'static str,
        /// The value as given.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// Two settings contradict each other.
    #[error("{first} does not work with {second}: {reason}")]
    Conflict {
        /// One of the two, as `name=value`.
        first: &'static str,
        /// The other one.
        second: &'static str,
        /// Why, and what to do.
        reason: &'static str,
    },
}

/// One line of the table, as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Description {
    /// The name to set it by.
    pub name: &'static str,
    /// The present value.
    pub value: String,
    /// The value it has unless set.
    pub default: String,
    /// What it may be.
    pub range: String,
    /// The same as data.
    pub values: Values,
    /// What it does.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// The values that a parameter may have.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Numbers, the ends included.
    Numbers {
        /// The smallest value that is taken.
        least: f64,
        /// The largest value that is taken.
        most: f64,
        /// Whether fractions are refused.
        whole: bool,
    },
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Words(Vec<&'static str>),
}

/// A type that can stand in the table.
trait Setting: Sized {
    /// What limits its values.
    type Range;
    /// Reads a value inside the range.
    fn read(text: &str, range: &Self::Range) -> Option<Self>;
    /// Writes it so that `read` gets it back.
    fn text(&self) -> String;
    /// The range in words.
    fn range_text(range: &Self::Range) -> String;
    /// The range as data.
    fn values(range: &Self::Range) -> Values;
}

/// Reads a number and checks its range.
fn read_number<T: FromStr + PartialOrd>(text: &str, range: &RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|value| range.contains(value))
}

/// A range of numbers in words.
fn number_range<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("{} to {}", range.start(), range.end())
}

macro_rules! number_setting {
    ($($number:ty, $whole:literal);+) => { $(
        impl Setting for $number {
            type Range = RangeInclusive<$number>;
            fn read(text: &str, range: &Self::Range) -> Option<Self> { read_number(text, range) }
            fn text(&self) -> String { self.to_string() }
            fn range_text(range: &Self::Range) -> String { number_range(range) }
            fn values(range: &Self::Range) -> Values {
                Values::Numbers { least: *range.start() as f64, most: *range.end() as f64, whole: $whole }
            }
        }
    )+ };
}
number_setting!(f64, false; u32, true; u64, true);

impl Setting for bool {
    type Range = ();
    fn read(text: &str, _: &()) -> Option<bool> {
        match text {
            "on" | "true" | "yes" | "1" => Some(true),
            "off" | "false" | "no" | "0" => Some(false),
            _ => None,
        }
    }
    fn text(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }
    fn range_text(_: &()) -> String {
        "on, off".to_owned()
    }
    fn values(_: &()) -> Values {
        Values::Switch
    }
}

macro_rules! choice_setting {
    ($($choice:ty),+) => { $(
        impl Setting for $choice {
            type Range = ();
            fn read(text: &str, _: &()) -> Option<Self> { Self::ALL.iter().copied().find(|choice| choice.word() == text) }
            fn text(&self) -> String { self.word().to_owned() }
            fn range_text(_: &()) -> String { Self::ALL.iter().map(|choice| choice.word()).collect::<Vec<_>>().join(", ") }
            fn values(_: &()) -> Values { Values::Words(Self::ALL.iter().map(|choice| choice.word()).collect()) }
        }
    )+ };
}
choice_setting!(Selection, Fpu, Expansion, Reward, Backup, Prove, FinalChoice);

/// Generates [`Params`] from the table.
macro_rules! parameters {
    ($($name:ident: $type:ty = $default:expr, $range:expr, $meaning:literal, $source:literal;)+) => {
        /// Every parameter of the search. See the table in this module's source, or [`Params::descriptions`].
        #[derive(Clone, PartialEq, Debug)]
        pub struct Params { $(#[doc = $meaning] pub $name: $type,)+ }

        impl Default for Params {
            fn default() -> Params { Params { $($name: $default,)+ } }
        }

        impl Params {
            /// The names of all parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// Sets one parameter by name.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
                match name {
                    $(stringify!($name) => {
                        let range = $range;
                        self.$name = <$type as Setting>::read(value, &range).ok_or_else(|| ParamError::BadValue {
                            name: stringify!($name),
                            found: luozi_core::excerpt(value),
                            expected: <$type as Setting>::range_text(&range),
                        })?;
                    })+
                    _ => return Err(unknown(name)),
                }
                Ok(())
            }

            /// Every line of the table with its present value.
            pub fn descriptions(&self) -> impl Iterator<Item = Description> {
                let defaults = Params::default();
                [$(Description {
                    name: stringify!($name),
                    value: self.$name.text(),
                    default: defaults.$name.text(),
                    range: <$type as Setting>::range_text(&$range),
                    values: <$type as Setting>::values(&$range),
                    meaning: $meaning,
                    source: $source,
                },)+].into_iter()
            }
        }
    };
}

parameters! {
    selection: Selection = Selection::Puct, (), "rule that picks the child to walk into", "UCB1: Auer 2002; PUCT: Rosin 2011, Silver 2017; RAVE: Gelly 2007; GRAVE: Cazenave 2015";
    c: f64 = 1.0, 0.0..=20.0, "exploration constant of the selection rule, for values in [-1, 1]", "swept per preset";
    root_c_factor: f64 = 1.0, 0.0..=20.0, "c is multiplied by this at the root", "lc0";
    root_sign_only: bool = false, (), "adds the bonus from the root player's view at every node, so that the opponent avoids what is unexplored: the published flaw of the reversi-weights program", "reversi-weights";
    fpu: Fpu = Fpu::Parent, (), "value of an unvisited child", "infinite: UCT; average: mcgs";
    fpu_value: f64 = 0.0, -1.0..=1.0, "reduction for fpu=reduced, value for fpu=fixed", "lc0";
    rave_bias: f64 = 1e-4, 0.0..=1.0, "bias b in the weight a / (a + n + b·a·n) of all-moves-as-first statistics", "Cazenave 2015";
    rave_prior: f64 = 0.0, 0.0..=1000.0, "samples worth a draw that all-moves-as-first statistics begin with", "published tournament programs of NoGo: 20";
    rave_share_bonus: bool = false, (), "selection=rave or grave: the exploration bonus counts only with the mean's share in the blend", "published tournament programs of NoGo";
    grave_visits: u32 = 50, 0..=1_000_000, "visits an ancestor needs before its statistics are used by selection=grave", "Cazenave 2015";
    expansion: Expansion = Expansion::One, (), "positions evaluated per new node: itself, or all its children", "all: mcgs";
    playouts: u32 = 1, 1..=64, "how often a new position is judged, unless for a policy: the mean is its value, and each playout a sample of its own for all-moves-as-first statistics", "leaf parallelisation: Cazenave and Jouandeau 2007";
    win_first: bool = false, (), "a node with an immediately winning move gets that child only", "uct-pool";
    follow_forced: bool = false, (), "a new node with a single candidate move is walked through at once", "own";
    hook: bool = true, (), "ask the game which moves are worth considering, instead of taking all legal ones", "mcgs";
    shuffle: bool = false, (), "children stand in random order, which decides between equals", "nogo-mobility";
    max_depth: u32 = 1000, 1..=1000, "plies below the root beyond which no node is expanded", "reversi-weights: 8";
    reward: Reward = Reward::Plain, (), "worth of a playout's end", "decayed: uct-pool, uct-center; stones: mcgs";
    decay_cap: f64 = 5.0, 1.0..=100.0, "reward=decayed: magnitude of a win at distance 0 before rescaling; it falls by one per ply down to 1", "uct-pool: 5; uct-center: 6";
    score_weight: f64 = 0.1, 0.0..=1.0, "reward=stones: share of the score in the reward", "mcgs";
    backup: Backup = Backup::Recompute, (), "how values travel up", "recompute: KataGo GraphSearch";
    minimax_mix: f64 = 0.0, 0.0..=1.0, "share of the best child's value in a node's value", "after Lanctot 2014";
    prove: Prove = Prove::Result, (), "what closes a position for good", "lc0; Winands 2008";
    graph: bool = true, (), "transpositions share a node; off: a tree", "mcgs";
    catch_up: bool = false, (), "a simulation ends early at a shared child that has more visits than the edge it came by", "KataGo GraphSearch";
    reuse: bool = true, (), "keep what is reachable after a move", "mcgs";
    final_choice: FinalChoice = FinalChoice::Visits, (), "rule that picks the move to play", "tuned per preset";
    visit_floor: f64 = 0.1, 0.0..=1.0, "final_choice=value-floor: least visits of a move, as a share of the most visited one's", "own";
    lcb_z: f64 = 2.0, 0.0..=10.0, "final_choice=lcb: standard errors below the mean", "KataGo";
    temperature: f64 = 0.0, 0.0..=5.0, "the move is drawn at random among those not proven lost, with weights (visits + 8·prior)^(1/temperature); 0: the best one", "AlphaZero";
    early_stop: bool = true, (), "stop when the second move cannot overtake the first any more; a time for this move alone is used up", "lc0 smart pruning";
    threads: u32 = 1, 1..=256, "threads that search one graph together", "-";
    memory_mb: u64 = 256, 1..=1_000_000, "memory of the graph in MiB", "-";
    max_nodes: u64 = 4_000_000_000, 16..=4_000_000_000, "most nodes of the graph, below what the memory allows", "-";
    touch_pages: bool = false, (), "touch all memory when the search is created, so that the first move pays nothing for it", "-";
    seed: u64 = 1, 0..=u64::MAX, "seed of all random numbers", "-";
}

/// The error for a name that is none.
fn unknown(found: &str) -> ParamError {
    let similarity = |name: &str| strsim::jaro_winkler(name, found);
    let nearest = Params::NAMES.iter().copied().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    ParamError::Unknown { found: luozi_core::excerpt(found), nearest: nearest.unwrap_or_default() }
}

impl Params {
    /// Refuses combinations that cannot work.
    pub fn validate(&self) -> Result<(), ParamError> {
        let refuse = |bad: bool, first, second, reason| match bad {
            true => Err(ParamError::Conflict { first, second, reason }),
            false => Ok(()),
        };
        let path = self.backup == Backup::Path;
        refuse(
            self.reward == Reward::Decayed && !path,
            "reward=decayed",
            "backup=recompute",
            "a decayed reward depends on the distance and cannot be computed from the children; set backup=path",
        )?;
        refuse(path && self.graph, "backup=path", "graph=on", "a shared node has no single path; set graph=off")?;
        refuse(
            path && self.prove != Prove::Off,
            "backup=path",
            "prove=result or score",
            "a proven child cannot leave a running sum; set prove=off",
        )?;
        refuse(
            path && self.minimax_mix > 0.0,
            "backup=path",
            "minimax_mix",
            "the mix is computed from the children; set backup=recompute",
        )?;
        refuse(
            path && self.expansion == Expansion::All,
            "backup=path",
            "expansion=all",
            "a path carries the result of one evaluation; set expansion=one",
        )?;
        refuse(
            path && self.playouts > 1,
            "backup=path",
            "playouts",
            "a path carries the end of one playout; set playouts=1",
        )?;
        refuse(
            self.win_first && self.prove != Prove::Off,
            "win_first=on",
            "prove=result or score",
            "a winning move need not be the best one, so a node with that child alone has no true bounds; set prove=off",
        )?;
        refuse(
            self.expansion == Expansion::All && self.traces(),
            "expansion=all",
            "selection=rave or grave",
            "all-moves-as-first statistics need one playout per simulation; set expansion=one",
        )?;
        refuse(
            self.fpu == Fpu::Average && self.expansion != Expansion::All,
            "fpu=average",
            "expansion=one",
            "an unvisited child has an evaluation of its own only with expansion=all",
        )?;
        refuse(self.catch_up && !self.graph, "catch_up=on", "graph=off", "a tree has no shared children")
    }

    /// Whether selection needs the moves of playouts.
    pub(crate) fn traces(&self) -> bool {
        matches!(self.selection, Selection::Rave | Selection::Grave)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_reads_back_as_itself() {
        let mut copy = Params::default();
        for line in Params::default().descriptions() {
            copy.set(line.name, &line.value).unwrap_or_else(|e| panic!("{e}"));
        }
        assert_eq!(copy, Params::default());
        assert_eq!(Params::default().validate(), Ok(()));
    }

    #[test]
    fn errors_name_the_nearest_parameter_and_the_range() {
        let mut params = Params::default();
        let error = params.set("selecton", "puct").unwrap_err();
        assert_eq!(error.to_string(), "there is no parameter `selecton`; did you mean `selection`?");
        let error = params.set("score_weight", "7").unwrap_err();
        assert_eq!(error.to_string(), "parameter `score_weight`: found `7`, expected 0 to 1");
        let error = params.set("fpu", "none").unwrap_err();
        assert!(error.to_string().ends_with("expected infinite, parent, reduced, average, fixed"), "{error}");
        assert!(params.set("c", "nan").is_err(), "not a number is in no range");
        assert_eq!(params, Params::default());
    }

    #[test]
    fn decayed_reward_is_refused_in_a_graph() {
        let mut params = Params { reward: Reward::Decayed, ..Params::default() };
        assert!(matches!(params.validate(), Err(ParamError::Conflict { first: "reward=decayed", .. })));
        params.backup = Backup::Path;
        assert!(matches!(params.validate(), Err(ParamError::Conflict { second: "graph=on", .. })));
        params.graph = false;
        assert!(matches!(params.validate(), Err(ParamError::Conflict { first: "backup=path", .. })));
        params.prove = Prove::Off;
        assert_eq!(params.validate(), Ok(()));
    }

    /// Reversi 4x4 once had a proof of 14 where 16 was right: the winning child hid a better one.
    #[test]
    fn a_lone_winning_child_proves_nothing() {
        let params = Params { win_first: true, ..Params::default() };
        assert!(matches!(params.validate(), Err(ParamError::Conflict { first: "win_first=on", .. })));
        assert_eq!(Params { prove: Prove::Off, ..params }.validate(), Ok(()));
    }
}
