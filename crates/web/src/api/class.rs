//! The class, over HTTP: questions as JSON, files out, one file in. Nothing is decided here.

use super::Shared;
use super::extract::{JsonBody, QueryOf};
use crate::class::{Answer, Ask, Class, MOST_BYTES};
use crate::guard::{Exposure, Visitor};
use crate::problem::{Code, Problem};
use crate::server::Server;
use axum::Json;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Extension, Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// The cookie of a session.
const COOKIE: &str = "luozi_class";
/// How long a browser keeps it, in seconds.
const KEPT: u64 = 120 * 24 * 3600;

/// Everything below `/api/class`.
pub fn router() -> Router<Arc<Server>> {
    Router::new()
        .route("/class", post(ask))
        .route("/class/files/{name}", get(file))
        // The body is read piece by piece, with a limit of its own.
        .route("/class/upload", post(upload).layer(DefaultBodyLimit::disable()))
}

fn class(server: &Server) -> Result<&Arc<Class>, Problem> {
    server.class.as_ref().ok_or_else(|| Problem::not_found("class"))
}

/// The session's cookie, whatever it holds.
pub(super) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// What makes a browser keep a session, or forget it.
fn set_cookie(value: &str, seconds: u64, exposure: &Exposure) -> Option<HeaderValue> {
    let secure = if exposure.is_encrypted() { "; Secure" } else { "" };
    let text = format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).ok()
}

async fn ask(
    State(server): Shared,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    JsonBody(ask): JsonBody<Ask>,
) -> Result<Response, Problem> {
    let class = class(&server)?;
    // Whoever guesses links or passwords soon waits.
    if matches!(ask, Ask::SignIn { .. } | Ask::Enter { .. })
        && let Err(wait) = server.entries.take(visitor.address, Instant::now())
    {
        let args = json!({ "wait_ms": wait.as_millis() as u64 });
        return Err(Problem::new(Code::Rate, "too many tries to come in; wait a moment", args));
    }
    let address = visitor.address.to_string();
    let (body, kept) = match class.ask(cookie(&headers), &address, ask).await? {
        Answer::Json(body) => return Ok(Json(body).into_response()),
        Answer::In(cookie, body) => (body, set_cookie(&cookie, KEPT, &server.exposure)),
        Answer::Out => (json!({}), set_cookie("", 0, &server.exposure)),
    };
    let mut response = Json(body).into_response();
    response.headers_mut().extend(kept.map(|value| (header::SET_COOKIE, value)));
    Ok(response)
}

async fn file(
    State(server): Shared,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let file = class(&server)?.file(cookie(&headers), &visitor.address.to_string(), &name).await?;
    let safe: String = file.name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).take(80).collect();
    let mut response = file.bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{safe}\""));
    headers.extend(disposition.ok().map(|value| (header::CONTENT_DISPOSITION, value)));
    Ok(response)
}

#[derive(Deserialize)]
struct UploadQuery {
    name: String,
    form: String,
}

/// Takes a file in while it arrives. The type is one that pages of others cannot send without asking first.
async fn upload(
    State(server): Shared,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    QueryOf(query): QueryOf<UploadQuery>,
    body: Body,
) -> Result<Response, Problem> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if text(header::CONTENT_TYPE) != Some("application/octet-stream") {
        return Err(Problem::with_reason(Code::BadMessage, "expected a body of type application/octet-stream"));
    }
    let class = class(&server)?;
    let mut upload =
        class.begin_upload(cookie(&headers), &visitor.address.to_string(), &query.name, &query.form).await?;
    if text(header::CONTENT_LENGTH)
        .and_then(|length| length.parse::<u64>().ok())
        .is_some_and(|length| length > MOST_BYTES)
    {
        let told = format!("the upload is longer than {} MB", MOST_BYTES >> 20);
        return Err(Problem::with_reason(Code::TooLarge, told));
    }
    let mut body = body;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::with_reason(Code::BadMessage, error))?;
        if let Some(bytes) = frame.data_ref() {
            upload.take(bytes)?;
        }
    }
    Ok(Json(upload.end().await?).into_response())
}
