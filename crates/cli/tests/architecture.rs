//! What the sources may name: concrete games only where they belong.

use std::path::{Path, PathBuf};

/// Folders whose files are about particular games: the games themselves, their solvers and evaluators, the engine's
/// entries for them, the protocols of sites that have certain games, commands about one game, and Python's names for them.
const OWN: [&str; 15] = [
    "crates/games/",
    "crates/solve/",
    "crates/eval/",
    "crates/engine/src/evaluators/",
    "crates/engine/src/pvs/",
    "crates/engine/src/preset.rs",
    "crates/engine/src/registry.rs",
    "crates/protocol/src/saiblo/",
    "crates/protocol/src/botzone/",
    "crates/python/",
    "crates/saiblo/",
    "crates/saiblo-player/",
    "crates/cli/src/commands/book/",
    "crates/cli/src/commands/soak/",
    "crates/cli/src/commands/train/",
];

/// Files elsewhere that name a game, each for a reason.
const ALLOWED: [(&str, &str); 8] = [
    ("crates/protocol/src/nboard/mod.rs", "NBoard is a protocol for Reversi"),
    ("crates/arena/src/matches/openings.rs", "Saiblo draws boards of Connect Four"),
    ("crates/cli/src/commands/bench/mod.rs", "measures the boards of the three games"),
    ("crates/cli/src/commands/solve/special.rs", "books and suites of one game each"),
    ("crates/farm/src/jobs/book.rs", "books are about Connect Four"),
    ("crates/stdio/src/nboard/conversation.rs", "NBoard is a protocol for Reversi"),
    ("crates/wire/src/awards.rs", "badges about particular games"),
    ("crates/engine/src/level/mod.rs", "each game has levels of its own"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without comments and without its tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The game that lives in a crate of its own stays small, and the guide says how small.
#[test]
fn the_example_of_a_game_is_as_small_as_the_guide_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let count = |folder: &str| {
        let mut files = Vec::new();
        sources(&root.join("examples/gomoku").join(folder), &mut files);
        let lines = files.iter().map(|path| std::fs::read_to_string(path).unwrap().lines().count()).sum::<usize>();
        (files.len(), lines)
    };
    let ((files, lines), (test_files, test_lines)) = (count("src"), count("tests"));
    assert!(lines + test_lines <= 400, "{lines} lines and {test_lines} of tests");
    let told = format!("{files} files of source with {lines} lines, {test_files} files of tests with {test_lines}");
    let guide = std::fs::read_to_string(root.join("docs/adding-a-game.md")).unwrap();
    assert!(guide.contains(&told), "docs/adding-a-game.md should say `{told}`");
}

fn names_a_game(code: &str) -> bool {
    let kinds = ["GameKind::CONNECT4", "GameKind::REVERSI", "GameKind::NOGO"];
    let modules = ["connect4::", "reversi::", "nogo::", "connect4,", "reversi,", "nogo,"];
    let imports = code.lines().filter(|line| line.contains("games::"));
    kinds.iter().any(|kind| code.contains(kind))
        || imports.into_iter().any(|line| modules.iter().any(|m| line.contains(m)))
}

#[test]
fn only_the_games_own_files_name_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut files = Vec::new();
    for folder in std::fs::read_dir(root.join("crates")).unwrap() {
        let source = folder.unwrap().path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    sources(&root.join("web/rust"), &mut files);
    let mut found: Vec<String> = Vec::new();
    for path in files {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let tests = name.ends_with("tests.rs") || name.ends_with("/fuzz.rs") || name.contains("/tests/");
        if tests || OWN.iter().any(|own| name.starts_with(own)) {
            continue;
        }
        if names_a_game(&code(&std::fs::read_to_string(&path).unwrap())) {
            found.push(name);
        }
    }
    found.sort();
    let allowed: Vec<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    let strangers: Vec<&String> = found.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
    assert!(
        strangers.is_empty(),
        "these files name a game; ask the session, the grid or the descriptor: {strangers:#?}"
    );
    let gone: Vec<&&str> = allowed.iter().filter(|name| !found.iter().any(|found| found == *name)).collect();
    assert!(gone.is_empty(), "these files name no game any more and can leave the list: {gone:#?}");
}
