//! The C++ rules that training compiles for the GPU against the Rust rules, on random games.
//!
//! Builds `train/native/rules.cpp` with the machine's `c++`, pipes games into it and compares legal sets, results, input
//! planes, owners of cells and, in Connect Four, the forced-move hook at every ply.

use luozi_core::{Game, MoveList, Rng, Verdict};
use luozi_eval::planes::{NetGame, Planes};
use luozi_games::GameKind;
use luozi_games::connect4::{self, Cell, Wide};
use luozi_games::{nogo, reversi};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The filter, built once for all tests of this file.
static FILTER: LazyLock<String> = LazyLock::new(|| {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../train/native/rules.cpp");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native-rules");
    let built = Command::new("c++").args(["-std=c++17", "-O2", "-o"]).arg(&program).arg(&source).status();
    assert!(built.expect("a C++ compiler called `c++`").success(), "{} does not compile", source.display());
    program.display().to_string()
});

/// What the filter says about one position, or the Rust rules.
#[derive(PartialEq, Eq, Debug)]
struct Told {
    legal: Vec<usize>,
    result: Option<i16>,
    candidates: Vec<usize>,
    verdict: Option<i16>,
    /// By plane, then by cell of the canvas.
    planes: Vec<String>,
    /// By cell of the canvas: `x` the side to move, `o` the other, `.` nobody.
    owners: String,
}

impl Told {
    fn parse(line: &str) -> Told {
        let mut parts = line.split(';').map(str::trim);
        let mut part = || parts.next().expect("six parts");
        let moves = |text: &str| text.split_whitespace().map(|mv| mv.parse().expect("an index")).collect();
        let value = |text: &str| (text != "-").then(|| text.parse().expect("-1, 0 or 1"));
        Told {
            legal: moves(part()),
            result: value(part()),
            candidates: moves(part()),
            verdict: value(part()),
            planes: part().split_whitespace().map(str::to_string).collect(),
            owners: part().to_string(),
        }
    }

    /// Cells of the side to move less those of the other side.
    fn lead(&self) -> i32 {
        self.owners.chars().map(|owner| i32::from(owner == 'x') - i32::from(owner == 'o')).sum()
    }

    /// The same from the Rust rules.
    fn from_rules<G: NetGame>(game: &G, position: &G::Position) -> Told {
        let mover = game.to_move(position);
        let indices = |moves: &MoveList<G::Move>| moves.iter().map(|&mv| game.move_index(mv)).collect();
        let result = game.outcome(position).map(|score| score.seen_by(mover).signum());
        let (mut legal, mut kept) = (MoveList::new(), MoveList::new());
        game.legal_moves(position, &mut legal);
        let verdict = match result {
            Some(_) => Verdict::Open,
            None => game.candidates(position, &mut kept),
        };
        let verdict = match verdict {
            Verdict::Open => None,
            Verdict::Decided(score) => Some(score.seen_by(mover).signum()),
        };
        let planes = if result.is_some() { Vec::new() } else { planes_text(game, position) };
        let owners = owners_text(G::KIND, &planes);
        Told { legal: indices(&legal), result, candidates: indices(&kept), verdict, planes, owners }
    }
}

/// The planes of a position as the filter writes them: on the canvas, outside the board zero.
fn planes_text<G: NetGame>(game: &G, position: &G::Position) -> Vec<String> {
    let (rows, cols) = game.size();
    let canvas = if G::KIND == GameKind::CONNECT4 { (12, 12) } else { (rows, cols) };
    let mut planes = Planes::default();
    planes.clear(rows, cols, G::PLANES);
    game.encode(position, &mut planes);
    let bit = |plane: usize, cell: usize| {
        let (row, col) = (cell / canvas.1, cell % canvas.1);
        row < rows && col < cols && planes.is_set(row, col, plane)
    };
    let text = |plane| (0..canvas.0 * canvas.1).map(|cell| if bit(plane, cell) { '1' } else { '0' }).collect();
    (0..G::PLANES).map(text).collect()
}

/// Stones as the planes tell them; in NoGo also points where only one side may play. Nothing without planes.
fn owners_text(kind: GameKind, planes: &[String]) -> String {
    let [own, other, own_moves, other_moves, ..] = planes else { return String::new() };
    let cells = own.chars().zip(other.chars()).zip(own_moves.chars().zip(other_moves.chars()));
    let owner = |cell| match cell {
        (('1', _), _) => 'x',
        ((_, '1'), _) => 'o',
        (_, ('1', '0')) if kind == GameKind::NOGO => 'x',
        (_, ('0', '1')) if kind == GameKind::NOGO => 'o',
        _ => '.',
    };
    cells.map(owner).collect()
}

