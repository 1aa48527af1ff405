//! R10 for programs: no JSON answer prints a character that hides or rearranges text, for any content of the plan.

use dialect::text::visible::hidden;
use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish};

use crate::r08_hostile_clones::VERBS;

const HOSTILE: &str = "Write\u{202e}it\u{200b}down \u{9b}31m\u{e0041}";

#[test]
fn r10_json_answers_of_every_verb_hide_nothing() {
    let (mut documents, mut escaped) = (0, 0);
    for (program, line) in VERBS {
        let project = hostile();
        let ran = run(&project, program, line);
        for (name, text) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
            let count: usize = text.lines().map(hidden).sum();
            assert_eq!(count, 0, "{name} of {program} {line:?}: {text:?}");
        }
        documents += usize::from(ran.stdout.starts_with('{'));
        escaped += usize::from(ran.stdout.contains("\\u202e"));
    }
    // Completions are for shells, and a few commands have no output here.
    assert!(documents >= VERBS.len() - 6, "{documents} of {}", VERBS.len());
    // Answers that show the plan contain its text, so that the counts above are meaningful.
    assert!(escaped >= 20, "{escaped} of {documents} show the text of the plan");
}

/// The command answers in JSON: with `--json`, or always.
fn run(project: &Project, program: &str, line: &[&str]) -> Ran {
    let is_always = program == "planloop" && !matches!(line[0], "sessions" | "suggest");
    let has_flag = is_always || line.contains(&"--json") || line[0] == "completions";
    let flag: &[&str] = if has_flag { &[] } else { &["--json"] };
    let mut command = project.command(bins::path(program));
    finish(command.args(line).args(flag))
}

/// A plan, a signal, a topic, a turn and a proposal with hidden characters in their texts.
fn hostile() -> Project {
    let project = Project::in_memory();
    project.planwright(&["init", "--goal", HOSTILE]).done();
    let add = [
        "add", HOSTILE, "--body", HOSTILE, "--hint", HOSTILE, "--accept", HOSTILE,
    ];
    project.planwright(&add).done();
    project
        .planwright(&["signal", "odd", HOSTILE, "--level", "info"])
        .done();
    project.planwright(&["fail", "1", HOSTILE]).done();
    project.write("plan.md", &format!("# {HOSTILE}\n\n## {HOSTILE}\n"));
    project.run("teddy", &["new", "greet"]).done();
    project
}
