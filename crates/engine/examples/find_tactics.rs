//! Finds positions with one right move for `tests/tactics.txt`: random games, judged by the exact solver, kept when the
//! flagship finds the move within few simulations and its evaluator alone does not.
//!
//! `cargo run --release -p luozi-engine --example find_tactics > crates/engine/tests/tactics.txt`

use luozi_core::{MoveList, Rng};
use luozi_engine::{Engine, Playable, Recipe};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Session, Setup, with_built_in};
use luozi_search::{Budget, Request};
use luozi_solve::{BoxedSolver, Solvable};
use std::collections::HashMap;
use std::time::Instant;

/// Positions of each theme.
const WANTED: usize = 5;
/// Simulations within which the flagship must find the move, with room to spare for the test.
const VISITS: u64 = 200;
/// Nodes for the proof of one move.
const SOLVER_NODES: u64 = 20_000;

/// The themes looked for.
fn themes(kind: GameKind) -> &'static [&'static str] {
    match kind.word() {
        "connect4" => &["double threat", "forced chain", "zugzwang", "defence"],
        "reversi" => &["corner trap", "ending"],
        _ => &["eye fight"],
    }
}

/// What kind of problem it is, if it is one: the right move and its theme.
fn theme<G: Playable + Solvable>(
    kind: GameKind,
    rules: &G,
    position: &G::Position,
    solver: &mut BoxedSolver<G>,
) -> Option<(G::Move, &'static str)> {
    let mover = rules.to_move(position);
    let limits = luozi_solve::Limits::none().nodes(SOLVER_NODES);
    let scored = solver.solve_moves(position, &limits).into_iter().map(|of| {
        let (lower, upper) = (of.bounds.lower_for(mover), of.bounds.upper_for(mover));
        (lower > 0 || upper < 0 || lower == upper).then_some((of.mv, lower, upper))
    });
    let scored: Vec<(G::Move, i16, i16)> = scored.collect::<Option<_>>()?;
    if scored.len() < 3 {
        return None;
    }
    let only = |least: i16| {
        let mut good = scored.iter().filter(|(_, lower, _)| *lower >= least);
        good.next().filter(|_| good.next().is_none())
    };
    if let Some(&(mv, lower, _)) = only(1) {
        let left = rules.undecided(position);
        let theme = match kind.word() {
            "connect4" => {
                // Scores count the stones of the winner that are left: from them the length of the game.
                let stones_left = left.div_ceil(2) as i16;
                match 2 * (stones_left - lower) + 1 {
                    ..=2 => return None,
                    3 => "double threat",
                    5..=9 => "forced chain",
                    13.. => "zugzwang",
                    _ => return None,
                }
            }
            "reversi" => {
                let corner = |mv: G::Move| matches!(rules.move_text(mv).as_str(), "a1" | "a8" | "h1" | "h8");
                let tempting = scored.iter().any(|&(other, ..)| other != mv && corner(other));
                if tempting { "corner trap" } else { "ending" }
            }
            _ => "eye fight",
        };
        return Some((mv, theme));
    }
    if kind == GameKind::CONNECT4
        && let Some(&(mv, ..)) = only(0)
    {
        return Some((mv, "defence"));
    }
    None
}

fn favourite<G: Playable>(kind: GameKind, rules: &G, position: &G::Position, visits: u64) -> G::Move {
    let mut recipe = Recipe::flagship(kind);
    recipe.set("memory_mb", "16").expect("a parameter");
    let mut engine = Engine::new(rules.clone(), &recipe).expect("the flagship plays");
    let asked = Instant::now();
    engine.think(position, Request::new(Budget::visits(visits), &asked)).best()
}

fn search<G: Playable + Solvable>(
    kind: GameKind,
    rules: &G,
    setup: &str,
    range: (u32, u32),
    found: &mut HashMap<&'static str, usize>,
) {
    let mut rng = Rng::seeded(2026);
    let mut solver = rules.solver(16 << 20);
    let wanted = themes(kind);
    for _ in 0..4000 {
        let (mut position, mut played, mut moves) = (rules.initial(), Vec::new(), MoveList::new());
        while rules.outcome(&position).is_none() {
            let left = rules.undecided(&position);
            if (range.0..=range.1).contains(&left)
                && let Some((mv, theme)) = theme(kind, rules, &position, &mut solver)
                && wanted.contains(&theme)
                && found.get(theme).is_none_or(|&count| count < WANTED)
                && favourite(kind, rules, &position, 1) != mv
                && favourite(kind, rules, &position, VISITS) == mv
            {
                *found.entry(theme).or_default() += 1;
                println!("{theme} | {setup} | {} | {}", played.join(" "), rules.move_text(mv));
                break;
            }
            // Good players leave the better problems: the safe moves of the rules, at random.
            rules.candidates(&position, &mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            played.push(rules.move_text(mv));
            rules.play_unchecked(&mut position, mv);
        }
        if wanted.iter().all(|theme| found.get(theme).is_some_and(|&count| count >= WANTED)) {
            return;
        }
    }
}

fn main() {
    println!("# theme | game ROWSxCOLUMNS[#forbidden ROW,COLUMN] | moves | the only right one");
    let forbidden = vec![Cell { row: 3, col: 3 }];
    let boards: [(&str, Setup, (u32, u32)); 4] = [
        ("connect4 6x7", Setup::standard(GameKind::CONNECT4), (12, 24)),
        ("connect4 7x7#3,3", Setup::board(GameKind::CONNECT4, 7, 7).forbidding(forbidden), (12, 24)),
        ("reversi 8x8", Setup::standard(GameKind::REVERSI), (9, 11)),
        ("nogo 9x9", Setup::standard(GameKind::NOGO), (8, 16)),
    ];
    for (name, setup, range) in boards {
        let session = Session::new(&setup).expect("a board of ours");
        with_built_in!(&session, rules, _start => search(setup.kind(), rules, name, range, &mut HashMap::new()));
    }
}
