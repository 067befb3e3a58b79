//! What is kept of bots, pairs and games.

use super::build::Report;
use super::ladder::{Entry, Played};
use super::store::{ClassStore, rows};
use super::upload::Form;
use super::wire::{Bot, BotState, CurvePoint, GameRow, OwnFault};
use crate::problem::Problem;
use crate::store::{failed, now_ms};
use luozi_arena::matches::{PlayedGame, export};
use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row};
use std::collections::HashSet;

/// Stages of a class, as `pair.stage` has them.
pub const LADDER: i64 = 0;
/// Everybody against everybody.
pub const FINAL: i64 = 1;

/// An upload that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of the bot.
    pub id: i64,
    /// Whose it is.
    pub person: i64,
    /// The name of the file.
    pub file: String,
    /// The word of its form.
    pub form: String,
    /// What it is kept under.
    pub hash: String,
}

/// A pair that was given to the players and is not over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenPair {
    /// Its number.
    pub id: i64,
    /// Ladder or final.
    pub stage: i64,
    /// Who moves first in the first game.
    pub a: i64,
    /// The other.
    pub b: i64,
    /// The number of its opening.
    pub opening: i64,
}

/// A game with everything that is kept about it.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptGame {
    /// As in a list.
    pub row: GameRow,
    /// JSON.
    pub record: String,
    /// Side at fault.
    pub at_fault: Option<i64>,
    /// JSON.
    pub full_fault: Option<String>,
    /// What both sides wrote to stderr.
    pub stderr_first: String,
    /// The second side.
    pub stderr_second: String,
    /// Whose bots they were.
    pub first_person: Option<i64>,
    /// The second side's.
    pub second_person: Option<i64>,
}

struct BotRow {
    id: i64,
    version: i64,
    file: String,
    form: String,
    size: i64,
    state: String,
    report: String,
    created: i64,
    player: Option<i64>,
    retired: Option<i64>,
}

rows! {
    Order { id, person, file, form, hash }
    OpenPair { id, stage, a, b, opening }
    BotRow { id, version, file, form, size, state, report, created, player, retired }
    CurvePoint { at, pairs, elo, low, high }
    GameRow { id, first, first_name, second, second_name, points, plies, rows, cols, fault, played }
}

impl sqlx::FromRow<'_, SqliteRow> for KeptGame {
    fn from_row(row: &SqliteRow) -> sqlx::Result<KeptGame> {
        Ok(KeptGame {
            row: sqlx::FromRow::from_row(row)?,
            record: row.try_get("record")?,
            at_fault: row.try_get("at_fault")?,
            full_fault: row.try_get("full_fault")?,
            stderr_first: row.try_get("stderr_first")?,
            stderr_second: row.try_get("stderr_second")?,
            first_person: row.try_get("first_person")?,
            second_person: row.try_get("second_person")?,
        })
    }
}

/// The columns of a game in a list; a level is called by its number.
const GAME: &str = "game.id, first, COALESCE(p1.name, 'level ' || f.level, '?') AS first_name, second,
    COALESCE(p2.name, 'level ' || s.level, '?') AS second_name, points, plies, rows, cols,
    json_extract(fault, '$.kind') AS fault, played";
/// Where they come from.
const GAMES: &str =
    "game JOIN player f ON f.id = first LEFT JOIN bot b1 ON b1.id = f.bot LEFT JOIN person p1 ON p1.id = b1.person
    JOIN player s ON s.id = second LEFT JOIN bot b2 ON b2.id = s.bot LEFT JOIN person p2 ON p2.id = b2.person";

impl ClassStore {
    /// Keeps an upload; gives its number.
    pub async fn add_bot(&self, person: i64, file: &str, form: Form, hash: &str, size: u64) -> Result<i64, Problem> {
        let query = sqlx::query_scalar(
            "INSERT INTO bot (person, version, file, form, hash, size, state, report, created)
             SELECT ?1, COALESCE(MAX(version), 0) + 1, ?2, ?3, ?4, ?5, 'waiting', '{}', ?6 FROM bot WHERE person = ?1 RETURNING id",
        );
        let query = query.bind(person).bind(file).bind(form.word()).bind(hash).bind(size as i64).bind(now_ms());
        query.fetch_one(&mut *self.lock().await).await.map_err(failed)
    }

