//! R1: every command that changes something is tested.

use planwright_testkit::project::Project;

use crate::r01_files::FILES;
use crate::r01_folder_verbs::{FOLDERS, OPENING};
use crate::r01_rawko::RAWKO;
use crate::r01_run::RUNNING;
use crate::r01_turns::TURNS;
use crate::r01_verbs::{CREATING, PLANLOOP, PLANWRIGHT, Verb};

const QUESTIONS: &[&str] = &[
    "show",
    "list",
    "graph",
    "log",
    "doctor",
    "demo",
    "completions",
    "export",
    "schema",
    "check",
    "rules",
    "help",
    "get-prompt",
    "planner",
    "usage",
];
/// Native `status` only reads. Actions on the board use commands that are on the lists.
const NATIVE_QUESTIONS: &[&str] = &["status", "board", "prompt"];
/// `arbiter` asks a planner, whose answer is logged like those of other commands.
const RAWKO_QUESTIONS: &[&str] = &["next", "events", "machine", "history", "diff", "arbiter"];
/// These commands allocate nothing.
const AGENTCTL_QUESTIONS: &[&str] = &["status"];
const RAWKO_GROUPS: &[&str] = &["step"];
/// Its subcommands are checked instead.
const GROUPS: &[&str] = &["plan"];

/// A new command must be added to one of these lists.
#[test]
fn r01_every_changing_command_is_on_a_list() {
    check("planloop", &[], QUESTIONS);
    check("planwright", &[], &[QUESTIONS, NATIVE_QUESTIONS].concat());
    check("agentctl", &[], &[QUESTIONS, GROUPS].concat());
    check("agentctl", GROUPS, &[QUESTIONS, AGENTCTL_QUESTIONS].concat());
    check("teddy", &[], QUESTIONS);
    check(
        "rawko",
        &[],
        &[QUESTIONS, RAWKO_QUESTIONS, GROUPS, RAWKO_GROUPS].concat(),
    );
    check("rawko", GROUPS, &[QUESTIONS, RAWKO_QUESTIONS].concat());
    check("rawko", &RAWKO_GROUPS[..1], QUESTIONS);
}

fn check(program: &str, group: &[&str], questions: &[&str]) {
    let help = Project::in_memory()
        .run(program, &[group, &["--help"]].concat())
        .done()
        .stdout;
    let tried = [
        CREATING, PLANLOOP, PLANWRIGHT, OPENING, FOLDERS, FILES, TURNS, RAWKO, RUNNING,
    ]
    .concat();
    let is_tried = |name: &str| {
        let line = [group, &[name]].concat();
        tried.iter().any(|verb| is_of(verb, program, &line))
    };
    let names = commands(&help);
    assert!(names.len() > 1, "{program} {group:?}: {help}");
    let missing: Vec<&str> = names
        .into_iter()
        .filter(|name| !questions.contains(name) && !is_tried(name))
        .collect();
    assert_eq!(missing, [""; 0], "{program} {group:?}");
}

fn is_of(verb: &Verb, program: &str, line: &[&str]) -> bool {
    verb.program == program && verb.line.starts_with(line)
}

/// The names of the commands, in all groups of the help. They are indented by two blanks, their descriptions further.
fn commands(help: &str) -> Vec<&str> {
    let is_end = |line: &str| ["Options:", "Global options:", "Examples:", "Example:"].contains(&line);
    let usage = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let names = usage.take_while(|line| !is_end(line)).filter_map(|line| {
        let is_name = line.starts_with("  ") && !line.starts_with("   ");
        line.split_whitespace().next().filter(|_| is_name)
    });
    names.collect()
}
