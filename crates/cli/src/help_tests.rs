//! What `--help` shows must fit where people read it: an example that is broken over two lines cannot be copied.

use clap::Command;

use crate::{agentctl, planloop, planwright, rawko, teddy};

const COLUMNS: usize = 80;

pub fn all() -> Vec<(String, Command)> {
    let doors = [
        planwright::command(),
        planloop::command(),
        agentctl::command(),
        teddy::command(),
        rawko::command(),
    ];
    let mut found = Vec::new();
    let mut open: Vec<_> = doors.map(|door| (door.get_name().to_owned(), door)).into();
    while let Some((name, command)) = open.pop() {
        let below = command.get_subcommands().cloned();
        open.extend(below.map(|verb| (format!("{name} {}", verb.get_name()), verb)));
        found.push((name, command));
    }
    found
}

fn examples(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn examples_are_not_broken_by_a_narrow_terminal() {
    let mut broken = Vec::new();
    for (name, command) in all() {
        let examples = examples(&command);
        let lines = examples.lines().filter(|line| line.starts_with(' '));
        broken.extend(
            lines
                .filter(|line| line.chars().count() >= COLUMNS)
                .map(|line| format!("{name}: {line}")),
        );
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_verb_has_an_example_that_calls_it() {
    let verbs = all().into_iter().filter(|(_, command)| !command.has_subcommands());
    let lacking: Vec<String> = verbs
        .filter(|(name, command)| !examples(command).contains(name.as_str()))
        .map(|(name, _)| name)
        .collect();
    assert!(lacking.is_empty(), "{lacking:#?}");
}
