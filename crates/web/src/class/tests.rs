//! Attempts that must fail, and the way of a class from its first link to its marks, without HTTP and without bots.

use super::records::{FINAL, LADDER, Order};
use super::rights::Role;
use super::rules::{Rules, Threshold};
use super::runner::{Field, FieldNews, FieldPair, Runner};
use super::wire::{BotState, Phase};
use super::{Answer, Ask, Class, ClassError};
use crate::class::build::Report;
use crate::problem::{Code, Problem};
use luozi_arena::process::Host;
use luozi_games::{GameKind, Setup};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

/// What a class of these tests begins with.
impl Default for Rules {
    fn default() -> Rules {
        let levels = vec![1, 3, 5, 7];
        Rules {
            name: String::new(),
            setup: Setup::board(GameKind::CONNECT4, 9, 9),
            saiblo: true,
            plies: 0,
            ms: 1000,
            memory_mb: 512,
            deadline: None,
            final_pairs: 1,
            marks: levels
                .iter()
                .zip([60.0, 70.0, 80.0, 90.0])
                .map(|(&level, mark)| Threshold { level, mark })
                .collect(),
            levels,
        }
    }
}

const HERE: &str = "192.0.2.1";

/// A class in a folder of its own, and the cookies of those who came in.
struct World {
    folder: tempfile::TempDir,
    class: Arc<Class>,
    teacher: String,
}

fn token_of(answer: Answer) -> String {
    let Answer::Json(links) = answer else { panic!("links") };
    links["links"][0]["token"].as_str().unwrap().to_string()
}

impl World {
    async fn new() -> World {
        let folder = tempfile::tempdir().unwrap();
        let class = Arc::new(Class::open(folder.path()).await.unwrap());
        let token = class.teacher_link(false).await.unwrap().unwrap();
        let world = World { folder, class, teacher: String::new() };
        let teacher = world.enter(&token, Some("Teacher")).await.unwrap();
        let world = World { teacher, ..world };
        let rules = Rules { name: "Algorithms".to_string(), ..Rules::default() };
        world.ask(&world.teacher, Ask::SetRules { rules }).await.unwrap();
        world
    }

    async fn ask(&self, cookie: &str, ask: Ask) -> Result<Value, Problem> {
        match self.class.ask(Some(cookie), HERE, ask).await? {
            Answer::Json(value) => Ok(value),
            Answer::In(..) | Answer::Out => Ok(Value::Null),
        }
    }

    /// Comes in by a link; gives the cookie.
    async fn enter(&self, token: &str, name: Option<&str>) -> Result<String, Problem> {
        let ask = Ask::Enter { token: token.to_string(), name: name.map(str::to_string) };
        match self.class.ask(None, HERE, ask).await? {
            Answer::In(cookie, _) => Ok(cookie),
            Answer::Json(_) | Answer::Out => panic!("a cookie"),
        }
    }

    async fn join(&self, name: &str, role: Role) -> String {
        let invite = Ask::Invite { role, uses: 1, days: 1 };
        let token = token_of(self.class.ask(Some(&self.teacher), HERE, invite).await.unwrap());
        self.enter(&token, Some(name)).await.unwrap()
    }

    /// Somebody's bot, on the ladder.
    async fn bot(&self, cookie: &str, source: &[u8]) -> i64 {
        let mut upload = self.class.begin_upload(Some(cookie), HERE, "bot.cpp", "saiblo").await.unwrap();
        upload.take(source).unwrap();
        let bot = upload.end().await.unwrap().bot;
        let order: Order = self.class.store.take_order().await.unwrap().unwrap();
        assert_eq!(order.id, bot);
        self.class.store.enter_bot(&order, &format!("sandbox@so:/x/{bot}.so"), &Report::default()).await.unwrap();
        self.class.rate().await.unwrap();
        bot
    }

    async fn refusal(&self, cookie: &str, ask: Ask) -> Code {
        self.ask(cookie, ask).await.unwrap_err().code
    }
}

