//! The page's own files: inside the program, or from a folder while somebody works on them.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Component, Path};

/// Content type of a file by its ending.
fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "jpg" => "image/jpeg",
        "ico" => "image/x-icon",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A file of the page and a tag that changes with its content.
fn find(path: &str, folder: Option<&Path>) -> Option<(Cow<'static, [u8]>, String)> {
    let bytes: Cow<'static, [u8]> = match folder {
        None => luozi_page::FILES.iter().find(|(name, _)| *name == path)?.1.into(),
        Some(folder) => {
            // Only names below the folder: nothing that climbs out of it.
            let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
            inside.then(|| std::fs::read(folder.join(path)).ok()).flatten()?.into()
        }
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some((bytes, format!("{:016x}", hasher.finish())))
}

/// Answers a request for a file of the page. Addresses without an ending are places inside the page.
pub fn serve(path: &str, headers: &HeaderMap, folder: Option<&Path>) -> Response {
    let path = path.trim_start_matches('/');
    let path = if path.contains('.') { path } else { "index.html" };
    let Some((bytes, tag)) = find(path, folder) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag));
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(bytes.into_owned()));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.extend(HeaderValue::from_str(&tag).ok().map(|tag| (header::ETAG, tag)));
    response
}
