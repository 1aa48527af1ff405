//! The answer of `rules`: what each rule asks for, and why.

use model::Severity;
use serde::Serialize;

use super::fault::severity_word;
use super::json::pretty;
use super::style::{BOLD, DIM, ERROR, WARNING, paint};
use crate::rule::{Example, Part, Rule};

#[derive(Serialize)]
struct RulesShape<'a> {
    rules: Vec<RuleShape<'a>>,
}

#[derive(Serialize)]
struct RuleShape<'a> {
    name: &'a str,
    severity: &'static str,
    summary: &'a str,
    why: &'a str,
    bad: &'a str,
    good: &'a str,
}

pub fn rules_json(rules: &[&Rule]) -> String {
    pretty(&RulesShape {
        rules: rules.iter().map(|rule| RuleShape::from(*rule)).collect(),
    })
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
    head + &section("Bad:", rule.bad.text) + &section("Good:", rule.good.text)
}

/// The page of the documentation.
pub fn rules_page(rules: &[&Rule]) -> String {
    let mut page = String::new();
    for rule in rules {
        page.push_str(&format!(
            "\n## {}\n\n{}. {} {}\n\nBad:\n\n{}\nGood:\n\n{}",
            rule.name,
            capitalized(severity_word(rule.severity)),
            rule.summary,
            rule.why,
            fenced(&rule.bad),
            fenced(&rule.good)
        ));
    }
    page
}

fn severity(rule: &Rule) -> String {
    let style = match rule.severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    };
    paint(style, severity_word(rule.severity))
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

fn indented(text: &str) -> String {
    let lines = text.trim_end_matches('\n').lines();
    let lines: Vec<_> = lines.map(|line| format!("    {line}").trim_end().to_owned()).collect();
    lines.join("\n")
}

/// In a fence longer than any within.
fn fenced(example: &Example) -> String {
    let language = match example.part {
        Part::MemoFile => "yaml",
        _ => "markdown",
    };
    let longest = example
        .text
        .lines()
        .map(|line| line.trim_start().chars().take_while(|c| *c == '`').count());
    let fence = "`".repeat(longest.max().unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", example.text.trim_end_matches('\n'))
}

impl<'a> From<&'a Rule> for RuleShape<'a> {
    fn from(rule: &'a Rule) -> Self {
        Self {
            name: rule.name,
            severity: severity_word(rule.severity),
            summary: rule.summary,
            why: rule.why,
            bad: rule.bad.text,
            good: rule.good.text,
        }
    }
}
