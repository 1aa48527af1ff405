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
pub mod rules;
mod scan;
mod slot;
mod verdict;
mod walk;

#[cfg(test)]
mod exhaustive_tests;
#[cfg(test)]
mod repair_tests;

use std::borrow::Cow;

use model::Diagnostic;

use lengthen::Growth;
use line::Fence;
use reading::Finding;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired<'a> {
    /// The source itself if nothing had to be changed.
    pub text: Cow<'a, str>,
    /// What was mended (warnings) and what could mean two things and was left alone (errors), at places of the source.
    pub diagnostics: Vec<Diagnostic>,
    growths: Vec<Growth>,
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
            .map(|finding| doubt(finding, &lines.fences))
            .collect();
        return Repaired {
            text: Cow::Borrowed(source),
            diagnostics: report::report(source, &lines.fences, &doubts),
            growths: Vec::new(),
        };
    }
    Repaired {
        text,
        diagnostics: report::report(source, &lines.fences, &findings),
        growths,
    }
}

/// What was mended must not need mending. Where it would, the author's meaning was not understood.
fn is_settled(mended: &str) -> bool {
    let findings = reading::read(mended, &scan::scan(mended));
    !findings.iter().any(|finding| matches!(finding, Finding::Meant { .. }))
}

fn doubt(finding: Finding, fences: &[Fence]) -> Finding {
    let Finding::Meant { opener, closer } = finding else {
        return finding;
    };
    let ends = |fence: &usize| fences[*fence].bare && fences[opener].notices(&fences[*fence]);
    Finding::Ambiguous {
        opener,
        plain: (opener + 1..closer).find(ends).unwrap_or(closer),
        nested: Some(closer),
    }
}

impl Repaired<'_> {
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
