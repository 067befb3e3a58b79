//! Luozi with one more game: `cargo run -p luozi-gomoku -- play gomoku`.

fn main() -> std::process::ExitCode {
    luozi_cli::run(&[&luozi_gomoku::Gomoku])
}
