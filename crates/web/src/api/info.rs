//! What the page asks first.

use super::Shared;
use super::extract::JsonBody;
use crate::problem::{Code, Problem};
use axum::Json;
use axum::extract::State;
use luozi_games::Setup;
use luozi_page::GridInfo;
use luozi_wire::info::{DataInfo, ServerInfo};
use luozi_wire::lab::Parameters;

/// Answers `/api/info`.
pub async fn info(State(server): Shared) -> Json<ServerInfo> {
    let budget = server.pool.budget();
    let data = DataInfo { saved: server.store.saved(), notice: server.store.notice().cloned() };
    Json(
        ServerInfo::new(server.exposure.is_hosted(), budget.cores, budget.memory_mb, data).of_class(server.has_class()),
    )
}

/// Answers `/api/grid`: the grid of a board before any position on it was asked for.
pub async fn grid(JsonBody(setup): JsonBody<Setup>) -> Result<Json<GridInfo>, Problem> {
    GridInfo::on(&setup).map(Json).map_err(|e| Problem::with_reason(Code::BadSetup, e))
}

/// Answers `/api/parameters`: what may be turned in the laboratory.
pub async fn parameters() -> Json<Parameters> {
    Json(luozi_wire::lab::parameters())
}
