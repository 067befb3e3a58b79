//! Says where the built page lies, and embeds it again whenever its files change.
//!
//! In the repository that is `web/dist`. A published package holds the same files as its own `dist`: here a link, which
//! nothing but `cargo package` follows.

use std::path::Path;

fn main() {
    let repository = "../../web/dist";
    let folder = if Path::new(repository).is_dir() { repository } else { "dist" };
    println!("cargo:rustc-env=LUOZI_PAGE={folder}");
    println!("cargo:rerun-if-changed={folder}");
}
