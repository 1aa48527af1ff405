//! Mends code fences without touching what stands between them.
//!
//! A model that puts a Markdown file with code blocks into a code block often takes three back-ticks for all of them.
//! A Markdown parser then ends the outer block at the first inner one. Here the fences that the author meant are found,
//! and the outer ones made longer than anything within. Inner fences are content, and content is never changed.
//!
//! Only lines that begin with a fence or name a part of a proposal matter, so all else is skipped at memory speed.

mod closers;
mod extent;
mod follow;
mod lengthen;
mod line;
mod reading;
mod report;
mod scan;
mod slot;
mod verdict;
mod walk;

#[cfg(test)]
mod exhaustive_tests;
#[cfg(test)]
mod repair_tests;

use std::borrow::Cow;
use std::ops::Range;

use model::Diagnostic;

use lengthen::Growth;
use line::Fence;
use reading::Finding;
use scan::Lines;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired<'a> {
    /// The source itself if nothing had to be changed.
    pub text: Cow<'a, str>,
    /// What was mended (warnings) and what could mean two things and was left alone (errors), at places of the source.
    pub diagnostics: Vec<Diagnostic>,
    growths: Vec<Growth>,
    /// Where nobody knows what is content, in source order.
    doubts: Vec<Range<usize>>,
}

/// Makes every fence longer than the fences within its block, where it is clear which block that is.
pub fn repair(source: &str) -> Repaired<'_> {
    let lines = scan::scan(source);
    let findings = reading::read(source, &lines);
    let growths = lengthen::growths(source, &lines.fences, &findings);
    let text = lengthen::lengthen(source, &growths);
    if !growths.is_empty() && !is_settled(&text) {
        let doubts: Vec<_> = findings
            .into_iter()
            .filter_map(|finding| doubt(finding, &lines.fences))
            .collect();
        return Repaired {
            text: Cow::Borrowed(source),
            diagnostics: report::report(source, &lines.fences, &doubts),
            growths: Vec::new(),
            doubts: doubtful(source, &lines, &doubts),
        };
    }
    Repaired {
        text,
        diagnostics: report::report(source, &lines.fences, &findings),
        growths,
        doubts: doubtful(source, &lines, &findings),
    }
}

/// What was mended must not need mending. Where it would, the author's meaning was not understood.
fn is_settled(mended: &str) -> bool {
    let findings = reading::read(mended, &scan::scan(mended));
    let mends = |finding: &Finding| matches!(finding, Finding::Meant { .. } | Finding::Wrapped(_));
    !findings.iter().any(mends)
}

/// What is left of a finding where nothing is changed.
fn doubt(finding: Finding, fences: &[Fence]) -> Option<Finding> {
    let (opener, closer) = match finding {
        Finding::Meant { opener, closer } => (opener, closer),
        Finding::Wrapped(_) => return None,
        Finding::Ambiguous { .. } | Finding::Unclosed { .. } => return Some(finding),
    };
    let ends = |fence: &usize| fences[*fence].bare && fences[opener].notices(&fences[*fence]);
    Some(Finding::Ambiguous {
        opener,
        plain: (opener + 1..closer).find(ends).unwrap_or(closer),
        nested: Some(closer),
    })
}

/// What stands between the opening fence and the last one that could close it.
fn doubtful(source: &str, lines: &Lines, findings: &[Finding]) -> Vec<Range<usize>> {
    let doubt = |finding: &Finding| match *finding {
        Finding::Ambiguous { opener, plain, nested } => {
            let end = match nested {
                Some(nested) => lines.fences[nested].line_end,
                None => lines.slot_end(lines.fences[plain].run.start).min(source.len()),
            };
            Some(lines.fences[opener].line_end..end)
        }
        _ => None,
    };
    findings.iter().filter_map(doubt).collect()
}

impl Repaired<'_> {
    /// Whether a place of the source may be content or not. What is wrong there merely follows from the doubt.
    pub fn is_doubtful(&self, span: &Range<usize>) -> bool {
        let next = self.doubts.partition_point(|doubt| doubt.end < span.end);
        self.doubts.get(next).is_some_and(|doubt| doubt.start <= span.start)
    }

    /// The place in the source of a place in the repaired text.
    pub fn in_source(&self, byte: usize) -> usize {
        let mut added = 0;
        for growth in &self.growths {
            if byte <= growth.at + added {
                break;
            }
            added += growth.count.min(byte - growth.at - added);
        }
        byte - added
    }
}