/// A random game to its end, by move index.
fn random_game<G: Game>(game: &G, rng: &mut Rng) -> Vec<G::Move> {
    let (mut position, mut played, mut moves) = (game.initial(), Vec::new(), MoveList::new());
    loop {
        game.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            return played;
        }
        played.push(moves[rng.below(moves.len() as u32) as usize]);
        game.play_unchecked(&mut position, *played.last().expect("just played"));
    }
}

/// Plays `games` random games on each board and compares every position; the hook as well if `with_hook`.
fn compare<G: NetGame>(boards: &[(String, G)], games: usize, seed: u64, with_hook: bool) {
    let mut rng = Rng::seeded(seed);
    let played: Vec<(usize, Vec<G::Move>)> =
        (0..boards.len() * games).map(|i| (i / games, random_game(&boards[i / games].1, &mut rng))).collect();
    let lines = played.iter().map(|(board, moves)| {
        let (name, game) = &boards[*board];
        let indices: Vec<String> = moves.iter().map(|&mv| game.move_index(mv).to_string()).collect();
        format!("{name} : {}\n", indices.join(" "))
    });
    let input: String = lines.collect();

    let mut filter =
        Command::new(&*FILTER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the filter starts");
    let mut stdin = filter.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = filter.wait_with_output().expect("the filter ends");
    writer.join().expect("no panic").expect("the filter reads everything");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("plain text");

    let mut told = text.lines();
    for (board, moves) in &played {
        let (name, game) = &boards[*board];
        let mut position = game.initial();
        for ply in 0..=moves.len() {
            let foreign = Told::parse(told.next().expect("a line for every position"));
            let own = Told::from_rules(game, &position);
            assert_eq!((&foreign.legal, foreign.result), (&own.legal, own.result), "{name}, ply {ply}");
            if own.result.is_none() {
                assert_eq!(foreign.planes, own.planes, "{name}, ply {ply}: the planes");
                assert_eq!(foreign.owners, own.owners, "{name}, ply {ply}: the owners");
            } else if G::KIND == GameKind::REVERSI {
                assert_eq!(own.result.map(i32::from), Some(foreign.lead().signum()), "{name}: discs at the end");
            }
            if with_hook && own.result.is_none() {
                assert_eq!(foreign, own, "{name}, ply {ply}: the forced-move hook");
            }
            if let Some(&mv) = moves.get(ply) {
                game.play_unchecked(&mut position, mv);
            }
        }
    }
    assert_eq!(told.next(), None, "a line too many");
}

#[test]
fn nogo_plays_by_the_same_rules() {
    compare(&[("nogo".to_string(), nogo::Rules::standard())], 60, 1, false);
}

#[test]
fn reversi_plays_by_the_same_rules() {
    compare(&[("reversi".to_string(), reversi::Rules::standard())], 100, 2, false);
}

#[test]
fn connect_four_plays_by_the_same_rules_on_every_kind_of_board() {
    let mut rng = Rng::seeded(3);
    let mut boards = vec![(6, 7, vec![]), (4, 4, vec![]), (12, 12, vec![]), (12, 4, vec![]), (4, 12, vec![])];
    for _ in 0..60 {
        let (rows, cols) = (4 + rng.below(9) as u8, 4 + rng.below(9) as u8);
        let holes = rng.below(u32::from(rows) * u32::from(cols) / 3);
        let draw = |n: u8, rng: &mut Rng| rng.below(u32::from(n)) as u8;
        let cells = (0..holes).map(|_| Cell { row: draw(rows, &mut rng), col: draw(cols, &mut rng) }).collect();
        boards.push((rows, cols, cells));
    }
    let boards: Vec<(String, connect4::Rules<Wide>)> = boards
        .into_iter()
        .map(|(rows, cols, holes)| {
            let cells: String = holes.iter().map(|cell| format!(" {} {}", cell.row, cell.col)).collect();
            let name = format!("connect4 {rows} {cols} {}{cells}", holes.len());
            (name, connect4::Rules::new(rows, cols, &holes).expect("a board"))
        })
        .collect();
    compare(&boards, 12, 4, true);
}
