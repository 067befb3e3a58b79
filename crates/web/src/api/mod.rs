//! The HTTP side: what is stored, what goes in and out as files, what the server can do.

#[cfg(target_os = "linux")]
mod class;
mod events;
mod extract;
mod figures;
mod games;
mod info;
mod learn;
mod transfer;

pub use figures::metrics;
#[cfg(all(test, target_os = "linux"))]
pub(crate) use {
    events::{Control, EventGamesPage, EventList, EventReplay, Started},
    games::Body,
};

use crate::guard::Visitor;
use crate::message::{Invite, Invited};
use crate::problem::Problem;
use crate::server::Server;
use axum::extract::{Extension, State};
use axum::http::{HeaderValue, header};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use extract::JsonBody;
use luozi_wire::awards::Awards;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

type Shared = State<Arc<Server>>;
type Asking = Extension<Visitor>;
type Answer = Result<Json<Value>, Problem>;

/// Everything below `/api`.
pub fn router() -> Router<Arc<Server>> {
    Router::new()
        .route("/healthz", get(health))
        .route("/info", get(info::info))
        .route("/farm", get(figures::view))
        .route("/grid", post(info::grid))
        .route("/parameters", get(info::parameters))
        .route("/friends", post(invite))
        .route("/games", get(games::list).post(games::create))
        .route("/games/{id}", get(games::read).put(games::replace).patch(games::rename).delete(games::delete))
        .route("/games/{id}/restore", post(games::restore))
        .route("/import", post(transfer::import))
        .route("/export/{ending}", post(transfer::export))
        .route("/settings", get(settings).put(set_settings))
        .route("/awards", get(awards))
        .route("/awards/reset", post(reset_awards))
        .route("/learn", get(learn::learned).post(learn::note))
        .route("/learn/own", post(learn::own))
        .merge(events::router())
        .merge(classes())
        .fallback(async || Problem::not_found("address"))
        .layer(map_response(uncached))
}

/// A class runs the programs of others behind walls, which only Linux has.
#[cfg(target_os = "linux")]
fn classes() -> Router<Arc<Server>> {
    class::router()
}

#[cfg(not(target_os = "linux"))]
fn classes() -> Router<Arc<Server>> {
    Router::new()
}

/// Answers change with every request.
async fn uncached(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Is the server well?
pub async fn health(State(server): Shared) -> Json<Value> {
    Json(json!({
        "ok": true,
        "version": env!("CARGO_PKG_VERSION"),
        "searches": server.pool.searches(),
        "connections": server.connections.count(),
    }))
}

/// Sets up a table for two people.
async fn invite(
    State(server): Shared,
    Extension(visitor): Asking,
    JsonBody(invite): JsonBody<Invite>,
) -> Result<Json<Invited>, Problem> {
    server.tables.invite(&invite, visitor.address, server.origins()).map(Json)
}

async fn settings(State(server): Shared, Extension(visitor): Asking) -> Answer {
    Ok(Json(server.store.settings(&visitor.id).await?))
}

async fn set_settings(State(server): Shared, Extension(visitor): Asking, JsonBody(value): JsonBody<Value>) -> Answer {
    server.store.set_settings(&visitor.id, &value).await?;
    Ok(Json(value))
}

async fn awards(State(server): Shared, Extension(visitor): Asking) -> Result<Json<Awards>, Problem> {
    Ok(Json(Awards::of(&server.store.results(&visitor.id).await?)))
}

#[derive(Deserialize)]
struct Reset {
    #[serde(default)]
    undo: Option<String>,
}

async fn reset_awards(State(server): Shared, Extension(visitor): Asking, JsonBody(reset): JsonBody<Reset>) -> Answer {
    match reset.undo {
        None => Ok(Json(json!({ "undo": server.store.reset_results(&visitor.id).await? }))),
        Some(token) => {
            server.store.restore_results(&visitor.id, &token).await?;
            Ok(Json(json!({})))
        }
    }
}
