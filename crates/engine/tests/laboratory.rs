//! The laboratory tells the truth: every number of a simulation is that of the engine's own graph.
//!
//! For the five published designs, 200 simulations are told one by one. Beside them an engine of the same recipe searches on its
//! own, once for every number of visits, and nothing looks on. The formulas are written here once more, as `docs/search.md` has
//! them, and get their numbers from that engine's graph.

use luozi_core::{Key, Rng};
use luozi_engine::analysis::proven;
use luozi_engine::simulation::{Landing, Simulation, Standing, Step};
use luozi_engine::{Engine, GameSearch, Method, NoMove, Playable, Recipe, player};
use luozi_games::{GameKind, Session, Setup, with_built_in};
use luozi_search::{Budget, Fpu, Instant, NodeId, NodeView, Params, Prove, Purpose, Request, Selection};
use std::collections::HashMap;

const SIMULATIONS: u64 = 200;

/// The published designs with the games they play.
const DESIGNS: [(&str, GameKind); 5] = [
    ("uct-pool", GameKind::CONNECT4),
    ("uct-center", GameKind::CONNECT4),
    ("reversi-weights", GameKind::REVERSI),
    ("nogo-mobility", GameKind::NOGO),
    ("mcgs", GameKind::CONNECT4),
];

/// An engine after so many simulations that nobody looked at.
fn searched<G: Playable>(rules: &G, recipe: &Recipe, position: &G::Position, visits: u64) -> Engine<G> {
    let mut engine = Engine::new(rules.clone(), recipe).unwrap();
    let clock = Instant::now();
    let purpose = Purpose::Study { moves: 0 };
    engine.think(position, Request { purpose, ..Request::new(Budget::visits(visits), &clock) });
    engine
}

fn close(told: f64, expected: f64, what: &str) {
    assert!(told == expected || (told - expected).abs() < 1e-9, "{what}: told {told}, expected {expected}");
}

/// The side to move's value of a node in [-1, 1].
fn value_of<M>(node: &NodeView<M>) -> Option<f64> {
    node.value.map(|value| value.seen_by(node.to_move).0)
}

fn same_standing<G: Playable>(
    rules: &G,
    position: &G::Position,
    told: &Standing,
    node: &NodeView<G::Move>,
    what: &str,
) {
    assert_eq!(told.visits, node.visits, "{what}: visits");
    assert_eq!(told.value, value_of(node), "{what}: value");
    assert_eq!(told.proven, proven(rules, position, node.bounds, node.to_move), "{what}: proof");
}

/// The formulas of the documentation for one edge: the value that stands first, and what is added.
fn formula<M>(params: &Params, node: &NodeView<M>, edge: usize, flawed: bool) -> (f64, f64) {
    let (edge, parent) = (&node.edges[edge], value_of(node).unwrap_or(0.0));
    let (total, visits) = (f64::from(node.visits.max(1)), f64::from(edge.visits));
    let own = edge.value.map(|value| value.seen_by(node.to_move).0);
    let value = match (edge.visits > 0, params.fpu, own) {
        (true, _, own) => own.unwrap(),
        (false, Fpu::Infinite, _) => f64::INFINITY,
        (false, Fpu::Average, Some(own)) => (own + parent) / 2.0,
        (false, Fpu::Average, None) => parent,
        (false, other, _) => panic!("no published design has {other:?}"),
    };
    let bonus = match params.selection {
        Selection::Ucb1 => params.c * (2.0 * total.ln() / visits.max(1.0)).sqrt(),
        Selection::Ucb1Inside => (params.c * total.ln() / visits.max(1.0)).sqrt(),
        Selection::Puct => params.c * f64::from(edge.prior) * total.sqrt() / (1.0 + visits),
        other => panic!("no published design has {other:?}"),
    };
    (value, if flawed { -bonus } else { bonus })
}

/// What was compared at a node against its view in the graph before; the place of the best.
fn same_choice<M>(params: &Params, step: &Step, node: &NodeView<M>, flawed: bool, what: &str) {
    assert_eq!(step.terms.len(), node.edges.len(), "{what}: moves");
    let mut best: Option<usize> = None;
    for (place, term) in step.terms.iter().enumerate() {
        let (value, bonus) = formula(params, node, place, flawed);
        assert_eq!(term.visits, node.edges[place].visits, "{what}, {}: visits", term.mv);
        close(term.value, value, &format!("{what}, {}: value", term.mv));
        close(term.bonus, bonus, &format!("{what}, {}: bonus", term.mv));
        close(term.score, value + bonus, &format!("{what}, {}: score", term.mv));
        assert!(!term.settled || params.prove != Prove::Off, "{what}, {}: settled without proofs", term.mv);
        if !term.settled && best.is_none_or(|best| step.terms[best].score < term.score) {
            best = Some(place);
        }
    }
    assert_eq!(step.chosen, best, "{what}: the first of the best is taken");
}

