use model::{Diagnostic, TaskNumber};

use super::*;
use crate::agentctl::FolderText;
use crate::prompts::PromptName;

/// Rules that no short text can break: limits, files that cannot be read, and what depends on earlier plans or a person.
const WITHOUT_EXAMPLES: [&str; 8] = [
    "answer-limit",
    "choice",
    "file-readable",
    "payload-limit",
    "prompt-file",
    "rawko-limit",
    "task-replanned",
    "task-size",
];

/// Asserts that every bad example breaks exactly its rule, and that every good example breaks none.
#[track_caller]
pub(crate) fn assert_examples(rules: &[&'static Rule], broken: impl Fn(&Rule, &Example) -> Vec<&'static Rule>) {
    let mut wrong = Vec::new();
    for rule in rules {
        let Some([bad, good]) = examples(rule) else { continue };
        for (example, expected) in [(bad, vec![*rule]), (good, Vec::new())] {
            let found = broken(rule, &example);
            if found != expected {
                let found: Vec<_> = found.iter().map(|rule| rule.name).collect();
                wrong.push((rule.name, example.text, found));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn assert_read(rules: &[&'static Rule], read: impl Fn(&Example) -> Vec<Diagnostic>) {
    assert_examples(rules, |_, example| {
        read(example).iter().map(|fault| fault.rule).collect()
    });
}

#[test]
fn names_are_unique_and_kebab_case() {
    let names: Vec<_> = all().into_iter().map(|rule| rule.name).collect();
    assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
    let is_kebab = |name: &&str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    assert!(names.iter().all(is_kebab), "{names:?}");
    assert_eq!(nearest("title-mising"), Some("title-missing"));
}

#[test]
fn rules_are_explained_in_sentences() {
    for rule in all() {
        assert!(rule.summary.ends_with('.') && rule.why.ends_with('.'), "{rule}");
    }
}

#[test]
fn rules_have_a_bad_and_a_good_example() {
    let without = all().into_iter().filter(|rule| examples(rule).is_none());
    let without: Vec<_> = without.map(|rule| rule.name).collect();
    assert_eq!(without, WITHOUT_EXAMPLES);
}

#[test]
fn payload_examples_break_exactly_their_rule() {
    assert_read(planloop::payload::rules::RULES, |example| {
        planloop::read_update(example.text).2
    });
}

#[test]
fn rawko_examples_break_exactly_their_rule() {
    assert_read(rawko::rules::RULES, |example| match example.info {
        "yaml plan" => rawko::read_plan("plan.yaml", example.text).1,
        _ => rawko::read_plan_input("steps.yaml", example.text).1,
    });
}

#[test]
fn config_examples_break_exactly_their_rule() {
    assert_read(config::rules::RULES, |example| config::read(example.text).1);
}

#[test]
fn prompt_examples_break_exactly_their_rule() {
    assert_read(prompts::rules::RULES, |example| PromptName::Judge.check(example.text));
}

#[test]
fn answer_examples_break_exactly_their_rule() {
    assert_read(answers::rules::RULES, |example| {
        answers::read_decomposition(example.text, TaskNumber(1)).1
    });
}

#[test]
fn context_examples_break_exactly_their_rule() {
    assert_read(teddy::rules::session::RULES, |example| {
        teddy::read_context(example.text).1
    });
}

#[test]
fn agentctl_examples_break_exactly_their_rule() {
    assert_read(agentctl::rules::RULES, |example| {
        agentctl::read_folder_for(&folder(example.text), &[]).1
    });
}

/// The files of an example. Each begins with a line such as `==> plan.md <==`.
fn folder(text: &str) -> FolderText {
    let files = text.split("==> ").skip(1).filter_map(|file| file.split_once(" <==\n"));
    let (plans, tasks): (Vec<_>, Vec<_>) = files.partition(|(path, _)| *path == "plan.md");
    let task = |(path, text): &(&str, &str)| (path.trim_start_matches("tasks/").to_owned(), Ok((*text).to_owned()));
    FolderText {
        name: "plan".into(),
        plan: plans.first().map(|(_, text)| Ok((*text).to_owned())),
        tasks: Some(Ok(tasks.iter().map(task).collect())),
    }
}
