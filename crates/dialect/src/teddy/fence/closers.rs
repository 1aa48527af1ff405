//! For every fence: where a block that it opens would end, read in two ways. Computed for all fences at once, since a
//! document made to be slow could otherwise have us search to its end again and again.

use super::line::Fence;

#[derive(Debug)]
pub(super) struct Closers {
    /// As a Markdown parser reads: the first bare fence that is long enough.
    pub plain: Vec<Option<usize>>,
    /// As a nesting author writes: every info string opens a block, every bare fence closes the innermost.
    pub nested: Vec<Option<usize>>,
    noticed: Vec<Option<usize>>,
}

impl Closers {
    pub fn find(fences: &[Fence]) -> Self {
        let mut closers = Self {
            plain: vec![None; fences.len()],
            nested: vec![None; fences.len()],
            noticed: vec![None; fences.len()],
        };
        for mark in [b'`', b'~'] {
            let marked = |index: &usize| fences[*index].mark == mark;
            let all: Vec<usize> = (0..fences.len()).filter(marked).collect();
            if all.is_empty() {
                continue;
            }
            let bare: Vec<usize> = all.iter().copied().filter(|index| fences[*index].bare).collect();
            closers.find_plain(fences, &all, &Ladder::new(fences, bare));
            closers.find_nested(fences, &Ladder::new(fences, all));
        }
        closers
    }

    /// The first fence within the block that the block would notice.
    pub fn first_noticed(&self, opener: usize) -> Option<usize> {
        self.noticed[opener]
    }

    fn find_plain(&mut self, fences: &[Fence], all: &[usize], bare: &Ladder) {
        let mut next = 0;
        for &opener in all {
            while bare.indexes.get(next).is_some_and(|index| *index <= opener) {
                next += 1;
            }
            self.plain[opener] = bare
                .climb(fences, next, fences[opener].length())
                .map(|rung| bare.indexes[rung]);
        }
    }

    fn find_nested(&mut self, fences: &[Fence], all: &Ladder) {
        let mut rung_of = vec![0; fences.len()];
        for (rung, index) in all.indexes.iter().enumerate() {
            rung_of[*index] = rung;
        }
        for (rung, &opener) in all.indexes.iter().enumerate().rev() {
            let length = fences[opener].length();
            let mut next = all.climb(fences, rung + 1, length);
            self.noticed[opener] = next.map(|rung| all.indexes[rung]);
            self.nested[opener] = loop {
                let Some(inner) = next.map(|rung| all.indexes[rung]) else {
                    break None;
                };
                if fences[inner].bare {
                    break Some(inner);
                }
                let Some(end) = self.nested[inner] else { break None };
                // The search that goes on from there was already made for a block that the inner closing fence would open.
                if fences[end].length() == length {
                    break self.nested[end];
                }
                next = all.climb(fences, rung_of[end] + 1, length);
            };
        }
    }
}

/// Fences of one mark, each with the way to the next longer one. To find a fence of some length takes at most as many
/// steps as that length has marks, so all searches together are linear in the text.
struct Ladder {
    indexes: Vec<usize>,
    longer: Vec<usize>,
}

impl Ladder {
    fn new(fences: &[Fence], indexes: Vec<usize>) -> Self {
        let mut longer = vec![indexes.len(); indexes.len()];
        for rung in (0..indexes.len()).rev() {
            let length = fences[indexes[rung]].length();
            let mut next = rung + 1;
            while next < indexes.len() && fences[indexes[next]].length() <= length {
                next = longer[next];
            }
            longer[rung] = next;
        }
        Self { indexes, longer }
    }

    /// The first rung at or after `from` that is at least this long.
    fn climb(&self, fences: &[Fence], from: usize, length: usize) -> Option<usize> {
        let mut rung = from;
        while rung < self.indexes.len() && fences[self.indexes[rung]].length() < length {
            rung = self.longer[rung];
        }
        (rung < self.indexes.len()).then_some(rung)
    }
}
