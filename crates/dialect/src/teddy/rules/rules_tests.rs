use super::RULES;
use crate::rule::{Example, Rule};
use crate::teddy::testing::{plan_with, rules_of};

#[test]
fn a_bad_example_breaks_its_rule_and_no_other() {
    check(|rule| (&rule.bad, vec![rule.name]));
}

#[test]
fn a_good_example_breaks_no_rule() {
    check(|rule| (&rule.good, Vec::new()));
}

fn check(example: fn(&Rule) -> (&Example, Vec<&'static str>)) {
    let mut wrong = Vec::new();
    for rule in RULES {
        let (example, expected) = example(rule);
        let found = rules_of(&plan_with(example));
        if found != expected {
            wrong.push((rule.name, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn names_are_unique_and_words_are_sentences() {
    let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    names.dedup();
    assert_eq!(names.len(), RULES.len());
    assert!(names.is_sorted());
    for rule in RULES {
        assert!(rule.summary.ends_with('.') && rule.why.ends_with('.'), "{}", rule.name);
    }
}
