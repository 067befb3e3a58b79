//! The committed page is the one its sources give: every input and output still has the hash that the build recorded.
//!
//! No npm here, so this runs wherever `cargo test` does. That the record itself is honest is shown by `npm run
//! check-dist` in `web/`, which rebuilds and compares bytes; `./test` runs both.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files at the top of `web/` that the build reads. `web/scripts/sources.mjs` has the same list.
const ROOT_FILES: [&str; 9] = [
    "../docs/search.md",
    "explain.html",
    "index.html",
    "package.json",
    "package-lock.json",
    "report.html",
    "scripts/docs.mjs",
    "tsconfig.json",
    "vite.config.ts",
];
/// Folders of `web/` that the build reads, and the one it writes.
const FOLDERS: [&str; 4] = ["src", "public", "words", "dist"];
const RECORD: &str = "dist/SOURCES.sha256";
/// Of all code, styles and pictures of the page, of each page that stands alone, and of each file of lessons or puzzles, which is
/// fetched when its screen is opened.
const LARGEST_PAGE_BYTES: u64 = 480_000;
const LARGEST_DOCUMENT_BYTES: u64 = 150_000;
const LARGEST_DATA_BYTES: u64 = 100_000;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn files_below(root: &Path, folder: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).expect("the folder is part of the page") {
        let entry = entry.expect("the folder can be listed");
        let path = format!("{folder}/{}", entry.file_name().into_string().expect("names are plain text"));
        if entry.file_type().expect("the entry is still there").is_dir() {
            files_below(root, &path, found);
        } else {
            found.push(path);
        }
    }
}

fn hash(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn committed_page_matches_its_sources() {
    let root = web();
    let mut paths: Vec<String> = ROOT_FILES.map(str::to_string).into();
    for folder in FOLDERS {
        files_below(&root, folder, &mut paths);
    }
    let now: BTreeMap<String, String> = paths
        .into_iter()
        .filter(|path| path != RECORD)
        .map(|path| {
            let hash = hash(&root.join(&path));
            (path, hash)
        })
        .collect();
    let record = fs::read_to_string(root.join(RECORD)).expect("the build writes its record");
    let recorded: BTreeMap<String, String> = record
        .lines()
        .map(|line| line.split_once("  ").expect("lines are `hash  path`"))
        .map(|(hash, path)| (path.to_string(), hash.to_string()))
        .collect();
    let changed: Vec<&String> =
        now.keys().chain(recorded.keys()).filter(|path| now.get(*path) != recorded.get(*path)).collect();
    assert!(
        changed.is_empty(),
        "web/dist is stale: {changed:?}. Run `npm ci && npm run build` in web/ and commit dist"
    );
}

#[test]
fn page_has_fixed_names_and_stays_small() {
    let dist = web().join("dist");
    let mut names = Vec::new();
    let mut page = 0;
    for entry in fs::read_dir(dist).expect("the page is committed") {
        let entry = entry.expect("the folder can be listed");
        let name = entry.file_name().into_string().expect("names are plain text");
        let bytes = entry.metadata().expect("the file is there").len();
        match name.as_str() {
            "explain.html" | "report.html" => assert!(bytes < LARGEST_DOCUMENT_BYTES, "{name} has {bytes} bytes"),
            "SOURCES.sha256" => {}
            _ if name.ends_with(".json") => assert!(bytes < LARGEST_DATA_BYTES, "{name} has {bytes} bytes"),
            _ => page += bytes,
        }
        names.push(name);
    }
    names.sort();
    let mut expected: Vec<&str> = luozi_page::FILES.iter().map(|(name, _)| *name).collect();
    expected.extend(["SOURCES.sha256", "explain.html", "report.html"]);
    expected.sort_unstable();
    assert_eq!(names, expected, "the program carries every file of the page");
    assert!(page < LARGEST_PAGE_BYTES, "the page has {page} bytes, expected under {LARGEST_PAGE_BYTES}");
}
