//! `luozi bench`: fixed work on one thread, speeds and a signature that must never change by accident.

mod clock;
mod solver;

use crate::error::bad_input;
use luozi::core::Rng;
use luozi::core::cpu;
use luozi::engine::{Ask, EvaluatorKind, Method, Preset, Recipe, classic, flagship, player};
use luozi::games::{ForbiddenCell, GameKind, Session, Setup};
use luozi::search::Budget;
use serde_json::json;
use solver::Solved;
use std::io::Write;
use std::time::Instant;

/// Measure speeds on one thread with fixed work
///
/// The signature depends only on the work, not on the machine: it changes when the behaviour does.
/// Example: luozi bench nogo --json
#[derive(clap::Args)]
pub struct Args {
    #[arg(help = format!("{}; all when left out", GameKind::words()))]
    game: Option<GameKind>,
    /// Also run the deep perft tables and solve the empty classic Connect Four board without a book (about a minute, 2 GB)
    #[arg(long)]
    deep: bool,
    /// Measure how the search deals with time instead: two threads, late answers, stopping (idle machine)
    #[arg(long, conflicts_with = "deep")]
    clock: bool,
    /// One JSON object a line on stdout
    #[arg(long)]
    json: bool,
}

/// Simulations of the search benchmark, over a net and without one.
const NET_SIMULATIONS: u64 = 2_000;
const CLASSIC_SIMULATIONS: u64 = 50_000;

/// One board of the benchmark.
struct Work {
    setup: Setup,
    playouts: u64,
    /// Depths and published counts: the first is always run, the deep ones on request.
    perft: &'static [(u32, u64)],
    /// What is left undecided in the endings for the solver. Random games on large boards do not come so far.
    undecided: Option<u32>,
}

fn work() -> [Work; 4] {
    [
        Work {
            setup: Setup::standard(GameKind::CONNECT4),
            playouts: 1_000_000,
            perft: &[(8, 5_673_234), (10, 268_031_646)],
            undecided: Some(26),
        },
        Work {
            setup: Setup::board(GameKind::CONNECT4, 12, 12).forbidding([ForbiddenCell { row: 6, col: 5 }]),
            playouts: 1_000_000,
            perft: &[(6, 2_985_984), (7, 35_831_808)],
            undecided: None,
        },
        Work {
            setup: Setup::standard(GameKind::REVERSI),
            playouts: 200_000,
            perft: &[(9, 3_005_288), (11, 212_258_800), (12, 1_939_886_636)],
            undecided: Some(14),
        },
        Work {
            setup: Setup::standard(GameKind::NOGO),
            playouts: 200_000,
            perft: &[(3, 511_912), (4, 39_927_264)],
            undecided: Some(14),
        },
    ]
}

/// What one board gave.
struct Speeds {
    flagship: SearchSpeed,
    classic: SearchSpeed,
    bytes_per_node: usize,
    bytes_per_edge: usize,
    playouts_per_second: f64,
    plies_per_second: f64,
    nodes_per_second: f64,
    bytes_per_position: usize,
    endings: Option<Solved>,
    /// The whole game, for the deep benchmark of the classic board.
    whole_game: Option<Solved>,
    signature: u64,
}

