//! "Why that move" as one file: a position and the graph that was searched for it, drawn by the page's own parts.

use crate::board::State;
use crate::message::GraphNode;
use luozi_engine::explain::Graph;
use luozi_games::{Session, Setup};
use serde::Serialize;

/// Who searched a position, and how much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched<'a> {
    /// The player's name.
    pub engine: &'a str,
    /// Simulations of the search that the graph comes from.
    pub visits: u64,
    /// Time it took.
    pub seconds: f64,
    /// Nodes of the whole graph.
    pub nodes: u64,
}

/// What the page is drawn from.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ExplainPage<'a> {
    lang: &'a str,
    setup: &'a Setup,
    /// The position that was searched.
    state: State,
    engine: &'a str,
    version: &'a str,
    visits: u64,
    seconds: f64,
    searched: u64,
    nodes: Vec<GraphNode>,
}

/// The page about a searched position. `lang` is the language it opens in, `en` or `zh`.
pub fn explain_page(
    session: &Session,
    graph: Graph,
    searched: &Searched<'_>,
    lang: &str,
) -> Result<String, serde_json::Error> {
    let page = ExplainPage {
        lang,
        setup: session.setup(),
        state: State::new(session),
        engine: searched.engine,
        version: env!("CARGO_PKG_VERSION"),
        visits: searched.visits,
        seconds: searched.seconds,
        searched: searched.nodes,
        nodes: graph.nodes.into_iter().map(GraphNode::from).collect(),
    };
    Ok(luozi_page::explain(&serde_json::to_string(&page)?, lang))
}
