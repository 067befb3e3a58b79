//! Two presets play one another: `cargo run --release --example two_presets`.

use luozi::engine::{Ask, Recipe, player};
use luozi::games::{GameKind, Session, Setup};
use luozi::search::Budget;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut session = Session::new(&Setup::board(GameKind::CONNECT4, 6, 7))?;
    let seat = |name: &str| player(&session, &Recipe::parse(session.kind(), name)?);
    let mut players = [seat("mcgs")?, seat("uct-center")?];
    while session.outcome().is_none() {
        let mover = &mut players[session.to_move().index()];
        let best = mover.think(&session, Ask::new(Budget::visits(200)))?.best;
        session.play(&best)?;
    }
    let winner = session.outcome().and_then(|score| score.winner());
    println!("{}", session.position_text());
    println!(
        "{}",
        winner.map_or("a draw".to_string(), |side| format!("the {side} player won: {}", session.moves().join(" ")))
    );
    Ok(())
}
