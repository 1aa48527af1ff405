//! Which edits of one file have nothing to do with each other.
//!
//! A file may be edited hundreds of times in one plan. Whether one of them fits depends on another only if that one takes
//! away what it looks for, or puts in something that it would take for that. Where neither can be, they can be judged one
//! by one, whatever is chosen of them.

use std::ops::Range;

use memchr::memmem::Finder;
use model::proposal::{Edit, Pair};

use super::find::{Found, IndexedText, Wanted, find};

/// More dependencies than this are not looked for.
const HITS_MAX: usize = 10_000;

/// Where an edit changes a text, and what it puts there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub span: Range<usize>,
    pub replacement: String,
}

/// The places of each edit in the text as it is; `None` if one of them is not there exactly once, byte by byte.
pub fn spots(text: &str, edits: &[&Edit]) -> Option<Vec<Vec<Spot>>> {
    let pairs = edits.iter().flat_map(|edit| &edit.pairs);
    let finds: Vec<&str> = pairs.map(|pair| pair.find.value.bare()).collect();
    let text = IndexedText::new(text, &finds);
    edits.iter().map(|edit| spots_of(&text, edit)).collect()
}

fn spots_of(text: &IndexedText<'_>, edit: &Edit) -> Option<Vec<Spot>> {
    let pairs = edit.pairs.iter();
    let spots = pairs.map(|pair| {
        let (find_block, replace_block) = (&pair.find.value, &pair.replace.value);
        let wanted = Wanted {
            find: find_block.bare(),
            replace: (!replace_block.is_empty()).then(|| replace_block.bare()),
        };
        match find(text, wanted) {
            Found::Once(found) if found.differences.is_empty() => Some(Spot {
                span: found.span,
                replacement: found.replacement,
            }),
            _ => None,
        }
    });
    spots.collect()
}

/// One edit and its places in the text.
#[derive(Clone, Copy)]
pub struct Placed<'e> {
    pub edit: &'e Edit,
    pub spots: &'e [Spot],
}

/// A number for each of the edits, all of which have their places in this text: those with the same number may depend on
/// each other, others cannot.
pub fn groups(text: &str, edits: &[Placed<'_>]) -> Vec<usize> {
    let (places, needles) = (places(edits), needles(edits));
    let longest = needles.iter().map(Needle::len).max().unwrap_or_default();
    let mut groups = Groups::new(edits.len());
    let is_apart = join_neighbors(text, &places, &needles, longest, &mut groups)
        && join_by_replacement(text, &places, &needles, longest, &mut groups);
    match is_apart {
        true => (0..edits.len()).map(|edit| groups.root(edit)).collect(),
        false => vec![0; edits.len()],
    }
}

/// What a pair of an edit looks for. The number is that of the pair among all.
struct Needle<'e> {
    owner: usize,
    pair: usize,
    finder: Finder<'e>,
}

/// A place in the text, and the pair that it belongs to.
struct Place<'e> {
    owner: usize,
    pair: usize,
    spot: &'e Spot,
}

fn needles<'e>(edits: &[Placed<'e>]) -> Vec<Needle<'e>> {
    let pairs = edits.iter().enumerate();
    let pairs = pairs.flat_map(|(owner, placed)| placed.edit.pairs.iter().map(move |pair| (owner, pair)));
    let needle = |(at, (owner, pair)): (usize, (usize, &'e Pair))| Needle {
        owner,
        pair: at,
        finder: Finder::new(pair.find.value.bare()),
    };
    pairs.enumerate().map(needle).collect()
}

/// In the order of the text.
fn places<'e>(edits: &[Placed<'e>]) -> Vec<Place<'e>> {
    let spots = edits.iter().enumerate();
    let spots = spots.flat_map(|(owner, placed)| placed.spots.iter().map(move |spot| (owner, spot)));
    let place = |(pair, (owner, spot)): (usize, (usize, &'e Spot))| Place { owner, pair, spot };
    let mut places: Vec<Place<'e>> = spots.enumerate().map(place).collect();
    places.sort_by_key(|place| (place.spot.span.start, place.spot.span.end));
    places
}

impl Needle<'_> {
    fn len(&self) -> usize {
        self.finder.needle().len()
    }
}

