//! The registry of all rules, by theme. The page of a theme in `docs/rules` holds the examples of its rules.

use model::Rule;

use crate::{agentctl, answers, config, planloop, prompts, rawko, spelling, teddy};

/// Declares rules, and lists them as `RULES` of their module.
///
/// [`THEMES`] must name that list, or the compiler reports it as unused. So every rule is registered.
macro_rules! rules {
    ($($rule:ident: $severity:ident $name:literal, $summary:literal, $why:literal;)+) => {
        $(pub const $rule: &model::Rule = &model::Rule::declare($name, model::Severity::$severity, $summary, $why);)+

        pub(crate) const RULES: &[&model::Rule] = &[$($rule),+];
    };
}
pub(crate) use rules;

/// Rules that belong together. One page of the documentation explains them.
#[derive(Debug, Clone, Copy)]
pub struct Theme {
    /// The name of the page in `docs/rules`, without `.md`.
    pub page: &'static str,
    pub rules: &'static [&'static Rule],
    pub text: &'static str,
}

/// A fenced block that shows a rule broken or followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// What follows the marks of the opening fence: a language, and the part of the file if it is not the usual one.
    pub info: &'static str,
    pub text: &'static str,
}

macro_rules! theme {
    ($page:literal, $rules:path) => {
        Theme {
            page: $page,
            rules: $rules,
            text: include_str!(concat!("../../../docs/rules/", $page, ".md")),
        }
    };
}

pub const THEMES: [Theme; 17] = [
    theme!("plan-document", teddy::rules::document::RULES),
    theme!("plan-sections", teddy::rules::sections::RULES),
    theme!("plan-actions", teddy::rules::actions::RULES),
    theme!("plan-blocks", teddy::rules::blocks::RULES),
    theme!("plan-fields", teddy::rules::fields::RULES),
    theme!("plan-links", teddy::rules::links::RULES),
    theme!("plan-files", teddy::check::rules::files::RULES),
    theme!("plan-edits", teddy::check::rules::edits::RULES),
    theme!("plan-session", teddy::check::rules::session::RULES),
    theme!("session", teddy::rules::session::RULES),
    theme!("agentctl", agentctl::rules::RULES),
    theme!("planloop-gates", planloop::gates::RULES),
    theme!("planloop-payload", planloop::payload::rules::RULES),
    theme!("rawko", rawko::rules::RULES),
    theme!("config", config::rules::RULES),
    theme!("prompts", prompts::rules::RULES),
    theme!("answers", answers::rules::RULES),
];

/// All rules, sorted by name.
pub fn all() -> Vec<&'static Rule> {
    let mut rules: Vec<_> = THEMES.iter().flat_map(|theme| theme.rules).copied().collect();
    rules.sort_by_key(|rule| rule.name);
    rules
}

pub fn find(name: &str) -> Option<&'static Rule> {
    all().into_iter().find(|rule| rule.name == name)
}

/// The rule whose name is closest to a name that no rule has.
pub fn nearest(name: &str) -> Option<&'static str> {
    let names: Vec<_> = all().into_iter().map(|rule| rule.name).collect();
    spelling::nearest(name, names)
}

/// The bad and the good example of a rule, in this order. Few rules have none.
pub fn examples(rule: &Rule) -> Option<[Example; 2]> {
    let theme = THEMES.iter().find(|theme| theme.rules.contains(&rule))?;
    theme.blocks(rule.name).try_into().ok()
}

impl Theme {
    /// The fenced blocks below the heading of a rule.
    fn blocks(&self, name: &str) -> Vec<Example> {
        let page = self.text;
        let mut blocks = Vec::new();
        let (mut at, mut is_below) = (0, false);
        while let Some(length) = page[at..].find('\n') {
            let (line, line_end) = (&page[at..at + length], at + length);
            at = line_end + 1;
            if let Some(heading) = line.strip_prefix("## ") {
                is_below = heading == name;
            }
            let info = line.trim_start_matches('`');
            let fence = &line[..line.len() - info.len()];
            if fence.len() < 3 {
                continue;
            }
            // The search begins at the newline, so that it also finds the end of an empty block.
            let Some(size) = page[line_end..].find(&format!("\n{fence}\n")) else {
                break;
            };
            let text = &page[at..at + size];
            if is_below {
                blocks.push(Example { info, text });
            }
            at += size + fence.len() + 1;
        }
        blocks
    }
}

/// A rule for tests that need any rule.
#[cfg(test)]
pub(crate) const ANY: &Rule = &Rule::declare("x", model::Severity::Error, "", "");

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;

#[cfg(test)]
pub(crate) use tests::assert_examples;
