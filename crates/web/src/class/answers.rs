//! Questions and their answers. What may be asked by whom stands in [`Class::need`] alone.

use super::records::KeptGame;
use super::rights::{Need, Person, Role};
use super::rules::{self, Rules, refused};
use super::tokens::{PASSWORD, hash_password, is_password};
use super::wire::{
    Ask, BotState, GamesPage, Hello, LogEntry, Me, NewLink, NewLinks, PersonInfo, Phase, Profile, Replay,
};
use super::{Caller, Class, STUDENT_LINK, held};
use crate::problem::{Code, Problem};
use crate::store::now_ms;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

/// Rows of one answer.
const PAGE: i64 = 60;
/// Most people of a list, uses of a link, days that it holds.
const MOST_PEOPLE: usize = 2000;
const MOST_USES: u32 = 2000;
const MOST_DAYS: u32 = 366;
const DAY_MS: i64 = 24 * 3_600_000;

/// What a question is answered with: what to show, and what becomes of the cookie that holds the session.
pub enum Answer {
    /// Something to show.
    Json(Value),
    /// Somebody came in: the cookie to keep.
    In(String, Value),
    /// Somebody went: the cookie is to be forgotten.
    Out,
}

fn json(answer: impl Serialize) -> Result<Answer, Problem> {
    let value = serde_json::to_value(answer).map_err(|error| Problem::with_reason(Code::Internal, error))?;
    Ok(Answer::Json(value))
}

impl Class {
    /// Who may ask this.
    async fn need(&self, ask: &Ask) -> Result<Need, Problem> {
        Ok(match ask {
            Ask::Hello | Ask::Enter { .. } | Ask::SignIn { .. } => Need::Nothing,
            Ask::SignOut { .. } | Ask::Password { .. } => Need::Member,
            Ask::Ladder | Ask::Player { .. } | Ask::Games { .. } | Ask::Game { .. } => Need::Member,
            Ask::Bots { person: None } => Need::Student,
            Ask::Bots { person: Some(person) } => Need::Owner(*person),
            Ask::DeleteBot { bot } => self.owned(*bot).await?,
            Ask::SetRules { .. } | Ask::BeginFinal => Need::Teacher,
            Ask::People | Ask::AddPeople { .. } | Ask::Relink { .. } | Ask::RemovePerson { .. } => Need::Teacher,
            Ask::Invite { .. } | Ask::Withdraw { .. } | Ask::Log { .. } => Need::Teacher,
        })
    }

    /// Who may see a bot from inside. Of one that is not there nobody learns that, but the teacher.
    pub(super) async fn owned(&self, bot: i64) -> Result<Need, Problem> {
        Ok(self.store.owner(bot).await?.map_or(Need::Teacher, Need::Owner))
    }

