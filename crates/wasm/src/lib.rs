//! Luozi in a browser: the one door of sessions and players behind the messages of the server, for a Web Worker.
//!
//! Everything here is called from one JavaScript thread. [`tab`] is what a connection of the server is, without threads;
//! [`Desk`] is its face towards JavaScript.

pub mod fingerprint;
mod request;
pub mod tab;

use js_sys::Function;
use luozi_wire::message::ToTab;
use std::time::Duration;
use tab::Tab;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A page's board and its search.
#[wasm_bindgen]
pub struct Desk(Tab);

/// Calls a function of JavaScript with the text of every frame.
fn posting(post: &Function) -> impl FnMut(&ToTab) {
    move |frame| {
        if let Ok(text) = serde_json::to_string(frame) {
            // A page that throws has itself to blame; the search goes on.
            let _ = post.call1(&JsValue::NULL, &JsValue::from_str(&text));
        }
    }
}

#[wasm_bindgen]
impl Desk {
    /// A desk whose players may have so much memory, in MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(memory_mb: u32) -> Desk {
        Desk(Tab::new(u64::from(memory_mb)))
    }

    /// Deals with a message of the page; `post` hears the text of every frame that answers it.
    pub fn receive(&mut self, text: &str, post: &Function) {
        self.0.receive(text, &mut posting(post));
    }

    /// Thinks for about `ms` milliseconds.
    pub fn step(&mut self, ms: u32, post: &Function) {
        self.0.step(Duration::from_millis(u64::from(ms)), &mut posting(post));
    }

    /// Whether there is something to think about.
    pub fn busy(&self) -> bool {
        self.0.is_busy()
    }

    /// Whether the next step cannot be interrupted.
    pub fn deaf(&self) -> bool {
        self.0.is_deaf()
    }
}

/// Answers what a page asks a server by HTTP, as far as no server is needed: `{"status": 200, "type": "...", "body": "..."}`.
#[wasm_bindgen]
pub fn request(method: &str, path: &str, body: &str, memory_mb: u32) -> String {
    request::answer(method, path, body, u64::from(memory_mb)).to_string()
}

/// The fingerprints of all presets whose name contains `part`, a line each; see [`fingerprint`].
#[wasm_bindgen]
pub fn fingerprints(part: &str, visits: u32) -> String {
    let lines = fingerprint::lines(part, u64::from(visits));
    lines.into_iter().map(|(line, _)| line + "\n").collect()
}

/// The same with the simulations a second of each.
#[wasm_bindgen]
pub fn speeds(part: &str, visits: u32) -> String {
    let lines = fingerprint::lines(part, u64::from(visits));
    lines.into_iter().map(|(line, speed)| format!("{line} {speed:.0}\n")).collect()
}

/// The files of weights that somebody has asked for in vain since the last call, as a JSON list of their names.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[wasm_bindgen]
pub fn wanted() -> String {
    serde_json::json!(luozi_eval::shipped::wanted()).to_string()
}

/// Brings a file of weights; whether there is one of that name.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[wasm_bindgen]
pub fn bring(file: &str, data: Vec<u8>) -> bool {
    luozi_eval::shipped::bring(file, data)
}
