//! What visitors have learned: puzzles tried, lessons walked, one's own puzzles.

use super::{Store, failed, now_ms};
use crate::problem::{Code, Problem};
use luozi_wire::learn::{Note, Noted};
use sqlx::Connection;

/// Notes that are kept of one visitor; the oldest go.
const MOST_NOTES: i64 = 5_000;

impl Store {
    /// All notes of a visitor, the oldest first.
    pub async fn notes(&self, visitor: &str) -> Result<Vec<Noted>, Problem> {
        let query =
            sqlx::query_as::<_, (i64, String)>("SELECT at, note FROM note WHERE visitor = ? ORDER BY at, rowid");
        let rows = query.bind(visitor).fetch_all(&mut *self.connection.lock().await).await.map_err(failed)?;
        let read = |(at, text): &(i64, String)| Some(Noted { at: *at, note: serde_json::from_str(text).ok()? });
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Keeps a note.
    pub async fn add_note(&self, visitor: &str, note: &Note) -> Result<(), Problem> {
        let text = serde_json::to_string(note).map_err(|e| Problem::with_reason(Code::Internal, e))?;
        let mut connection = self.connection.lock().await;
        let mut transaction = connection.begin().await.map_err(failed)?;
        let insert = sqlx::query("INSERT INTO note (visitor, at, note) VALUES (?, ?, ?)");
        insert.bind(visitor).bind(now_ms()).bind(text).execute(&mut *transaction).await.map_err(failed)?;
        let forget = sqlx::query(
            "DELETE FROM note WHERE visitor = ? AND rowid NOT IN
             (SELECT rowid FROM note WHERE visitor = ? ORDER BY at DESC, rowid DESC LIMIT ?)",
        );
        forget.bind(visitor).bind(visitor).bind(MOST_NOTES).execute(&mut *transaction).await.map_err(failed)?;
        transaction.commit().await.map_err(failed)
    }
}