    /// Answers a question.
    pub async fn ask(&self, cookie: Option<&str>, address: &str, ask: Ask) -> Result<Answer, Problem> {
        let caller = self.admit(cookie, self.need(&ask).await?).await?;
        match ask {
            Ask::Hello => json(self.hello(caller.person.as_ref()).await?),
            Ask::Enter { token, name } => self.enter(address, &token, name.as_deref()).await,
            Ask::SignIn { name, password } => self.sign_in(address, &name, &password).await,
            Ask::SignOut { everywhere } => self.sign_out(&caller, everywhere).await,
            Ask::Password { password } => self.password(&caller, address, password.as_deref()).await,
            Ask::Ladder => json(&*self.standings()),
            Ask::Player { player } => json(self.profile(player).await?),
            Ask::Games { player, faults, before } => {
                let mut games = self.store.games(player, faults, before, PAGE + 1).await?;
                let more = games.len() as i64 > PAGE;
                games.truncate(PAGE as usize);
                let next = games.last().filter(|_| more).map(|game| game.id);
                json(GamesPage { games, next })
            }
            Ask::Game { game } => json(self.replay(caller.person()?, game).await?),
            Ask::Bots { person } => {
                let own = caller.person()?.id;
                let whose = person.unwrap_or(own);
                if whose != own {
                    self.store.log(caller.id(), address, "looked at bots", &whose.to_string()).await?;
                }
                json(self.store.bots(whose).await?)
            }
            Ask::DeleteBot { bot } => {
                self.store.owner(bot).await?.ok_or_else(|| Problem::not_found("bot"))?;
                if self.phase() != Phase::Open {
                    return Err(refused("the final has begun: the bots in it stay").told_as("final"));
                }
                if let Some(unused) = self.store.delete_bot(bot).await? {
                    // What is gone already need not go.
                    let _ = std::fs::remove_file(self.folder.join("uploads").join(unused));
                }
                self.store.log(caller.id(), address, "deleted bot", &bot.to_string()).await?;
                self.rate().await?;
                self.ring();
                json(json!({}))
            }
            Ask::SetRules { rules } => self.set_rules(&caller, address, rules).await,
            Ask::BeginFinal => {
                if self.phase() != Phase::Open {
                    return Err(refused("there is no ladder to freeze"));
                }
                let mut rules = (*self.rules()?).clone();
                rules.deadline = Some(now_ms());
                self.keep_rules(rules).await?;
                self.store.log(caller.id(), address, "began the final", "").await?;
                json(self.hello(caller.person.as_ref()).await?)
            }
            Ask::People => json(self.people().await?),
            Ask::AddPeople { list, role } => self.add_people(&caller, address, &list, role).await,
            Ask::Relink { person } => self.relink(&caller, address, person).await,
            Ask::RemovePerson { person } => {
                let gone = self.store.person(person).await?.ok_or_else(|| Problem::not_found("person"))?;
                if Some(gone.id) == caller.id() {
                    return Err(refused("somebody must stay the teacher"));
                }
                if !matches!(self.phase(), Phase::New | Phase::Open) && gone.role == Role::Student {
                    return Err(refused("the final has begun: the bots in it stay").told_as("final"));
                }
                self.store.remove_person(person).await?;
                self.store.log(caller.id(), address, "removed", &gone.name).await?;
                self.rate().await?;
                self.ring();
                json(json!({}))
            }
            Ask::Invite { role, uses, days } => {
                if role == Role::Teacher {
                    return Err(refused("a teacher is added by name"));
                }
                if !(1..=MOST_USES).contains(&uses) || !(1..=MOST_DAYS).contains(&days) {
                    return Err(refused(format!("a link is for 1 to {MOST_USES} people and 1 to {MOST_DAYS} days")));
                }
                let expires = now_ms() + i64::from(days) * DAY_MS;
                let token = self.store.new_link(role, None, uses.into(), expires).await?;
                self.store.log(caller.id(), address, "invited", &format!("{uses} as {}", role.word())).await?;
                let link = NewLink { name: String::new(), number: String::new(), token };
                json(NewLinks { links: vec![link], known: Vec::new() })
            }
            Ask::Withdraw { role } => {
                let count = self.store.withdraw_links(role).await?;
                self.store.log(caller.id(), address, "took back links", role.word()).await?;
                json(json!({ "withdrawn": count }))
            }
            Ask::Log { before } => {
                let rows = self.store.logged(before, PAGE).await?.into_iter();
                let entry = |row: super::store::LogRow| {
                    let super::store::LogRow { id, at, name, address, what, about } = row;
                    LogEntry { id, at, name, address, what, about }
                };
                json(rows.map(entry).collect::<Vec<_>>())
            }
        }
    }

