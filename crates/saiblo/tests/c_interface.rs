//! The C interface from C: the committed header is current, and a C program plays through `dlopen`.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of this crate.
fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Cargo leaves the shared object beside the test programs.
fn shared_object() -> PathBuf {
    std::env::current_exe().unwrap().with_file_name("libluozi_saiblo.so")
}

#[test]
fn the_header_is_what_cbindgen_writes() {
    let config = cbindgen::Config::from_file(own("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(own("src/lib.rs")).generate().unwrap();
    let mut written = Vec::new();
    bindings.write(&mut written);
    let header = own("include/luozi_saiblo.h");
    if std::env::var_os("LUOZI_BLESS").is_some() {
        std::fs::write(&header, &written).unwrap();
    }
    let committed = std::fs::read_to_string(header).unwrap_or_default();
    assert_eq!(committed, String::from_utf8(written).unwrap(), "renew it: LUOZI_BLESS=1 cargo test -p luozi-saiblo");
}

#[test]
fn the_header_is_also_cplusplus() {
    let mut compiler = Command::new("c++");
    compiler.args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", "c++"]);
    let status = compiler.arg(own("include/luozi_saiblo.h")).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_c_program_plays_whole_games_and_cannot_upset_the_object() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("caller");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-I"]).arg(own("include"));
    let status = compiler.arg("-o").arg(&program).arg(own("tests/caller.c")).arg("-ldl").status().unwrap();
    assert!(status.success());
    let mut caller = Command::new(&program);
    caller.arg(shared_object()).env("LUOZI_SET", "visits=5").env("LUOZI_MEMORY_MB", "16").env("LUOZI_THREADS", "none");
    let output = caller.output().unwrap();
    let (text, complaints) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(text, "ok\n", "{complaints}");
    assert!(complaints.starts_with("luozi: LUOZI_THREADS: "), "{complaints}");
}
