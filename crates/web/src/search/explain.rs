//! The searched graph as a frame: the engine's copy of it in the words of the wire.
//!
//! A frame stays small by holding only the most visited nodes and, of each, only the moves about which something is known.

use super::{Halt, Search};
use crate::message::{Explained, ToTab};
use crate::problem::{Code, Problem};
use luozi_engine::analysis::Analysis;

impl Search {
    /// Sends the graph of the search that has just ended.
    pub(super) async fn explain(&mut self, analysis: &Analysis) -> Result<(), Halt> {
        let graph = self.desk()?.explain(Explained::MOST_NODES).await?;
        let graph = graph.ok_or_else(|| Problem::with_reason(Code::Internal, "the engine has no graph"))?;
        let frame = self.order.explained(analysis, graph);
        self.send(ToTab::Explained(frame)).await
    }
}
