//! The files of the page, as committed.

/// A built file: its name below the page's address, and its content.
pub type File = (&'static str, &'static [u8]);

/// All files of the page.
pub const FILES: [File; 4] = [
    ("app.css", include_bytes!("../dist/app.css")),
    ("app.js", include_bytes!("../dist/app.js")),
    ("index.html", include_bytes!("../dist/index.html")),
    ("seal.svg", include_bytes!("../dist/seal.svg")),
];