/// The nodes of a graph by the keys of their positions.
fn nodes_of<G: Playable>(search: &GameSearch<G>) -> HashMap<Key, NodeId> {
    let mut found = HashMap::new();
    let mut open: Vec<NodeId> = search.root().into_iter().collect();
    while let Some(id) = open.pop() {
        let node = search.node(id);
        if found.insert(node.key, id).is_none() {
            open.extend(node.edges.iter().filter_map(|edge| edge.child));
        }
    }
    found
}

/// One told simulation between the graph before it and the graph after it.
fn same_as_graphs<G: Playable>(
    rules: &G,
    root: &G::Position,
    params: &Params,
    told: &Simulation,
    (before, after): (&Engine<G>, &Engine<G>),
) {
    let (before, after) = (before.search().unwrap(), after.search().unwrap());
    let root_player = rules.to_move(root);
    let known = nodes_of(before);
    let mut position = *root;
    let (mut old, mut new) = (before.root(), after.root());
    let mut path = Vec::new();
    for (depth, step) in told.steps.iter().enumerate() {
        let what = format!("simulation {}, depth {depth}", told.number);
        let (node, later) = (before.node(old.unwrap()), after.node(new.unwrap()));
        path.push((position, new.unwrap()));
        assert_eq!(step.to_move, node.to_move, "{what}");
        same_standing(rules, &position, &step.before, &node, &what);
        // A leaf gets its edges on the way: before that the graph has none.
        assert_eq!(step.expanded, node.edges.is_empty(), "{what}: expansion");
        if !step.expanded {
            let flawed = params.root_sign_only && step.to_move != root_player;
            same_choice(params, step, &node, flawed, &what);
        } else {
            assert!(step.terms.iter().all(|term| term.visits == 0), "{what}: a new edge has no visits");
        }
        let Some(chosen) = step.chosen else { continue };
        let mv = later.edges[chosen].mv;
        assert_eq!(step.terms[chosen].mv, rules.move_text(mv), "{what}");
        let walks = node.edges.get(chosen).map_or(0, |edge| edge.visits) + 1;
        assert_eq!(later.edges[chosen].visits, walks, "{what}: a walk through the edge");
        rules.play_unchecked(&mut position, mv);
        new = later.edges[chosen].child;
        // In a graph an edge may not be linked yet where another line has reached the position.
        let linked = node.edges.get(chosen).and_then(|edge| edge.child);
        old = linked.or_else(|| known.get(&rules.key(&position)).copied().filter(|_| params.graph));
    }
    // The nodes of the path have learnt what the told simulation says, and the new one is there.
    if told.steps.last().is_some_and(|step| step.chosen.is_some()) {
        path.push((position, new.expect("every landing of these designs has a node")));
    }
    assert_eq!(told.backups.len(), path.len());
    for (news, (position, node)) in told.backups.iter().zip(path.iter().rev()) {
        let what = format!("simulation {}, news", told.number);
        same_standing(rules, position, &news.after, &after.node(*node), &what);
    }
    let landed = told.backups[0].before.is_none();
    assert_eq!(landed, told.landing == Landing::New, "simulation {}", told.number);
}

/// What the games of a simulation say about themselves.
fn games_add_up(told: &Simulation) {
    for judged in &told.judged {
        assert_eq!(judged.boards.len(), judged.moves.len() + 1);
        if let Some((score, plies)) = judged.ending {
            // A game may be cut where the rules see its end.
            assert!(judged.moves.len() as u32 <= plies, "simulation {}", told.number);
            assert!(judged.value.signum() == f64::from(score.signum()) || score == 0);
        }
    }
}

fn follow<G: Playable>(rules: &G, position: &G::Position, recipe: &Recipe) -> (u64, usize) {
    let Method::Search(params) = &recipe.method else { panic!("{} searches", recipe.name) };
    let mut laboratory = Engine::new(rules.clone(), recipe).unwrap();
    let mut before = searched(rules, recipe, position, 0);
    let (mut proofs, mut moves) = (0, 0);
    for number in 1..=SIMULATIONS {
        let Some(told) = laboratory.simulate(position, number) else {
            let bounds = before.search().and_then(|search| search.root().map(|root| search.node(root).bounds));
            assert!(bounds.unwrap().result().is_some(), "{}: it ends with a proof alone", recipe.name);
            return (proofs, moves);
        };
        let after = searched(rules, recipe, position, number);
        same_as_graphs(rules, position, params, &told, (&before, &after));
        games_add_up(&told);
        // The end of a game is certain everywhere; only one design carries certainty up.
        proofs += told.backups.iter().skip(1).filter(|news| news.after.proven.is_some()).count() as u64;
        moves += told.judged.iter().map(|judged| judged.moves.len()).sum::<usize>();
        before = after;
    }
    (proofs, moves)
}

