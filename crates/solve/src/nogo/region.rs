//! Independent regions: the parts of a board that cannot touch each other any more.
//!
//! A region keeps only what the rest of the game depends on. All of it rests on one consequence of the rules: what is
//! illegal for a side once is illegal for that side for ever. A region therefore remembers who may play where, and forgets why the others may not.
//!
//! 1. Of a group only its liberties matter, so two groups of a side with the same liberties are one. A group with a
//!    single liberty has closed it for the other side and brings its own side nothing: it can be forgotten.
//! 2. A point that nobody may play stays empty. A group next to it is *immortal*: it never loses its last liberty.
//! 3. An immortal group matters only to the empty points next to it, where its side can never be refused for suicide.
//!    The same holds, for both sides, next to a point that nobody may play. Such a point is *safe* for a side, and a
//!    stone of that side on it is immortal with all its group.
//! 4. A group with a liberty that is safe for its side and closed to the other is never in danger. If every liberty
//!    that its side may play is safe, nothing depends on it any more.
//! 5. What is left are empty points that somebody may play, and mortal groups. Two points interact only when they are
//!    connected through touching points and groups. Even touching points do not, when each is safe for every side
//!    that may play it: neither needs the other as a liberty, and no stone on them can be captured.
//!
//! A move is legal, and changes something, in one region only, and who cannot move anywhere loses: the game is the
//! *sum* of its regions in the sense of combinatorial game theory. A region in which only one side may play is a
//! whole number of spare moves.

use super::keys;
use luozi_core::Player;
use luozi_games::nogo::{Point, Points, Position, Rules};

/// Regions of one side with more points are not counted out but searched.
const SOLITAIRE_POINTS: u32 = 6;

/// A mortal group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// The side that it belongs to.
    pub(super) owner: Player,
    /// Its liberties, at least one.
    pub(super) liberties: Points,
}

impl Group {
    /// Whether it may ever come to its last liberty with the other side to take it. Not if a liberty is closed to the
    /// other side and safe for its own: either it stays empty, or the group becomes immortal.
    fn is_in_danger(&self, playable: &[Points; 2], safe: &[Points; 2]) -> bool {
        let (own, other) = (self.owner.index(), self.owner.other().index());
        !self.liberties.meets(safe[own] - playable[other])
    }
}

/// One region. Sets are indexed by side where they belong to one.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The empty points; each may be played by somebody.
    pub(super) empty: Points,
    /// The points that a side may play and where its stone is immortal.
    pub(super) safe: [Points; 2],
    /// The points that a side may play.
    pub(super) playable: [Points; 2],
    /// The mortal groups.
    pub(super) groups: Vec<Group>,
    /// The region's name, as each side sees it; 0 until it is asked for.
    pub(super) keys: [u128; 2],
    /// Bounds on what each side can do here.
    pub(super) counts: [Counts; 2],
}

/// What can be said about the moves of a side without looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    /// The side makes no more moves than this.
    pub(super) most: i16,
    /// Points that nobody can take from the side: it makes at least so many moves.
    pub(super) certain: i16,
    /// Points that the side may take as long as the other has not, whatever else happens.
    pub(super) shared: i16,
}

/// A board, or a region after a move, not taken apart yet.
#[derive(Clone, Debug)]
pub(super) struct Loose {
    empty: Points,
    /// The points that were playable by each side before the last move, or all points.
    open: [Points; 2],
    safe: [Points; 2],
    groups: Vec<Group>,
}

impl Loose {
    /// A whole board: every group is mortal, no point is safe.
    pub(super) fn board(rules: &Rules, position: &Position) -> Loose {
        let stones = position.stones();
        let empty = rules.empty(stones);
        let mut groups = Vec::new();
        for owner in Player::BOTH {
            let mut rest = stones.of(owner);
            while let Some(stone) = rest.first() {
                let group = closure(Points::of(stone), |group| rules.neighbours(group) & stones.of(owner));
                rest -= group;
                groups.push(Group { owner, liberties: rules.neighbours(group) & empty });
            }
        }
        Loose { empty, open: [empty; 2], safe: [Points::NONE; 2], groups }
    }

    /// Where each side may play: the rule of the game, with safe points as points that always have a liberty.
    fn playable(&self, rules: &Rules) -> [Points; 2] {
        let mut breathing = self.safe.map(|safe| safe | rules.neighbours(self.empty));
        let mut captures = [Points::NONE; 2];
        for group in &self.groups {
            if group.liberties.at_most_one() {
                captures[group.owner.other().index()] |= group.liberties;
            } else {
                breathing[group.owner.index()] |= group.liberties;
            }
        }
        [0, 1].map(|side| (self.empty & self.open[side] & breathing[side]) - captures[side])
    }

    /// Drops what nothing depends on: facts 1 to 4.
    fn simplify(&mut self, rules: &Rules, playable: &[Points; 2]) {
        let nobody = self.empty - playable[0] - playable[1];
        let around = rules.neighbours(nobody);
        self.empty -= nobody;
        self.safe = self.safe.map(|safe| safe | around);
        let safe = &mut self.safe;
        self.groups.retain(|group| {
            let mortal = !group.liberties.meets(nobody);
            if !mortal {
                safe[group.owner.index()] |= group.liberties;
            }
            mortal
        });
        for side in [0, 1] {
            safe[side] = safe[side] & playable[side];
        }
        self.groups.retain(|group| {
            let own = group.owner.index();
            let needed = group.liberties.meets(playable[own] - safe[own]);
            !group.liberties.at_most_one() && (needed || group.is_in_danger(playable, safe))
        });
        let mut kept = 0;
        for i in 0..self.groups.len() {
            let group = self.groups[i];
            if !self.groups[..kept].contains(&group) {
                self.groups[kept] = group;
                kept += 1;
            }
        }
        self.groups.truncate(kept);
    }
}

