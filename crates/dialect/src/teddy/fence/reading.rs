//! Goes through a document from block to block and says which fences were meant.

use super::extent::{self, Wrapper};
use super::lengthen::wrapper_length;
use super::line::Fence;
use super::scan::Lines;
use super::verdict::Judge;

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

/// Every block of the plan that is not plainly right, in source order. What stands around the plan is not judged.
pub(super) fn read(source: &str, lines: &Lines) -> Vec<Finding> {
    let extent = extent::find(source, lines);
    if extent.fences == (0..lines.fences.len()) {
        return read_blocks(source, lines);
    }
    let first = extent.fences.start;
    let within = Lines {
        fences: lines.fences[extent.fences].to_vec(),
        openings: lines.openings.clone(),
    };
    match extent.wrapper {
        None => moved(read_blocks(source, &within), first),
        Some(wrapper) => {
            let plan = &source[..lines.fences[wrapper.closer].run.start];
            wrapped(source, lines, wrapper, moved(read_blocks(plan, &within), first))
        }
    }
}

/// Adds the fence around the plan if it has to grow.
fn wrapped(source: &str, lines: &Lines, wrapper: Wrapper, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.insert(0, Finding::Wrapped(wrapper));
    let length = wrapper_length(source, &lines.fences, &findings);
    let shortest = [wrapper.opener, wrapper.closer]
        .map(|fence| lines.fences[fence].length())
        .into_iter()
        .min();
    if shortest.is_none_or(|shortest| length <= shortest) {
        findings.remove(0);
    }
    findings
}

fn moved(findings: Vec<Finding>, by: usize) -> Vec<Finding> {
    findings.into_iter().map(|finding| finding.moved(by)).collect()
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