    /// Uploads of somebody that are not through yet, and all since a moment.
    pub async fn count_bots(&self, person: i64, since: i64) -> Result<(i64, i64), Problem> {
        let query = sqlx::query_as(
            "SELECT COUNT(CASE WHEN state IN ('waiting', 'building', 'checking') AND deleted IS NULL THEN 1 END),
                 COUNT(CASE WHEN created > ? THEN 1 END) FROM bot WHERE person = ?",
        );
        query.bind(since).bind(person).fetch_one(&mut *self.lock().await).await.map_err(failed)
    }

    /// Uploads that are not through yet.
    pub async fn waiting(&self) -> Result<i64, Problem> {
        let query = sqlx::query_scalar(
            "SELECT COUNT(*) FROM bot WHERE state IN ('waiting', 'building', 'checking') AND deleted IS NULL",
        );
        query.fetch_one(&mut *self.lock().await).await.map_err(failed)
    }

    /// Whose a bot is.
    pub async fn owner(&self, bot: i64) -> Result<Option<i64>, Problem> {
        let query = sqlx::query_scalar("SELECT person FROM bot WHERE id = ? AND deleted IS NULL").bind(bot);
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// The name of a bot's file and what it is kept under.
    pub async fn source(&self, bot: i64) -> Result<Option<(String, String)>, Problem> {
        let query = sqlx::query_as("SELECT file, hash FROM bot WHERE id = ? AND deleted IS NULL").bind(bot);
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// The uploads of somebody, the latest first.
    pub async fn bots(&self, person: i64) -> Result<Vec<Bot>, Problem> {
        let query = sqlx::query_as::<_, BotRow>(
            "SELECT bot.id, version, file, form, size, state, report, bot.created, player.id AS player, retired
             FROM bot LEFT JOIN player ON player.bot = bot.id WHERE person = ? AND deleted IS NULL ORDER BY version DESC",
        );
        let rows = query.bind(person).fetch_all(&mut *self.lock().await).await.map_err(failed)?;
        let bot = |row: BotRow| Bot {
            id: row.id,
            version: row.version,
            file: row.file,
            form: Form::of(&row.form).unwrap_or(Form::Saiblo),
            size: row.size,
            state: BotState::of(&row.state),
            report: serde_json::from_str(&row.report).unwrap_or_default(),
            created: row.created,
            player: row.player,
            active: row.player.is_some() && row.retired.is_none(),
        };
        Ok(rows.into_iter().map(bot).collect())
    }

    /// Takes a bot from the ladder for good; what it is kept under, if nothing else needs that file any more.
    pub async fn delete_bot(&self, bot: i64) -> Result<Option<String>, Problem> {
        let mut connection = self.lock().await;
        let mut all = connection.begin().await.map_err(failed)?;
        for text in [
            "UPDATE player SET retired = ?1 WHERE bot = ?2 AND retired IS NULL",
            "UPDATE bot SET deleted = ?1 WHERE id = ?2 AND deleted IS NULL",
        ] {
            sqlx::query(text).bind(now_ms()).bind(bot).execute(&mut *all).await.map_err(failed)?;
        }
        let query = sqlx::query_scalar(
            "SELECT hash FROM bot WHERE id = ?1 AND NOT EXISTS
                 (SELECT 1 FROM bot other WHERE other.hash = bot.hash AND other.deleted IS NULL)",
        );
        let unused = query.bind(bot).fetch_optional(&mut *all).await.map_err(failed)?;
        all.commit().await.map_err(failed)?;
        Ok(unused)
    }

    /// Everything that was begun and not ended waits again: after a start.
    pub async fn requeue(&self) -> Result<(), Problem> {
        let query = sqlx::query("UPDATE bot SET state = 'waiting' WHERE state IN ('building', 'checking')");
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// The upload that has waited longest; it is being built from now on.
    pub async fn take_order(&self) -> Result<Option<Order>, Problem> {
        let query = sqlx::query_as(
            "UPDATE bot SET state = 'building' WHERE id =
                 (SELECT id FROM bot WHERE state = 'waiting' AND deleted IS NULL ORDER BY id LIMIT 1)
             RETURNING id, person, file, form, hash",
        );
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// How an upload fares now.
    pub async fn set_state(&self, bot: i64, state: BotState, report: &Report) -> Result<(), Problem> {
        let text = serde_json::to_string(report).unwrap_or_default();
        let query =
            sqlx::query("UPDATE bot SET state = ?, report = ? WHERE id = ?").bind(state.word()).bind(text).bind(bot);
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// Puts a bot on the ladder in the place of its author's one before it.
    pub async fn enter_bot(&self, order: &Order, spec: &str, report: &Report) -> Result<(), Problem> {
        let mut connection = self.lock().await;
        let mut all = connection.begin().await.map_err(failed)?;
        let text = serde_json::to_string(report).unwrap_or_default();
        // Deleted while it was checked: it stays away.
        let query = sqlx::query("UPDATE bot SET state = 'playing', report = ? WHERE id = ? AND deleted IS NULL");
        let query = query.bind(text).bind(order.id);
        if query.execute(&mut *all).await.map_err(failed)?.rows_affected() == 1 {
            let query = sqlx::query(
                "UPDATE player SET retired = ?1 WHERE retired IS NULL AND bot IN (SELECT id FROM bot WHERE person = ?2 AND id < ?3)",
            );
            query.bind(now_ms()).bind(order.person).bind(order.id).execute(&mut *all).await.map_err(failed)?;
            // A newer one that was quicker keeps its place.
            let query = sqlx::query(
                "INSERT INTO player (bot, spec, retired) SELECT ?1, ?2, CASE WHEN EXISTS
                     (SELECT 1 FROM player JOIN bot ON bot.id = player.bot WHERE retired IS NULL AND person = ?3) THEN ?4 END",
            );
            query
                .bind(order.id)
                .bind(spec)
                .bind(order.person)
                .bind(now_ms())
                .execute(&mut *all)
                .await
                .map_err(failed)?;
        }
        all.commit().await.map_err(failed)
    }

    /// Makes the levels that play along those of the rules.
    pub async fn set_levels(&self, levels: &[u8]) -> Result<(), Problem> {
        let mut connection = self.lock().await;
        let mut all = connection.begin().await.map_err(failed)?;
        let query = sqlx::query("UPDATE player SET retired = ? WHERE level IS NOT NULL").bind(now_ms());
        query.execute(&mut *all).await.map_err(failed)?;
        for level in levels {
            let query = sqlx::query(
                "INSERT INTO player (level, spec) VALUES (?, ?) ON CONFLICT (level) DO UPDATE SET retired = NULL",
            );
            let query = query.bind(i64::from(*level)).bind(format!("luozi:level={level}"));
            query.execute(&mut *all).await.map_err(failed)?;
        }
        all.commit().await.map_err(failed)
    }

    /// Whoever is on the ladder now.
    pub async fn entries(&self) -> Result<Vec<Entry>, Problem> {
        let query = sqlx::query_as::<_, (i64, Option<String>, Option<i64>, Option<i64>, Option<i64>)>(
            "SELECT player.id, name, level, person, version FROM player
             LEFT JOIN bot ON bot.id = player.bot LEFT JOIN person ON person.id = bot.person
             WHERE retired IS NULL ORDER BY player.id",
        );
        let rows = query.fetch_all(&mut *self.lock().await).await.map_err(failed)?;
        let entry =
            |(player, name, level, person, version): (i64, Option<String>, Option<i64>, Option<i64>, Option<i64>)| {
                Entry {
                    player,
                    name: name.unwrap_or_default(),
                    level: level.and_then(|level| u8::try_from(level).ok()),
                    person,
                    version: version.unwrap_or_default(),
                }
            };
        Ok(rows.into_iter().map(entry).collect())
    }

    /// Whoever was ever on the ladder, with the name that games are kept under.
    pub async fn entry(&self, player: i64) -> Result<Option<(Entry, String)>, Problem> {
        let query = sqlx::query_as::<_, (i64, Option<String>, Option<i64>, Option<i64>, Option<i64>, String)>(
            "SELECT player.id, name, level, person, version, spec FROM player
             LEFT JOIN bot ON bot.id = player.bot LEFT JOIN person ON person.id = bot.person WHERE player.id = ?",
        );
        let row = query.bind(player).fetch_optional(&mut *self.lock().await).await.map_err(failed)?;
        Ok(row.map(|(player, name, level, person, version, spec)| {
            let level = level.and_then(|level| u8::try_from(level).ok());
            (
                Entry { player, name: name.unwrap_or_default(), level, person, version: version.unwrap_or_default() },
                spec,
            )
        }))
    }

    /// A new pair; `None` for a meeting of the final that is there already.
    pub async fn add_pair(
        &self,
        stage: i64,
        a: i64,
        b: i64,
        opening: Option<i64>,
    ) -> Result<Option<OpenPair>, Problem> {
        let query = sqlx::query_as(
            "INSERT INTO pair (stage, a, b, opening, created)
             SELECT ?1, ?2, ?3, COALESCE(?4, (SELECT COALESCE(MAX(opening), -1) + 1 FROM pair WHERE stage = ?1)), ?5
             WHERE TRUE ON CONFLICT DO NOTHING RETURNING id, stage, a, b, opening",
        );
        let query = query.bind(stage).bind(a).bind(b).bind(opening).bind(now_ms());
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// Pairs that are not over.
    pub async fn open_pairs(&self) -> Result<Vec<OpenPair>, Problem> {
        let query = sqlx::query_as("SELECT id, stage, a, b, opening FROM pair WHERE points IS NULL ORDER BY id");
        query.fetch_all(&mut *self.lock().await).await.map_err(failed)
    }

    /// A pair by its number, if it is not over.
    pub async fn open_pair(&self, id: i64) -> Result<Option<OpenPair>, Problem> {
        let query =
            sqlx::query_as("SELECT id, stage, a, b, opening FROM pair WHERE id = ? AND points IS NULL").bind(id);
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// Gives up the pairs of a stage that are not over; their results come too late.
    pub async fn drop_open(&self, stage: i64) -> Result<(), Problem> {
        let query = sqlx::query("DELETE FROM pair WHERE stage = ? AND points IS NULL").bind(stage);
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// Meetings of the final that were made, over or not.
    pub async fn final_pairs(&self) -> Result<HashSet<(i64, i64, i64)>, Problem> {
        let query = sqlx::query_as("SELECT a, b, opening FROM pair WHERE stage = 1");
        let rows: Vec<(i64, i64, i64)> = query.fetch_all(&mut *self.lock().await).await.map_err(failed)?;
        Ok(rows.into_iter().map(|(a, b, opening)| (a.min(b), a.max(b), opening)).collect())
    }

    /// Everything that was played in a stage, a pair after the other.
    pub async fn played(&self, stage: i64) -> Result<Vec<[Played; 2]>, Problem> {
        let query = sqlx::query_as::<_, (i64, i64, i64, i64, i64)>(
            "SELECT first, second, game.points, rows, cols FROM game JOIN pair ON pair.id = pair
             WHERE stage = ? AND pair.points IS NOT NULL ORDER BY pair, swapped",
        );
        let rows = query.bind(stage).fetch_all(&mut *self.lock().await).await.map_err(failed)?;
        let game = |(first, second, points, rows, cols): (i64, i64, i64, i64, i64)| Played {
            players: [first, second],
            points: points as u8,
            size: (rows as u8, cols as u8),
        };
        Ok(rows.chunks_exact(2).map(|two| [game(two[0]), game(two[1])]).collect())
    }

    /// Keeps both games of a pair, all or nothing; `None` if they are there already.
    pub async fn finish_pair(
        &self,
        pair: &OpenPair,
        games: &[PlayedGame; 2],
        names: &[String; 2],
        worker: &str,
    ) -> Result<Option<[Played; 2]>, Problem> {
        let mut connection = self.lock().await;
        let mut all = connection.begin().await.map_err(failed)?;
        let mut counted = Vec::new();
        for (swapped, game) in games.iter().enumerate() {
            let finished = &game.finished;
            let players = if swapped == 0 { [pair.a, pair.b] } else { [pair.b, pair.a] };
            let (rows, cols) = finished.setup.size();
            let record = export::record_of(finished, &game.moves, names, "");
            let record =
                record.map_err(|error| super::rules::refused(format!("a worker told an impossible game: {error}")))?;
            // Players are numbered by their place in the pair; here the side counts.
            let fault = finished.fault.as_ref();
            let at_fault = fault.map(|fault| i64::from(finished.players[0] != fault.player));
            let full = fault.map(|fault| OwnFault {
                kind: fault.kind.clone(),
                reason: fault.reason.clone(),
                move_number: fault.move_number,
                position: fault.position.clone(),
                command: fault.command.clone(),
            });
            let query = sqlx::query(
                "INSERT INTO game (pair, swapped, first, second, rows, cols, points, plies, record, ending, at_fault, fault,
                     stderr_first, stderr_second, worker, played)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            );
            let query = query.bind(pair.id).bind(swapped as i64).bind(players[0]).bind(players[1]);
            let query = query.bind(i64::from(rows)).bind(i64::from(cols)).bind(i64::from(finished.first_half_points));
            let query = query.bind(finished.plies as i64).bind(record.to_json()).bind(&finished.ending).bind(at_fault);
            let query = query.bind(full.and_then(|fault| serde_json::to_string(&fault).ok()));
            let query = query.bind(&game.stderr[0]).bind(&game.stderr[1]).bind(worker).bind(now_ms());
            query.execute(&mut *all).await.map_err(failed)?;
            counted.push(Played { players, points: finished.first_half_points, size: (rows, cols) });
        }
        let points =
            i64::from(games[0].finished.first_half_points) + 2 - i64::from(games[1].finished.first_half_points);
        let query =
            sqlx::query("UPDATE pair SET points = ? WHERE id = ? AND points IS NULL").bind(points).bind(pair.id);
        if query.execute(&mut *all).await.map_err(failed)?.rows_affected() != 1 {
            return Ok(None);
        }
        all.commit().await.map_err(failed)?;
        Ok(<[Played; 2]>::try_from(counted).ok())
    }

    /// Games, the latest first.
    pub async fn games(
        &self,
        player: Option<i64>,
        faults: bool,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<GameRow>, Problem> {
        // Only constants are put together here.
        let condition = match (player, faults) {
            (None, false) => "?2 IS NULL",
            (None, true) => "?2 IS NULL AND at_fault IS NOT NULL",
            (Some(_), false) => "(first = ?2 OR second = ?2)",
            (Some(_), true) => "at_fault IS NOT NULL AND CASE at_fault WHEN 0 THEN first ELSE second END = ?2",
        };
        let text =
            format!("SELECT {GAME} FROM {GAMES} WHERE game.id < ?1 AND {condition} ORDER BY game.id DESC LIMIT ?3");
        let query = sqlx::query_as(sqlx::AssertSqlSafe(text));
        let query = query.bind(before.unwrap_or(i64::MAX)).bind(player).bind(limit);
        query.fetch_all(&mut *self.lock().await).await.map_err(failed)
    }

    /// One game.
    pub async fn game(&self, id: i64) -> Result<Option<KeptGame>, Problem> {
        let text = format!(
            "SELECT {GAME}, record, at_fault, fault AS full_fault, stderr_first, stderr_second,
                 b1.person AS first_person, b2.person AS second_person FROM {GAMES} WHERE game.id = ?"
        );
        let query = sqlx::query_as(sqlx::AssertSqlSafe(text)).bind(id);
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// The records of the latest games of a stage, in the order in which they were played.
    pub async fn game_records(&self, stage: i64, most: i64) -> Result<Vec<String>, Problem> {
        let query = sqlx::query_scalar(
            "SELECT record FROM game JOIN pair ON pair.id = pair WHERE stage = ? ORDER BY game.id DESC LIMIT ?",
        );
        let mut list: Vec<String> =
            query.bind(stage).bind(most).fetch_all(&mut *self.lock().await).await.map_err(failed)?;
        list.reverse();
        Ok(list)
    }

    /// Whether any game was played.
    pub async fn has_games(&self) -> Result<bool, Problem> {
        let query = sqlx::query_scalar::<_, i64>("SELECT EXISTS (SELECT 1 FROM game)");
        Ok(query.fetch_one(&mut *self.lock().await).await.map_err(failed)? == 1)
    }

    /// Keeps ratings as they are now.
    pub async fn keep_standings(&self, points: &[(i64, CurvePoint)]) -> Result<(), Problem> {
        let mut connection = self.lock().await;
        let mut all = connection.begin().await.map_err(failed)?;
        for (player, point) in points {
            let query = sqlx::query(
                "INSERT OR REPLACE INTO standing (player, at, pairs, elo, low, high) VALUES (?, ?, ?, ?, ?, ?)",
            );
            let query =
                query.bind(player).bind(point.at).bind(point.pairs).bind(point.elo).bind(point.low).bind(point.high);
            query.execute(&mut *all).await.map_err(failed)?;
        }
        all.commit().await.map_err(failed)
    }

    /// The rating of a player over time.
    pub async fn curve(&self, player: i64) -> Result<Vec<CurvePoint>, Problem> {
        let query =
            sqlx::query_as("SELECT at, pairs, elo, low, high FROM standing WHERE player = ? ORDER BY at").bind(player);
        query.fetch_all(&mut *self.lock().await).await.map_err(failed)
    }
}
