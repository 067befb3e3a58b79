//! Saved games: the list, one game, and its files.

use super::extract::{JsonBody, QueryOf};
use super::transfer::{Picture, file, read_record};
use super::{Answer, Asking, Shared};
use crate::problem::{Code, Problem};
use crate::store::{Filter, is_id, read_cursor};
use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use luozi_wire::saved::{Draft, GamesPage, Receipt};
use serde::Deserialize;
use serde_json::{Value, json};

/// Most games of one answer, and when nobody says.
const MOST_LISTED: (i64, i64) = (200, 50);

/// Which games a list shows.
#[derive(Deserialize)]
pub struct ListQuery {
    game: Option<String>,
    q: Option<String>,
    state: Option<String>,
    limit: Option<i64>,
    before: Option<String>,
}

/// Saved games, the last changed first.
pub async fn list(
    State(server): Shared,
    Extension(visitor): Asking,
    QueryOf(query): QueryOf<ListQuery>,
) -> Result<Json<GamesPage>, Problem> {
    let finished = match query.state.as_deref() {
        None | Some("") => None,
        Some("finished") => Some(true),
        Some("unfinished") => Some(false),
        Some(other) => {
            let reason = format!("state: found `{}`, expected finished or unfinished", luozi_core::excerpt(other));
            return Err(Problem::with_reason(Code::BadMessage, reason));
        }
    };
    let cursor = |text: &String| {
        read_cursor(text).ok_or_else(|| Problem::with_reason(Code::BadMessage, "before: expected what `next` was"))
    };
    let filter = Filter {
        kind: query.game.filter(|kind| !kind.is_empty()),
        text: query.q.filter(|text| !text.is_empty()),
        finished,
        limit: query.limit.unwrap_or(MOST_LISTED.1).clamp(1, MOST_LISTED.0),
        before: query.before.as_ref().map(cursor).transpose()?,
    };
    let (games, next) = server.store.games(&visitor.id, &filter).await?;
    Ok(Json(GamesPage::new(games, next)))
}

/// A game to save.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SaveRequest"))]
pub struct Body {
    #[serde(default)]
    name: String,
    #[cfg_attr(test, ts(as = "luozi_games::record::json::Document"))]
    record: Value,
    #[serde(default)]
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    meta: Value,
    /// The `updated` of the version that this one follows; another one there is left as it is.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    base: Option<i64>,
}

/// Saves a new game.
pub async fn create(
    State(server): Shared,
    Extension(visitor): Asking,
    JsonBody(body): JsonBody<Body>,
) -> Result<(StatusCode, Json<Receipt>), Problem> {
    let draft = Draft::new(&body.name, &body.record, body.meta)?;
    Ok((StatusCode::CREATED, Json(server.store.create(&visitor.id, &draft).await?)))
}

fn check_id(id: &str) -> Result<&str, Problem> {
    if is_id(id) { Ok(id) } else { Err(Problem::not_found("game")) }
}

/// Saves over a game.
pub async fn replace(
    State(server): Shared,
    Extension(visitor): Asking,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Receipt>, Problem> {
    let draft = Draft::new(&body.name, &body.record, body.meta)?;
    Ok(Json(server.store.replace(&visitor.id, check_id(&id)?, body.base, &draft).await?))
}

/// A game, or one of its files when the address has an ending.
pub async fn read(
    State(server): Shared,
    Extension(visitor): Asking,
    Path(name): Path<String>,
    QueryOf(picture): QueryOf<Picture>,
) -> Result<Response, Problem> {
    let (id, ending) = name.split_once('.').map_or((&*name, None), |(id, ending)| (id, Some(ending)));
    let saved = server.store.game(&visitor.id, check_id(id)?).await?;
    let Some(ending) = ending else { return Ok(Json(saved).into_response()) };
    let record = read_record(&saved.record)?;
    file(&record, ending, &picture, &saved.name).await
}

/// A new name.
#[derive(Deserialize)]
pub struct NameBody {
    name: String,
}

/// Renames a game.
pub async fn rename(
    State(server): Shared,
    Extension(visitor): Asking,
    Path(id): Path<String>,
    JsonBody(NameBody { name }): JsonBody<NameBody>,
) -> Answer {
    server.store.rename(&visitor.id, check_id(&id)?, &name).await?;
    Ok(Json(json!({"id": id, "name": name})))
}

/// Deletes a game; it can be brought back.
pub async fn delete(
    State(server): Shared,
    Extension(visitor): Asking,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    server.store.set_deleted(&visitor.id, check_id(&id)?, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a deleted game back.
pub async fn restore(
    State(server): Shared,
    Extension(visitor): Asking,
    Path(id): Path<String>,
    JsonBody(_): JsonBody<Value>,
) -> Answer {
    server.store.set_deleted(&visitor.id, check_id(&id)?, false).await?;
    Ok(Json(json!({ "id": id })))
}