/// Places so near to each other that a text could reach from one into the other. `false` if two of them touch.
fn join_neighbors(
    text: &str,
    places: &[Place<'_>],
    needles: &[Needle<'_>],
    longest: usize,
    groups: &mut Groups,
) -> bool {
    for pair in places.windows(2) {
        let (one, other) = (&pair[0], &pair[1]);
        if one.spot.span.end >= other.spot.span.start {
            return false;
        }
        let gap = &text[one.spot.span.end..other.spot.span.start];
        if gap.len() >= longest {
            continue;
        }
        let between = Finder::new(gap);
        for needle in needles {
            if between.find(needle.finder.needle()).is_some() {
                groups.join(one.owner, other.owner);
                groups.join(one.owner, needle.owner);
            }
        }
    }
    true
}

/// What one pair puts in may hold what another one looks for, by itself or together with what stands around it. `false` if
/// that happens within an edit, or too often.
fn join_by_replacement(
    text: &str,
    places: &[Place<'_>],
    needles: &[Needle<'_>],
    longest: usize,
    groups: &mut Groups,
) -> bool {
    let (joined, windows) = windows(text, places, longest);
    let mut spare = HITS_MAX;
    for needle in needles {
        let mut from = 0;
        while let Some(found) = needle.finder.find(&joined[from..]) {
            let (start, end) = (from + found, from + found + needle.len());
            from = start + 1;
            let first = windows.partition_point(|window| window.end <= start);
            let reached = windows[first..].iter().take_while(|window| window.new.start < end);
            for window in reached.filter(|window| window.pair != needle.pair && window.is_touched(start, end)) {
                if window.owner == needle.owner || spare == 0 {
                    return false;
                }
                spare -= 1;
                groups.join(needle.owner, window.owner);
            }
        }
    }
    true
}

/// A replacement with what stands around it up to its neighbors, in the text of all windows.
struct Window {
    owner: usize,
    pair: usize,
    /// What is put in.
    new: Range<usize>,
    end: usize,
}

impl Window {
    fn is_touched(&self, start: usize, end: usize) -> bool {
        match self.new.is_empty() {
            true => start < self.new.start && self.new.start < end,
            false => start < self.new.end && self.new.start < end,
        }
    }
}

/// All in one text: searching that once for each needle is quicker than searching each window.
fn windows(text: &str, places: &[Place<'_>], longest: usize) -> (Vec<u8>, Vec<Window>) {
    let text = text.as_bytes();
    let mut joined = Vec::new();
    let mut windows = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let Range { start, end } = place.spot.span;
        let before = at.checked_sub(1).map_or(0, |before| places[before].spot.span.end);
        let after = places.get(at + 1).map_or(text.len(), |after| after.spot.span.start);
        joined.extend_from_slice(&text[before.max(start.saturating_sub(longest))..start]);
        let new = joined.len()..joined.len() + place.spot.replacement.len();
        joined.extend_from_slice(place.spot.replacement.as_bytes());
        joined.extend_from_slice(&text[end..after.min(end + longest)]);
        windows.push(Window {
            owner: place.owner,
            pair: place.pair,
            new,
            end: joined.len(),
        });
    }
    (joined, windows)
}

/// Which belong together.
struct Groups {
    above: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Self {
            above: (0..count).collect(),
        }
    }

    fn root(&self, mut of: usize) -> usize {
        while self.above[of] != of {
            of = self.above[of];
        }
        of
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.above[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use model::{Block, RelPath, Spanned};
    use proptest::prelude::*;

    use super::*;
    use crate::teddy::edit_text;

    fn edit(pairs: &[(&str, &str)]) -> Edit {
        let block = |text: &str| Spanned::unplaced(Block::new("", text.to_owned() + "\n", 0..0));
        let pair = |(find, replace): &(&str, &str)| Pair {
            find: block(find),
            replace: block(replace),
        };
        Edit {
            path: Spanned::unplaced(RelPath::new("a").unwrap()),
            description: None,
            pairs: pairs.iter().map(pair).collect(),
            extras: Vec::new(),
        }
    }

    fn grouped(text: &str, edits: &[Edit]) -> Option<Vec<usize>> {
        let spots = spots(text, &edits.iter().collect::<Vec<_>>())?;
        let placed = edits.iter().zip(&spots).map(|(edit, spots)| Placed { edit, spots });
        Some(groups(text, &placed.collect::<Vec<_>>()))
    }

    #[test]
    fn edits_of_other_lines_are_apart() {
        let edits = [edit(&[("b", "B")]), edit(&[("c", "c, c")]), edit(&[("e", "")])];
        assert_eq!(grouped("a\nb\nc\nd\ne\n", &edits), Some(vec![0, 1, 2]));
    }

    #[test]
    fn an_edit_that_puts_in_what_another_looks_for_is_not() {
        let text = "a\nb\nc\nd\ne\n";
        assert_eq!(
            grouped(text, &[edit(&[("b", "e")]), edit(&[("c", "x")]), edit(&[("e", "y")])]),
            Some(vec![0, 1, 0])
        );
        // Only together with its neighbors.
        assert_eq!(
            grouped("xy\n1\nxz\n", &[edit(&[("1", "q")]), edit(&[("y\n", "w\n")])]),
            Some(vec![0, 0])
        );
        assert_eq!(
            grouped(text, &[edit(&[("b\nc", "x")]), edit(&[("c\nd", "x")])]),
            Some(vec![0, 0])
        );
        assert_eq!(grouped(text, &[edit(&[("zz", "x")])]), None);
    }

    proptest! {
        /// Whatever is chosen, an edit fits together with all others of the choice if and only if it does within its group.
        #[test]
        fn groups_can_be_judged_by_themselves(
            text in "[ab\n]{1,16}",
            pairs in proptest::collection::vec(("[ab\n]{1,4}", "[ab\n]{0,3}"), 1..5),
            choice in 0_u8..32,
        ) {
            let edits: Vec<Edit> = pairs.iter().map(|(find, replace)| edit(&[(find, replace)])).collect();
            let Some(groups) = grouped(&text, &edits) else { return Ok(()) };
            let is_chosen = |index: usize| choice & (1 << index) != 0;
            let fits = |wanted: usize, among: &dyn Fn(usize) -> bool| {
                let mut now = text.clone();
                for (index, edit) in edits.iter().enumerate().filter(|(index, _)| among(*index)) {
                    let edited = edit_text(&now, edit);
                    if index == wanted {
                        return edited.is_ok();
                    }
                    now = edited.map_or(now, |edited| edited.text);
                }
                true
            };
            for index in (0..edits.len()).filter(|index| is_chosen(*index)) {
                let alone = fits(index, &|other| is_chosen(other) && groups[other] == groups[index]);
                prop_assert_eq!(fits(index, &is_chosen), alone, "{:?} {:?} {}", groups, pairs, index);
            }
        }
    }
}
