//! The answer of `planwright doctor`.

use anstyle::Style;
use serde::Serialize;

use super::json::pretty;
use super::page::Page;
use super::style::{BAD, GOOD, HINT, WARNING, paint};
use super::visible::{visible, visible_lines};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub level: Health,
    pub what: String,
    pub detail: Option<String>,
    /// What to do about it.
    pub fix: Option<String>,
}

/// Ordered by how much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    Ok,
    Warning,
    Fault,
}

#[derive(Serialize)]
struct DoctorShape<'a> {
    healthy: bool,
    findings: Vec<FindingShape<'a>>,
}

#[derive(Serialize)]
struct FindingShape<'a> {
    level: &'static str,
    what: &'a str,
    detail: Option<&'a str>,
    fix: Option<&'a str>,
}

impl<'a> From<&'a Finding> for FindingShape<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            level: level_word(finding.level),
            what: &finding.what,
            detail: finding.detail.as_deref(),
            fix: finding.fix.as_deref(),
        }
    }
}

pub fn doctor_json(findings: &[Finding]) -> String {
    pretty(&DoctorShape {
        healthy: count(findings, Health::Fault) == 0,
        findings: findings.iter().map(FindingShape::from).collect(),
    })
}

pub fn doctor_text(findings: &[Finding]) -> String {
    let mut page = Page::default();
    for finding in findings {
        write(&mut page, finding);
    }
    page.gap();
    page.line(verdict(findings));
    page.finish()
}

/// One finding without a verdict about the store.
pub fn finding_json(finding: &Finding) -> String {
    pretty(&FindingShape::from(finding))
}

pub fn finding_text(finding: &Finding) -> String {
    let mut page = Page::default();
    write(&mut page, finding);
    page.finish()
}

fn write(page: &mut Page, finding: &Finding) {
    page.line(format!("{} {}", sign(finding.level), visible(&finding.what)));
    for line in finding.detail.iter().flat_map(|detail| visible_lines(detail)) {
        page.indented(line);
    }
    if let Some(fix) = &finding.fix {
        page.indented(format!("{} {}", paint(HINT, "fix:"), visible(fix)));
    }
}

fn verdict(findings: &[Finding]) -> String {
    let several = |count: usize, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    match (count(findings, Health::Fault), count(findings, Health::Warning)) {
        (0, 0) => paint(GOOD, "All is well."),
        (0, warnings) => format!("No fault, {}.", paint(WARNING, several(warnings, "warning"))),
        (faults, 0) => format!("{}.", paint(BAD, several(faults, "fault"))),
        (faults, warnings) => {
            format!(
                "{}, {}.",
                paint(BAD, several(faults, "fault")),
                paint(WARNING, several(warnings, "warning"))
            )
        }
    }
}

fn count(findings: &[Finding], level: Health) -> usize {
    findings.iter().filter(|finding| finding.level == level).count()
}

fn level_word(level: Health) -> &'static str {
    match level {
        Health::Ok => "ok",
        Health::Warning => "warning",
        Health::Fault => "fault",
    }
}

fn sign(level: Health) -> String {
    let (style, sign): (Style, _) = match level {
        Health::Ok => (GOOD, "✓"),
        Health::Warning => (WARNING, "!"),
        Health::Fault => (BAD, "✗"),
    };
    paint(style, sign)
}

#[cfg(test)]
#[path = "doctor_tests.rs"]
mod tests;
