//! Goes through a document from block to block and says which fences were meant.

use super::lengthen::wrapper_length;
use super::line::Fence;
use super::scan::Lines;
use super::verdict::Judge;
use super::wrapper::{self, Wrapper};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// The whole plan stands in a fence that is not longer than those within. Comes first.
    Wrapped(Wrapper),
    /// The block was meant to reach from one fence to the other, and a parser would not see it.
    Meant { opener: usize, closer: usize },
    /// The block could end at either fence.
    Ambiguous {
        opener: usize,
        plain: usize,
        nested: Option<usize>,
    },
    /// Nothing ends the block that this fence opens before the part it stands in is over.
    Unclosed { opener: usize },
}

/// What was found out about one block, and the fence at which to go on.
pub(super) struct Step {
    pub finding: Option<Finding>,
    pub next: usize,
}

/// Every block that is not plainly right, in source order.
pub(super) fn read(source: &str, lines: &Lines) -> Vec<Finding> {
    match wrapper::find(source, lines) {
        Some(wrapper) => read_wrapped(source, lines, wrapper),
        None => read_blocks(source, lines),
    }
}

/// A wrapped plan is read as if the fence around it were not there, so that its own blocks can be mended.
fn read_wrapped(source: &str, lines: &Lines, wrapper: Wrapper) -> Vec<Finding> {
    let Wrapper { opener, closer } = wrapper;
    let within = Lines {
        fences: lines.fences[opener + 1..closer].to_vec(),
        openings: lines.openings.clone(),
    };
    let plan = &source[..lines.fences[closer].run.start];
    let inner = read_blocks(plan, &within);
    let inner = inner.into_iter().map(|finding| finding.moved(opener + 1));
    let findings: Vec<Finding> = std::iter::once(Finding::Wrapped(wrapper)).chain(inner).collect();
    let grows = lines.fences[opener].length() < wrapper_length(source, &lines.fences, &findings);
    let skipped = if grows { 0 } else { 1 };
    findings.into_iter().skip(skipped).collect()
}

fn read_blocks(source: &str, lines: &Lines) -> Vec<Finding> {
    let judge = Judge::new(source, lines);
    let mut findings = Vec::new();
    let mut settled = true;
    let mut opener = 0;
    while opener < lines.fences.len() {
        let step = judge.block(opener);
        opener = step.next;
        match step.finding {
            // Past a place that could mean two things nobody knows what is content. A change there would be a guess.
            Some(Finding::Meant { .. }) if !settled => {}
            Some(finding) => {
                settled &= matches!(finding, Finding::Meant { .. });
                findings.push(finding);
            }
            None => {}
        }
    }
    findings
}

impl Finding {
    fn moved(self, by: usize) -> Self {
        match self {
            Self::Wrapped(wrapper) => Self::Wrapped(wrapper),
            Self::Meant { opener, closer } => Self::Meant {
                opener: opener + by,
                closer: closer + by,
            },
            Self::Ambiguous { opener, plain, nested } => Self::Ambiguous {
                opener: opener + by,
                plain: plain + by,
                nested: nested.map(|nested| nested + by),
            },
            Self::Unclosed { opener } => Self::Unclosed { opener: opener + by },
        }
    }
}

/// Whether these fences can be pairs of an opening and a closing one. A bare fence can be either.
pub(super) fn pair_up<'a>(fences: impl DoubleEndedIterator<Item = &'a Fence>) -> bool {
    let mut spare = 0usize;
    let mut count = 0usize;
    for fence in fences.rev() {
        count += 1;
        if fence.bare {
            spare += 1;
            continue;
        }
        match spare.checked_sub(1) {
            Some(left) => spare = left,
            None => return false,
        }
    }
    count.is_multiple_of(2)
}
