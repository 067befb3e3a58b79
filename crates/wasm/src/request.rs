//! What a page asks by HTTP, answered where there is no server.

use luozi_games::Setup;
use luozi_page::GridInfo;
use luozi_wire::awards::{Awards, Facts, newly_earned};
use luozi_wire::info::{DataInfo, ServerInfo};
use luozi_wire::learn::{Learned, Note, Noted, OwnAnswer, OwnRequest};
use luozi_wire::problem::{Code, Problem};
use luozi_wire::saved::Draft;
use luozi_wire::transfer::{Export, Import, Imported, text_format, write};
use serde_json::{Value, json};

const JSON: &str = "application/json";
/// The ending of pictures; the others are made of pixels, by a server.
const DRAWING: &str = "svg";

/// The answer to a request: its status, the type of its body and the body.
pub(crate) fn answer(method: &str, path: &str, body: &str, memory_mb: u64) -> Value {
    match route(method, path, body, memory_mb) {
        Ok((kind, body)) => json!({"status": 200, "type": kind, "body": body}),
        Err(problem) => {
            let status = match problem.code {
                Code::NotFound => 404,
                Code::NeedsServer => 501,
                _ => 422,
            };
            json!({"status": status, "type": JSON, "body": json!({ "error": problem }).to_string()})
        }
    }
}

fn route(method: &str, path: &str, body: &str, memory_mb: u64) -> Result<(&'static str, String), Problem> {
    let path = path.split('?').next().unwrap_or(path);
    let internal = |e: serde_json::Error| Problem::with_reason(Code::BadMessage, e);
    match (method, path) {
        ("GET", "api/info") => {
            let data = DataInfo { saved: true, notice: None };
            let info = ServerInfo::new(false, 1, memory_mb, data)
                .writing(|ending| ending == DRAWING || text_format(ending).is_ok());
            Ok((JSON, serde_json::to_string(&info).map_err(internal)?))
        }
        ("GET", "api/parameters") => {
            Ok((JSON, serde_json::to_string(&luozi_wire::lab::parameters()).map_err(internal)?))
        }
        ("POST", "api/grid") => {
            let setup: Setup = serde_json::from_str(body).map_err(internal)?;
            let grid = GridInfo::on(&setup).map_err(|e| Problem::with_reason(Code::BadSetup, e))?;
            Ok((JSON, serde_json::to_string(&grid).map_err(internal)?))
        }
        ("POST", "api/import") => {
            let import: Import = serde_json::from_str(body).map_err(internal)?;
            let imported = Imported::read(&import)?;
            Ok((JSON, serde_json::to_string(&imported).map_err(internal)?))
        }
        ("POST", export) if export.starts_with("api/export/") => {
            let asked: Export = serde_json::from_str(body).map_err(internal)?;
            let record = asked.record()?;
            match &export["api/export/".len()..] {
                DRAWING => Ok(("image/svg+xml", asked.picture.svg(&record))),
                ending => Ok(("text/plain; charset=utf-8", write(&record, text_format(ending)?)?)),
            }
        }
        // Those below are for the page's own shelf of games (`web/src/net/shelf.ts`), which keeps what they answer.
        ("POST", "shelf/draft") => {
            let Asked { name, record, meta, at } = serde_json::from_str(body).map_err(internal)?;
            let draft = Draft::new(&name, &record, meta)?;
            let record: Value = serde_json::from_str(&draft.record.to_json()).map_err(internal)?;
            let row = json!({
                "name": draft.name, "kind": draft.kind().to_string(), "players": draft.words(""),
                "finished": draft.is_finished(), "record": record, "meta": draft.meta,
                "summary": draft.summary, "grid": GridInfo::on(draft.record.setup()).ok(), "facts": draft.facts(at),
            });
            Ok((JSON, row.to_string()))
        }
        ("POST", "shelf/awards") => {
            let games: Vec<Facts> = serde_json::from_str(body).map_err(internal)?;
            let answer = json!({"report": Awards::of(&games), "new": newly_earned(&games)});
            Ok((JSON, answer.to_string()))
        }
        ("POST", "shelf/note") => {
            let note: Note = serde_json::from_str(body).map_err(internal)?;
            note.check()?;
            Ok((JSON, serde_json::to_string(&note).map_err(internal)?))
        }
        ("POST", "shelf/own") => {
            let asked: OwnRequest = serde_json::from_str(body).map_err(internal)?;
            let found = asked.find()?;
            Ok((JSON, json!({"answer": OwnAnswer::of(&found), "note": found.ok()}).to_string()))
        }
        ("POST", "shelf/learned") => {
            let Kept { notes, games } = serde_json::from_str(body).map_err(internal)?;
            Ok((JSON, serde_json::to_string(&Learned::of(&notes, &games)).map_err(internal)?))
        }
        _ => Err(Problem::with_reason(Code::NeedsServer, "this needs a server; this page has none")),
    }
}