/// The start, and positions of a random game, where there is something to prove.
fn positions(game: GameKind) -> Vec<Session> {
    let mut session = Session::new(&Setup::standard(game)).unwrap();
    let mut rng = Rng::seeded(9);
    let mut all = Vec::new();
    while session.outcome().is_none() {
        all.push(session.clone());
        let legal = session.legal_indices();
        session.play_index(legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
    [0, 4, 7].map(|tenth| all[all.len() * tenth / 10].clone()).to_vec()
}

#[test]
fn two_hundred_simulations_of_every_published_design_are_those_of_its_graph() {
    for (name, game) in DESIGNS {
        let recipe = Recipe::parse(game, &format!("{name},memory_mb=8,seed=3")).unwrap();
        let (mut proofs, mut moves) = (0, 0);
        for session in positions(game) {
            let seen = with_built_in!(&session, rules, position => follow(rules, position, &recipe));
            (proofs, moves) = (proofs + seen.0, moves + seen.1);
        }
        assert_eq!(moves > 0, name != "nogo-mobility", "{name}: all but one play games");
        assert_eq!(proofs > 0, name == "mcgs", "{name}: one proves");
    }
}

/// Games that are told are those that were played: with every evaluator that plays any, the last board is at the end
/// that was counted, unless the game was cut because its end was seen.
#[test]
fn told_games_lead_to_the_ends_that_were_counted() {
    let recipes = [
        (GameKind::CONNECT4, "uct-plain"),
        (GameKind::CONNECT4, "uct-plain,selection=rave,c=0.1"),
        (GameKind::CONNECT4, "uct-plain,backup=recompute,playouts=3"),
        (GameKind::REVERSI, "uct-plain"),
        (GameKind::REVERSI, "reversi-weights"),
        (GameKind::NOGO, "uct-plain"),
        (GameKind::NOGO, "classic-nogo"),
        (GameKind::NOGO, "classic-nogo,playouts=7"),
        (GameKind::NOGO, "classic-nogo,playouts=1"),
    ];
    for (game, words) in recipes {
        let session = positions(game)[1].clone();
        let recipe = Recipe::parse(game, &format!("{words},memory_mb=8")).unwrap();
        let mut player = player(&session, &recipe).unwrap();
        for number in 1..=20 {
            let told = player.simulate(&session, number).unwrap().unwrap();
            let mut path = session.clone();
            for step in &told.steps {
                path.play(&step.terms[step.chosen.unwrap()].mv).unwrap();
            }
            for judged in &told.judged {
                let mut end = path.clone();
                judged.after.iter().chain(&judged.moves).for_each(|mv| end.play(mv).unwrap());
                let (score, plies) = judged.ending.unwrap();
                assert_eq!(plies as usize, judged.moves.len(), "{words}, simulation {number}");
                assert_eq!(end.outcome().map(|score| score.0), Some(score), "{words}, simulation {number}");
            }
            assert_eq!(told.judged.is_empty(), told.landing == Landing::Known, "{words}, simulation {number}");
        }
    }
}

#[test]
fn any_number_may_be_asked_for_and_other_players_say_why_not() {
    let session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
    let recipe = Recipe::parse(GameKind::REVERSI, "uct-plain,memory_mb=8").unwrap();
    let mut one = player(&session, &recipe).unwrap();
    let in_order: Vec<Simulation> = (1..=12).map(|number| one.simulate(&session, number).unwrap().unwrap()).collect();
    for number in [12, 3, 4, 9, 1] {
        let asked = one.simulate(&session, number).unwrap().unwrap();
        assert_eq!(asked, in_order[number as usize - 1]);
    }
    for (words, depth) in [("pvs-reversi", false), ("depth=2", true)] {
        let parse = if depth { Recipe::parse_alpha_beta } else { Recipe::parse };
        let mut other = player(&session, &parse(GameKind::REVERSI, words).unwrap()).unwrap();
        let refused = other.simulate(&session, 1).unwrap_err();
        assert!(matches!(refused, NoMove::NoSimulations) && refused.to_string().contains("makes no simulations"));
    }
}
