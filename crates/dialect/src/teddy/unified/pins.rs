//! Lines that stand once in both texts, as far as their order is the same in both.

use std::collections::HashMap;

/// Pairs of places, both growing: the longest such row, found in `n log n`.
pub(super) fn pins(old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
    let (olds, news) = (places(old), places(new));
    let unique = |(at, line): (usize, &usize)| {
        let is_unique = olds.get(line)?.is_some();
        let other = (*news.get(line)?)?;
        is_unique.then_some((at, other))
    };
    let pairs: Vec<_> = old.iter().enumerate().filter_map(unique).collect();
    longest_rising(&pairs)
}

/// Where each line stands; `None` for one that stands in several places.
fn places(lines: &[usize]) -> HashMap<usize, Option<usize>> {
    let mut places = HashMap::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        places
            .entry(*line)
            .and_modify(|place| *place = None)
            .or_insert(Some(at));
    }
    places
}

/// The first places rise already; of the second ones the longest rising row is kept.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best row of each length, and the pair before each pair.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let rank = tails.partition_point(|tail| pairs[*tail].1 < pair.1);
        before.push(rank.checked_sub(1).map(|rank| tails[rank]));
        match tails.get_mut(rank) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut row: Vec<_> = std::iter::successors(tails.last().copied(), |index| before[*index])
        .map(|index| pairs[index])
        .collect();
    row.reverse();
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_keeps_its_order_pins() {
        assert_eq!(pins(&[1, 2, 3, 4], &[3, 1, 2, 4]), [(0, 1), (1, 2), (3, 3)]);
        assert_eq!(pins(&[1, 1, 2], &[1, 2, 2]), []);
        assert_eq!(pins(&[], &[1]), []);
    }
}
