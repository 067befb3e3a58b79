//! The client against a site on loopback that drops connections, answers 502, forgets, aborts; nothing is waited for.

use super::*;
use fake_site::{FakeSite, Fault, Record, SECRET};
use luozi::engine::Choice;
use luozi::search::Budget;

#[path = "../../../../tests/fake_site/mod.rs"]
mod fake_site;

fn client(game: GameKind, address: &str, state: &Path) -> Client<Site, Vec<u8>> {
    let choice = Choice { memory_mb: Some(4), budget: Budget::visits(2), ..Choice::default() };
    let (matches, bot) = (Matches::load(game, state).unwrap(), Bot::new(game, &choice).unwrap());
    Client { site: Site::new(address).unwrap(), matches, bot, log: Vec::new() }
}

/// Polls until `until`; gives the failures on the way.
fn play(client: &mut Client<Site, Vec<u8>>, site: &FakeSite, until: impl Fn(&Record) -> bool) -> Vec<String> {
    let mut failures = Vec::new();
    while !site.look(&until) {
        failures.extend(client.step().err().map(|problem| problem.to_string()));
        assert!(site.look(|record| record.polls < 2000), "the matches do not end");
    }
    failures
}

#[test]
fn several_matches_survive_everything_the_network_does() {
    let faults = [
        (0, Fault::Status(502)),
        (2, Fault::DropUnseen),
        (4, Fault::DropSeen),
        (6, Fault::Forget),
        (8, Fault::Status(504)),
        (9, Fault::Page),
        (10, Fault::DropSeen),
        (11, Fault::DropUnseen),
        (13, Fault::Abort),
        (15, Fault::Forget),
    ];
    for game in [GameKind::NOGO, GameKind::REVERSI] {
        let folder = tempfile::tempdir().unwrap();
        let site = FakeSite::new(game, 4, &faults);
        let mut client = client(game, &site.url(), &folder.path().join("state.json"));
        let failures = play(&mut client, &site, |record| record.results.len() == 4);
        site.look(|record| {
            assert_eq!(record.problems, [""; 0]);
            let aborted = record.results.iter().filter(|result| result.scores.is_empty()).count();
            assert_eq!(aborted, 1);
            assert!(record.moves > 60, "{} moves", record.moves);
        });
        assert_eq!(failures.len(), 7, "{failures:?}");
        assert!(failures.contains(&"the site answered 502".to_string()));
        assert!(client.matches.is_empty());
        let log = String::from_utf8(client.log).unwrap();
        assert!(log.contains(" visits, pv ") && !log.contains(SECRET) && !failures.concat().contains(SECRET));
    }
}

#[test]
fn a_crash_at_any_moment_loses_nothing() {
    let game = GameKind::REVERSI;
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let site = FakeSite::new(game, 3, &[(5, Fault::DropSeen), (9, Fault::Forget)]);
    // A new client for every poll and every thought: it knows only what is in the file.
    while site.look(|record| record.results.len() < 3) {
        client(game, &site.url(), &state).think();
        let _ = client(game, &site.url(), &state).step();
        assert!(site.look(|record| record.polls < 500), "the matches do not end");
        assert!(!std::fs::read_to_string(&state).unwrap_or_default().contains(SECRET));
    }
    site.look(|record| assert_eq!(record.problems, [""; 0]));
    assert!(client(game, &site.url(), &state).matches.is_empty());
}

#[test]
fn waits_grow_from_two_to_five_seconds() {
    let seconds: Vec<u64> = (0..6).map(|failures| back_off(failures).as_secs()).collect();
    assert_eq!(seconds, [2, 3, 4, 5, 5, 5]);
    assert_eq!(back_off(u32::MAX), LONGEST_WAIT);
}

#[test]
fn results_are_told_in_words() {
    let result = |slot, scores: &[f64]| told(&MatchResult { id: "m".parse().unwrap(), slot, scores: scores.to_vec() });
    assert_eq!(result(1, &[0.0, 2.0]), "m: won, 2 to 0");
    assert_eq!(result(0, &[0.0, 2.0]), "m: lost, 0 to 2");
    assert_eq!(result(0, &[1.0, 1.0]), "m: drawn, 1 to 1");
    assert_eq!(result(0, &[]), "m: aborted");
}
