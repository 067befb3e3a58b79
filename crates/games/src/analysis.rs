//! What somebody found out about a position, as plain data: the one form that engines, protocols, the page and saved games
//! share.
//!
//! Values and scores are those of the side to move. A proof is never told as a percentage: it is "win in 7" or "+12 exact".

use crate::Session;
use luozi_core::StopReason;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// A proof: a result with its distance, or an exact score; for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Proven {
    /// The winner is certain.
    Result {
        /// What the side to move gets.
        result: ProvenResult,
        /// Plies to the end of the game with best play, where they are certain too.
        #[serde(default)]
        plies: Option<u32>,
    },
    /// The final score is certain.
    Score {
        /// In the game's units.
        score: i16,
    },
}

impl Proven {
    /// The result, whatever else is known.
    pub fn result(self) -> ProvenResult {
        match self {
            Proven::Result { result, .. } => result,
            Proven::Score { score } => ProvenResult::of(score),
        }
    }

    /// The same for the other side, one ply earlier: what is known after a move, told of the move.
    pub fn one_ply_before(self) -> Proven {
        match self {
            Proven::Score { score } => Proven::Score { score: -score },
            Proven::Result { result, plies } => {
                Proven::Result { result: result.turned(), plies: plies.map(|plies| plies + 1) }
            }
        }
    }
}

/// The result of a proof for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ProvenResult {
    /// The side to move wins.
    Win,
    /// Nobody wins with best play.
    Draw,
    /// The side to move loses.
    Loss,
}

impl ProvenResult {
    /// The result that a score of the side to move means.
    pub fn of(score: i16) -> ProvenResult {
        match score {
            0 => ProvenResult::Draw,
            1.. => ProvenResult::Win,
            _ => ProvenResult::Loss,
        }
    }

    /// What the other side gets.
    pub fn turned(self) -> ProvenResult {
        match self {
            ProvenResult::Win => ProvenResult::Loss,
            ProvenResult::Draw => ProvenResult::Draw,
            ProvenResult::Loss => ProvenResult::Win,
        }
    }

    /// Its value, in [-1, 1].
    pub fn value(self) -> f64 {
        match self {
            ProvenResult::Win => 1.0,
            ProvenResult::Draw => 0.0,
            ProvenResult::Loss => -1.0,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ProvenResult::Win => "win",
            ProvenResult::Draw => "draw",
            ProvenResult::Loss => "loss",
        }
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proven::Result { result, plies: Some(plies) } if *result != ProvenResult::Draw => {
                write!(f, "{} in {plies}", result.word())
            }
            Proven::Result { result, .. } => f.write_str(result.word()),
            Proven::Score { score } => write!(f, "{score:+} exact"),
        }
    }
}

/// Something that speaks for a move or against it: the name of a sentence and what stands at its places. Every list of words
/// has the sentences, as `remark.NAME`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Remark {
    /// The name of the sentence, such as `only-win`, without `remark.`.
    pub word: String,
    /// What stands at its places.
    pub args: BTreeMap<String, String>,
}

impl Remark {
    /// A sentence without places.
    pub fn new(word: &str) -> Remark {
        Remark { word: word.to_string(), args: BTreeMap::new() }
    }

    /// The same with one more place filled.
    pub fn with(mut self, place: &str, text: impl ToString) -> Remark {
        self.args.insert(place.to_string(), text.to_string());
        self
    }
}

impl From<luozi_core::Remark> for Remark {
    fn from(remark: luozi_core::Remark) -> Remark {
        remark.args.into_iter().fold(Remark::new(remark.word), |told, (place, text)| told.with(place, text))
    }
}

impl Analysis {
    /// Tells of the best `moves` moves that somebody looked at why they are good or bad.
    pub fn give_remarks(&mut self, session: &Session, moves: usize) {
        let known = |told: &&MoveAnalysis| told.value.is_some() || told.proven.is_some();
        let whys: Vec<Vec<Remark>> =
            self.moves.iter().filter(known).take(moves).map(|told| self.remarks(session, &told.mv)).collect();
        let told = self.moves.iter_mut().filter(|told| told.value.is_some() || told.proven.is_some());
        told.zip(whys).for_each(|(told, why)| told.why = why);
    }

