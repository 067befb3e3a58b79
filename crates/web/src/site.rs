//! The page without a server, as files for any static host: the page as committed, the engine for browsers, its weights, and a service
//! worker that keeps them all for a start without a network.

use luozi_page::{FILES, WORKER};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt::Write;

/// A file of a site: its path below the site's folder, and its content.
pub type SiteFile = (String, Cow<'static, [u8]>);

/// The modules of the engine that a site's worker chooses from, each a script and a module of WebAssembly; one of them is enough.
pub const MODULES: [[&str; 2]; 2] =
    [["engine-relaxed.js", "engine-relaxed_bg.wasm"], ["engine-simd128.js", "engine-simd128_bg.wasm"]];

const HEAD: &str = r#"  <meta name="luozi-worker" content="./worker.js" />
    <link rel="manifest" href="./site.webmanifest" />
  </head>"#;
const BODY: &str = r#"  <script>navigator.serviceWorker?.register("./offline.js").catch(() => {});</script>
  </body>"#;
const MANIFEST: &str = r#"{"name": "Luozi 落子", "short_name": "Luozi", "start_url": "./", "display": "standalone", "icons": [{"src": "./seal.svg", "sizes": "any", "type": "image/svg+xml"}]}
"#;
/// The service worker is no file that it keeps: the browser keeps it itself.
const OFFLINE: &str = "offline.js";
/// Digits of the checksum that tells one version of a site from the next.
const VERSION_DIGITS: usize = 16;

/// All files of a site with this engine and these weights, the service worker last: a site that was half copied is not kept.
pub fn site(engine: impl IntoIterator<Item = SiteFile>, weights: impl IntoIterator<Item = SiteFile>) -> Vec<SiteFile> {
    let (mut files, mut offline) = (Vec::new(), "");
    for &(name, content) in FILES.iter().chain(WORKER) {
        let text = || std::str::from_utf8(content).expect("scripts and pages are text");
        match name {
            OFFLINE => offline = text(),
            "index.html" => {
                let page = text().replacen("</head>", HEAD, 1).replacen("</body>", BODY, 1);
                files.push((name.to_string(), Cow::Owned(page.into_bytes())));
            }
            _ => files.push((name.to_string(), Cow::Borrowed(content))),
        }
    }
    files.push(("site.webmanifest".to_string(), Cow::Borrowed(MANIFEST.as_bytes())));
    files.extend(engine);
    files.extend(weights.into_iter().map(|(name, content)| (format!("weights/{name}"), content)));
    files.sort_by(|(a, _), (b, _)| a.cmp(b));

    let mut digest = Sha256::new();
    files.iter().for_each(|(_, content)| digest.update(content));
    let mut version = String::new();
    for byte in &digest.finalize()[..VERSION_DIGITS / 2] {
        write!(version, "{byte:02x}").expect("a string takes all");
    }
    let paths: Vec<String> = files.iter().map(|(name, _)| format!("./{name}")).collect();
    let names = std::iter::once("./").chain(paths.iter().map(String::as_str)).collect::<Vec<_>>();
    let names = serde_json::to_string(&names).expect("names are text");
    let offline = format!("const VERSION = \"{version}\";\nconst FILES = {names};\n{offline}");
    files.push((OFFLINE.to_string(), Cow::Owned(offline.into_bytes())));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, content: &'static str) -> SiteFile {
        (name.to_string(), Cow::Borrowed(content.as_bytes()))
    }

    fn text<'f>(files: &'f [SiteFile], name: &str) -> &'f str {
        let (_, content) = files.iter().find(|(path, _)| path == name).unwrap();
        std::str::from_utf8(content).unwrap()
    }

    #[test]
    fn everything_but_the_service_worker_is_kept_by_it() {
        let files = site([file("engine-relaxed.js", "engine")], [file("some.net", "weights")]);
        let offline = text(&files, OFFLINE);
        for (name, _) in &files[..files.len() - 1] {
            assert!(offline.contains(&format!("\"./{name}\"")), "{name}");
        }
        assert!(files.last().unwrap().0 == OFFLINE && !offline.contains("\"./offline.js\""));
        for name in ["index.html", "worker.js", "weights/some.net", "site.webmanifest", "engine-relaxed.js"] {
            assert!(!text(&files, name).is_empty());
        }
    }

    #[test]
    fn another_content_is_another_version() {
        let version = |engine| {
            let files = site([file("engine-relaxed.js", engine)], []);
            text(&files, OFFLINE).lines().next().unwrap().to_string()
        };
        assert_eq!(version("one"), version("one"));
        assert_ne!(version("one"), version("two"));
    }

    #[test]
    fn the_page_asks_its_worker_and_stays_below_its_own_address() {
        let files = site([], []);
        let page = text(&files, "index.html");
        assert!(page.contains(r#"name="luozi-worker""#) && page.contains("site.webmanifest") && page.contains(OFFLINE));
        assert!(!page.contains("src=\"/") && !page.contains("href=\"/"), "{page}");
    }
}
