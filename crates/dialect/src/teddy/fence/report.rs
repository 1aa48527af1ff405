//! Places for what was mended and what could not be.

use model::{Diagnostic, Place, limits};

use super::line::Fence;
use super::reading::Finding;
use super::rules::{fence_ambiguous, fence_repaired, fence_unclosed};
use crate::teddy::lines::LineIndex;

pub(super) fn report(source: &str, fences: &[Fence], findings: &[Finding]) -> Vec<Diagnostic> {
    if findings.is_empty() {
        return Vec::new();
    }
    let index = LineIndex::new(source);
    let line = |fence: usize| index.line(fences[fence].run.start);
    let place = |opener: usize, fault: Diagnostic| Diagnostic {
        place: Place {
            path: None,
            line_column: Some(index.line_column(fences[opener].run.start)),
            span: Some(fences[opener].run.start..fences[opener].line_end),
        },
        ..fault
    };
    let told = |finding: &Finding| match *finding {
        Finding::Meant { opener, closer } => {
            let (opening, closing) = (fences[opener].length(), fences[closer].length());
            let fault = match closing < opening {
                true => fence_repaired::even(opening, closing, line(closer)),
                false => fence_repaired::longer(line(closer)),
            };
            place(opener, fault)
        }
        Finding::Ambiguous { opener, plain, nested } => {
            place(opener, fence_ambiguous::either(line(plain), nested.map(line)))
        }
        Finding::Unclosed { opener } => place(opener, fence_unclosed::open(&source[fences[opener].run.clone()])),
    };
    findings.iter().take(limits::DIAGNOSTICS).map(told).collect()
}
