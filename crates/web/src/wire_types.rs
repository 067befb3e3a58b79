//! The front end's declarations of everything that passes between it and this server are generated from the types here.

use crate::api::{Body, Control, EventGamesPage, EventList, EventReplay, Started};
use crate::class::wire as class;
use crate::events::{NewEvent, RunState};
use crate::explain_page::ExplainPage;
use crate::farm::FarmView;
use crate::message::{FromTab, Invite, Invited, ToTab};
use luozi_engine::puzzle::PuzzleSet;
use luozi_page::typescript::Declarations;
use luozi_wire::awards::Awards;
use luozi_wire::info::ServerInfo;
use luozi_wire::lab::Parameters;
use luozi_wire::learn::{Learned, Note, OwnAnswer, OwnRequest};
use luozi_wire::saved::{GamesPage, Receipt, Saved};
use luozi_wire::transfer::{Import, Imported};
use std::path::Path;

#[test]
fn declarations_of_the_front_end_are_fresh() {
    let declarations = Declarations::default()
        .with::<ToTab>()
        .with::<FromTab>()
        .with::<ServerInfo>()
        .with::<GamesPage>()
        .with::<Body>()
        .with::<Saved>()
        .with::<Receipt>()
        .with::<Import>()
        .with::<Imported>()
        .with::<Awards>()
        .with::<Learned>()
        .with::<Note>()
        .with::<OwnRequest>()
        .with::<OwnAnswer>()
        .with::<PuzzleSet>()
        .with::<Parameters>()
        .with::<Invite>()
        .with::<Invited>()
        .with::<EventList>()
        .with::<NewEvent>()
        .with::<Started>()
        .with::<Control>()
        .with::<RunState>()
        .with::<EventGamesPage>()
        .with::<EventReplay>()
        .with::<FarmView>()
        .with::<class::Ask>()
        .with::<class::Hello>()
        .with::<class::Standings>()
        .with::<class::Profile>()
        .with::<class::GamesPage>()
        .with::<class::Replay>()
        .with::<class::Bot>()
        .with::<class::PersonInfo>()
        .with::<class::NewLinks>()
        .with::<class::LogEntry>()
        .with::<class::Uploaded>()
        .with::<ExplainPage<'static>>();
    declarations.check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/net/wire.ts"));
}
