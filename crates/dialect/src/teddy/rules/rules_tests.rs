use model::Rule;

use super::{FENCE_AMBIGUOUS, FENCE_REPAIRED, actions, blocks, document, fields, links, sections};
use crate::rules::{Example, assert_examples};
use crate::teddy::fence::repair;
use crate::teddy::testing::{plan_with, rules_of};

#[test]
fn examples_break_exactly_their_rule() {
    let rules = [
        document::RULES,
        sections::RULES,
        actions::RULES,
        blocks::RULES,
        fields::RULES,
        links::RULES,
    ];
    assert_examples(&rules.concat(), broken);
}

/// Two rules are found when fences are repaired, and all others when the plan is read.
fn broken(rule: &Rule, example: &Example) -> Vec<&'static Rule> {
    match [FENCE_AMBIGUOUS, FENCE_REPAIRED].contains(&rule) {
        true => repair(example.text)
            .diagnostics
            .iter()
            .map(|fault| fault.rule)
            .collect(),
        false => rules_of(&plan_with(example)),
    }
}
