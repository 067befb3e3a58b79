//! The figures of the farm, for Prometheus and for the page. They name runs and machines: only who sits here and the teacher of the class see them.

use super::{Asking, Shared};
use crate::farm::{FarmView, OpenFarm};
use crate::guard::Visitor;
use crate::problem::{Code, Problem};
use crate::server::Server;
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

/// Text of Prometheus, in the version that every one of them reads.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// How the farm stands.
pub async fn metrics(
    State(server): Shared,
    Extension(visitor): Asking,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let farm = permitted(&server, &visitor, &headers).await?;
    let text = farm.metrics().await.map_err(|reason| Problem::with_reason(Code::Internal, reason))?;
    Ok(([(header::CONTENT_TYPE, TEXT), (header::CACHE_CONTROL, "no-store")], text).into_response())
}

/// The same for the page.
pub async fn view(
    State(server): Shared,
    Extension(visitor): Asking,
    headers: HeaderMap,
) -> Result<Json<FarmView>, Problem> {
    let farm = permitted(&server, &visitor, &headers).await?;
    farm.view().await.map(Json).map_err(|reason| Problem::with_reason(Code::Internal, reason))
}

/// The farm, if there is one and this visitor may know about it.
pub async fn permitted<'s>(
    server: &'s Server,
    visitor: &Visitor,
    headers: &HeaderMap,
) -> Result<&'s OpenFarm, Problem> {
    let nothing = "this server has no figures: it was told of no farm; start it with `luozi serve --farm URL`";
    let farm = server.farm.as_ref().ok_or_else(|| Problem::with_reason(Code::NotFound, nothing))?;
    if !visitor.is_here {
        demand_teacher(server, headers).await?;
    }
    Ok(farm)
}

#[cfg(target_os = "linux")]
async fn demand_teacher(server: &Server, headers: &HeaderMap) -> Result<(), Problem> {
    match &server.class {
        Some(class) => class.demand_teacher(super::class::cookie(headers)).await,
        None => Err(not_here()),
    }
}

/// There is a class only on Linux.
#[cfg(not(target_os = "linux"))]
async fn demand_teacher(_: &Server, _: &HeaderMap) -> Result<(), Problem> {
    Err(not_here())
}

fn not_here() -> Problem {
    Problem::with_reason(Code::Forbidden, "the figures of the farm are told on the server's own machine only")
}