/// One of every question, as the page sends them.
fn every_question() -> Vec<Value> {
    let rules = serde_json::to_value(Rules { name: "x".to_string(), ..Rules::default() }).unwrap();
    [
        json!({"ask": "sign_out", "everywhere": false}),
        json!({"ask": "password", "password": "long enough"}),
        json!({"ask": "ladder"}),
        json!({"ask": "player", "player": 1}),
        json!({"ask": "games", "player": null, "faults": false, "before": null}),
        json!({"ask": "game", "game": 1}),
        json!({"ask": "bots", "person": null}),
        json!({"ask": "bots", "person": 1}),
        json!({"ask": "delete_bot", "bot": 1}),
        json!({"ask": "set_rules", "rules": rules}),
        json!({"ask": "begin_final"}),
        json!({"ask": "people"}),
        json!({"ask": "add_people", "list": "A", "role": "student"}),
        json!({"ask": "relink", "person": 1}),
        json!({"ask": "remove_person", "person": 1}),
        json!({"ask": "invite", "role": "student", "uses": 1, "days": 1}),
        json!({"ask": "withdraw", "role": "student"}),
        json!({"ask": "log", "before": null}),
    ]
    .to_vec()
}

#[tokio::test]
async fn nobody_asks_anything_without_a_session() {
    let world = World::new().await;
    for question in every_question() {
        let ask: Ask = serde_json::from_value(question.clone()).unwrap();
        let refused = world.class.ask(None, HERE, ask).await.err().map(|problem| problem.code);
        assert_eq!(refused, Some(Code::SignedOut), "{question}");
    }
    for name in ["marks.csv", "games.json", "game-1.json", "bot-1", "class.db"] {
        assert_eq!(world.class.file(None, HERE, name).await.unwrap_err().code, Code::SignedOut, "{name}");
    }
    let upload = world.class.begin_upload(None, HERE, "bot.cpp", "saiblo").await;
    assert_eq!(upload.err().map(|problem| problem.code), Some(Code::SignedOut));
    let hello = world.class.ask(None, HERE, Ask::Hello).await.unwrap();
    let Answer::Json(hello) = hello else { panic!("an answer") };
    assert_eq!((&hello["me"], &hello["rules"]), (&Value::Null, &Value::Null), "nothing but the name");
}

#[tokio::test]
async fn students_and_guests_do_nothing_of_the_teachers() {
    let world = World::new().await;
    let (student, guest) = (world.join("Ann", Role::Student).await, world.join("Visitor", Role::Guest).await);
    let teachers =
        ["set_rules", "begin_final", "people", "add_people", "relink", "remove_person", "invite", "withdraw", "log"];
    for question in every_question() {
        let word = question["ask"].as_str().unwrap();
        if teachers.contains(&word) {
            let ask: Ask = serde_json::from_value(question.clone()).unwrap();
            for cookie in [&student, &guest] {
                assert_eq!(world.refusal(cookie, ask.clone()).await, Code::Forbidden, "{question}");
            }
        }
    }
    for name in ["marks.csv", "games.json"] {
        assert_eq!(world.class.file(Some(&student), HERE, name).await.unwrap_err().code, Code::Forbidden);
    }
    assert_eq!(world.refusal(&guest, Ask::Bots { person: None }).await, Code::Forbidden, "a guest has no bots");
    assert!(world.class.begin_upload(Some(&guest), HERE, "bot.cpp", "saiblo").await.is_err());
    world.ask(&guest, Ask::Ladder).await.unwrap();
}

