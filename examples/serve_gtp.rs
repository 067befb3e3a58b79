//! The Go Text Protocol on any reader and writer: `cargo run --release --features stdio --example serve_gtp`.

use luozi::engine::{Choice, Who};
use luozi::games::{GameKind, Session, Setup};
use luozi::search::Budget;
use luozi::stdio::gtp::{Conversation, serve};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // What a controller would send through a pipe or a socket.
    let requests = "boardsize 9\nplay b E5\ngenmove w\nshowboard\nquit\n";
    let choice = Choice { who: Who::Preset("classic-nogo".into()), budget: Budget::visits(200), ..Choice::default() };
    let board = Session::new(&Setup::standard(GameKind::NOGO))?;
    let mut answers = Vec::new();
    serve(Conversation::new(choice, board)?, requests.as_bytes(), &mut answers)?;
    print!("{}", String::from_utf8(answers)?);
    Ok(())
}