    async fn hello(&self, person: Option<&Person>) -> Result<Hello, Problem> {
        let rules = self.rules().ok();
        let me = match person {
            Some(person) => {
                let password = self.store.password(&person.name).await?.is_some_and(|(_, kept)| kept.is_some());
                Some(Me { person: person.id, name: person.name.clone(), role: person.role, password })
            }
            None => None,
        };
        let teacher = person.is_some_and(|person| person.role == Role::Teacher);
        Ok(Hello {
            name: rules.as_ref().map(|rules| rules.name.clone()).unwrap_or_default(),
            rules: rules.filter(|_| me.is_some()).map(|rules| (*rules).clone()),
            me,
            phase: self.phase(),
            trouble: held(&self.trouble).clone().filter(|_| teacher),
        })
    }

    /// Begins a session for somebody.
    async fn begin(&self, person: Person) -> Result<Answer, Problem> {
        let token = self.store.new_session(person.id).await?;
        let hello = self.hello(Some(&person)).await?;
        Ok(Answer::In(self.key.cookie(&token), json!(hello)))
    }

    async fn enter(&self, address: &str, token: &str, name: Option<&str>) -> Result<Answer, Problem> {
        let gone = || refused("this link does not hold any more; ask your teacher for a new one").told_as("link");
        let link = self.store.link(token).await?.ok_or_else(gone)?;
        let role = Role::of(&link.role).ok_or_else(gone)?;
        let person = match link.person {
            Some(person) => {
                if !self.store.use_link(&link).await? {
                    return Err(gone());
                }
                self.store.person(person).await?.ok_or_else(gone)?
            }
            None => {
                let name = name.ok_or_else(|| refused("tell your name").told_as("name"))?;
                let name = rules::name(name)?;
                let taken = || {
                    refused("somebody has this name already; if it is you, use your own link or password")
                        .told_as("taken")
                };
                let id = self.store.add_person(&name, "", role).await?.ok_or_else(taken)?;
                if !self.store.use_link(&link).await? {
                    self.store.remove_person(id).await?;
                    return Err(gone());
                }
                Person { id, name, role }
            }
        };
        self.store.log(Some(person.id), address, "came in", role.word()).await?;
        self.begin(person).await
    }

    async fn sign_in(&self, address: &str, name: &str, password: &str) -> Result<Answer, Problem> {
        let found = self.store.password(name.trim()).await?;
        let (id, kept) = found.map_or((None, None), |(id, kept)| (Some(id), kept));
        let password = password.to_string();
        // Slow on purpose: not on a thread that serves others.
        let turn = self.passwords.acquire().await;
        let right = tokio::task::spawn_blocking(move || is_password(&password, kept.as_deref())).await.unwrap_or(false);
        drop(turn);
        let person = match id.filter(|_| right) {
            Some(id) => self.store.person(id).await?,
            None => None,
        };
        let Some(person) = person else {
            self.store.log(None, address, "was refused", name).await?;
            return Err(refused("name and password do not fit").told_as("password"));
        };
        self.store.log(Some(person.id), address, "signed in", "").await?;
        self.begin(person).await
    }

    async fn sign_out(&self, caller: &Caller, everywhere: bool) -> Result<Answer, Problem> {
        if everywhere {
            self.store.end_sessions(caller.person()?.id).await?;
        } else if let Some(session) = &caller.session {
            self.store.end_session(session).await?;
        }
        Ok(Answer::Out)
    }

    async fn password(&self, caller: &Caller, address: &str, password: Option<&str>) -> Result<Answer, Problem> {
        let person = caller.person()?.id;
        let kept = match password {
            Some(password) if !PASSWORD.contains(&password.chars().count()) => {
                let (least, most) = PASSWORD.into_inner();
                return Err(refused(format!("a password has {least} to {most} characters")));
            }
            Some(password) => {
                let password = password.to_string();
                let _turn = self.passwords.acquire().await;
                let hashed = tokio::task::spawn_blocking(move || hash_password(&password)).await;
                Some(hashed.map_err(|error| Problem::with_reason(Code::Internal, error))?)
            }
            None => None,
        };
        self.store.set_password(person, kept.as_deref()).await?;
        self.store
            .log(Some(person), address, if kept.is_some() { "set a password" } else { "took the password away" }, "")
            .await?;
        json(self.hello(caller.person.as_ref()).await?)
    }

