//! A position analysed: `cargo run --release --example analyse`.

use luozi::engine::{Ask, Recipe, player};
use luozi::games::{GameKind, Session, Setup};
use luozi::search::Budget;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut session = Session::new(&Setup::standard(GameKind::REVERSI))?;
    session.play_moves("f5d6c3d3c4")?;
    let mut engine = player(&session, &Recipe::flagship(session.kind()))?;
    let analysis = engine.think(&session, Ask::new(Budget::visits(500)))?;
    println!("{}\nbest {}, line {}", session.position_text(), analysis.best, analysis.pv.join(" "));
    for candidate in analysis.moves.iter().filter(|candidate| candidate.visits > 0) {
        println!(
            "{:>4} {:>5} visits, value {:+.2}",
            candidate.mv,
            candidate.visits,
            candidate.value.unwrap_or_default()
        );
    }
    Ok(())
}
