//! The answer of `rules`: what each rule asks for, and why.

use dialect::rules::examples;
use dialect::text::json::pretty;
use model::{Rule, Severity};
use serde_json::json;

use crate::diagnostics::severity_word;
use crate::show::style::{BOLD, DIM, ERROR, WARNING, paint};

pub fn rules_json(rules: &[&Rule]) -> String {
    let rule = |rule: &&Rule| {
        let examples = examples(rule);
        json!({
            "name": rule.name,
            "severity": severity_word(rule.severity),
            "summary": rule.summary,
            "why": rule.why,
            "bad": examples.map(|[bad, _]| bad.text),
            "good": examples.map(|[_, good]| good.text),
        })
    };
    pretty(&json!({"rules": rules.iter().map(rule).collect::<Vec<_>>()}))
}

/// One line each.
pub fn rules_text(rules: &[&Rule]) -> String {
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let line = |rule: &&Rule| {
        let gap = " ".repeat(width - rule.name.len());
        format!(
            "{}{gap}  {}{}  {}\n",
            paint(BOLD, rule.name),
            severity(rule),
            " ".repeat("warning".len() - severity_word(rule.severity).len()),
            rule.summary
        )
    };
    rules.iter().map(line).collect()
}

/// Everything about one.
pub fn rule_text(rule: &Rule) -> String {
    let section = |name: &str, text: &str| format!("\n{}\n{}\n", paint(DIM, name), indented(text));
    let head = format!(
        "{}  {}\n\n{}\n{}\n",
        paint(BOLD, rule.name),
        severity(rule),
        rule.summary,
        rule.why
    );
    match examples(rule) {
        Some([bad, good]) => head + &section("Bad:", bad.text) + &section("Good:", good.text),
        None => head,
    }
}

fn severity(rule: &Rule) -> String {
    let style = match rule.severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    };
    paint(style, severity_word(rule.severity))
}

fn indented(text: &str) -> String {
    let lines = text.trim_end_matches('\n').lines();
    let lines: Vec<_> = lines.map(|line| format!("    {line}").trim_end().to_owned()).collect();
    lines.join("\n")
}
