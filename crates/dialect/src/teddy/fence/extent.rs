//! Which fences belong to the plan itself, and which to what a model puts around it.

use std::ops::Range;

use super::line::Fence;
use super::reading::pair_up;
use super::scan::Lines;
use crate::teddy::start::start;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Extent {
    pub fences: Range<usize>,
    pub wrapper: Option<Wrapper>,
}

/// A fence around the whole plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wrapper {
    pub opener: usize,
    pub closer: usize,
}

pub(super) fn find(source: &str, lines: &Lines) -> Extent {
    let all = 0..lines.fences.len();
    if lines.openings.is_empty() {
        return Extent {
            fences: all,
            wrapper: None,
        };
    }
    let start = start(source);
    let plan = lines.fence_from(start.plan)..all.end;
    let opener = start.wrapper.and_then(|_| plan.start.checked_sub(1));
    match opener.and_then(|opener| wrapper(&lines.fences, opener)) {
        Some(wrapper) => Extent {
            fences: plan.start..wrapper.closer,
            wrapper: Some(wrapper),
        },
        None => Extent {
            fences: plan,
            wrapper: None,
        },
    }
}

/// The last fence closes the wrapper if that leaves nothing but pairs.
fn wrapper(fences: &[Fence], opener: usize) -> Option<Wrapper> {
    let closer = fences.len() - 1;
    let (opening, closing) = (&fences[opener], &fences[closer]);
    let noticed = |fence: &&Fence| opening.notices(fence);
    let pairs = |range: Range<usize>| pair_up(fences[range].iter().filter(noticed));
    let closes = opener < closer
        && closing.bare
        && closing.mark == opening.mark
        && !pairs(opener + 1..fences.len())
        && pairs(opener + 1..closer);
    closes.then_some(Wrapper { opener, closer })
}