    async fn profile(&self, player: i64) -> Result<Profile, Problem> {
        let standings = self.standings();
        let row = standings.rows.iter().find(|row| row.entry.player == player).cloned();
        let row = match row {
            Some(row) => row,
            // Not on the ladder any more: what it played is told all the same.
            None => {
                let (entry, _) = self.store.entry(player).await?.ok_or_else(|| Problem::not_found("player"))?;
                let rated = held(&self.ledgers)[0].rate(&[entry]);
                rated.into_iter().next().ok_or_else(|| Problem::not_found("player"))?
            }
        };
        let stage = usize::from(matches!(standings.phase, Phase::Final | Phase::Done));
        let sizes = held(&self.ledgers)[stage].sizes(player);
        Ok(Profile { row, sizes, curve: self.store.curve(player).await? })
    }

    /// A game; its dark sides only for those whose they are.
    async fn replay(&self, person: &Person, id: i64) -> Result<Replay, Problem> {
        let game = self.store.game(id).await?.ok_or_else(|| Problem::not_found("game"))?;
        let KeptGame { row, record, at_fault, full_fault, stderr_first, stderr_second, first_person, second_person } =
            game;
        let own = [first_person, second_person].map(|owner| person.role == Role::Teacher || owner == Some(person.id));
        let fault = at_fault.filter(|side| own[usize::from(*side == 1)]).and(full_fault);
        let [first, second] = [(own[0], stderr_first), (own[1], stderr_second)].map(|(own, text)| own.then_some(text));
        Ok(Replay {
            row,
            record: serde_json::from_str(&record).map_err(|error| Problem::with_reason(Code::Internal, error))?,
            fault: fault.and_then(|text| serde_json::from_str(&text).ok()),
            stderr: [first, second],
        })
    }

    async fn set_rules(&self, caller: &Caller, address: &str, rules: Rules) -> Result<Answer, Problem> {
        let rules = rules.checked()?;
        let before = self.rules().ok();
        if matches!(self.phase(), Phase::Final | Phase::Done) {
            return Err(refused("the final has begun: its rules stay as they are").told_as("final"));
        }
        if let Some(before) = before
            && before.conditions() != rules.conditions()
            && self.store.has_games().await?
        {
            let why = "games were played under these conditions: board, opening, time and memory stay as they are; \
                       another folder holds another class";
            return Err(refused(why).told_as("conditions"));
        }
        self.store.set_levels(&rules.levels).await?;
        self.keep_rules(rules).await?;
        self.store.log(caller.id(), address, "made rules", "").await?;
        json(self.hello(caller.person.as_ref()).await?)
    }

