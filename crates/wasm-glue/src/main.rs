//! Writes the script that loads a module of WebAssembly, and the module without what only this step reads.
//!
//! `luozi-wasm-glue MODULE FOLDER NAME web|nodejs` writes `NAME.js` and `NAME_bg.wasm` into the folder. This is what the program
//! `wasm-bindgen` does; as a crate of the workspace it is of the very version that the module was built with (both come from
//! one lock file), and is built in a third of the time, without that program's server for tests.

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name, host] = &arguments[..] else {
        bail!("found {} arguments, expected MODULE FOLDER NAME and `web` or `nodejs`", arguments.len());
    };
    let mut glue = Bindgen::new();
    glue.input_path(module).out_name(name).typescript(false).omit_default_module_path(false);
    // A tenth of what is loaded, for nothing but the names of functions in a stack trace.
    glue.remove_name_section(true).remove_producers_section(true);
    match host.as_str() {
        "web" => glue.web(true)?,
        "nodejs" => glue.nodejs(true)?,
        other => bail!("found the host `{other}`, expected `web` or `nodejs`"),
    };
    glue.generate(folder).with_context(|| format!("cannot make a script for {module}"))
}
