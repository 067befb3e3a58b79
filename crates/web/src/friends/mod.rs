//! Games between two people: the tables of this server, and who is at them.
//!
//! A table lives in memory. Everything that happens at it goes through one lock, and everybody there hears the same frame; the
//! server's session and clock decide. Seats belong to whoever has their secret, so that a lost connection costs nothing. What has
//! happened is written down at once ([`Tables::keep`]), so that games go on after the server was started anew.

mod kept;
mod table;

use crate::message::{Act, Invite, Invited, TableFrame};
use crate::problem::{Code, Problem};
use crate::store::{Store, now_ms};
use kept::Kept;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::{Guest, Table};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;

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
    /// What waits for the clock to decide.
    alarm: Mutex<Option<AbortHandle>>,
    /// Tables that are to be written down, shared by all.
    changed: Arc<Changed>,
}

/// Tables of which something is to be written down.
#[derive(Default)]
struct Changed {
    ids: Mutex<BTreeSet<String>>,
    wake: Notify,
}

impl Changed {
    fn add(&self, id: &str) {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_string());
        self.wake.notify_one();
    }

    fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.ids.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Entry {
    fn with<T>(&self, work: impl FnOnce(&mut Table) -> T) -> T {
        work(&mut self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn new(table: Table, address: IpAddr, changed: &Arc<Changed>) -> Arc<Entry> {
        let (table, version) = (Mutex::new(table), watch::channel(0).0);
        Arc::new(Entry { table, version, address, alarm: Mutex::default(), changed: Arc::clone(changed) })
    }

    /// Tells everybody how it stands.
    fn tell(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// Something has happened in the game: everybody is told, it is written down, and the clock decides when it is time.
    fn happened(self: &Arc<Entry>) {
        self.tell();
        self.changed.add(&self.with(|table| table.id().to_string()));
        self.set_alarm();
    }

    fn set_alarm(self: &Arc<Entry>) {
        let alarm = self.with(|table| table.flag_at()).map(|at| {
            let entry = Arc::downgrade(self);
            let waiting = tokio::spawn(async move {
                tokio::time::sleep_until(at.into()).await;
                if let Some(entry) = entry.upgrade().filter(|entry| entry.with(|table| table.settle(Instant::now()))) {
                    entry.tell();
                    entry.changed.add(&entry.with(|table| table.id().to_string()));
                }
            });
            waiting.abort_handle()
        });
        let before = std::mem::replace(&mut *self.alarm.lock().unwrap_or_else(PoisonError::into_inner), alarm);
        before.inspect(AbortHandle::abort);
    }
}

/// The tables of this server by their ids, until each is forgotten.
#[derive(Default)]
pub struct Tables {
    open: Mutex<HashMap<String, Arc<Entry>>>,
    changed: Arc<Changed>,
}

fn unknown(id: &str) -> Problem {
    let text = format!("there is no table `{id}`: it was forgotten, or the server was started anew");
    Problem::new(Code::UnknownTable, text, serde_json::json!({}))
}

impl Tables {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Arc<Entry>>) -> T) -> T {
        work(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The tables that were written down, with nobody at them. What cannot be read, such as a board of a game that is missing
    /// today, waits for another start.
    pub async fn back(store: &Store) -> Tables {
        let tables = Tables::default();
        let now = Instant::now();
        for (id, at, state) in store.tables().await.unwrap_or_default() {
            let silent = Duration::from_millis(u64::try_from(now_ms() - at).unwrap_or_default());
            let touched = now.checked_sub(silent).unwrap_or(now);
            if silent >= ABANDONED {
                tables.changed.add(&id);
            } else if let Ok(kept) = serde_json::from_str::<Kept>(&state) {
                let address = kept.address;
                if let Ok(table) = Table::back(&id, kept, touched, now) {
                    let entry = Entry::new(table, address, &tables.changed);
                    entry.set_alarm();
                    tables.with(|tables| tables.insert(id, entry));
                }
            }
        }
        tables
    }

    /// Writes down what has happened, again and again.
    pub async fn keep(&self, store: &Store) {
        loop {
            self.changed.wake.notified().await;
            self.write(store).await;
        }
    }

    /// Writes down what has happened since the last time; what cannot be written stays in memory alone.
    pub async fn write(&self, store: &Store) {
        for id in self.changed.take() {
            let entry = self.with(|tables| tables.get(&id).cloned());
            let state = entry.map(|entry| entry.with(|table| table.kept(entry.address)));
            let text = state.and_then(|state| serde_json::to_string(&state).ok());
            let _ = store.keep_table(&id, text.as_deref()).await;
        }
    }

    /// Sets up a table for whoever invites. `origins` are the places where others on the network find the page.
    pub fn invite(&self, invite: &Invite, address: IpAddr, origins: Vec<String>) -> Result<Invited, Problem> {
        let now = Instant::now();
        let (table, key) = Table::new(invite, now)?;
        let invited = Invited { id: table.id().to_string(), key, invite: table.invite().to_string(), origins };
        self.with(|tables| {
            tables.retain(|id, entry| {
                let (empty, silent) = entry.with(|table| (table.is_empty(), now - table.touched));
                let stays = silent < ABANDONED && !(empty && silent > FORGOTTEN);
                if !stays {
                    self.changed.add(id);
                }
                stays
            });
            let own = tables.values().filter(|entry| entry.address == address).count();
            if tables.len() >= MOST_TABLES || own >= MOST_OF_ONE {
                return Err(Problem::with_reason(Code::Busy, "too many tables; finish a game first").told_as("tables"));
            }
            tables.insert(invited.id.clone(), Entry::new(table, address, &self.changed));
            self.changed.add(&invited.id);
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
        match &new_key {
            Some(_) => entry.happened(),
            None => entry.tell(),
        }
        Ok(Sitting { entry, guest, new_key, changes })
    }

    /// Does something at a table.
    pub fn act(&self, act: &Act) -> Result<(), Problem> {
        let entry = self.entry(&act.table)?;
        let now = Instant::now();
        let (flagged, done) = entry.with(|table| (table.settle(now), table.act(act, now)));
        // What was refused is news to nobody else, unless the clock was found to be over.
        if flagged || done.is_ok() {
            entry.happened();
        }
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
        self.entry.tell();
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
            tables.invite(&invite, one, Vec::new()).unwrap();
        }
        assert_eq!(tables.invite(&invite, one, Vec::new()).unwrap_err().text_key, "err.busy.tables");
        let Invited { id, invite: link, .. } = tables.invite(&invite, other, Vec::new()).unwrap();
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