/// What the shelf has kept, the oldest first.
#[derive(serde::Deserialize)]
struct Kept {
    notes: Vec<Noted>,
    games: Vec<Facts>,
}

/// A game that the shelf is about to keep.
#[derive(serde::Deserialize)]
struct Asked {
    #[serde(default)]
    name: String,
    record: Value,
    #[serde(default)]
    meta: Value,
    /// When, in milliseconds since 1970.
    at: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(answer: &Value) -> Value {
        serde_json::from_str(answer["body"].as_str().unwrap()).unwrap()
    }

    #[test]
    fn games_are_offered_read_and_written() {
        let info = body(&answer("GET", "api/info", "", 64));
        let formats = info["games"][0]["formats"].as_array().unwrap();
        assert!(formats.contains(&"sgf".into()) && !formats.contains(&"png".into()), "{formats:?}");
        let imported = body(&answer("POST", "api/import", r#"{"text":"4 4 3"}"#, 64));
        assert_eq!(imported["format"], "moves");
        let record = &imported["games"][0];
        let export = json!({ "record": record }).to_string();
        let text = answer("POST", "api/export/txt", &export, 64);
        assert_eq!(text["status"], 200, "{text}");
        assert!(text["body"].as_str().unwrap().contains("4 4 3"), "{text}");
        let drawing = answer("POST", "api/export/svg", &export, 64);
        assert_eq!((&drawing["status"], &drawing["type"]), (&200.into(), &"image/svg+xml".into()));
        assert!(drawing["body"].as_str().unwrap().starts_with("<svg"), "{drawing}");
        assert_eq!(answer("POST", "api/export/png", &export, 64)["status"], 404);
        for beyond in ["api/events", "api/friends", "api/anything"] {
            let refused = answer("POST", beyond, "{}", 64);
            assert_eq!((&refused["status"], &body(&refused)["error"]["code"]), (&501.into(), &"needs_server".into()));
        }
        assert_eq!(answer("POST", "api/grid", "{}", 64)["status"], 422);
        let wrong = body(&answer("POST", "api/import", r#"{"text":"{\"a\":1}"}"#, 64));
        assert_eq!(wrong["error"]["text_key"], "err.import", "{wrong}");
    }

    #[test]
    fn a_game_is_made_ready_for_the_shelf_and_counted() {
        let record = &body(&answer("POST", "api/import", r#"{"text":"4 1 4 1 4 1 4"}"#, 64))["games"][0];
        let asked = json!({"name": " Four\n", "record": record, "at": 9,
            "meta": {"human": "first", "level": 4, "mode": "play"}});
        let row = body(&answer("POST", "shelf/draft", &asked.to_string(), 64));
        assert_eq!((&row["name"], &row["kind"], &row["finished"]), (&"Four".into(), &"connect4".into(), &true.into()));
        assert_eq!((&row["summary"]["plies"], &row["facts"]["result"]), (&7.into(), &1.into()));
        assert_eq!(row["record"]["result"]["winner"], "first", "{row}");
        let awards = body(&answer("POST", "shelf/awards", &json!([row["facts"]]).to_string(), 64));
        assert_eq!(awards["new"], json!(["first_game", "first_win", "level_3", "no_help", "quick_four"]));
        assert_eq!(awards["report"]["total"]["won"], 1);
        let note = json!({"kind": "lesson", "game": "connect4", "id": "threats"});
        assert_eq!(body(&answer("POST", "shelf/note", &note.to_string(), 64)), note);
        let kept = json!({"notes": [{"at": 1, "note": note}], "games": [row["facts"]]});
        let learned = body(&answer("POST", "shelf/learned", &kept.to_string(), 64));
        assert_eq!(learned["games"][0]["lessons"], json!(["threats"]), "{learned}");
        let own = json!({"setup": record["setup"], "moves": "413273652322443616614442233677677".chars().map(String::from).collect::<Vec<_>>()});
        let own = body(&answer("POST", "shelf/own", &own.to_string(), 64));
        assert_eq!((&own["answer"]["kept"], &own["note"]["puzzle"]["answer"]), (&true.into(), &"7".into()), "{own}");
        let wrong = answer("POST", "shelf/draft", r#"{"record":{},"at":1}"#, 64);
        assert_eq!(wrong["status"], 422, "{wrong}");
    }
}
