//! `luozi site` as people run it: with an engine, without one, with half of one.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

fn luozi() -> Command {
    Command::new(env!("CARGO_BIN_EXE_luozi"))
}

fn engine(folder: &Path, files: &[&str]) {
    fs::create_dir_all(folder).unwrap();
    files.iter().for_each(|file| fs::write(folder.join(file), format!("the {file}")).unwrap());
}

#[test]
fn a_site_has_page_engine_and_weights() {
    let folder = tempfile::tempdir().unwrap();
    let (modules, out) = (folder.path().join("engine"), folder.path().join("a/site"));
    engine(&modules, &["engine-relaxed.js", "engine-relaxed_bg.wasm"]);
    for _ in 0..2 {
        let run = luozi().args(["site", "--out"]).arg(&out).arg("--engine").arg(&modules).assert().success();
        assert!(run.get_output().stdout.is_empty());
    }
    let read = |name: &str| fs::read(out.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(read("engine-relaxed_bg.wasm"), b"the engine-relaxed_bg.wasm");
    let offline = String::from_utf8(read("offline.js")).unwrap();
    for weights in ["connect4-6x64.net", "nogo-6x64.net", "reversi-6x64.net", "reversi.mosaic", "reversi.pat"] {
        assert!(read(&format!("weights/{weights}")).len() > 100_000);
        assert!(offline.contains(&format!("./weights/{weights}")));
    }
    assert!(String::from_utf8(read("index.html")).unwrap().contains("./worker.js"));
    assert!(!out.join("engine-simd128.js").exists() && !offline.contains("simd128"));
}

/// What is missing is said, with what to do, and nothing is written.
#[test]
fn half_an_engine_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (modules, out) = (folder.path().join("engine"), folder.path().join("site"));
    let refused = |engine: Option<&Path>, expected: &str| {
        let mut command = luozi();
        command.args(["site", "--out"]).arg(&out);
        engine.into_iter().for_each(|engine| {
            command.arg("--engine").arg(engine);
        });
        let output = command.assert().code(2).get_output().clone();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(expected) && !out.exists(), "{error}");
    };
    refused(Some(&modules), "found no engine for browsers");
    engine(&modules, &["engine-simd128.js"]);
    refused(Some(&modules), "found engine-simd128.js without engine-simd128_bg.wasm");
    if !cfg!(feature = "site") {
        refused(None, "expected --engine FOLDER");
    }
}