#[tokio::test]
async fn another_students_source_report_and_bot_stay_theirs() {
    let world = World::new().await;
    let (ann, bob) = (world.join("Ann", Role::Student).await, world.join("Bob", Role::Student).await);
    let bot = world.bot(&ann, b"// the secret idea").await;
    let person = world.class.store.owner(bot).await.unwrap().unwrap();
    let name = format!("bot-{bot}");
    assert_eq!(world.class.file(Some(&ann), HERE, &name).await.unwrap().bytes, b"// the secret idea");
    assert_eq!(world.class.file(Some(&world.teacher), HERE, &name).await.unwrap().name, "bot.cpp");
    assert_eq!(world.class.file(Some(&bob), HERE, &name).await.unwrap_err().code, Code::Forbidden);
    assert_eq!(world.refusal(&bob, Ask::Bots { person: Some(person) }).await, Code::Forbidden);
    assert_eq!(world.refusal(&bob, Ask::DeleteBot { bot }).await, Code::Forbidden);
    assert_eq!(
        world.refusal(&bob, Ask::DeleteBot { bot: 999 }).await,
        Code::Forbidden,
        "whether there is one is not told"
    );
    assert!(world.ask(&ann, Ask::Bots { person: None }).await.unwrap()[0]["active"].as_bool().unwrap());
    let ladder = world.ask(&bob, Ask::Ladder).await.unwrap().to_string();
    assert!(ladder.contains("Ann") && !ladder.contains("/x/"), "{ladder}");
    world.ask(&ann, Ask::DeleteBot { bot }).await.unwrap();
    assert!(!world.ask(&bob, Ask::Ladder).await.unwrap().to_string().contains("Ann"));
    assert_eq!(
        world.class.file(Some(&ann), HERE, &name).await.unwrap_err().code,
        Code::Forbidden,
        "it is gone for its author, too"
    );
    assert_eq!(std::fs::read_dir(world.folder.path().join("uploads")).unwrap().count(), 0, "and its file with it");
}

#[tokio::test]
async fn a_game_shows_stderr_and_faults_to_their_owner_and_the_teacher_only() {
    let world = World::new().await;
    let (ann, bob) = (world.join("Ann", Role::Student).await, world.join("Bob", Role::Student).await);
    world.bot(&ann, b"a").await;
    world.bot(&bob, b"b").await;
    let entries = world.class.store.entries().await.unwrap();
    let player = |name: &str| entries.iter().find(|entry| entry.name == name).unwrap().player;
    let pair = world.class.store.add_pair(LADDER, player("Ann"), player("Bob"), None).await.unwrap().unwrap();
    let names = ["Ann v1".to_string(), "Bob v1".to_string()];
    let games = samples::pair_with_a_fault();
    world.class.store.finish_pair(&pair, &games, &names, "here").await.unwrap().unwrap();
    assert!(world.class.store.finish_pair(&pair, &games, &names, "here").await.is_err(), "a pair is kept once");
    let listed = world.ask(&bob, Ask::Games { player: None, faults: false, before: None }).await.unwrap();
    let games = listed["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    // In the first game the first player, Ann, is at fault.
    let id = games.iter().find(|game| game["fault"] == "crash").unwrap()["id"].as_i64().unwrap();
    let see = async |cookie: &str| world.ask(cookie, Ask::Game { game: id }).await.unwrap();
    let (hers, his, theirs) = (see(&ann).await, see(&bob).await, see(&world.teacher).await);
    assert_eq!(hers["fault"]["reason"], "crashed: secret");
    assert_eq!((&hers["stderr"][0], &hers["stderr"][1]), (&json!("ann's stderr"), &Value::Null));
    assert_eq!(
        (&his["fault"], &his["stderr"][0], &his["stderr"][1]),
        (&Value::Null, &Value::Null, &json!("bob's stderr"))
    );
    assert!(!his.to_string().contains("secret") && !his.to_string().contains("ann's"), "{his}");
    assert_eq!((&theirs["stderr"][0], &theirs["stderr"][1]), (&json!("ann's stderr"), &json!("bob's stderr")));
    let file = world.class.file(Some(&bob), HERE, &format!("game-{id}.json")).await.unwrap();
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.contains("Ann v1") && !text.contains("secret") && !text.contains("stderr"), "{text}");
    let all = world.ask(&world.teacher, Ask::Games { player: None, faults: true, before: None }).await.unwrap();
    assert_eq!(all["games"].as_array().unwrap().len(), 1, "the other game has no fault");
    let own = world.ask(&ann, Ask::Games { player: Some(player("Ann")), faults: true, before: None }).await.unwrap();
    assert_eq!(own["games"].as_array().unwrap().len(), 1);
    let none = world.ask(&ann, Ask::Games { player: Some(player("Bob")), faults: true, before: None }).await.unwrap();
    assert_eq!(none["games"].as_array().unwrap().len(), 0);
}

