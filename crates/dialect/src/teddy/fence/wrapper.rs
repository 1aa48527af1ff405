//! A fence around a whole plan, which models like to put there.

use super::follow;
use super::line::Fence;
use super::reading::pair_up;
use super::scan::Lines;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wrapper {
    pub opener: usize,
    pub closer: usize,
}

/// The fence right before the title, if the last line closes it and the first fence in between belongs to a part of the
/// plan. A shell script that begins with a comment is no plan.
pub(super) fn find(source: &str, lines: &Lines) -> Option<Wrapper> {
    let fences = &lines.fences;
    let first_part = lines.openings.first()?.start;
    let is_before_title = |fence: &Fence| follow::following(source, fence.line_end).starts_with("# ");
    let opener = fences
        .iter()
        .take_while(|fence| fence.run.start < first_part)
        .position(is_before_title)?;
    let closer = fences.len() - 1;
    let (first, next, last) = (&fences[opener], fences.get(opener + 1)?, &fences[closer]);
    let noticed = |fence: &&Fence| first.notices(fence);
    let wraps = last.bare
        && last.mark == first.mark
        && first_part < next.run.start
        && follow::following(source, last.line_end).is_empty()
        && pair_up(fences[..opener].iter())
        && pair_up(fences[opener + 1..closer].iter().filter(noticed));
    wraps.then_some(Wrapper { opener, closer })
}