    /// Why a move is good or bad: what is proven about it and about the others, then what the rules show.
    pub fn remarks(&self, session: &Session, mv: &str) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let proven = |mv: &MoveAnalysis| mv.proven.map(Proven::result);
        if let Some(told) = self.moves.iter().find(|told| told.mv == mv)
            && let Some(proof) = told.proven
        {
            // A move that has no value was not looked at, and may be anything.
            let others = || self.moves.iter().filter(|other| other.mv != mv);
            let all_lose = self.moves.len() > 1 && others().all(|other| proven(other) == Some(ProvenResult::Loss));
            let others_fail = self.moves.len() > 1
                && others().all(|other| matches!(proven(other), Some(ProvenResult::Loss | ProvenResult::Draw)));
            match (proof.result(), proof) {
                (ProvenResult::Win, _) if others_fail => remarks.push(Remark::new("only-win")),
                (ProvenResult::Draw, _) if all_lose => remarks.push(Remark::new("only-draw")),
                (ProvenResult::Draw, _) if self.proven.map(Proven::result) == Some(ProvenResult::Draw) => {
                    remarks.push(Remark::new("draws"));
                }
                _ => {}
            }
            match proof {
                Proven::Score { score } => remarks.push(Remark::new("score").with("score", format!("{score:+}"))),
                Proven::Result { result: ProvenResult::Win, plies: Some(plies) } if plies > 1 => {
                    remarks.push(Remark::new("wins").with("plies", plies));
                }
                Proven::Result { result: ProvenResult::Win, plies: None } => remarks.push(Remark::new("won")),
                Proven::Result { result: ProvenResult::Loss, plies: Some(plies) } if all_lose && mv == self.best => {
                    remarks.push(Remark::new("resists").with("plies", plies));
                }
                Proven::Result { result: ProvenResult::Loss, plies: Some(plies) } => {
                    remarks.push(Remark::new("loses").with("plies", plies));
                }
                Proven::Result { result: ProvenResult::Loss, plies: None } => remarks.push(Remark::new("lost")),
                Proven::Result { .. } => {}
            }
        }
        remarks.extend(session.remarks(mv));
        remarks
    }
}

/// What is thought about a position. Parts that nobody told are empty.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default)]
pub struct Analysis {
    /// The move to play.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub best: String,
    /// Expected result, in [-1, 1].
    pub value: Option<f64>,
    /// Expected score in the game's units, in games that are about scores.
    pub score: Option<f64>,
    /// What is proven about the position.
    pub proven: Option<Proven>,
    /// Simulations of the search.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub visits: u64,
    /// Positions evaluated: its playouts, if the evaluator plays them.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub playouts: u64,
    /// Nodes of the graph or tree.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub nodes: u64,
    /// Time since the request.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub seconds: f64,
    /// Depth of the search in plies, for searches that have one.
    pub depth: Option<u32>,
    /// Best play from the position on.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub pv: Vec<String>,
    /// Name and version of the engine.
    pub engine: Option<String>,
    /// The moves, best first.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub moves: Vec<MoveAnalysis>,
    /// Why the search ended; `None` while it runs.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

/// One move of an analysis.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default)]
pub struct MoveAnalysis {
    /// The move as the game writes it, such as `4`, `f5` or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// Simulations through it.
    pub visits: u32,
    /// Its value, in [-1, 1]; `None` before any evaluation.
    pub value: Option<f64>,
    /// Expected score after it, in games that are about scores.
    pub score: Option<f64>,
    /// Its prior probability.
    pub prior: f32,
    /// What is proven after it.
    pub proven: Option<Proven>,
    /// The expected continuation, this move first.
    pub pv: Vec<String>,
    /// What speaks for the move or against it, where somebody asked for moves to be judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub why: Vec<Remark>,
}

/// A value in [-1, 1] as a chance in percent. An estimate is never 0 or 100 %: only a proof is certain, and that is told in
/// words.
pub fn percent(value: f64) -> f64 {
    (50.0 + 50.0 * value).clamp(0.1, 99.9)
}

impl Analysis {
    /// The expected result, even where nobody told one.
    pub fn value_or_even(&self) -> f64 {
        self.value.unwrap_or(0.0)
    }
}

/// Writes what is there and leaves out what is empty: how saved games hold an analysis.
pub(crate) fn without_empty<S: Serializer>(analysis: &Option<Analysis>, serializer: S) -> Result<S::Ok, S::Error> {
    struct Entries<M>(M);
    impl<M: SerializeMap> Entries<M> {
        fn add<T: Serialize>(&mut self, name: &str, value: T, there: bool) -> Result<(), M::Error> {
            if there { self.0.serialize_entry(name, &value) } else { Ok(()) }
        }
    }
    let Some(Analysis {
        best,
        value,
        score,
        proven,
        visits,
        playouts,
        nodes,
        seconds,
        depth,
        pv,
        engine,
        moves,
        stopped: _,
    }) = analysis
    else {
        return serializer.serialize_none();
    };
    let mut entries = Entries(serializer.serialize_map(None)?);
    entries.add("best", best, !best.is_empty())?;
    entries.add("value", value, value.is_some())?;
    entries.add("score", score, score.is_some())?;
    entries.add("proven", proven, proven.is_some())?;
    entries.add("visits", visits, *visits > 0)?;
    entries.add("playouts", playouts, *playouts > 0)?;
    entries.add("nodes", nodes, *nodes > 0)?;
    entries.add("seconds", seconds, *seconds > 0.0)?;
    entries.add("depth", depth, depth.is_some())?;
    entries.add("pv", pv, !pv.is_empty())?;
    entries.add("engine", engine, engine.is_some())?;
    entries.add("moves", moves, !moves.is_empty())?;
    entries.0.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameKind, Setup};

