//! Places for what was mended and what could not be.

use model::{Diagnostic, limits};

use super::extent::Wrapper;
use super::line::Fence;
use super::reading::Finding;
use crate::teddy::lines::LineIndex;
use crate::teddy::rules;

pub(super) fn report(source: &str, fences: &[Fence], findings: &[Finding]) -> Vec<Diagnostic> {
    if findings.is_empty() {
        return Vec::new();
    }
    let index = LineIndex::new(source);
    let line = |fence: usize| index.line(fences[fence].run.start);
    let span = |fence: usize| fences[fence].run.start..fences[fence].line_end;
    let place = |opener: usize, fault: Diagnostic| {
        let (line, column) = index.line_column(fences[opener].run.start);
        fault.at_span(span(opener)).at_line(line, column)
    };
    let told = |finding: &Finding| match *finding {
        Finding::Wrapped(Wrapper { opener, closer }) => place(opener, rules::fence_repaired_longer(line(closer))),
        Finding::Meant { opener, closer } => {
            let (opening, closing) = (fences[opener].length(), fences[closer].length());
            let fault = match closing < opening {
                true => rules::fence_repaired_even(opening, closing, line(closer)),
                false => rules::fence_repaired_longer(line(closer)),
            };
            place(opener, fault)
        }
        Finding::Ambiguous { opener, plain, nested } => {
            place(opener, rules::fence_ambiguous(line(plain), nested.map(line)))
        }
        Finding::Unclosed { opener } => place(opener, rules::fence_unclosed(span(opener))),
    };
    findings.iter().take(limits::DIAGNOSTICS).map(told).collect()
}
