//! The `luozi` program with the games of the project.

fn main() -> std::process::ExitCode {
    luozi_cli::run(&[])
}
