//! What visitors learn: the page of it, notes about puzzles and lessons, and puzzles from one's own games.

use super::extract::JsonBody;
use super::{Asking, Shared};
use crate::problem::{Code, Problem};
use axum::Json;
use axum::extract::{Extension, State};
use luozi_wire::learn::{Learned, Note, OwnAnswer, OwnRequest};
use std::sync::Arc;
use std::time::Duration;

/// How long somebody waits for a place to have a position proven.
const PATIENCE: Duration = Duration::from_secs(30);

/// What was learned so far.
pub async fn learned(State(server): Shared, Extension(visitor): Asking) -> Result<Json<Learned>, Problem> {
    let (notes, games) = (server.store.notes(&visitor.id).await?, server.store.results(&visitor.id).await?);
    Ok(Json(Learned::of(&notes, &games)))
}

/// Keeps a note and tells what was learned so far.
pub async fn note(
    State(server): Shared,
    Extension(visitor): Asking,
    JsonBody(note): JsonBody<Note>,
) -> Result<Json<Learned>, Problem> {
    note.check()?;
    server.store.add_note(&visitor.id, &note).await?;
    learned(State(server), Extension(visitor)).await
}

/// Makes a puzzle of a position from a game of one's own, if it is one.
pub async fn own(
    State(server): Shared,
    Extension(visitor): Asking,
    JsonBody(asked): JsonBody<OwnRequest>,
) -> Result<Json<OwnAnswer>, Problem> {
    let place = tokio::time::timeout(PATIENCE, Arc::clone(&server.proofs).acquire_owned()).await;
    let Ok(Ok(place)) = place else {
        return Err(Problem::with_reason(Code::Busy, "too many positions are being proven").told_as("proofs"));
    };
    // A proof goes on when its tab is gone, and keeps its place until it is done.
    let proof = tokio::task::spawn_blocking(move || {
        let _place = place;
        asked.find()
    });
    let found = proof.await.map_err(|e| Problem::with_reason(Code::Internal, e))??;
    if let Ok(note) = &found {
        server.store.add_note(&visitor.id, note).await?;
    }
    Ok(Json(OwnAnswer::of(&found)))
}
