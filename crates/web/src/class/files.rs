//! Files that a class gives away: marks, games, one's own sources.

use super::Class;
use super::records::{FINAL, LADDER};
use super::rights::Need;
use super::wire::{Phase, Standings};
use crate::problem::{Code, Problem};
use luozi_games::record::Record;
use luozi_protocol::formats::Format;
use luozi_wire::transfer::{text_format, write};

/// Most games in one file.
const MOST_GAMES: i64 = 20_000;

/// A file on its way out.
#[derive(Debug)]
pub struct Download {
    /// What to call it.
    pub name: String,
    /// Its content type.
    pub kind: &'static str,
    /// What the file holds.
    pub bytes: Vec<u8>,
}

/// What a name of a file asks for.
enum Wanted {
    Marks,
    Games(Format),
    Game(i64, Format),
    Source(i64),
}

fn wanted(name: &str) -> Option<Wanted> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let format = || text_format(ending).ok();
    match (stem, ending) {
        ("marks", "csv") => Some(Wanted::Marks),
        ("games", _) => format().map(Wanted::Games),
        _ => match stem.split_once('-')? {
            ("bot", number) if ending.is_empty() => number.parse().ok().map(Wanted::Source),
            ("game", number) => Some(Wanted::Game(number.parse().ok()?, format()?)),
            _ => None,
        },
    }
}

impl Class {
    /// A file by its name: `marks.csv`, `games.json`, `games.sgf`, `game-12.json`, `bot-3`.
    pub async fn file(&self, cookie: Option<&str>, address: &str, name: &str) -> Result<Download, Problem> {
        let wanted = wanted(name);
        let need = match &wanted {
            Some(Wanted::Marks | Wanted::Games(_)) => Need::Teacher,
            Some(Wanted::Source(bot)) => self.owned(*bot).await?,
            Some(Wanted::Game(..)) | None => Need::Member,
        };
        let caller = self.admit(cookie, need).await?;
        let name = name.to_string();
        match wanted.ok_or_else(|| Problem::not_found("file"))? {
            Wanted::Marks => {
                self.store.log(caller.id(), address, "took the marks", "").await?;
                let bytes = marks(&self.standings(), &self.numbers().await?)?;
                Ok(Download { name, kind: "text/csv; charset=utf-8", bytes })
            }
            Wanted::Games(format) => {
                self.store.log(caller.id(), address, "took the games", &name).await?;
                let stage = if matches!(self.phase(), Phase::Final | Phase::Done) { FINAL } else { LADDER };
                let records = self.store.game_records(stage, MOST_GAMES).await?;
                let bytes = tokio::task::spawn_blocking(move || together(&records, format)).await;
                let bytes = bytes.map_err(|error| Problem::with_reason(Code::Internal, error))??;
                Ok(Download { name, kind: kind(format), bytes })
            }
            Wanted::Game(id, format) => {
                let game = self.store.game(id).await?.ok_or_else(|| Problem::not_found("game"))?;
                Ok(Download { name, kind: kind(format), bytes: together(&[game.record], format)? })
            }
            Wanted::Source(bot) => {
                let (file, hash) = self.store.source(bot).await?.ok_or_else(|| Problem::not_found("bot"))?;
                if self.store.owner(bot).await? != caller.id() {
                    self.store.log(caller.id(), address, "took a source", &format!("bot {bot}")).await?;
                }
                let path = self.folder.join("uploads").join(hash);
                let bytes = std::fs::read(path).map_err(|error| Problem::with_reason(Code::Internal, error))?;
                Ok(Download { name: file, kind: "application/octet-stream", bytes })
            }
        }
    }

    /// The numbers at the university, by person.
    async fn numbers(&self) -> Result<Vec<(i64, String)>, Problem> {
        Ok(self.store.people().await?.into_iter().map(|person| (person.id, person.number)).collect())
    }
}

fn kind(format: Format) -> &'static str {
    if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" }
}

/// Games in one file: a list in JSON, one after the other in other formats.
fn together(records: &[String], format: Format) -> Result<Vec<u8>, Problem> {
    if let (Format::Json, [record]) = (format, records) {
        return Ok(record.clone().into_bytes());
    }
    if format == Format::Json {
        return Ok(format!("[\n{}\n]\n", records.join(",\n")).into_bytes());
    }
    let mut text = String::new();
    for record in records {
        let record = Record::from_json(record).map_err(|error| Problem::of_record(Code::Internal, &error))?;
        text += &write(&record, format)?;
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// A cell that a spreadsheet takes for text, whatever a student is called.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_string() }
}

/// The standings with marks, one student a line.
fn marks(standings: &Standings, numbers: &[(i64, String)]) -> Result<Vec<u8>, Problem> {
    let failed = |error: csv::Error| Problem::with_reason(Code::Internal, error);
    let mut table = csv::Writer::from_writer(Vec::new());
    let head = [
        "place",
        "name",
        "number",
        "version",
        "elo",
        "low",
        "high",
        "pairs",
        "first_won",
        "first_drawn",
        "first_lost",
        "second_won",
        "second_drawn",
        "second_lost",
        "mark",
    ];
    table.write_record(head).map_err(failed)?;
    let students = standings.rows.iter().filter(|row| row.entry.level.is_none());
    for (place, row) in students.enumerate() {
        let figure = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
        let number =
            numbers.iter().find(|(person, _)| Some(*person) == row.entry.person).map_or("", |(_, number)| number);
        let mut line =
            vec![(place + 1).to_string(), plain(&row.entry.name), plain(number), row.entry.version.to_string()];
        line.extend([row.elo, row.low, row.high].map(figure));
        line.push(row.pairs.to_string());
        line.extend(row.as_first.iter().chain(&row.as_second).map(u64::to_string));
        line.push(row.mark.map_or_else(String::new, |mark| mark.to_string()));
        table.write_record(line).map_err(failed)?;
    }
    table.into_inner().map_err(|error| Problem::with_reason(Code::Internal, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::ladder::{Entry, Row};

    #[test]
    fn marks_are_a_table_in_which_no_name_is_a_formula() {
        let row = |name: &str, level, mark| Row {
            entry: Entry { player: 1, name: name.to_string(), level, person: Some(7), version: 2 },
            elo: Some(123.45),
            low: None,
            high: Some(200.0),
            pairs: 4,
            as_first: [1, 2, 3],
            as_second: [4, 5, 6],
            mark,
        };
        let rows = vec![
            row("=HYPERLINK(\"http://evil\")", None, Some(85.5)),
            row("", Some(3), None),
            row("李, 雷", None, None),
        ];
        let standings = Standings { phase: Phase::Done, rows, pairs: 4, planned: None, waiting: 0 };
        let text = String::from_utf8(marks(&standings, &[(7, "2026-1".to_string())]).unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "levels get no mark");
        assert_eq!(lines[1], "1,\"'=HYPERLINK(\"\"http://evil\"\")\",2026-1,2,123.5,,200.0,4,1,2,3,4,5,6,85.5");
        assert_eq!(lines[2], "2,\"李, 雷\",2026-1,2,123.5,,200.0,4,1,2,3,4,5,6,");
    }

    #[test]
    fn only_names_of_files_that_there_are_are_read() {
        for name in ["marks.csv", "games.json", "games.sgf", "game-1.json", "bot-3"] {
            assert!(wanted(name).is_some(), "{name}");
        }
        for name in
            ["", "class.db", "../class.db", "bot-../../class.db", "bot-1/../2", "game-x.json", "marks.json", "bot-1.so"]
        {
            assert!(wanted(name).is_none(), "{name}");
        }
    }
}
