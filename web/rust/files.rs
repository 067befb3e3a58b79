//! The files of the page, as committed.

/// A built file: its name below the page's address, and its content.
pub type File = (&'static str, &'static [u8]);

/// Names files of the built page.
macro_rules! files {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_bytes!(concat!("../dist/", $name)))),+] };
}

/// All files of the page: those of its first load, then what is loaded when it is opened.
pub const FILES: &[File] = files![
    "app.css",
    "app.js",
    "index.html",
    "session.js",
    "seal.svg",
    "FriendScreen.js",
    "class.js",
    "LabScreen.js",
    "learn.js",
    "learn.json",
    "lessons-connect4.json",
    "lessons-nogo.json",
    "lessons-reversi.json",
    "puzzles-connect4.json",
    "puzzles-nogo.json",
    "puzzles-reversi.json",
    "search.css",
    "search.html",
];

/// What only the page without a server has: the engine's worker, and the service worker without the list of what it keeps.
pub const WORKER: &[File] =
    &[("worker.js", include_bytes!("../worker/worker.js")), ("offline.js", include_bytes!("../worker/offline.js"))];
