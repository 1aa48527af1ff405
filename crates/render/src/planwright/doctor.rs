//! The answer of `planwright doctor`.

use anstyle::Style;
use dialect::text::json::pretty;
use dialect::text::plural;
use dialect::text::visible::{visible, visible_lines};
use serde_json::{Value, json};

use crate::show::page::Page;
use crate::show::style::{BAD, GOOD, HINT, WARNING, paint};

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

fn value(finding: &Finding) -> Value {
    json!({
        "level": level_word(finding.level),
        "what": finding.what,
        "detail": finding.detail,
        "fix": finding.fix,
    })
}

pub fn doctor_json(findings: &[Finding]) -> String {
    pretty(&json!({
        "healthy": count(findings, Health::Fault) == 0,
        "findings": findings.iter().map(value).collect::<Vec<_>>(),
    }))
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
    pretty(&value(finding))
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
    match (count(findings, Health::Fault), count(findings, Health::Warning)) {
        (0, 0) => paint(GOOD, "All is well."),
        (0, warnings) => format!("No fault, {}.", paint(WARNING, plural(warnings, "warning"))),
        (faults, 0) => format!("{}.", paint(BAD, plural(faults, "fault"))),
        (faults, warnings) => {
            format!(
                "{}, {}.",
                paint(BAD, plural(faults, "fault")),
                paint(WARNING, plural(warnings, "warning"))
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