impl Region {
    /// The points where some side's stone would depend on liberties.
    pub(super) fn dependent(&self) -> Points {
        dependent(&self.playable, &self.safe)
    }

    /// Finds the name that `viewer` sees, once.
    pub(super) fn name(&mut self, rules: &Rules, viewer: Player) {
        if self.keys[viewer.index()] == 0 {
            self.keys[viewer.index()] = keys::key(rules, self, viewer);
        }
    }

    /// What is left of the region after a move in it.
    pub(super) fn after(&self, rules: &Rules, player: Player, point: Point) -> Loose {
        let stone = Points::of(point);
        let empty = self.empty - stone;
        let mut liberties = rules.neighbours(stone) & empty;
        let mut groups = Vec::with_capacity(self.groups.len() + 1);
        for group in &self.groups {
            let rest = group.liberties - stone;
            if group.owner == player && rest != group.liberties {
                liberties |= rest;
            } else {
                groups.push(Group { liberties: rest, ..*group });
            }
        }
        let mut safe = self.safe;
        if safe[player.index()].contains(point) {
            safe[player.index()] |= liberties;
        } else {
            groups.push(Group { owner: player, liberties });
        }
        Loose { empty, open: self.playable, safe, groups }
    }

    fn counts(&self, rules: &Rules, player: Player) -> Counts {
        let (own, other) = (player.index(), player.other().index());
        let playable = self.playable[own];
        // Without a safe point the side must leave a liberty to its own stones.
        let must_leave_one = self.safe[own].is_empty() && playable == self.empty;
        // A group that could be captured forbids its last liberty.
        let dangerous = |group: &&Group| group.owner != player && group.is_in_danger(&self.playable, &self.safe);
        let threatened = self.groups.iter().filter(dangerous).fold(Points::NONE, |set, group| set | group.liberties);
        let sure = self.safe[own] - threatened - rules.neighbours(self.playable[other] - self.safe[other]);
        Counts {
            most: playable.len() as i16 - i16::from(must_leave_one),
            certain: (sure - self.playable[other]).len() as i16,
            shared: (sure & self.playable[other]).len() as i16,
        }
    }

    /// The spare moves of the first player (negative for the second) if only one side can play here, and few points
    /// are left.
    fn spare_moves(&self, rules: &Rules) -> Option<i16> {
        let player = match self.playable.map(Points::is_empty) {
            [false, false] => return None,
            [_, true] => Player::First,
            [true, _] => Player::Second,
        };
        let moves = self.longest_run(rules, player)?;
        Some(if player == Player::First { moves } else { -moves })
    }

    /// The most moves a side can make in a region where only it can play; `None` if that takes long to find out.
    fn longest_run(&self, rules: &Rules, player: Player) -> Option<i16> {
        let counts = self.counts[player.index()];
        if counts.certain == counts.most {
            return Some(counts.most);
        }
        if self.playable[player.index()].len() > SOLITAIRE_POINTS {
            return None;
        }
        let mut longest = 0;
        for point in self.playable[player.index()] {
            let mut open = Vec::new();
            let rest = split(rules, self.after(rules, player, point), &mut open);
            debug_assert!(open.is_empty(), "a smaller region of one side is counted out");
            longest = longest.max(1 + rest.abs());
            if longest == counts.most {
                break;
            }
        }
        Some(longest)
    }
}

/// Takes a board apart: adds its open regions to `regions` and returns the spare moves of the first player less
/// those of the second.
pub(super) fn split(rules: &Rules, mut loose: Loose, regions: &mut Vec<Region>) -> i16 {
    let playable = loose.playable(rules);
    loose.simplify(rules, &playable);
    let dependent = dependent(&playable, &loose.safe);
    let mut rest = loose.empty;
    let mut spare = 0;
    while let Some(seed) = rest.first() {
        let points = closure(Points::of(seed), |set| {
            let touching = rules.neighbours(set & dependent) | rules.neighbours(set) & dependent;
            let joined = loose.groups.iter().filter(|group| group.liberties.meets(set));
            joined.fold(touching & loose.empty, |joined, group| joined | group.liberties)
        });
        rest -= points;
        let inside = |sets: [Points; 2]| sets.map(|set| set & points);
        let mut region = Region {
            empty: points,
            safe: inside(loose.safe),
            playable: inside(playable),
            groups: loose.groups.iter().filter(|group| group.liberties.meets(points)).copied().collect(),
            keys: [0; 2],
            counts: [Counts::default(); 2],
        };
        region.counts = Player::BOTH.map(|player| region.counts(rules, player));
        match region.spare_moves(rules) {
            Some(moves) => spare += moves,
            None => regions.push(region),
        }
    }
    spare
}

fn dependent(playable: &[Points; 2], safe: &[Points; 2]) -> Points {
    (playable[0] - safe[0]) | (playable[1] - safe[1])
}

/// Adds to a set what it `reaches` until nothing new comes.
#[inline]
fn closure(seed: Points, reaches: impl Fn(Points) -> Points) -> Points {
    let mut set = seed;
    loop {
        let grown = set | reaches(set);
        if grown == set {
            return set;
        }
        set = grown;
    }
}
