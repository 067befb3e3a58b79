//! `luozi explain`: the microscope. The searched graph as text to a depth, as JSON, or as a page to walk in.

use crate::error::bad_input;
use crate::interrupt;
use crate::lang::Lang;
use crate::options::SearchOptions;
use crate::output::write_file;
use luozi::engine::analysis::percent;
use luozi::engine::explain::{Edge, Graph};
use luozi::engine::{Ask, Recipe};
use luozi::games::{Session, Setup};
use luozi::search::Purpose;
use luozi::web::{Searched, explain_page};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Show why: the searched graph with every node's visits, value, bounds and prior
///
/// Example: luozi explain connect4 --moves 4453 --time 2s --html why.html
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchOptions,
    /// Plies of the text
    #[arg(long, value_name = "N", default_value_t = 3)]
    depth: usize,
    /// Moves listed at each node of the text
    #[arg(long, value_name = "N", default_value_t = 4)]
    width: usize,
    /// Most nodes of the page and of the JSON graph, the most visited ones first
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: usize,
    /// Write a page that needs nothing else to be looked at in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Language of the page: en or zh (default: the environment's)
    #[arg(long)]
    lang: Option<Lang>,
    /// The graph as one JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// A graph with where it comes from, as scripts read it.
#[derive(serde::Serialize)]
struct Explained<'a> {
    setup: &'a Setup,
    title: String,
    engine: &'a str,
    version: &'static str,
    visits: u64,
    seconds: f64,
    /// Nodes of the whole graph, of which `graph` holds the most visited.
    searched_nodes: u64,
    #[serde(flatten)]
    graph: Graph,
}

/// Searches, then shows the graph.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let asked = Instant::now();
    let (session, recipe, mut player) = args.search.begin_with(Recipe::with_graph)?;
    let budget = recipe.limits_or_usual(args.search.engine.budget());
    let analysis = player.think(
        &session,
        Ask {
            purpose: Purpose::Study { moves: args.search.candidates() },
            asked,
            stop: Some(interrupt::flag()),
            ..Ask::new(budget)
        },
    )?;
    let graph = player.explain(args.nodes).ok_or_else(|| {
        bad_input(format!("`{}` is no Monte-Carlo search and has no graph; choose another preset", recipe.name))
    })?;
    let explained = Explained {
        setup: session.setup(),
        title: session.setup().to_string(),
        engine: &recipe.name,
        version: env!("CARGO_PKG_VERSION"),
        visits: analysis.visits,
        seconds: analysis.seconds,
        searched_nodes: analysis.nodes,
        graph,
    };
    show(args, &explained, &session)
}

/// As a page, as JSON, or as text under the board.
fn show(args: &Args, explained: &Explained<'_>, session: &Session) -> anyhow::Result<()> {
    let graph = &explained.graph;
    let mut out = std::io::stdout().lock();
    if let Some(path) = &args.html {
        let searched = Searched {
            engine: explained.engine,
            visits: explained.visits,
            seconds: explained.seconds,
            nodes: explained.searched_nodes,
        };
        let page = explain_page(session, graph.clone(), &searched, Lang::or_environment(args.lang).code())?;
        write_file(path, page)?;
        writeln!(std::io::stderr(), "{} nodes written to {}", graph.nodes.len(), path.display()).ok();
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(explained)?)?;
    } else if args.html.is_none() {
        writeln!(out, "{}", session.position_text())?;
        let Explained { engine, visits, searched_nodes, .. } = explained;
        writeln!(out, "{engine}: {visits} simulations, {searched_nodes} nodes")?;
        text(graph, 0, args.depth, args.width, 0, &mut out)?;
    }
    Ok(())
}

/// The best lines as an indented text.
fn text(
    graph: &Graph,
    node: usize,
    depth: usize,
    width: usize,
    indent: usize,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if depth == 0 {
        return Ok(());
    }
    for edge in graph.nodes[node].edges.iter().take(width) {
        writeln!(out, "{:indent$}{}", "", describe(edge))?;
        if let Some(child) = edge.node {
            text(graph, child, depth - 1, width, indent + 4, out)?;
        }
    }
    Ok(())
}

fn describe(edge: &Edge) -> String {
    let worth = match (&edge.proven, edge.value) {
        (Some(proven), _) => proven.to_string(),
        (None, Some(value)) => format!("{:.1} %", percent(value)),
        (None, None) => "not evaluated".to_string(),
    };
    format!(
        "{:<4} {worth:<12} {} visits, prior {:.1} %, score {} to {}",
        edge.mv,
        edge.visits,
        100.0 * edge.prior,
        edge.lower,
        edge.upper
    )
}
