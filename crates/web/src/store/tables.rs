//! Games between two people that may go on after the server was started anew.

use super::{Store, failed, now_ms};
use crate::problem::Problem;

impl Store {
    /// All tables: their ids, when something last happened at them, and how they stand.
    pub async fn tables(&self) -> Result<Vec<(String, i64, String)>, Problem> {
        let query = sqlx::query_as("SELECT id, at, state FROM friend ORDER BY at");
        query.fetch_all(&mut *self.connection.lock().await).await.map_err(failed)
    }

    /// Keeps how a table stands, or forgets it.
    pub async fn keep_table(&self, id: &str, state: Option<&str>) -> Result<(), Problem> {
        let query = match state {
            Some(state) => sqlx::query(
                "INSERT INTO friend (id, at, state) VALUES (?, ?, ?)
                 ON CONFLICT (id) DO UPDATE SET at = excluded.at, state = excluded.state",
            )
            .bind(id)
            .bind(now_ms())
            .bind(state),
            None => sqlx::query("DELETE FROM friend WHERE id = ?").bind(id),
        };
        query.execute(&mut *self.connection.lock().await).await.map_err(failed).map(drop)
    }
}
