//! The project's own format: one JSON object on one line.
//!
//! ```text
//! {"format":"luozi-game","version":1,
//!  "setup":{"game":"connect4","rows":6,"cols":7},
//!  "start":"...",                                   a board as text; left out for the initial position
//!  "players":[{"name":"Ada"},{"name":"Luozi","program":"luozi 0.1.0","level":"5"}],
//!  "event":"...","date":"...","place":"...","time_control":"60+1",
//!  "result":{"winner":"first","score":3,"reason":"resign"},
//!  "nodes":[{"comment":"at the start"},             node 0 is the start and has no move
//!           {"move":"4","used_ms":120,"clock_ms":59880},
//!           {"move":"4","analysis":{"value":-0.1,"visits":9000,"pv":["4","2"],"engine":"luozi 0.1.0"}},
//!           {"parent":1,"move":"2","glyph":"mistake"}]}
//! ```
//!
//! The tree is a flat list, since nested JSON meets depth limits. `parent` is the index of an earlier node and left
//! out when it is the node just before; the first child of a node continues its main line. All empty fields are left
//! out. Unknown fields are ignored, so version 1 can gain fields; whatever older programs must not ignore needs a new
//! version, and unknown versions are refused. Every move of every variation and engine line is checked on reading.

use super::grow::{Grower, legal_move};
use super::properties::MAX_BYTES;
use super::tree::{Notes, Tree};
use super::{GameResult, Header, NodeProblem, PlayerInfo, Record, RecordError};
use crate::{Session, Setup};
use luozi_core::{Place, excerpt};
use serde::{Deserialize, Serialize};

const FORMAT: &str = "luozi-game";
const VERSION: u64 = 1;

/// What is read before anything else.
#[derive(Deserialize)]
struct Heading {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u64,
}

/// A whole file. It is public for those who declare the format elsewhere; games are read and written by [`Record`].
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GameRecord"))]
pub struct Document {
    #[cfg_attr(feature = "ts", ts(type = "\"luozi-game\""))]
    format: String,
    #[cfg_attr(feature = "ts", ts(type = "1"))]
    version: u64,
    setup: Setup,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<[PlayerInfo; 2]>"))]
    players: [PlayerInfo; 2],
    #[serde(default, skip_serializing_if = "String::is_empty")]
    event: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    date: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    place: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    time_control: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
    #[serde(default)]
    nodes: Vec<SavedNode>,
}

/// One node of the flat tree.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RecordNode"))]
pub struct SavedNode {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(flatten)]
    notes: Notes,
}

impl Record {
    /// Reads a saved game.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        let bad = |error: serde_json::Error| {
            let place = Place { line: error.line().max(1), column: error.column().max(1) };
            let whole = error.to_string();
            let problem = whole.split(" at line ").next().unwrap_or_default();
            RecordError::Json { place, problem: problem.to_string() }
        };
        if text.len() > MAX_BYTES {
            let problem = format!("{} bytes are more than the {MAX_BYTES} that are read", text.len());
            return Err(RecordError::Json { place: Place::of(text, MAX_BYTES), problem });
        }
        let heading: Heading = serde_json::from_str(text).map_err(bad)?;
        match heading {
            Heading { format, .. } if format != FORMAT => return Err(RecordError::Format { found: excerpt(&format) }),
            Heading { version, .. } if version != VERSION => return Err(RecordError::Version { found: version }),
            _ => {}
        }
        let document: Document = serde_json::from_str(text).map_err(bad)?;
        let Document { setup, players, event, date, place, time_control, result, .. } = document;
        let header = Header { players, event, date, place, time_control, result };
        let origin = match document.start {
            Some(start) => Session::with_start(&setup, &start)?,
            None => Session::new(&setup)?,
        };
        let tree = read_tree(&origin, document.nodes)?;
        Ok(Record { header, origin, tree })
    }

    /// The saved game on one line.
    pub fn to_json(&self) -> String {
        let flat = self.tree.flat();
        let nodes = flat.iter().enumerate().map(|(rank, &(parent, id))| SavedNode {
            parent: (parent + 1 < rank).then_some(parent),
            mv: self.tree.move_text(id).map(str::to_string),
            notes: self.tree.notes(id).clone(),
        });
        let Header { players, event, date, place, time_control, result } = self.header.clone();
        let document = Document {
            format: FORMAT.to_string(),
            version: VERSION,
            setup: self.setup().clone(),
            start: self.start().map(str::to_string),
            players,
            event,
            date,
            place,
            time_control,
            result,
            nodes: nodes.collect(),
        };
        serde_json::to_string(&document).expect("texts and numbers are always JSON")
    }
}

/// The tree, with every move read, checked and written in the one form the rules print.
fn read_tree(origin: &Session, nodes: Vec<SavedNode>) -> Result<Tree, RecordError> {
    let mut grower = Grower::new(origin);
    for (index, SavedNode { parent, mv, notes }) in nodes.into_iter().enumerate() {
        add_node(&mut grower, index, parent, mv, notes)
            .map_err(|problem| RecordError::Node { node: index, problem })?;
    }
    Ok(grower.finish())
}

fn add_node(
    grower: &mut Grower,
    index: usize,
    parent: Option<usize>,
    mv: Option<String>,
    mut notes: Notes,
) -> Result<(), NodeProblem> {
    let id = match mv {
        None if index == 0 => super::NodeId::ROOT,
        Some(mv) if index > 0 => {
            // Each node of the list adds one of the tree, so both count alike.
            let found = parent.unwrap_or(index - 1);
            let known = grower.tree().id(found).ok_or(NodeProblem::Parent { found })?;
            let legal = legal_move(grower.session(known), &mv).map_err(|error| NodeProblem::Move(error.kind))?;
            let id = grower.play(known, legal).expect("the move was just found legal");
            if id.index() != index {
                return Err(NodeProblem::Twice { found: excerpt(&mv) });
            }
            id
        }
        _ => return Err(NodeProblem::Missing),
    };
    if let Some(analysis) = &mut notes.analysis {
        if let Some(found) = analysis.value.filter(|value| !(-1.0..=1.0).contains(value)) {
            return Err(NodeProblem::Value { found });
        }
        if !analysis.pv.is_empty() {
            let mut line = grower.session(id).clone();
            for text in &mut analysis.pv {
                let legal = legal_move(&line, text).map_err(|error| NodeProblem::Line(error.kind))?;
                line.play_index(legal).expect("the move was just found legal");
                *text = line.move_text(legal);
            }
        }
    }
    *grower.tree().notes_mut(id) = notes;
    Ok(())
}
