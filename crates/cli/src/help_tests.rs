//! The help of the five programs is complete, in groups, and fits a narrow terminal.

use clap::Command;

use crate::flags::GLOBAL;
use crate::planwright::groups::GROUPS;
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

#[test]
fn every_command_is_in_one_group() {
    let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let command = planwright::command();
    let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let mut sorted = grouped.clone();
    sorted.sort_unstable();
    names.sort_unstable();
    assert_eq!(sorted, names);
    assert_eq!(GROUPS[0].1.len(), 10, "the everyday commands come first");
    let help = planwright::command().render_help().to_string();
    let rows: Vec<&str> = help.lines().filter(|line| line.starts_with("  ")).collect();
    for (row, name) in rows.iter().zip(&grouped) {
        let about = row.strip_prefix(&format!("  {name} ")).unwrap_or_default();
        assert!(!about.trim().is_empty(), "`{name}` in: {row}");
        assert!(row.chars().count() < COLUMNS, "{row}");
    }
}

#[test]
fn every_argument_is_described() {
    let mut bare = Vec::new();
    for (name, command) in all() {
        let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
        let lacking = arguments.filter(|argument| argument.get_help().is_none());
        bare.extend(lacking.map(|argument| format!("{name}: {}", argument.get_id())));
    }
    assert!(bare.is_empty(), "{bare:#?}");
}

#[test]
fn global_options_come_last() {
    for (name, mut command) in all().into_iter().filter(|(_, command)| command.has_subcommands()) {
        command.build();
        for argument in command.get_arguments().filter(|argument| !argument.is_positional()) {
            let is_global = argument.get_help_heading() == Some(GLOBAL);
            assert_eq!(argument.is_global_set(), is_global, "{name}: {}", argument.get_id());
        }
        for below in command.get_subcommands_mut() {
            let help = below.render_long_help().to_string();
            let help = help.split("\nExample").next().unwrap_or_default();
            let is_heading = |line: &&str| line.ends_with(':') && !line.starts_with(' ');
            let last = help.lines().rfind(is_heading).map(|line| line.trim_end_matches(':'));
            let is_last = last == Some(GLOBAL) || !help.contains(GLOBAL);
            assert!(is_last, "{name}: {help}");
        }
    }
}
