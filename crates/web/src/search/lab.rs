//! The laboratory: one simulation of a search, told.

use super::{Halt, Search};
use crate::message::ToTab;
use luozi_wire::lab::MOST_NODES;

impl Search {
    /// Makes the simulation that was asked for and sends it with the graph after it.
    pub(super) async fn simulate(&mut self) -> Result<(), Halt> {
        let (session, step) = (self.order.board.session.clone(), self.order.step);
        let desk = self.desk()?;
        let told = desk.simulate(&session, step).await?;
        let graph = desk.explain(MOST_NODES).await?;
        let frame = self.order.simulated(told, graph);
        self.send(ToTab::Simulated(Box::new(frame))).await
    }
}
