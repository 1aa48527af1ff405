//! Follows a Markdown parser from block to block, and answers where it would pass.

/// A forest: the parent of a fence is the one that opens the next block, if this one opened a block. Numbered so that
/// "does the way from here lead through there" needs no walking.
pub(super) struct Walk {
    entered: Vec<usize>,
    size: Vec<usize>,
}

impl Walk {
    /// `closers[i]` is where the block opened by fence `i` ends.
    pub fn new(closers: &[Option<usize>]) -> Self {
        let count = closers.len();
        let parent = |fence: usize| closers[fence].map_or(count, |closer| closer + 1);
        let mut size = vec![1; count + 1];
        for fence in 0..count {
            size[parent(fence)] += size[fence];
        }
        let mut entered = vec![0; count + 1];
        let mut free = vec![1; count + 1];
        for fence in (0..count).rev() {
            let above = parent(fence);
            entered[fence] = entered[above] + free[above];
            free[above] += size[fence];
        }
        Self { entered, size }
    }

    /// Whether a parser that stands between blocks before fence `from` would open a block at fence `at`.
    pub fn opens(&self, from: usize, at: usize) -> bool {
        let entered = self.entered[from];
        (self.entered[at]..self.entered[at] + self.size[at]).contains(&entered)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_walking(steps in proptest::collection::vec(0usize..6, 0..40)) {
            let count = steps.len();
            let closer = |(fence, step): (usize, &usize)| Some(fence + step).filter(|end| *step > 0 && *end < count);
            let closers: Vec<_> = steps.iter().enumerate().map(closer).collect();
            let walk = Walk::new(&closers);
            for from in 0..=count {
                let mut passed = vec![false; count + 1];
                let mut at = from;
                while at < count {
                    passed[at] = true;
                    at = closers[at].map_or(count, |end| end + 1);
                }
                for (at, passed) in passed.iter().enumerate().take(count) {
                    prop_assert_eq!(walk.opens(from, at), *passed, "{} {}", from, at);
                }
            }
        }
    }
}