#[tokio::test]
async fn forged_and_revoked_cookies_are_nobodys() {
    let world = World::new().await;
    let ann = world.join("Ann", Role::Student).await;
    let (token, signature) = ann.split_once('.').unwrap();
    let other = Class::open(tempfile::tempdir().unwrap().path()).await.unwrap();
    let forgeries = [
        format!("{token}."),
        token.to_string(),
        format!("{token}.{}", signature.replace(|c: char| c.is_ascii_digit(), "0")),
        format!("{}.{signature}", "0".repeat(32)),
        other.key.cookie(token),
        // Signed by us, but no session.
        world.class.key.cookie("0123456789abcdef0123456789abcdef"),
        "' OR 1=1 --.x".to_string(),
    ];
    for forged in &forgeries {
        assert_eq!(world.refusal(forged, Ask::Ladder).await, Code::SignedOut, "{forged}");
    }
    world.ask(&ann, Ask::Ladder).await.unwrap();
    // Stolen and then revoked: by its owner, or by the teacher's new link.
    let set = Ask::Password { password: Some("correct horse".to_string()) };
    world.ask(&ann, set).await.unwrap();
    world.ask(&ann, Ask::SignOut { everywhere: true }).await.unwrap();
    assert_eq!(world.refusal(&ann, Ask::Ladder).await, Code::SignedOut);
    let sign_in = |password: &str| Ask::SignIn { name: "Ann".to_string(), password: password.to_string() };
    assert_eq!(world.class.ask(None, HERE, sign_in("wrong horse")).await.err().unwrap().code, Code::Refused);
    let Answer::In(again, _) = world.class.ask(None, HERE, sign_in("correct horse")).await.unwrap() else {
        panic!("in")
    };
    world.ask(&again, Ask::Ladder).await.unwrap();
    let people = world.ask(&world.teacher, Ask::People).await.unwrap();
    let person =
        people.as_array().unwrap().iter().find(|person| person["name"] == "Ann").unwrap()["id"].as_i64().unwrap();
    let link = world.class.ask(Some(&world.teacher), HERE, Ask::Relink { person }).await.unwrap();
    assert_eq!(world.refusal(&again, Ask::Ladder).await, Code::SignedOut);
    assert!(world.class.ask(None, HERE, sign_in("correct horse")).await.is_err(), "the password went with it");
    let token = token_of(link);
    let third = world.enter(&token, None).await.unwrap();
    world.ask(&third, Ask::Ladder).await.unwrap();
    assert_eq!(world.enter(&token, None).await.unwrap_err().text_key, "err.refused.link", "a link holds once");
    world.ask(&world.teacher, Ask::RemovePerson { person }).await.unwrap();
    assert_eq!(world.refusal(&third, Ask::Ladder).await, Code::SignedOut);
}

