//! Results of finished games, which statistics and badges are counted from.

use super::{Store, failed, is_id, new_id};
use crate::problem::Problem;
use luozi_wire::awards::Facts;
use sqlx::sqlite::SqliteConnection;

/// All results of a visitor that count, the oldest first.
pub(super) async fn read(connection: &mut SqliteConnection, visitor: &str) -> Result<Vec<Facts>, Problem> {
    let query = sqlx::query_scalar::<_, String>(
        "SELECT facts FROM result WHERE visitor = ? AND reset IS NULL ORDER BY at, rowid",
    );
    let rows = query.bind(visitor).fetch_all(connection).await.map_err(failed)?;
    Ok(rows.iter().filter_map(|text| serde_json::from_str(text).ok()).collect())
}

impl Store {
    /// All results of a visitor that count, the oldest first.
    pub async fn results(&self, visitor: &str) -> Result<Vec<Facts>, Problem> {
        read(&mut *self.connection.lock().await, visitor).await
    }

    /// Forgets all results; the token brings them back.
    pub async fn reset_results(&self, visitor: &str) -> Result<String, Problem> {
        let token = new_id();
        let query = sqlx::query("UPDATE result SET reset = ? WHERE visitor = ? AND reset IS NULL");
        query.bind(&token).bind(visitor).execute(&mut *self.connection.lock().await).await.map_err(failed)?;
        Ok(token)
    }

    /// Brings back what was forgotten under a token.
    pub async fn restore_results(&self, visitor: &str, token: &str) -> Result<(), Problem> {
        let query = sqlx::query("UPDATE result SET reset = NULL WHERE visitor = ? AND reset = ?");
        let query = query.bind(visitor).bind(token);
        let restored = query.execute(&mut *self.connection.lock().await).await.map_err(failed)?.rows_affected();
        if restored == 0 && !is_id(token) { Err(Problem::not_found("token")) } else { Ok(()) }
    }
}
