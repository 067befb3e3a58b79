//! What the features leave out is missing in words, and what is left plays.

use luozi::engine::{Ask, Recipe, flagship, player, presets};
use luozi::games::{GameKind, Session, Setup};
use luozi::search::Budget;

const NETS: bool = cfg!(feature = "nets");
const SOLVERS: bool = cfg!(feature = "solvers");

#[test]
fn presets_are_there_with_their_features_and_else_said_to_be_left_out() {
    for (game, name, there, features) in [
        (GameKind::CONNECT4, "net-connect4", NETS, "`nets`"),
        (GameKind::NOGO, "net-nogo", NETS, "`nets`"),
        (GameKind::REVERSI, "pattern-reversi", NETS, "`nets`"),
        (GameKind::REVERSI, "pvs-reversi", NETS && SOLVERS, "`nets solvers`"),
        (GameKind::REVERSI, "classic-reversi", true, ""),
    ] {
        assert_eq!(presets(game).iter().any(|preset| preset.name == name), there, "{name}");
        match Recipe::parse(game, name) {
            Ok(_) => assert!(there, "{name}"),
            Err(error) => {
                let error = error.to_string();
                assert!(!there && error.contains("left out of this build") && error.contains(features), "{error}");
            }
        }
    }
    let weights = Recipe::flagship(GameKind::NOGO).bring_net(b"no net").unwrap_err().to_string();
    assert_eq!(weights.contains("feature `nets`"), !NETS, "{weights}");
}

#[test]
fn every_flagship_plays_and_solvers_answer_where_they_are() {
    for game in GameKind::BUILT_IN {
        let session = Session::new(&Setup::standard(game)).unwrap();
        let recipe = Recipe::parse(game, &format!("{},memory_mb=8", flagship(game).name)).unwrap();
        let analysis = player(&session, &recipe).unwrap().think(&session, Ask::new(Budget::visits(20))).unwrap();
        assert!(session.legal_moves().contains(&analysis.best));
        let solver = luozi::engine::engine_for(&session).unwrap().solver(1 << 20);
        assert_eq!(solver.is_some(), SOLVERS);
    }
}