#[tokio::test]
async fn links_hold_as_often_as_they_say_and_names_are_taken_once() {
    let world = World::new().await;
    let token = token_of(
        world
            .class
            .ask(Some(&world.teacher), HERE, Ask::Invite { role: Role::Student, uses: 2, days: 1 })
            .await
            .unwrap(),
    );
    assert_eq!(world.enter(&token, None).await.unwrap_err().text_key, "err.refused.name");
    world.enter(&token, Some("Ann")).await.unwrap();
    assert_eq!(world.enter(&token, Some("Ann")).await.unwrap_err().text_key, "err.refused.taken");
    world.enter(&token, Some("Bob")).await.unwrap();
    assert_eq!(world.enter(&token, Some("Eve")).await.unwrap_err().text_key, "err.refused.link");
    assert!(
        world
            .class
            .ask(Some(&world.teacher), HERE, Ask::Invite { role: Role::Teacher, uses: 1, days: 1 })
            .await
            .is_err()
    );
    let token = token_of(
        world
            .class
            .ask(Some(&world.teacher), HERE, Ask::Invite { role: Role::Student, uses: 9, days: 1 })
            .await
            .unwrap(),
    );
    world.ask(&world.teacher, Ask::Withdraw { role: Role::Student }).await.unwrap();
    assert!(world.enter(&token, Some("Eve")).await.is_err());
    assert!(world.class.teacher_link(false).await.unwrap().is_none(), "there is a teacher");
    let (first, second) = (
        world.class.teacher_link(true).await.unwrap().unwrap(),
        world.class.teacher_link(true).await.unwrap().unwrap(),
    );
    assert!(world.enter(&first, Some("Mallory")).await.is_err(), "the latest link is the only one");
    world.enter(&second, Some("Second teacher")).await.unwrap();
    let list = Ask::AddPeople { list: "Li Lei\t2026001\n\nHan Meimei, 2026002\nAnn".to_string(), role: Role::Student };
    let added = world.ask(&world.teacher, list).await.unwrap();
    assert_eq!((added["links"].as_array().unwrap().len(), &added["known"]), (2, &json!(["Ann"])));
    world.enter(added["links"][1]["token"].as_str().unwrap(), None).await.unwrap();
}

/// What would end a statement, or begin another one, is text like any other in every place where somebody can write.
#[tokio::test]
async fn sql_in_every_text_box_is_text() {
    let world = World::new().await;
    let evil = "x'); DROP TABLE person; --";
    let quote = "Robert\"; DELETE FROM session WHERE '1'='1";
    let ann = world.join(evil, Role::Student).await;
    world.join(quote, Role::Guest).await;
    for text in [evil, quote, "' OR '1'='1", "\\'; --", "%", "NULL"] {
        let text = text.to_string();
        let _ = world.class.ask(None, HERE, Ask::Enter { token: text.clone(), name: Some(text.clone()) }).await;
        let sign_in = Ask::SignIn { name: text.clone(), password: text.clone() };
        assert!(world.class.ask(None, HERE, sign_in).await.is_err(), "{text}");
        let _ = world.ask(&ann, Ask::Password { password: Some(format!("{text}{text}")) }).await;
        let rules = Rules { name: text.clone(), ..Rules::default() };
        world.ask(&world.teacher, Ask::SetRules { rules }).await.unwrap();
        let _ = world.ask(&world.teacher, Ask::AddPeople { list: format!("{text},{text}"), role: Role::Student }).await;
        let _ = world.class.begin_upload(Some(&ann), HERE, &format!("{text}.cpp"), &text).await;
        let _ = world.class.file(Some(&world.teacher), HERE, &text).await;
    }
    let file = format!("{evil}.cpp");
    let mut upload = world.class.begin_upload(Some(&ann), HERE, &file, "saiblo").await.unwrap();
    upload.take(b"x").unwrap();
    upload.end().await.unwrap();
    let bots = world.ask(&ann, Ask::Bots { person: None }).await.unwrap();
    assert_eq!(bots[0]["file"], file, "kept as it was written");
    let people = world.ask(&world.teacher, Ask::People).await.unwrap();
    let names: Vec<&str> = people.as_array().unwrap().iter().map(|person| person["name"].as_str().unwrap()).collect();
    assert!(names.contains(&evil) && names.contains(&quote) && names.contains(&"NULL"), "{names:?}");
    assert!(world.ask(&world.teacher, Ask::Log { before: None }).await.unwrap().as_array().unwrap().len() > 10);
}

