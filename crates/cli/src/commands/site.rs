//! `luozi site`: the page without a server, for any static host.

use crate::error::bad_input;
use crate::output::write_file;
use anyhow::Context;
use luozi::eval::shipped;
use luozi::web::site::{MODULES, SiteFile, site};
use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the page with the engine inside, as files for any static host
///
/// The folder can be served by whatever serves files; after the first visit the page opens without a network. Files of a site
/// that was written there before are replaced.
///
/// Example: luozi site --out public && python3 -m http.server --directory public
#[derive(clap::Args)]
pub struct Args {
    /// The folder; it is made when it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Folder with the engine for browsers, as `tools/wasm FOLDER` of the sources writes it; the packages' program has one inside
    #[arg(long, value_name = "FOLDER")]
    engine: Option<PathBuf>,
}

#[cfg(feature = "site")]
macro_rules! inside {
    ($($name:literal),+) => { &[$(($name, include_bytes!(concat!(env!("LUOZI_ENGINE"), "/", $name)))),+] };
}

/// The engine inside the program.
#[cfg(feature = "site")]
const INSIDE: &[(&str, &[u8])] =
    inside!["engine-relaxed.js", "engine-relaxed_bg.wasm", "engine-simd128.js", "engine-simd128_bg.wasm"];
#[cfg(not(feature = "site"))]
const INSIDE: &[(&str, &[u8])] = &[];

pub fn run(args: &Args) -> anyhow::Result<()> {
    let engine = match &args.engine {
        Some(folder) => modules(folder)?,
        None if INSIDE.is_empty() => {
            return Err(bad_input(
                "this program has no engine for browsers inside; expected --engine FOLDER, which `tools/wasm FOLDER` of the sources writes \
                 (`tools/site FOLDER` does both), or the program of a package",
            ));
        }
        None => INSIDE.iter().map(|&(name, content)| (name.to_string(), Cow::Borrowed(content))).collect(),
    };
    let weights = shipped::all().filter_map(|file| Some((file.file.to_string(), Cow::Borrowed(file.data()?))));
    let files = site(engine, weights);
    for (name, content) in &files {
        let path = args.out.join(name);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder)
            .map_err(|e| bad_input(format!("{}: {e}; name a folder to write to", folder.display())))?;
        write_file(&path, content)?;
    }
    let (count, out) = (files.len(), args.out.display());
    writeln!(std::io::stderr(), "{count} files written to {out}; any static host can serve them").ok();
    Ok(())
}

/// The modules of a folder, each whole.
fn modules(folder: &Path) -> anyhow::Result<Vec<SiteFile>> {
    let mut found = Vec::new();
    for module in MODULES {
        let paths = module.map(|name| folder.join(name));
        match paths.each_ref().map(|path| path.exists()) {
            [true, true] => {}
            [false, false] => continue,
            [script, _] => {
                let [there, missing] = if script { [0, 1] } else { [1, 0] };
                return Err(bad_input(format!(
                    "{}: found {} without {}; write the folder anew by tools/wasm",
                    folder.display(),
                    module[there],
                    module[missing]
                )));
            }
        }
        for (name, path) in module.into_iter().zip(&paths) {
            let content = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            found.push((name.to_string(), Cow::Owned(content)));
        }
    }
    if found.is_empty() {
        return Err(bad_input(format!(
            "{}: found no engine for browsers, expected {} or {} with their modules, as tools/wasm writes them",
            folder.display(),
            MODULES[0][0],
            MODULES[1][0]
        )));
    }
    Ok(found)
}
