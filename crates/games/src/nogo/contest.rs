//! The playout in which points that both sides may play come first, drawn without knowing all legal moves.
//!
//! What is illegal for a side once stays illegal, so sets of points that *were* playable only shrink: a point is judged
//! when it is drawn, and is put aside if it has changed. A draw that is thrown away leaves the others equally likely, so
//! every move is exactly uniform among the points that [`super::playout::BothFirst`] names, the slow twin of this file.
//! The order in which the points are drawn does not depend on what becomes of them: it is shuffled beforehand.
//!
//! A stone on `p` is legal if no group beside `p` lives on `p` alone, save for own groups when another one, or an empty
//! point beside `p`, gives the new stone a liberty. Kept up to date is only how many empty points are beside each point.
//! Most stones beside `p` have a second one; where one has not, life is spread from all stones that have an empty point
//! other than `p` over stones of their colour, all groups at once, until it reaches the stones in doubt or stops.

use super::board::{Board, MAX_POINTS};
use super::points::{Point, Points};
#[cfg(target_arch = "x86_64")]
use super::quartet::{LANES, Quartet};
use super::{Position, Rules};
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::{Player, Playout, Rng};

/// The end of such a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// Score and length.
    pub playout: Playout,
    /// The stones of both sides when no point was left that both might play.
    pub contested: [Points; 2],
    /// The stones of both sides at the end.
    pub stones: [Points; 2],
}

/// Plays from `position` to the end.
///
/// ```
/// use luozi_core::{Game, Rng};
/// use luozi_games::nogo::{Rules, contest};
///
/// let rules = Rules::standard();
/// let end = contest::finish(&rules, &rules.initial(), &mut Rng::seeded(1));
/// assert_eq!(end.stones.map(|side| side.len()).iter().sum::<u32>(), end.playout.plies);
/// ```
pub fn finish(rules: &Rules, position: &Position, rng: &mut Rng) -> Contest {
    dispatch(Finish { rules, position, rng, tell: |_| () })
}

/// The game that [`finish`] plays with the same generator, slowly, with every move told.
pub fn finish_aloud(rules: &Rules, position: &Position, rng: &mut Rng, tell: &mut dyn FnMut(Point)) -> Contest {
    Finish { rules, position, rng, tell }.run::<0>()
}

/// Four playouts from `position`, each with a generator of its own: those that [`finish`] plays with them.
pub fn finish_four(rules: &Rules, position: &Position, rngs: &mut [Rng; 4]) -> [Contest; 4] {
    dispatch(FinishFour { rules, position, rngs })
}

/// [`finish_four`] with a body for each instruction set: one playout after the other where there are no vectors.
struct FinishFour<'a> {
    rules: &'a Rules,
    position: &'a Position,
    rngs: &'a mut [Rng; 4],
}

impl Kernel for FinishFour<'_> {
    type Output = [Contest; 4];

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> [Contest; 4] {
        let FinishFour { rules, position, rngs } = self;
        #[cfg(target_arch = "x86_64")]
        if LEVEL >= luozi_core::cpu::Level::Avx2 as u8 {
            // SAFETY: bodies above the portable one run only on machines with AVX2 (`luozi_core::cpu`).
            return unsafe { together(rules, position, rngs) };
        }
        rngs.each_mut().map(|rng| Finish { rules, position, rng, tell: |_| () }.run::<LEVEL>())
    }
}