    async fn keep_rules(&self, rules: Rules) -> Result<(), Problem> {
        let text = serde_json::to_string(&rules).map_err(|error| Problem::with_reason(Code::Internal, error))?;
        self.store.set_fact("rules", &text).await?;
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(rules));
        {
            let mut phase = held(&self.phase);
            if *phase == Phase::New {
                *phase = Phase::Open;
            }
        }
        self.rate().await?;
        self.ring();
        Ok(())
    }

    async fn people(&self) -> Result<Vec<PersonInfo>, Problem> {
        let row = |row: super::store::PersonRow| {
            let super::store::PersonRow { id, name, number, role, sessions, bots, seen } = row;
            Some(PersonInfo { id, name, number, role: Role::of(&role)?, sessions, bots, seen })
        };
        Ok(self.store.people().await?.into_iter().filter_map(row).collect())
    }

    async fn add_people(&self, caller: &Caller, address: &str, list: &str, role: Role) -> Result<Answer, Problem> {
        let lines: Vec<&str> = list.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() || lines.len() > MOST_PEOPLE {
            return Err(refused(format!("found {} lines, expected 1 to {MOST_PEOPLE}: a name on each", lines.len())));
        }
        // All of them are read before the first one is added.
        let mut people = Vec::new();
        for line in lines {
            let (name, number) = line.split_once(['\t', ',']).unwrap_or((line, ""));
            let number = if number.trim().is_empty() { String::new() } else { rules::name(number)? };
            people.push((rules::name(name)?, number));
        }
        let expires = now_ms() + STUDENT_LINK.as_millis() as i64;
        let mut answer = NewLinks { links: Vec::new(), known: Vec::new() };
        for (name, number) in people {
            match self.store.add_person(&name, &number, role).await? {
                Some(person) => {
                    let token = self.store.new_link(role, Some(person), 1, expires).await?;
                    answer.links.push(NewLink { name, number, token });
                }
                None => answer.known.push(name),
            }
        }
        let about = format!("{} as {}", answer.links.len(), role.word());
        self.store.log(caller.id(), address, "added people", &about).await?;
        json(answer)
    }

    async fn relink(&self, caller: &Caller, address: &str, person: i64) -> Result<Answer, Problem> {
        let person = self.store.person(person).await?.ok_or_else(|| Problem::not_found("person"))?;
        // Whoever asks keeps this session.
        if Some(person.id) != caller.id() {
            self.store.end_sessions(person.id).await?;
            self.store.set_password(person.id, None).await?;
        }
        let expires = now_ms() + STUDENT_LINK.as_millis() as i64;
        let token = self.store.new_link(person.role, Some(person.id), 1, expires).await?;
        self.store.log(caller.id(), address, "made a new link", &person.name).await?;
        json(NewLinks { links: vec![NewLink { name: person.name, number: String::new(), token }], known: Vec::new() })
    }

    /// Counts anew: the standings that everybody sees.
    pub(super) async fn rate(&self) -> Result<(), Problem> {
        let entries = self.store.entries().await?;
        let phase = self.phase();
        let waiting = self.store.waiting().await?;
        let stage = usize::from(matches!(phase, Phase::Final | Phase::Done));
        // A copy: a rating of many players takes a moment, in which games go on.
        let ledger = held(&self.ledgers)[stage].clone();
        let rules = self.rules().ok();
        let planned = rules.as_ref().filter(|_| stage == 1).map(|rules| {
            let count = entries.len() as u64;
            count * count.saturating_sub(1) / 2 * u64::from(rules.final_pairs)
        });
        let rated = tokio::task::spawn_blocking(move || {
            let mut rows = ledger.rate(&entries);
            if let Some(rules) = rules {
                let level = |level: u8| rows.iter().find(|row| row.entry.level == Some(level)).and_then(|row| row.elo);
                let marks: Vec<Option<f64>> = rows
                    .iter()
                    .map(|row| row.elo.filter(|_| row.entry.level.is_none()).and_then(|elo| rules.mark(elo, level)))
                    .collect();
                for (row, mark) in rows.iter_mut().zip(marks) {
                    row.mark = mark;
                }
            }
            let pairs = rows.iter().map(|row| row.pairs).sum::<u64>() / 2;
            (rows, pairs)
        });
        let (rows, pairs) = rated.await.map_err(|error| Problem::with_reason(Code::Internal, error))?;
        let standings = super::wire::Standings { phase, rows, pairs, planned, waiting: waiting.max(0) as u64 };
        *self.standings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(standings);
        Ok(())
    }

    /// Whether bots still wait to be compiled or checked.
    pub(super) async fn is_building(&self) -> Result<bool, Problem> {
        Ok(self.store.waiting().await? > 0)
    }

    /// An upload that is through, whatever came of it.
    pub(super) async fn settle(&self, bot: i64, state: BotState, report: &super::build::Report) -> Result<(), Problem> {
        self.store.set_state(bot, state, report).await?;
        self.rate().await
    }
}