/// Runs the benchmark and prints it.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.clock {
        for game in GameKind::all().into_iter().filter(|&game| args.game.is_none_or(|wanted| wanted == game)) {
            clock::run(&Session::new(&Setup::standard(game)).map_err(bad_input)?, args.json)?;
        }
        return Ok(());
    }
    if let Some(game) = args.game.filter(|game| !GameKind::BUILT_IN.contains(game)) {
        let known = GameKind::BUILT_IN.map(|game| game.word()).join(", ");
        return Err(bad_input(format!(
            "there is no fixed work for {game}, only for {known}; --clock measures every game"
        )));
    }
    let mut out = std::io::stdout().lock();
    writeln!(std::io::stderr(), "one thread, instruction set {}", cpu::level().name()).ok();
    for work in work() {
        if args.game.is_some_and(|game| game != work.setup.kind()) {
            continue;
        }
        let session = Session::new(&work.setup).map_err(bad_input)?;
        let speeds = measure(&session, &work, args.deep)?;
        if args.json {
            let line = json!({
                "game": work.setup.kind().to_string(),
                "setup": work.setup,
                "preset": flagship(work.setup.kind()).name,
                "simulations_per_second": speeds.flagship.simulations.round(),
                "search_nodes_per_second": speeds.flagship.nodes.map(f64::round),
                "evaluations_per_second": speeds.flagship.evaluations.round(),
                "classic_simulations_per_second": speeds.classic.simulations.round(),
                "bytes_per_node": speeds.bytes_per_node,
                "bytes_per_edge": speeds.bytes_per_edge,
                "playouts_per_second": speeds.playouts_per_second.round(),
                "plies_per_second": speeds.plies_per_second.round(),
                "nodes_per_second": speeds.nodes_per_second.round(),
                "bytes_per_position": speeds.bytes_per_position,
                "solver_nodes": speeds.endings.map(|solved| solved.nodes),
                "solver_nodes_per_second": speeds.endings.map(|solved| solved.rate().round()),
                "whole_game_nodes": speeds.whole_game.map(|solved| solved.nodes),
                "whole_game_seconds": speeds.whole_game.map(|solved| solved.seconds),
                "signature": format!("{:016x}", speeds.signature),
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{}", work.setup)?;
            writeln!(out, "  playouts   {:>10.0} k a second", speeds.playouts_per_second / 1e3)?;
            writeln!(out, "  plies      {:>10.1} M a second", speeds.plies_per_second / 1e6)?;
            writeln!(out, "  perft      {:>10.1} M nodes a second", speeds.nodes_per_second / 1e6)?;
            for (preset, speed) in
                [(flagship(work.setup.kind()), speeds.flagship), (classic(work.setup.kind()), speeds.classic)]
            {
                match speed.nodes {
                    Some(nodes) => writeln!(
                        out,
                        "  search     {:>10.1} M nodes, {:.1} M evaluations a second ({})",
                        nodes / 1e6,
                        speed.evaluations / 1e6,
                        preset.name
                    )?,
                    None => {
                        let thousands = speed.simulations / 1e3;
                        writeln!(out, "  search     {thousands:>10.1} k simulations a second ({})", preset.name)?;
                    }
                }
            }
            if let Some(solved) = speeds.endings {
                let (rate, nodes) = (solved.rate() / 1e6, solved.nodes);
                writeln!(
                    out,
                    "  solver     {rate:>10.2} M nodes a second ({nodes} for {} endings)",
                    solver::POSITIONS
                )?;
            }
            if let Some(Solved { nodes, seconds, .. }) = speeds.whole_game {
                writeln!(out, "  whole game {seconds:>10.1} s from the empty board without a book ({nodes} nodes)")?;
            }
            writeln!(
                out,
                "  memory     {:>10} bytes a node, {} an edge",
                speeds.bytes_per_node, speeds.bytes_per_edge
            )?;
            writeln!(out, "  position   {:>10} bytes", speeds.bytes_per_position)?;
            writeln!(out, "  signature  {:016x}", speeds.signature)?;
        }
    }
    Ok(())
}

fn measure(session: &Session, work: &Work, deep: bool) -> anyhow::Result<Speeds> {
    let mut rng = Rng::seeded(20_240_601);
    let mut signature = 0u64;
    let mut plies = 0u64;
    let clock = Instant::now();
    for _ in 0..work.playouts {
        let playout = session.playout(&mut rng);
        plies += u64::from(playout.plies);
        signature = signature.rotate_left(5) ^ (u64::from(playout.plies) << 16) ^ playout.score.0 as u16 as u64;
        signature = signature.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    let playout_seconds = clock.elapsed().as_secs_f64();

    let mut nodes_per_second = 0.0;
    for &(depth, expected) in &work.perft[..if deep { work.perft.len() } else { 1 }] {
        let clock = Instant::now();
        let nodes = session.perft(depth);
        nodes_per_second = nodes as f64 / clock.elapsed().as_secs_f64();
        anyhow::ensure!(nodes == expected, "{}: perft {depth} gave {nodes}, expected {expected}", work.setup);
        signature ^= nodes.rotate_left(depth);
    }
    let game = work.setup.kind();
    let flagship = search_speed(session, flagship(game), &mut signature)?;
    let classic = search_speed(session, classic(game), &mut signature)?;
    let endings = work.undecided.map(|undecided| solver::endings(session, undecided)).transpose()?;
    signature ^= endings.map_or(0, |solved| solved.signature);
    let classic_board = work.setup == Setup::standard(GameKind::CONNECT4);
    let whole_game = (deep && classic_board).then(|| solver::whole_game(session)).transpose()?;
    Ok(Speeds {
        endings,
        whole_game,
        flagship,
        classic,
        bytes_per_node: luozi::search::NODE_BYTES,
        bytes_per_edge: luozi::search::EDGE_BYTES,
        playouts_per_second: work.playouts as f64 / playout_seconds,
        plies_per_second: plies as f64 / playout_seconds,
        nodes_per_second,
        bytes_per_position: session.position_bytes(),
        signature,
    })
}

/// What a search does in a second.
#[derive(Clone, Copy)]
struct SearchSpeed {
    simulations: f64,
    evaluations: f64,
    /// Nodes, where they are what is searched.
    nodes: Option<f64>,
}

/// The speed of a preset from the start; its visits go into the signature.
fn search_speed(session: &Session, preset: &Preset, signature: &mut u64) -> anyhow::Result<SearchSpeed> {
    let mut recipe = Recipe::of_preset(session.kind(), preset.name).map_err(bad_input)?;
    recipe.set("memory_mb", "64").map_err(bad_input)?;
    let mut player = player(session, &recipe).map_err(bad_input)?;
    let visits = if preset.evaluator == EvaluatorKind::NET { NET_SIMULATIONS } else { CLASSIC_SIMULATIONS };
    let analysis = player.think(session, Ask::new(Budget::visits(visits)))?;
    for candidate in &analysis.moves {
        let index = session.parse_move(&candidate.mv)? as u64;
        *signature = (*signature ^ u64::from(candidate.visits) << 8 ^ index).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    let a_second = |count: u64| count as f64 / analysis.seconds;
    Ok(SearchSpeed {
        simulations: a_second(analysis.visits),
        evaluations: a_second(analysis.playouts),
        nodes: matches!(recipe.method, Method::Pvs { .. }).then(|| a_second(analysis.nodes)),
    })
}