#[tokio::test]
async fn uploads_are_limited_and_end_at_the_deadline() {
    let world = World::new().await;
    let ann = world.join("Ann", Role::Student).await;
    let begin = async |file: &str, form: &str| {
        world.class.begin_upload(Some(&ann), HERE, file, form).await.err().map(|problem| problem.code)
    };
    assert_eq!(begin("bot.exe", "saiblo").await, Some(Code::Refused));
    assert_eq!(begin("bot.py", "botzone").await, Some(Code::Refused), "this class plays Connect Four");
    assert_eq!(begin("", "saiblo").await, Some(Code::Refused));
    let mut upload = world.class.begin_upload(Some(&ann), HERE, "../../../etc/bot.cpp", "saiblo").await.unwrap();
    upload.take(b"int x;").unwrap();
    upload.end().await.unwrap();
    assert_eq!(world.ask(&ann, Ask::Bots { person: None }).await.unwrap()[0]["file"], "bot.cpp", "a name, not a path");
    assert_eq!(begin("bot.cpp", "saiblo").await, Some(Code::Refused), "one waits already");
    let order = world.class.store.take_order().await.unwrap().unwrap();
    world.class.settle(order.id, BotState::Refused, &Report::default()).await.unwrap();
    let upload = world.class.begin_upload(Some(&ann), HERE, "bot.cpp", "saiblo").await.unwrap();
    assert_eq!(upload.end().await.err().map(|problem| problem.code), Some(Code::Refused), "empty");
    let rules = Rules { name: "A".to_string(), deadline: Some(1), ..Rules::default() };
    world.ask(&world.teacher, Ask::SetRules { rules }).await.unwrap();
    assert_eq!(begin("bot.cpp", "saiblo").await, Some(Code::Refused), "too late");
}

#[tokio::test]
async fn the_folder_is_its_owners_and_one_servers_and_everything_is_there_again() {
    let world = World::new().await;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(world.folder.path()), mode(&world.folder.path().join("class.db"))), (0o700, 0o600));
    assert!(matches!(Class::open(world.folder.path()).await, Err(ClassError::InUse(_))));
    let ann = world.join("Ann", Role::Student).await;
    let bot = world.bot(&ann, b"x").await;
    let mut upload = world.class.begin_upload(Some(&ann), HERE, "b.cpp", "saiblo").await.unwrap();
    upload.take(b"y").unwrap();
    upload.end().await.unwrap();
    let begun = world.class.store.take_order().await.unwrap().unwrap();
    let World { folder, class, .. } = world;
    drop(class);
    let class = Class::open(folder.path()).await.unwrap();
    assert!(class.ask(Some(&ann), HERE, Ask::Ladder).await.is_ok(), "sessions outlive the server");
    assert_eq!(class.phase(), Phase::Open);
    assert_eq!(class.store.take_order().await.unwrap(), Some(begun), "what was being built waits again");
    assert_eq!(class.standings().rows.iter().filter(|row| row.entry.person.is_some()).count(), 1, "bot {bot}");
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("thesis.txt"), "x").unwrap();
    assert!(matches!(Class::open(elsewhere.path()).await, Err(ClassError::NotOurs(_))));
}

#[tokio::test]
async fn conditions_stay_once_games_were_played_under_them() {
    let world = World::new().await;
    let (ann, bob) = (world.join("Ann", Role::Student).await, world.join("Bob", Role::Student).await);
    world.bot(&ann, b"a").await;
    world.bot(&bob, b"b").await;
    let rules = |ms, deadline| Rules { name: "A".to_string(), ms, deadline, ..Rules::default() };
    world.ask(&world.teacher, Ask::SetRules { rules: rules(500, None) }).await.unwrap();
    let entries = world.class.store.entries().await.unwrap();
    let players: Vec<i64> = entries.iter().filter(|entry| entry.person.is_some()).map(|entry| entry.player).collect();
    let pair = world.class.store.add_pair(FINAL, players[0], players[1], Some(0)).await.unwrap().unwrap();
    assert!(
        world.class.store.add_pair(FINAL, players[0], players[1], Some(0)).await.unwrap().is_none(),
        "a final has each meeting once"
    );
    let names = ["a".to_string(), "b".to_string()];
    world.class.store.finish_pair(&pair, &samples::pair_with_a_fault(), &names, "here").await.unwrap();
    let refused = world.ask(&world.teacher, Ask::SetRules { rules: rules(1000, None) }).await.unwrap_err();
    assert_eq!(refused.text_key, "err.refused.conditions");
    world.ask(&world.teacher, Ask::SetRules { rules: rules(500, Some(i64::MAX)) }).await.unwrap();
}

