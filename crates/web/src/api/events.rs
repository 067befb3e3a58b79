//! Tournaments; there are none where the arena does not run.

use crate::server::Server;
use axum::Router;
use std::sync::Arc;

/// Everything below `/api/events`.
#[cfg(not(target_os = "linux"))]
pub fn router() -> Router<Arc<Server>> {
    let nothing = async || axum::Json(serde_json::json!({ "events": [], "folder": null, "farm": false }));
    Router::new().route("/events", axum::routing::get(nothing))
}

#[cfg(target_os = "linux")]
pub use linux::router;
#[cfg(all(test, target_os = "linux"))]
pub use linux::{Control, EventGamesPage, EventList, EventReplay, Started};

#[cfg(target_os = "linux")]
mod linux {
    use super::super::extract::{JsonBody, QueryOf};
    use super::super::figures::permitted;
    use super::super::transfer::{Picture, file};
    use super::super::{Asking, Shared};
    use super::*;
    use crate::events::{GameRow, NewEvent, RunState, Summary};
    use crate::message::Table;
    use crate::problem::{Code, Problem};
    use axum::Json;
    use axum::extract::{Extension, Path, State};
    use axum::http::{HeaderMap, header};
    use axum::response::{IntoResponse, Response};
    use axum::routing::get;
    use serde::{Deserialize, Serialize};
    use serde_json::Value;

    /// Most games of one answer, and when nobody says.
    const MOST_LISTED: (usize, usize) = (500, 100);

    /// Everything below `/api/events`.
    pub fn router() -> Router<Arc<Server>> {
        Router::new()
            .route("/events", get(list).post(start))
            .route("/events/{id}/run", get(state).post(control))
            .route("/events/{id}", get(table))
            .route("/events/{id}/table.csv", get(csv))
            .route("/events/{id}/games", get(games))
            .route("/events/{id}/games/{game}", get(game))
    }

    /// The tournaments that the server knows, in files named at its start or in its own folder.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct EventList {
        events: Vec<Summary>,
        /// The folder whose tournament files are shown by themselves; told to the user of this machine alone.
        folder: Option<String>,
        /// Whether there is a farm that the visitor may look at.
        farm: bool,
    }

    async fn list(State(server): Shared, Extension(visitor): Asking, headers: HeaderMap) -> Json<EventList> {
        let folder = server.events.folder().filter(|_| !server.exposure.is_hosted());
        let folder = folder.map(|folder| folder.display().to_string());
        let farm = permitted(&server, &visitor, &headers).await.is_ok();
        Json(EventList { events: server.events.list().await, folder, farm })
    }

    /// Tournaments use the whole machine, and bots are programs: only its owner starts them.
    fn owner(server: &Server) -> Result<(), Problem> {
        if server.exposure.is_hosted() {
            let text =
                "only the owner of the machine starts tournaments, on a server that listens on this machine alone";
            return Err(Problem::with_reason(Code::Origin, text).told_as("owner"));
        }
        Ok(())
    }

    /// The id of a tournament that was started.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Started {
        id: String,
    }

    async fn start(State(server): Shared, JsonBody(event): JsonBody<NewEvent>) -> Result<Json<Started>, Problem> {
        owner(&server)?;
        Ok(Json(Started { id: server.events.start(event).await? }))
    }

    async fn state(State(server): Shared, Path(id): Path<String>) -> Result<Json<RunState>, Problem> {
        server.events.state(&id).map(Json)
    }

    /// What is to become of a tournament.
    #[derive(Deserialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Control {
        action: ControlWord,
    }

    /// What can become of a tournament.
    #[derive(Deserialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "lowercase")]
    pub enum ControlWord {
        /// The games under way are given up and played again later.
        Pause,
        /// It goes on.
        Resume,
        /// It ends here.
        Stop,
    }

    async fn control(
        State(server): Shared,
        Path(id): Path<String>,
        JsonBody(control): JsonBody<Control>,
    ) -> Result<Json<RunState>, Problem> {
        owner(&server)?;
        match control.action {
            ControlWord::Pause => server.events.pause(&id, false).await,
            ControlWord::Stop => server.events.pause(&id, true).await,
            ControlWord::Resume => server.events.resume(&id).await,
        }
        .map(Json)
    }

    async fn table(State(server): Shared, Path(id): Path<String>) -> Result<Json<Table>, Problem> {
        Ok(Json(server.events.table(&id).await?))
    }

    async fn csv(State(server): Shared, Path(id): Path<String>) -> Result<Response, Problem> {
        let table = server.events.table(&id).await?;
        Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], crate::events::csv(&table)).into_response())
    }

    #[derive(Deserialize)]
    struct GamesQuery {
        limit: Option<usize>,
        before: Option<i64>,
    }

    /// One page of a tournament's games.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct EventGamesPage {
        games: Vec<GameRow>,
        /// Where the list goes on.
        next: Option<i64>,
    }

    /// Games, the latest first.
    async fn games(
        State(server): Shared,
        Path(id): Path<String>,
        QueryOf(query): QueryOf<GamesQuery>,
    ) -> Result<Json<EventGamesPage>, Problem> {
        let limit = query.limit.unwrap_or(MOST_LISTED.1).clamp(1, MOST_LISTED.0);
        let all = server.events.open(&id).await?.games().await?;
        let earlier = |game: &&GameRow| query.before.is_none_or(|before| game.game < before);
        let mut listed: Vec<GameRow> = all.iter().rev().filter(earlier).take(limit + 1).cloned().collect();
        let more = listed.len() > limit;
        listed.truncate(limit);
        let next = listed.last().filter(|_| more).map(|game| game.game);
        Ok(Json(EventGamesPage { games: listed, next }))
    }

    /// A game of a tournament to replay.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct EventReplay {
        #[cfg_attr(test, ts(as = "luozi_games::record::json::Document"))]
        record: Value,
        /// What both sides wrote to stderr.
        log: [String; 2],
    }

    /// A game, or one of its files when the address has an ending.
    async fn game(
        State(server): Shared,
        Path((id, name)): Path<(String, String)>,
        QueryOf(picture): QueryOf<Picture>,
    ) -> Result<Response, Problem> {
        let (number, ending) = name.split_once('.').map_or((&*name, None), |(number, ending)| (number, Some(ending)));
        let number: i64 = number.parse().map_err(|_| Problem::not_found("game"))?;
        let mut reader = server.events.open(&id).await?;
        let record = reader.record(number).await?;
        if let Some(ending) = ending {
            return file(&record, ending, &picture, &format!("{id}-{number}")).await;
        }
        let log = reader.log(number).await?;
        let record: Value = serde_json::from_str(&record.to_json()).unwrap_or_default();
        Ok(Json(EventReplay { record, log }).into_response())
    }
}
