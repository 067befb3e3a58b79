//! The examples do what they say: each runs to its end and prints something. `cargo test` builds them.

use std::path::PathBuf;
use std::process::Command;

/// The folder of built examples, beside that of this test.
fn built(name: &str) -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples").join(name)
}

#[test]
fn every_example_runs_to_its_end() {
    let with_protocols = cfg!(feature = "stdio").then_some("serve_gtp");
    for name in ["analyse", "two_presets", "own_evaluator", "read_sgf"].into_iter().chain(with_protocols) {
        let output =
            Command::new(built(name)).output().unwrap_or_else(|e| panic!("{name}: {e}; cargo build --examples"));
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{name}");
    }
}