/// A field that plays at once: whoever has the larger number in its name wins, levels against each other whoever moves first.
#[derive(Default)]
struct AtOnce(std::sync::Mutex<std::collections::BTreeMap<(i64, i64), FieldNews>>);

impl Field for AtOnce {
    fn begin(&self, _: &Rules) -> Result<(), String> {
        Ok(())
    }

    fn push(&self, pair: &FieldPair) -> Result<(), String> {
        let strength = |player: &String| -> u32 {
            player.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or_default()
        };
        let [a, b] = [strength(&pair.players[0]), strength(&pair.players[1])];
        let points = if a == b {
            [2, 2]
        } else if a > b {
            [2, 0]
        } else {
            [0, 2]
        };
        let news =
            FieldNews { stage: pair.stage, pair: pair.pair, worker: "w".to_string(), games: samples::pair(points) };
        self.0.lock().unwrap().insert((pair.stage, pair.pair), news);
        Ok(())
    }

    fn news(&self) -> Result<Vec<FieldNews>, String> {
        // Everything twice: what is known already counts once.
        let all = self.0.lock().unwrap();
        Ok(all.values().chain(all.values()).cloned().collect())
    }

    fn acknowledge(&self, pairs: &[(i64, i64)]) -> Result<(), String> {
        let mut all = self.0.lock().unwrap();
        pairs.iter().for_each(|pair| drop(all.remove(pair)));
        Ok(())
    }

    fn places(&self) -> usize {
        8
    }

