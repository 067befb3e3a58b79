//! Saved games.

use super::{Store, failed, is_id, new_id, now_ms};
use crate::problem::{Code, Problem};
use luozi_wire::awards::{Facts, newly_earned};
use luozi_wire::saved::{Draft, Receipt, Saved, Summary};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

/// Which games a list shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only this game.
    pub kind: Option<String>,
    /// Only games whose name or players contain this.
    pub text: Option<String>,
    /// Only finished or only unfinished games.
    pub finished: Option<bool>,
    /// At most so many.
    pub limit: i64,
    /// Only games changed before this one: time and id.
    pub before: Option<(i64, String)>,
}

impl Store {
    /// Saves a new game.
    pub async fn create(&self, visitor: &str, draft: &Draft) -> Result<Receipt, Problem> {
        self.save(visitor, None, draft).await
    }

    /// Saves over a game; when `base` is given, only over the version that was saved then. A draft without a name leaves
    /// the game's as it is.
    pub async fn replace(&self, visitor: &str, id: &str, base: Option<i64>, draft: &Draft) -> Result<Receipt, Problem> {
        self.save(visitor, Some((id, base)), draft).await
    }

    async fn save(&self, visitor: &str, over: Option<(&str, Option<i64>)>, draft: &Draft) -> Result<Receipt, Problem> {
        let mut connection = self.connection.lock().await;
        let now = now_ms();
        let record = draft.record.to_json();
        let meta = draft.meta.to_string();
        let summary = serde_json::to_string(&draft.summary).map_err(|e| Problem::with_reason(Code::Internal, e))?;
        let bytes = (record.len() + meta.len() + summary.len()) as i64;
        let mut transaction = connection.begin().await.map_err(failed)?;
        self.check_quota(&mut transaction, visitor, over.map(|(id, _)| id), bytes).await?;
        let (id, updated) = match over {
            Some((id, base)) => {
                let query = sqlx::query_as::<_, (i64, String)>(
                    "SELECT updated, name FROM game WHERE id = ? AND visitor = ? AND deleted IS NULL",
                );
                let found = query.bind(id).bind(visitor).fetch_optional(&mut *transaction).await.map_err(failed)?;
                let (found, named) = found.ok_or_else(|| Problem::not_found("game"))?;
                if base.is_some_and(|base| base != found) {
                    let text =
                        "the game was saved from elsewhere meanwhile; read it again, or save yours as a new game";
                    return Err(Problem::new(Code::Conflict, text, serde_json::json!({ "updated": found })));
                }
                // Two versions never have the same time, or the later one could be taken for the earlier.
                let updated = now.max(found + 1);
                let query = sqlx::query(
                    "UPDATE game SET name = ?, kind = ?, words = ?, record = ?, meta = ?, summary = ?, finished = ?, \
                     updated = ? WHERE id = ?",
                );
                let name = if draft.name.is_empty() { &named } else { &draft.name };
                let query = bind(query, draft, [name, &record, &meta, &summary]).bind(updated).bind(id);
                query.execute(&mut *transaction).await.map_err(failed)?;
                (id.to_string(), updated)
            }
            None => {
                let id = new_id();
                let query = sqlx::query(
                    "INSERT INTO game (name, kind, words, record, meta, summary, finished, updated, id, visitor, created) \
                     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                );
                let texts = [&draft.name, &record, &meta, &summary];
                let query = bind(query, draft, texts).bind(now).bind(&id).bind(visitor).bind(now);
                query.execute(&mut *transaction).await.map_err(failed)?;
                (id, now)
            }
        };
        let awards = match draft.facts(now) {
            Some(facts) => count(&mut transaction, visitor, &id, &facts).await?,
            None => Vec::new(),
        };
        transaction.commit().await.map_err(failed)?;
        Ok(Receipt { id, updated, awards })
    }

    /// Is there room for so many bytes more?
    async fn check_quota(
        &self,
        connection: &mut SqliteConnection,
        visitor: &str,
        id: Option<&str>,
        bytes: i64,
    ) -> Result<(), Problem> {
        let query = sqlx::query(
            "SELECT count(*) AS games, coalesce(sum(length(record) + length(meta) + length(summary)), 0) AS bytes \
             FROM game WHERE visitor = ? AND id <> ?",
        );
        let row = query.bind(visitor).bind(id.unwrap_or_default()).fetch_one(connection).await.map_err(failed)?;
        let (games, used): (i64, i64) = (row.get("games"), row.get("bytes"));
        if games >= self.quota.games || used + bytes > self.quota.bytes {
            let args = serde_json::json!({"games": self.quota.games, "bytes": self.quota.bytes});
            let text = format!(
                "{games} games and {used} bytes are kept already, at most {} and {}; delete some",
                self.quota.games, self.quota.bytes
            );
            return Err(Problem::new(Code::Quota, text, args));
        }
        Ok(())
    }

    /// A saved game.
    pub async fn game(&self, visitor: &str, id: &str) -> Result<Saved, Problem> {
        let query = sqlx::query("SELECT * FROM game WHERE id = ? AND visitor = ? AND deleted IS NULL");
        let row = query.bind(id).bind(visitor).fetch_optional(&mut *self.connection.lock().await).await;
        let row = row.map_err(failed)?.ok_or_else(|| Problem::not_found("game"))?;
        let json = |name: &str| serde_json::from_str(row.get::<&str, _>(name)).unwrap_or_default();
        Ok(Saved {
            id: row.get("id"),
            name: row.get("name"),
            created: row.get("created"),
            updated: row.get("updated"),
            record: json("record"),
            meta: json("meta"),
        })
    }

    /// Saved games, the last changed first, and where the list goes on.
    pub async fn games(&self, visitor: &str, filter: &Filter) -> Result<(Vec<Summary>, Option<String>), Problem> {
        let (time, id) = filter.before.clone().unwrap_or((i64::MAX, String::new()));
        let query = sqlx::query(
            "SELECT id, name, summary, created, updated FROM game WHERE visitor = ?1 AND deleted IS NULL \
             AND (updated, id) < (?2, ?3) AND (?4 IS NULL OR kind = ?4) AND (?5 IS NULL OR finished = ?5) \
             AND (?6 IS NULL OR instr(words, ?6) > 0) ORDER BY updated DESC, id DESC LIMIT ?7",
        );
        let query = query.bind(visitor).bind(time).bind(id).bind(&filter.kind).bind(filter.finished);
        let query = query.bind(filter.text.as_ref().map(|text| text.to_lowercase())).bind(filter.limit + 1);
        let rows = query.fetch_all(&mut *self.connection.lock().await).await.map_err(failed)?;
        let mut games: Vec<Summary> = rows.iter().filter_map(summary).collect();
        let more = rows.len() as i64 > filter.limit;
        games.truncate(filter.limit as usize);
        let next = games.last().filter(|_| more).map(|game| format!("{}-{}", game.updated, game.id));
        Ok((games, next))
    }

    /// Renames a game; the game itself is not a new version.
    pub async fn rename(&self, visitor: &str, id: &str, name: &str) -> Result<(), Problem> {
        let saved = self.game(visitor, id).await?;
        let draft = Draft::new(name, &saved.record, saved.meta)?;
        let query = sqlx::query("UPDATE game SET name = ?, words = ? WHERE id = ? AND visitor = ?");
        let query = query.bind(&draft.name).bind(draft.words(&draft.name)).bind(id).bind(visitor);
        query.execute(&mut *self.connection.lock().await).await.map(drop).map_err(failed)
    }

    /// Deletes a game, or brings it back.
    pub async fn set_deleted(&self, visitor: &str, id: &str, deleted: bool) -> Result<(), Problem> {
        let query = sqlx::query("UPDATE game SET deleted = ? WHERE id = ? AND visitor = ? AND (deleted IS NULL) = ?");
        let query = query.bind(deleted.then(now_ms)).bind(id).bind(visitor).bind(deleted);
        let changed = query.execute(&mut *self.connection.lock().await).await.map_err(failed)?.rows_affected();
        if changed == 0 { Err(Problem::not_found("game")) } else { Ok(()) }
    }
}

type Statement<'q> = sqlx::query::Query<'q, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>;

/// Binds what both kinds of saving write first.
fn bind<'q>(query: Statement<'q>, draft: &'q Draft, texts: [&'q String; 4]) -> Statement<'q> {
    let [name, record, meta, summary] = texts;
    let query = query.bind(name).bind(draft.kind().to_string()).bind(draft.words(name));
    query.bind(record).bind(meta).bind(summary).bind(draft.is_finished())
}

/// Counts a finished game, once, and gives the badges that it earned.
async fn count(
    connection: &mut SqliteConnection,
    visitor: &str,
    id: &str,
    facts: &Facts,
) -> Result<Vec<&'static str>, Problem> {
    let text = serde_json::to_string(facts).map_err(|e| Problem::with_reason(Code::Internal, e))?;
    let query = sqlx::query("INSERT INTO result (game, visitor, at, facts) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
    let query = query.bind(id).bind(visitor).bind(facts.at).bind(text);
    if query.execute(&mut *connection).await.map_err(failed)?.rows_affected() == 0 {
        return Ok(Vec::new());
    }
    let all = super::results::read(connection, visitor).await?;
    Ok(newly_earned(&all))
}

fn summary(row: &SqliteRow) -> Option<Summary> {
    let summary: Summary = serde_json::from_str(row.get("summary")).ok()?;
    Some(Summary {
        id: row.get("id"),
        name: row.get("name"),
        created: row.get("created"),
        updated: row.get("updated"),
        ..summary
    })
}

/// The place in a list that `next` named.
pub fn read_cursor(text: &str) -> Option<(i64, String)> {
    let (time, id) = text.split_once('-')?;
    is_id(id).then_some((time.parse().ok()?, id.to_string()))
}