/// The steps of [`Finish`] for four playouts.
///
/// # Safety
/// The machine must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn together(rules: &Rules, position: &Position, rngs: &mut [Rng; LANES]) -> [Contest; LANES] {
    let board = &rules.board;
    let start = Field::new(board, Player::BOTH.map(|player| position.stones.of(player)));
    // SAFETY: the caller vouches for AVX2.
    let mut field = unsafe { Quartet::new(&start, position.to_move) };
    let mut plies = [0; LANES];

    // Step 1. Points that both may play.
    let open = rngs.each_mut().map(|rng| Pile::open(rules, position, rng));
    let mut private = [[Pile::EMPTY; LANES]; 2];
    for place in 0..open[0].len {
        let points = open.each_ref().map(|open| open.points[place % MAX_POINTS]);
        let draw = field.draw(board, points);
        let allowed = field.allowed(board, draw);
        let placed = allowed[0] & allowed[1];
        field.put(draw, placed);
        for lane in 0..LANES {
            plies[lane] += placed >> lane & 1;
            for (private, allowed) in private.iter_mut().zip(allowed) {
                private[lane].push_if((allowed & !placed) >> lane & 1 != 0, points[lane]);
            }
        }
    }
    let contested = [field.stones(Player::First), field.stones(Player::Second)];

    // Step 2. Private points. A playout is over when its mover has none left to try.
    loop {
        let first_to_move = field.first_to_move();
        let (mut points, mut playing) = ([Point(0); LANES], 0);
        for (lane, rng) in rngs.iter_mut().enumerate() {
            let mover = usize::from(first_to_move >> lane & 1 == 0);
            if let Some(point) = private[mover][lane].draw(rng) {
                points[lane] = point;
                playing |= 1 << lane;
            }
        }
        if playing == 0 {
            break;
        }
        let draw = field.draw(board, points);
        let allowed = field.allowed(board, draw);
        let placed = (allowed[0] & first_to_move | allowed[1] & !first_to_move) & playing;
        field.put(draw, placed);
        (0..LANES).for_each(|lane| plies[lane] += placed >> lane & 1);
    }
    let stones = [field.stones(Player::First), field.stones(Player::Second)];
    let losers = field.first_to_move();
    std::array::from_fn(|lane| {
        let loser = if losers >> lane & 1 != 0 { Player::First } else { Player::Second };
        let of_lane = |sides: &[[Points; LANES]; 2]| [sides[0][lane], sides[1][lane]];
        Contest::new(rules, loser, plies[lane], of_lane(&contested), of_lane(&stones))
    })
}

/// [`finish`] as a loop with a body for each instruction set.
struct Finish<'a, T> {
    rules: &'a Rules,
    position: &'a Position,
    rng: &'a mut Rng,
    /// Hears every move.
    tell: T,
}

impl<T: FnMut(Point)> Kernel for Finish<'_, T> {
    type Output = Contest;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Contest {
        let Finish { rules, position, rng, mut tell } = self;
        let board = &rules.board;
        let mut field = Field::new(board, Player::BOTH.map(|player| position.stones.of(player)));
        let (mut mover, mut plies) = (position.to_move, 0);

        // Step 1. Points that both may play.
        let open = Pile::open(rules, position, rng);
        let mut private = [Pile::EMPTY; 2];
        for &point in open.points() {
            let allowed = field.allowed(board, point);
            if allowed == [true; 2] {
                field.put(board, mover, point);
                tell(point);
                (mover, plies) = (mover.other(), plies + 1);
            } else {
                for (private, allowed) in private.iter_mut().zip(allowed) {
                    private.push_if(allowed, point);
                }
            }
        }
        let contested = field.stones;

        // Step 2. Private points.
        while let Some(point) = private[mover.index()].draw(rng) {
            if field.allowed(board, point)[mover.index()] {
                field.put(board, mover, point);
                tell(point);
                (mover, plies) = (mover.other(), plies + 1);
            }
        }
        Contest::new(rules, mover, plies, contested, field.stones)
    }
}

impl Contest {
    #[inline(always)]
    fn new(rules: &Rules, loser: Player, plies: u32, contested: [Points; 2], stones: [Points; 2]) -> Contest {
        let score = rules.score_of_loss(loser, rules.board.all - stones[0] - stones[1]);
        Contest { playout: Playout { score, plies }, contested, stones }
    }
}

/// Points from which a playout draws.
#[derive(Clone, Copy)]
struct Pile {
    points: [Point; MAX_POINTS],
    len: usize,
}

impl Pile {
    const EMPTY: Pile = Pile { points: [Point(0); MAX_POINTS], len: 0 };