    fn trouble(&self) -> Option<String> {
        None
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_freezes_and_everybody_meets_everybody() {
    let world = World::new().await;
    let (ann, bob, eve) = (
        world.join("Ann", Role::Student).await,
        world.join("Bob", Role::Student).await,
        world.join("Eve", Role::Student).await,
    );
    let rules =
        Rules { name: "A".to_string(), levels: Vec::new(), marks: Vec::new(), final_pairs: 2, ..Rules::default() };
    world.ask(&world.teacher, Ask::SetRules { rules }).await.unwrap();
    for (cookie, source) in [(&ann, "a"), (&bob, "b"), (&eve, "c")] {
        world.bot(cookie, source.as_bytes()).await;
    }
    // A newer bot of Ann's takes the place of hers: now she is the strongest.
    world.bot(&ann, b"d").await;
    let field: Arc<AtOnce> = Arc::default();
    let runner = Runner::start(&world.class, Host::program("/nowhere"), field, 0);
    let wait = async |done: &dyn Fn(&Value) -> bool| {
        let begun = std::time::Instant::now();
        loop {
            let ladder = world.ask(&bob, Ask::Ladder).await.unwrap();
            if done(&ladder) {
                break ladder;
            }
            assert!(begun.elapsed() < std::time::Duration::from_secs(120), "{ladder}");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let ladder = wait(&|ladder| ladder["pairs"].as_u64() > Some(12)).await;
    assert_eq!(ladder["phase"], "open");
    let player =
        ladder["rows"].as_array().unwrap().iter().find(|row| row["name"] == "Ann").unwrap()["player"].as_i64().unwrap();
    world.ask(&world.teacher, Ask::BeginFinal).await.unwrap();
    let done = wait(&|ladder| ladder["phase"] == "done").await;
    assert_eq!((&done["pairs"], &done["planned"]), (&json!(6), &json!(6)), "three players, two pairs each");
    let names: Vec<&str> = done["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ann", "Eve", "Bob"]);
    assert_eq!(done["rows"][0]["version"], 2);
    let profile = world.ask(&bob, Ask::Player { player }).await.unwrap();
    assert!(profile["curve"].as_array().unwrap().len() > 1, "{profile}");
    let own = world
        .class
        .store
        .bots(world.class.store.session(ann.split_once('.').unwrap().0).await.unwrap().unwrap().id)
        .await
        .unwrap();
    assert_eq!(world.refusal(&ann, Ask::DeleteBot { bot: own[0].id }).await, Code::Refused, "bots of the final stay");
    assert!(world.class.begin_upload(Some(&eve), HERE, "bot.cpp", "saiblo").await.is_err());
    let games = world.class.file(Some(&world.teacher), HERE, "games.json").await.unwrap();
    let games: Value = serde_json::from_slice(&games.bytes).unwrap();
    assert_eq!(games.as_array().unwrap().len(), 12, "the games of the final");
    tokio::task::spawn_blocking(move || drop(runner)).await.unwrap();
    let World { folder, class, .. } = world;
    drop(class);
    assert_eq!(Class::open(folder.path()).await.unwrap().phase(), Phase::Done);
}

/// Games as the field hands them over.
mod samples {
    use luozi_arena::judge::{self, PlayedMove};
    use luozi_arena::matches::{FaultRecord, FinishedGame, GameId, PlayedGame};
    use luozi_games::{GameKind, Setup};
    use std::time::Duration;

    const FIRST_WINS: [&str; 7] = ["1", "2", "1", "2", "1", "2", "1"];
    const SECOND_WINS: [&str; 8] = ["1", "2", "1", "2", "1", "2", "3", "2"];

    /// A pair with these half points of whoever moves first in each game: 2 or 0.
    pub fn pair(points: [u8; 2]) -> [PlayedGame; 2] {
        let play = |swapped: usize, players| match points[swapped] {
            2 => game(swapped, players, 2, &FIRST_WINS, None, Some(37)),
            _ => game(swapped, players, 0, &SECOND_WINS, None, Some(-36)),
        };
        [play(0, [0, 1]), play(1, [1, 0])]
    }

    fn game(
        swapped: usize,
        players: [usize; 2],
        points: u8,
        moves: &[&str],
        fault: Option<FaultRecord>,
        score: Option<i16>,
    ) -> PlayedGame {
        let setup = Setup::board(GameKind::CONNECT4, 9, 9);
        let mut session = judge::set_up(&setup, &[]).unwrap();
        let mut played = Vec::new();
        for (ply, text) in moves.iter().enumerate() {
            session.play(text).unwrap();
            let ms = Duration::from_millis(5);
            played.push(PlayedMove { ply, text: text.to_string(), wall: ms, cpu: ms, value: None });
        }
        let finished = FinishedGame {
            number: None,
            id: GameId { pair: 0, pairing: 0, swapped },
            players,
            setup: setup.clone(),
            opening: Vec::new(),
            first_half_points: points,
            score,
            ending: "over".to_string(),
            fault,
            plies: moves.len(),
            wall: Duration::from_secs(1),
            overhead: Duration::ZERO,
        };
        let stderr = if swapped == 0 { ["ann's stderr", "bob's stderr"] } else { ["bob's stderr", "ann's stderr"] };
        PlayedGame { finished, moves: played, stderr: stderr.map(str::to_string) }
    }

    /// The player named first crashes in the first game, and loses the second by rule.
    pub fn pair_with_a_fault() -> [PlayedGame; 2] {
        let fault = FaultRecord {
            player: 0,
            kind: "crash".to_string(),
            reason: "crashed: secret".to_string(),
            move_number: 3,
            position: "a board".to_string(),
            command: "luozi explain …".to_string(),
            stderr: "ann's stderr".to_string(),
        };
        [game(0, [0, 1], 0, &["1", "2"], Some(fault), None), game(1, [1, 0], 2, &FIRST_WINS, None, Some(37))]
    }
}
