//! The situations in which bots fail.

use super::Restarts;
use crate::matches::openings::random_game;
use crate::players::PlayerSpec;
use luozi_core::{Player, Rng};
use luozi_games::{ForbiddenCell, GameKind, Session, Setup};

/// A situation to check a bot in: a game from some position on, with the bot on one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// What is special about it, in a few words.
    pub name: String,
    /// Game and board.
    pub setup: Setup,
    /// Moves played before the bot is asked.
    pub opening: Vec<String>,
    /// The bot's side.
    pub side: Player,
    /// When its process is ended and started again.
    pub restarts: Restarts,
}

/// A position to begin from: its name and the number of plies before it.
type Stage = (&'static str, usize);

const START: Stage = ("from the start", 0);
const MID_GAME: Stage = ("from mid-game", 20);
const LATE: Stage = ("near the end", 46);

/// All situations of a bot in a game; the random ones follow from `seed`. In each the bot is to move, so that it is asked
/// at least once.
pub fn situations(bot: &PlayerSpec, game: GameKind, seed: u64) -> Vec<Situation> {
    let mut list = List { rng: Rng::seeded(seed), situations: Vec::new() };
    if game.forbids_cells() {
        list.forbidden_cells(game);
    } else {
        list.stages("standard board", &Setup::standard(game), &[START, MID_GAME, LATE]);
    }
    if Session::new(&Setup::standard(game)).is_ok_and(|session| session.grid().has_pass()) {
        list.passes(game);
    }
    if matches!(bot, PlayerSpec::Botzone { .. }) {
        list.restarts(&Setup::standard(game));
    }
    list.situations
}

/// A list that grows.
struct List {
    rng: Rng,
    situations: Vec<Situation>,
}

impl List {
    fn add(&mut self, name: String, session: &Session, restarts: Restarts) {
        let (setup, opening, side) = (session.setup().clone(), session.moves().to_vec(), session.to_move());
        let name = format!("{name}, as the {side} player");
        self.situations.push(Situation { name, setup, opening, side, restarts });
    }

    /// Each stage with both colours.
    fn stages(&mut self, board: &str, setup: &Setup, stages: &[Stage]) {
        for (stage, plies) in stages {
            for side in Player::BOTH {
                let session = self.draw(setup, |session| session.moves().len() == plies + side.index());
                self.add(format!("{board}, {stage}"), &session, Restarts::Never);
            }
        }
    }

    /// Saiblo's range of boards: its four corners, each with the forbidden cell in the top and in the bottom row, and the
    /// middle. Later stages on some of them.
    fn forbidden_cells(&mut self, game: GameKind) {
        let board = |rows, cols, row, col| Setup::board(game, rows, cols).forbidding([ForbiddenCell { row, col }]);
        let boards = [
            ("9x9, forbidden cell in the top left corner", board(9, 9, 0, 0)),
            ("9x9, forbidden cell in the bottom right corner", board(9, 9, 8, 8)),
            ("9x12, forbidden cell in the top right corner", board(9, 12, 0, 11)),
            ("9x12, forbidden cell in the bottom row", board(9, 12, 8, 5)),
            ("12x9, forbidden cell in the top row", board(12, 9, 0, 4)),
            ("12x9, forbidden cell in the bottom left corner", board(12, 9, 11, 0)),
            ("12x12, forbidden cell in the top row", board(12, 12, 0, 6)),
            ("12x12, forbidden cell in the bottom right corner", board(12, 12, 11, 11)),
            ("10x11, forbidden cell in the middle", board(10, 11, 5, 5)),
        ];
        for (name, setup) in &boards {
            self.stages(name, setup, &[START]);
        }
        for (name, setup) in [&boards[1], &boards[6], &boards[8]] {
            self.stages(name, setup, &[MID_GAME, LATE]);
        }
        for (name, setup) in [&boards[1], &boards[8]] {
            for side in Player::BOTH {
                let session = self.crowded_game(setup, side);
                self.add(format!("{name}, middle columns full"), &session, Restarts::Never);
            }
        }
    }

    /// A game in which the three middle columns are full and `side` is to move.
    fn crowded_game(&mut self, setup: &Setup, side: Player) -> Session {
        let left = usize::from(setup.size().1) / 2;
        let middle = [left, left + 1, left + 2].map(|column| column.to_string());
        loop {
            let mut session = Session::new(setup).expect("boards of the list are possible");
            while let Some(next) = self.quiet_move(&session, |mv| middle.contains(mv)) {
                session = next;
            }
            if session.to_move() != side
                && let Some(next) = self.quiet_move(&session, |mv| !middle.contains(mv))
            {
                session = next;
            }
            let open = session.legal_moves();
            if session.to_move() == side && !middle.iter().any(|column| open.contains(column)) {
                return session;
            }
        }
    }

    /// The game after a random one of these moves that does not end it, if there is one.
    fn quiet_move(&mut self, session: &Session, wanted: impl Fn(&String) -> bool) -> Option<Session> {
        let mut moves: Vec<String> = session.legal_moves().into_iter().filter(wanted).collect();
        while !moves.is_empty() {
            let mut next = session.clone();
            let index = self.rng.below(moves.len() as u32) as usize;
            next.play(&moves.swap_remove(index)).expect("a listed move is legal");
            if next.outcome().is_none() {
                return Some(next);
            }
        }
        None
    }

    /// The bot must pass, and the opponent has just passed.
    fn passes(&mut self, game: GameKind) {
        let setup = Setup::standard(game);
        for side in Player::BOTH {
            let must_pass = |session: &Session| session.to_move() == side && session.legal_moves() == ["pass"];
            let session = self.draw(&setup, must_pass);
            self.add("no move but to pass".to_string(), &session, Restarts::Never);
            let was_passed =
                |session: &Session| session.to_move() == side && session.moves().last().is_some_and(|mv| mv == "pass");
            let session = self.draw(&setup, was_passed);
            self.add("after the opponent's pass".to_string(), &session, Restarts::Never);
        }
    }

    /// The site may end a process between two turns and hand the whole game to a new one.
    fn restarts(&mut self, setup: &Setup) {
        for (name, restarts) in
            [("restarted in mid-game", Restarts::Once), ("a new process for every turn", Restarts::EveryTurn)]
        {
            for side in Player::BOTH {
                let session = self.draw(setup, |session| session.moves().len() == LATE.1 + side.index());
                self.add(name.to_string(), &session, restarts);
            }
        }
    }

    /// A random unfinished game as far as it first fits; games that never do are drawn again.
    fn draw(&mut self, setup: &Setup, fits: impl Fn(&Session) -> bool) -> Session {
        let cells = setup.size();
        let longest = usize::from(cells.0) * usize::from(cells.1);
        loop {
            let game = random_game(setup, longest, &mut self.rng);
            let mut session = Session::new(setup).expect("boards of the list are possible");
            if fits(&session) {
                return session;
            }
            for mv in game.moves() {
                session.play(mv).expect("a random game is legal");
                if fits(&session) {
                    return session;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge;
    use crate::players::BotzoneForm;

    fn list(bot: &PlayerSpec, game: GameKind) -> Vec<Situation> {
        let list = situations(bot, game, 1);
        for situation in &list {
            let session = judge::set_up(&situation.setup, &situation.opening).unwrap();
            assert_eq!(session.to_move(), situation.side, "{}", situation.name);
        }
        list
    }

    #[test]
    fn the_bot_is_on_the_move_in_every_situation() {
        let random = PlayerSpec::Random;
        assert_eq!(GameKind::BUILT_IN.map(|game| list(&random, game).len()), [34, 10, 6]);
        let botzone = PlayerSpec::Botzone { command: vec!["./bot".into()], form: BotzoneForm::Json };
        assert_eq!([GameKind::REVERSI, GameKind::NOGO].map(|game| list(&botzone, game).len()), [14, 10]);
    }

    #[test]
    fn reversi_has_passes_of_both_sides() {
        let list = list(&PlayerSpec::Random, GameKind::REVERSI);
        for side in Player::BOTH {
            let of = |part: &str| list.iter().find(|one| one.side == side && one.name.contains(part)).unwrap();
            let forced = judge::set_up(&of("no move but to pass").setup, &of("no move but to pass").opening).unwrap();
            assert_eq!(forced.legal_moves(), ["pass"]);
            assert_eq!(of("after the opponent's pass").opening.last().unwrap(), "pass");
        }
    }

    #[test]
    fn a_bot_that_does_not_look_for_full_columns_is_found_out() {
        let list = list(&PlayerSpec::Random, GameKind::CONNECT4);
        let crowded: Vec<&Situation> = list.iter().filter(|one| one.name.contains("middle columns full")).collect();
        assert_eq!(crowded.len(), 4);
        for situation in crowded {
            let open = judge::set_up(&situation.setup, &situation.opening).unwrap().legal_moves();
            let middle = (situation.setup.size().1 / 2 + 1).to_string();
            assert!(!open.contains(&middle) && !open.is_empty(), "{}", situation.name);
        }
    }

    #[test]
    fn forbidden_cells_lie_in_top_and_bottom_row_of_every_extreme_board() {
        let list = list(&PlayerSpec::Random, GameKind::CONNECT4);
        for size in [(9, 9), (9, 12), (12, 9), (12, 12)] {
            for row in [0, size.0 - 1] {
                let there = |setup: &Setup| {
                    let forbidden = &setup.forbidden;
                    setup.size() == size && forbidden.iter().any(|cell| cell.row == row)
                };
                assert!(list.iter().any(|situation| there(&situation.setup)), "{size:?} row {row}");
            }
        }
    }
}
