//! Games in and out, in every format.

use super::extract::JsonBody;
use crate::picture;
use crate::problem::{Code, Problem};
use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use luozi_games::record::Record;
use luozi_protocol::formats;
use luozi_wire::transfer::{Export, Import, Imported, text_format, write};
pub use luozi_wire::transfer::{Picture, read_record};

/// A kind of file, by the ending of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A saved game as text.
    Game(formats::Format),
    /// A picture of a position.
    Svg,
    /// The same in pixels.
    Png,
    /// The whole game as a film.
    Gif,
}

impl Format {
    /// The format with that ending.
    pub fn of(ending: &str) -> Result<Format, Problem> {
        let word = match ending {
            "svg" => return Ok(Format::Svg),
            "png" => return Ok(Format::Png),
            "gif" => return Ok(Format::Gif),
            other => other,
        };
        text_format(word).map(Format::Game)
    }

    fn content_type(self) -> &'static str {
        match self {
            Format::Game(formats::Format::Json | formats::Format::Botzone) => "application/json",
            Format::Game(_) => "text/plain; charset=utf-8",
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }
}

/// Milliseconds a move in films when nobody says.
const FILM_MS: u64 = 700;
/// Most moves of a film.
const FILM_PLIES: usize = 300;

/// A file of a game, under a name with that ending.
pub async fn file(record: &Record, ending: &str, picture: &Picture, name: &str) -> Result<Response, Problem> {
    let format = Format::of(ending)?;
    let bytes = match format {
        Format::Game(format) => write(record, format)?.into_bytes(),
        Format::Svg | Format::Png | Format::Gif => draw(record, format, *picture).await?,
    };
    let safe: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    let name = if safe.is_empty() { "luozi" } else { &safe };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.content_type()));
    let disposition = HeaderValue::from_str(&format!("inline; filename=\"{name}.{ending}\""));
    headers.extend(disposition.ok().map(|value| (header::CONTENT_DISPOSITION, value)));
    Ok(response)
}

/// A picture, made where computing is allowed.
async fn draw(record: &Record, format: Format, picture: Picture) -> Result<Vec<u8>, Problem> {
    let (session, style) = (picture.session(record), picture.style());
    if format == Format::Gif && session.moves().len() > FILM_PLIES {
        let reason = format!("a film has at most {FILM_PLIES} moves; found {}", session.moves().len());
        return Err(Problem::with_reason(Code::Export, reason));
    }
    let drawn = tokio::task::spawn_blocking(move || match format {
        Format::Png => picture::png(&session, style),
        Format::Gif => picture::gif(&session, style, picture.ms.unwrap_or(FILM_MS)),
        Format::Svg | Format::Game(_) => Ok(picture::svg(&session, style).into_bytes()),
    });
    drawn.await.map_err(|e| Problem::with_reason(Code::Internal, e))?
}

/// Writes a game that is not saved.
pub async fn export(Path(ending): Path<String>, JsonBody(body): JsonBody<Export>) -> Result<Response, Problem> {
    file(&body.record()?, &ending, &body.picture, "").await
}

/// Reads games from any format.
pub async fn import(JsonBody(import): JsonBody<Import>) -> Result<Json<Imported>, Problem> {
    Imported::read(&import).map(Json)
}
