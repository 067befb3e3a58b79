//! Sorting of short lists, such as the moves of a position.

use std::cmp::Ordering;

/// Sorts a short list; equals keep their order.
///
/// The sort of the standard library is quicker from a few hundred entries on, and some six thousand bytes of machine code for every
/// kind of entry, which whoever opens the engine in a browser loads over the network.
pub fn sort_few_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for sorted in 1..list.len() {
        let mut at = sorted;
        while at > 0 && compare(&list[at], &list[at - 1]).is_lt() {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// The same, lowest key first.
pub fn sort_few_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_few_by(list, |a, b| key(a).cmp(&key(b)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut rng = Rng::seeded(4);
        for length in (0..40).chain([200]) {
            let list: Vec<(u32, u32)> = (0..length).map(|place| (rng.below(12), place)).collect();
            let (mut found, mut expected) = (list.clone(), list);
            sort_few_by_key(&mut found, |&(key, _)| key);
            expected.sort_by_key(|&(key, _)| key);
            assert_eq!(found, expected);
        }
    }
}
