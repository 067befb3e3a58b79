//! Games between two people: the tables of this server, and who is at them.
//!
//! A table lives in memory. Everything that happens at it goes through one lock, and everybody there hears the same frame; the
//! server's session and clock decide. Seats belong to whoever has their secret, so that a lost connection costs nothing.

mod table;

use crate::message::{Act, Invite, Invited, TableFrame};
use crate::problem::{Code, Problem};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::{Guest, Table};
use tokio::sync::watch;

/// Tables of all visitors, and of one address.
const MOST_TABLES: usize = 500;
const MOST_OF_ONE: usize = 20;
/// How long a table without anybody is kept.
const FORGOTTEN: Duration = Duration::from_secs(12 * 3600);
/// How long any table is kept after the last thing that happened at it.
const ABANDONED: Duration = Duration::from_secs(48 * 3600);

struct Entry {
    table: Mutex<Table>,
    /// Rises whenever something has changed.
    version: watch::Sender<u64>,
    address: IpAddr,
}

impl Entry {
    fn with<T>(&self, work: impl FnOnce(&mut Table) -> T) -> T {
        work(&mut self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells everybody, and wakes up when the clock decides.
    fn publish(self: &Arc<Entry>) {
        self.version.send_modify(|version| *version += 1);
        if let Some(at) = self.with(|table| table.flag_at()) {
            let entry = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep_until(at.into()).await;
                if let Some(entry) = entry.upgrade().filter(|entry| entry.with(|table| table.settle(Instant::now()))) {
                    entry.version.send_modify(|version| *version += 1);
                }
            });
        }
    }
}

/// The tables of this server by their ids, until each is forgotten.
#[derive(Default)]
pub struct Tables(Mutex<HashMap<String, Arc<Entry>>>);

fn unknown(id: &str) -> Problem {
    let text = format!("there is no table `{id}`: it was forgotten, or the server was started anew");
    Problem::new(Code::UnknownTable, text, serde_json::json!({}))
}

impl Tables {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Arc<Entry>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sets up a table for whoever invites.
    pub fn invite(&self, invite: &Invite, address: IpAddr) -> Result<Invited, Problem> {
        let now = Instant::now();
        let (table, key) = Table::new(invite, now)?;
        let invited = Invited { id: table.id().to_string(), key, invite: table.invite().to_string() };
        self.with(|tables| {
            tables.retain(|_, entry| {
                let (empty, silent) = entry.with(|table| (table.is_empty(), now - table.touched));
                silent < ABANDONED && !(empty && silent > FORGOTTEN)
            });
            let own = tables.values().filter(|entry| entry.address == address).count();
            if tables.len() >= MOST_TABLES || own >= MOST_OF_ONE {
                return Err(Problem::with_reason(Code::Busy, "too many tables; finish a game first").told_as("tables"));
            }
            let entry = Entry { table: Mutex::new(table), version: watch::channel(0).0, address };
            tables.insert(invited.id.clone(), Arc::new(entry));
            Ok(invited)
        })
    }

    fn entry(&self, id: &str) -> Result<Arc<Entry>, Problem> {
        self.with(|tables| tables.get(id).cloned()).ok_or_else(|| unknown(id))
    }

    /// Comes to a table, with the secret of a seat or of the link, or to watch.
    pub fn sit(&self, id: &str, key: Option<&str>) -> Result<Sitting, Problem> {
        let entry = self.entry(id)?;
        let (guest, new_key) = entry.with(|table| table.sit(key, Instant::now()));
        let mut changes = entry.version.subscribe();
        // The first frame comes at once.
        changes.mark_changed();
        entry.publish();
        Ok(Sitting { entry, guest, new_key, changes })
    }

    /// Does something at a table.
    pub fn act(&self, act: &Act) -> Result<(), Problem> {
        let entry = self.entry(&act.table)?;
        let done = entry.with(|table| table.act(act, Instant::now()));
        // A clock that was found to be over is news, even if the move was refused.
        entry.publish();
        done
    }
}

/// Somebody at a table; dropping it is going away.
pub struct Sitting {
    entry: Arc<Entry>,
    guest: Guest,
    new_key: Option<String>,
    changes: watch::Receiver<u64>,
}

impl Sitting {
    /// The next state of the table: the latest one, after something has changed.
    pub async fn next(&mut self) -> TableFrame {
        if self.changes.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
        self.changes.borrow_and_update();
        // The secret is told as long as the tab may not have heard it: once.
        let key = self.new_key.take();
        self.entry.with(|table| table.frame(self.guest, key, Instant::now()))
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.entry.with(|table| table.rise(self.guest));
        self.entry.version.send_modify(|version| *version += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Setup};

    #[tokio::test]
    async fn one_address_cannot_take_all_tables() {
        let tables = Tables::default();
        let setup = Setup::standard(GameKind::REVERSI);
        let invite = Invite { setup, start: None, side: None, clock: None };
        let [one, other]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        for _ in 0..MOST_OF_ONE {
            tables.invite(&invite, one).unwrap();
        }
        assert_eq!(tables.invite(&invite, one).unwrap_err().text_key, "err.busy.tables");
        let Invited { id, invite: link, .. } = tables.invite(&invite, other).unwrap();
        assert_eq!(tables.sit("0123456789abcdef", None).err().unwrap().code, Code::UnknownTable);
        let mut friend = tables.sit(&id, Some(&link)).unwrap();
        let frame = friend.next().await;
        assert!(frame.you.is_some() && frame.key.is_some_and(|key| key.len() == 32));
        let mut watcher = tables.sit(&id, Some(&link)).unwrap();
        assert_eq!(watcher.next().await.you, None);
        assert_eq!(friend.next().await.watchers, 1);
        drop(watcher);
        let frame = friend.next().await;
        assert_eq!((frame.watchers, frame.key), (0, None), "the secret is told once");
    }
}
