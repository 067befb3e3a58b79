//! Reading requests so that every mistake is answered in the project's own words.

use crate::problem::{Code, Problem};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;

/// The body as JSON.
pub struct JsonBody<T>(pub T);

/// What follows the question mark.
pub struct QueryOf<T>(pub T);

/// Browsers send this type from another page only after asking, which is never allowed.
fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    let expected = "application/json";
    let found = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("nothing");
    if found.split(';').next().is_some_and(|found| found.trim().eq_ignore_ascii_case(expected)) {
        return Ok(());
    }
    let found = luozi_core::excerpt(found);
    Err(Problem::with_reason(Code::BadMessage, format!("found a body of type {found}, expected {expected}")))
}

async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state).await.map_err(|rejection| {
        let code = match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ => Code::BadMessage,
        };
        Problem::with_reason(code, "the body is too large, or ended early")
    })
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Problem> {
        check_type(request.headers())?;
        let bytes = body(request, state).await?;
        let value = serde_json::from_slice(&bytes).map_err(|e| Problem::with_reason(Code::BadMessage, e))?;
        Ok(JsonBody(value))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryOf<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<QueryOf<T>, Problem> {
        let query = Query::try_from_uri(&parts.uri);
        query.map(|Query(value)| QueryOf(value)).map_err(|e| Problem::with_reason(Code::BadMessage, e.body_text()))
    }
}