    /// The points of a set in ascending order.
    #[inline(always)]
    fn of(set: Points) -> Pile {
        let mut pile = Pile::EMPTY;
        for (mut word, base) in set.words().into_iter().zip([0, 64]) {
            while word != 0 {
                pile.push_if(true, Point(base + word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
        pile
    }

    /// The empty points in random order. One that may not open the game comes second or later.
    #[inline(always)]
    fn open(rules: &Rules, position: &Position, rng: &mut Rng) -> Pile {
        let held = rules.forbidden_now(position);
        let mut open = Pile::of(position.stones.empty(&rules.board) - held);
        rng.shuffle(&mut open.points[..open.len]);
        held.first().into_iter().for_each(|held| open.insert_after_first(held, rng));
        open
    }

    #[inline(always)]
    fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }

    /// Adds a point, if it is wanted, without a branch.
    #[inline(always)]
    fn push_if(&mut self, wanted: bool, point: Point) {
        self.points[self.len % MAX_POINTS] = point;
        self.len += usize::from(wanted);
    }

    /// Adds a point anywhere in a shuffled pile but at its beginning; not at all if nothing begins it.
    #[cold]
    fn insert_after_first(&mut self, point: Point, rng: &mut Rng) {
        if self.len > 0 {
            let place = 1 + rng.below(self.len as u32) as usize;
            self.push_if(true, point);
            self.points.swap(place, self.len - 1);
        }
    }

    /// Takes a point at random.
    #[inline(always)]
    fn draw(&mut self, rng: &mut Rng) -> Option<Point> {
        let last = self.len.checked_sub(1)?;
        self.points.swap(rng.below(self.len as u32) as usize, last);
        self.len = last;
        Some(self.points[last])
    }
}

/// The stones of a playout, and for every point the number of empty points beside it, in three bit planes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub(super) stones: [Points; 2],
    pub(super) ones: Points,
    pub(super) twos: Points,
    pub(super) fours: Points,
}

impl Field {
    #[inline(always)]
    fn new(board: &Board, stones: [Points; 2]) -> Field {
        let [right, left, down, up] = board.steps(board.all - stones[0] - stones[1]).map(|step| step & board.all);
        let (one_across, one_along) = (right ^ left, down ^ up);
        let (two_across, two_along) = (right & left, down & up);
        Field {
            stones,
            ones: one_across ^ one_along,
            twos: two_across ^ two_along ^ (one_across & one_along),
            fours: two_across & two_along,
        }
    }

    /// Puts a stone on an empty point: the points beside it have one empty point less.
    #[inline(always)]
    fn put(&mut self, board: &Board, player: Player, point: Point) {
        let around = board.around(point);
        self.stones[player.index()] |= Points::of(point);
        self.ones = self.ones ^ around;
        let borrow = around & self.ones;
        self.twos = self.twos ^ borrow;
        self.fours = self.fours ^ (borrow & self.twos);
    }

    /// Whether the first and the second player may put a stone on an empty point.
    #[inline(always)]
    fn allowed(&self, board: &Board, point: Point) -> [bool; 2] {
        let around = board.around(point);
        let touching = self.stones.map(|side| around & side);
        let two_or_more = self.twos | self.fours;
        let has_room = (self.ones | two_or_more).contains(point);
        let doubtful = (touching[0] | touching[1]) - two_or_more;
        if doubtful.is_empty() {
            // No group is taken; the new stone breathes by an empty point or by an own group.
            return touching.map(|side| has_room | !side.is_empty());
        }
        let airy = two_or_more | (self.ones - around);
        let taken = self.out_of_reach(board, doubtful, airy);
        [0, 1].map(|side| (has_room | !(touching[side] - taken).is_empty()) & !touching[1 - side].meets(taken))
    }

    /// Those of the `doubtful` stones whose group has no stone in `airy`.
    #[inline(always)]
    fn out_of_reach(&self, board: &Board, doubtful: Points, airy: Points) -> Points {
        let links = board.links(self.stones);
        let mut alive = airy & (self.stones[0] | self.stones[1]);
        loop {
            let grown = alive | links.spread(alive);
            if (doubtful - grown).is_empty() | (grown == alive) {
                return doubtful - grown;
            }
            alive = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Game;
    use luozi_core::cpu::{Level, dispatch_at};

    /// In random games every empty point is judged as the whole-board formula judges it, on a field that is kept up to
    /// date as on one made afresh.
    #[test]
    fn every_point_is_judged_as_by_the_formula() {
        let boards = [(1, 1, 1), (1, 16, 5), (2, 7, 30), (16, 8, 5), (9, 9, 20)];
        for (rules, games) in boards.map(|(rows, cols, games)| (Rules::new(rows, cols).unwrap(), games)) {
            let mut rng = Rng::seeded(6);
            for _ in 0..games {
                let mut position = rules.initial();
                let mut field = Field::new(&rules.board, [Points::NONE; 2]);
                loop {
                    let sides = Player::BOTH.map(|player| position.stones().of(player));
                    assert_eq!(field, Field::new(&rules.board, sides));
                    let playable = Player::BOTH.map(|player| rules.playable(position.stones(), player));
                    for point in rules.empty(position.stones()) {
                        let truth = playable.map(|set| set.contains(point));
                        assert_eq!(field.allowed(&rules.board, point), truth, "{point:?} in {position:?}");
                    }
                    let legal: Vec<Point> = rules.legal_points(&position).into_iter().collect();
                    if legal.is_empty() {
                        break;
                    }
                    let point = legal[rng.below(legal.len() as u32) as usize];
                    field.put(&rules.board, position.to_move, point);
                    rules.play_unchecked(&mut position, point);
                }
            }
        }
    }

    /// The centre may not open the game, and is then as likely as any other point.
    #[test]
    fn a_forbidden_opening_is_played_second_or_later() {
        let rules = Rules::new(3, 3).unwrap().with_centre_opening_forbidden().unwrap();
        let mut places = [0; 9];
        for seed in 0..800 {
            let rng = &mut Rng::seeded(seed);
            let mut open = Pile::of(rules.board.all - rules.forbidden_opening);
            rng.shuffle(&mut open.points[..open.len]);
            open.insert_after_first(Point(4), rng);
            assert_eq!(open.points().iter().copied().collect::<Points>(), rules.board.all);
            places[open.points().iter().position(|&point| point == Point(4)).unwrap()] += 1;
        }
        assert!(places[0] == 0 && places[1..].iter().all(|count| (70..130).contains(count)), "{places:?}");
    }

    /// Four at once are the four that are played one after the other, from the start and from positions of their games.
    #[test]
    fn four_playouts_are_those_played_alone() {
        let small = Rules::new(3, 3).unwrap().with_centre_opening_forbidden().unwrap();
        for rules in [Rules::standard(), Rules::new(16, 8).unwrap(), Rules::new(2, 7).unwrap(), small] {
            let mut position = rules.initial();
            for seed in 0..60 {
                let rngs = std::array::from_fn(|lane| Rng::seeded(seed * 4 + lane as u64));
                let alone = rngs.clone().map(|mut rng| finish(&rules, &position, &mut rng));
                for level in Level::ALL {
                    let rngs = &mut rngs.clone();
                    let together = dispatch_at(level, FinishFour { rules: &rules, position: &position, rngs });
                    assert_eq!(together, alone, "{level:?}, {position:?}");
                }
                let legal: Vec<Point> = rules.legal_points(&position).into_iter().collect();
                match legal.get(seed as usize % legal.len().max(1)) {
                    Some(&point) => rules.play_unchecked(&mut position, point),
                    None => position = rules.initial(),
                }
            }
        }
    }

    #[test]
    fn every_body_plays_the_same_games() {
        for rules in [Rules::standard(), Rules::new(11, 11).unwrap(), Rules::new(2, 7).unwrap()] {
            let position = &rules.initial();
            for seed in 0..50 {
                let ends = Level::ALL.map(|level| {
                    let rng = &mut Rng::seeded(seed);
                    dispatch_at(level, Finish { rules: &rules, position, rng, tell: |_| () })
                });
                assert_eq!(ends, [ends[0]; 3]);
            }
        }
    }
}