    fn remarks(moves: &[(&str, Proven)], mv: &str) -> Vec<String> {
        let told = |(mv, proven): &(&str, Proven)| MoveAnalysis {
            mv: mv.to_string(),
            value: Some(proven.result().value()),
            proven: Some(*proven),
            ..MoveAnalysis::default()
        };
        let (best, proven) = (moves[0].0.to_string(), Some(moves[0].1));
        let mut analysis = Analysis { best, proven, moves: moves.iter().map(told).collect(), ..Analysis::default() };
        let session = Session::new(&Setup::standard(GameKind::CONNECT4)).unwrap();
        analysis.give_remarks(&session, moves.len());
        let found = analysis.moves.iter().find(|told| told.mv == mv).unwrap();
        found.why.iter().map(|remark| remark.word.clone()).collect()
    }

    #[test]
    fn what_is_proven_about_all_moves_is_remarked() {
        let [win, draw, loss] = [ProvenResult::Win, ProvenResult::Draw, ProvenResult::Loss]
            .map(|result| Proven::Result { result, plies: Some(9) });
        assert_eq!(remarks(&[("1", win), ("2", draw)], "1"), ["only-win", "wins"]);
        assert_eq!(remarks(&[("1", win), ("2", win)], "1"), ["wins"]);
        assert_eq!(remarks(&[("1", draw), ("2", loss)], "1"), ["only-draw"]);
        assert_eq!(remarks(&[("1", draw), ("2", draw)], "2"), ["draws"]);
        assert_eq!(
            remarks(&[("1", win), ("2", draw)], "2"),
            [""; 0],
            "a draw where there was a win says nothing for it"
        );
        assert_eq!(remarks(&[("1", loss), ("2", loss)], "1"), ["resists"]);
        assert_eq!(remarks(&[("1", win), ("2", loss)], "2"), ["loses"]);
        assert_eq!(remarks(&[("1", Proven::Score { score: 4 }), ("2", loss)], "1"), ["only-win", "score"]);
    }

    #[test]
    fn an_estimate_is_never_certain() {
        assert_eq!([-1.0, 0.0, 1.0].map(percent), [0.1, 50.0, 99.9]);
    }

    #[test]
    fn a_proof_reads_in_words_and_turns_with_the_side() {
        let win = Proven::Result { result: ProvenResult::Win, plies: Some(6) };
        assert_eq!(win.to_string(), "win in 6");
        assert_eq!(win.one_ply_before().to_string(), "loss in 7");
        assert_eq!(Proven::Score { score: 12 }.one_ply_before().to_string(), "-12 exact");
        assert_eq!(Proven::Result { result: ProvenResult::Draw, plies: Some(3) }.to_string(), "draw");
        assert_eq!(serde_json::to_string(&Proven::Score { score: 12 }).unwrap(), r#"{"score":12}"#);
        assert_eq!(Proven::Score { score: -2 }.result(), ProvenResult::Loss);
    }
}
