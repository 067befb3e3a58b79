//! A saved game read, walked and written in another format: `cargo run --release --example read_sgf`.

use luozi::games::Session;
use luozi::games::record::{ggf, read_any};
use std::error::Error;

const GAME: &str = "(;GM[2]SZ[8]PB[Ada]PW[Bea];B[fe];W[df](;B[cc];W[dc])(;B[ce]C[the other way]))";

fn main() -> Result<(), Box<dyn Error>> {
    for game in read_any(GAME, None)? {
        let session = Session::of(&game);
        let [black, white] = &game.header.players;
        println!("{} - {}: {}", black.name, white.name, session.moves().join(" "));
        println!("{}\n{}", session.position_text(), ggf::write(&game)?);
    }
    Ok(())
}
