//! Judges one block: where a parser ends it, where its author did, and which of the two the text around speaks for.

use std::cell::OnceCell;
use std::ops::Range;

use super::closers::Closers;
use super::follow;
use super::line::Fence;
use super::reading::{Finding, Step, pair_up};
use super::scan::Lines;
use super::slot::Slot;
use super::walk::Walk;

/// Languages whose texts hold code blocks. In others a line of back-ticks is hardly ever content.
const PROSE: [&str; 8] = ["", "markdown", "md", "mdx", "text", "txt", "plaintext", "plain"];

pub(super) struct Judge<'a> {
    source: &'a str,
    lines: &'a Lines,
    closers: Closers,
    walk: OnceCell<Walk>,
}

impl<'a> Judge<'a> {
    pub fn new(source: &'a str, lines: &'a Lines) -> Self {
        Self {
            source,
            lines,
            closers: Closers::find(&lines.fences),
            walk: OnceCell::new(),
        }
    }

    /// The block that this fence opens.
    pub fn block(&self, opener: usize) -> Step {
        let slot = self.lines.slot_of(self.fence(opener).run.start);
        match (self.closers.plain[opener], self.closers.first_noticed(opener)) {
            (None, _) => self.lost(opener, slot),
            (Some(plain), Some(inner)) if inner < plain => self.crowded(opener, plain, slot),
            (Some(plain), _) => self.quiet(opener, plain, slot),
        }
    }

    /// Nothing within looks like the beginning of an inner block.
    fn quiet(&self, opener: usize, plain: usize, slot: Slot) -> Step {
        let closing = self.fence(plain);
        if slot != Slot::Single || follow::fits(self.source, closing, slot) {
            return fine(plain + 1);
        }
        let rest = plain + 1..self.lines.fence_from(self.lines.slot_end(closing.run.start));
        let Some(last) = rest.clone().next_back() else {
            return fine(rest.end);
        };
        let nested = self.may_close(opener, last, slot) && self.pairs_within(opener, plain..last);
        let separate = self.separate(rest.clone());
        match (nested, separate) {
            (true, true) if !self.holds_prose(opener) => self.ambiguous(opener, plain, Some(last), rest.end),
            (true, _) => meant(opener, last),
            (false, true) => fine(rest.end),
            (false, false) => self.ambiguous(opener, plain, None, rest.end),
        }
    }

    /// Something within looks like the beginning of an inner block.
    fn crowded(&self, opener: usize, plain: usize, slot: Slot) -> Step {
        let plain_fits = follow::fits(self.source, self.fence(plain), slot);
        let part_end = self.lines.slot_end(self.fence(opener).run.start);
        let Some(nested) = self.closers.nested[opener] else {
            let inner = self.closers.first_noticed(opener).unwrap_or(plain);
            if part_end < self.fence(inner).run.start {
                return self.lost(opener, slot);
            }
            let next = self.lines.fence_from(self.lines.slot_end(self.fence(plain).run.start));
            return match plain_fits {
                true => fine(plain + 1),
                false => self.ambiguous(opener, plain, None, next),
            };
        };
        let swallows = part_end < self.fence(nested).run.start;
        let nested_fits = follow::fits(self.source, self.fence(nested), slot);
        match (plain_fits, nested_fits) {
            (true, _) if swallows => self.ambiguous(opener, plain, Some(nested), nested + 1),
            _ if self.breaks(plain, nested) => meant(opener, nested),
            (true, false) => fine(plain + 1),
            (false, true) => meant(opener, nested),
            _ => self.ambiguous(opener, plain, Some(nested), nested + 1),
        }
    }

    /// A block that swallows the parts after its own: perhaps its closing fence is too short.
    fn lost(&self, opener: usize, slot: Slot) -> Step {
        let opening = self.fence(opener);
        let next = self.lines.fence_from(self.lines.slot_end(opening.run.start));
        let closer = (opener + 1..next).next_back().filter(|last| {
            let closing = self.fence(*last);
            let same_mark = (opener + 1..*last).map(|index| self.fence(index));
            closing.bare
                && closing.mark == opening.mark
                && closing.length() < opening.length()
                && follow::fits(self.source, closing, slot)
                && pair_up(same_mark.filter(|inner| inner.mark == opening.mark))
        });
        match closer {
            Some(closer) => meant(opener, closer),
            None => Step {
                finding: Some(Finding::Unclosed { opener }),
                next: next.max(opener + 1),
            },
        }
    }

    /// Whether a parser that ended the block at `plain` would take the fence `nested` for the beginning of a block that
    /// swallows the next part.
    fn breaks(&self, plain: usize, nested: usize) -> bool {
        let walk = self.walk.get_or_init(|| Walk::new(&self.closers.plain));
        if !walk.opens(plain + 1, nested) {
            return false;
        }
        let part_end = self.lines.slot_end(self.fence(nested).run.start);
        self.closers.plain[nested].is_none_or(|closer| part_end < self.fence(closer).run.start)
    }

    /// Whether a parser would find whole blocks here.
    fn separate(&self, rest: Range<usize>) -> bool {
        let mut at = rest.start;
        while at < rest.end {
            match self.closers.plain[at] {
                Some(closer) => at = closer + 1,
                None => return false,
            }
        }
        at == rest.end
    }

    fn may_close(&self, opener: usize, closer: usize, slot: Slot) -> bool {
        let closing = self.fence(closer);
        closing.bare && self.fence(opener).notices(closing) && follow::fits(self.source, closing, slot)
    }

    fn pairs_within(&self, opener: usize, inner: Range<usize>) -> bool {
        let opening = self.fence(opener);
        pair_up(self.lines.fences[inner].iter().filter(|fence| opening.notices(fence)))
    }

    fn holds_prose(&self, opener: usize) -> bool {
        let language = self.fence(opener).info(self.source).split_whitespace().next();
        PROSE
            .iter()
            .any(|prose| prose.eq_ignore_ascii_case(language.unwrap_or_default()))
    }

    fn ambiguous(&self, opener: usize, plain: usize, nested: Option<usize>, next: usize) -> Step {
        Step {
            finding: Some(Finding::Ambiguous { opener, plain, nested }),
            next: next.max(plain + 1),
        }
    }

    fn fence(&self, index: usize) -> &Fence {
        &self.lines.fences[index]
    }
}

fn fine(next: usize) -> Step {
    Step { finding: None, next }
}

fn meant(opener: usize, closer: usize) -> Step {
    Step {
        finding: Some(Finding::Meant { opener, closer }),
        next: closer + 1,
    }
}
