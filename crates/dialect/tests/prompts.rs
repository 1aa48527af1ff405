//! Every prompt as it is sent, in `src/prompts/golden`. `SPEC_UPDATE=1` rewrites the files.

use std::io;
use std::path::Path;

use model::{AgentName, Brief, RelPath, TaskNumber, TaskPath};
use planwright_dialect::answers::TodoLine;
use planwright_dialect::prompts::{decompose, judge, rawko_arbiter, rawko_create, rawko_replan, suggest, teddy_turn};
use planwright_dialect::teddy::input::{Project, write_outline};

#[expect(
    clippy::disallowed_methods,
    reason = "the expected texts are files; the room itself stays pure"
)]
fn check(name: &str, version: u32, found: &str) -> io::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/prompts/golden/{name}.md"));
    assert!(version > 0, "{name}");
    assert!(!found.contains("{{") && !found.contains("<!-- version"), "{found}");
    if std::env::var_os("SPEC_UPDATE").is_some_and(|value| value == "1") {
        return std::fs::write(file, found);
    }
    let wanted = std::fs::read_to_string(file)?;
    assert_eq!(
        found, wanted,
        "run `SPEC_UPDATE=1 cargo test -p planwright-dialect --test prompts`"
    );
    Ok(())
}

fn outline() -> String {
    let files = ["README.md", "spec.md", "src/main.py", "tests/test_main.py"];
    let files: Vec<_> = files.iter().filter_map(|path| RelPath::new(path).ok()).collect();
    write_outline(&Project {
        files: &files,
        left_out: 2,
    })
}

fn texts<const N: usize>(texts: [&str; N]) -> [String; N] {
    texts.map(str::to_owned)
}

fn agents() -> [(String, String); 2] {
    [("developer", "writes code"), ("tester", "writes tests")].map(|(name, when)| (name.to_owned(), when.to_owned()))
}

#[test]
fn decompose_in_the_first_round() -> io::Result<()> {
    let input = decompose::Input {
        goal: "Keep short notes",
        spec: None,
        outline: &outline(),
        memos: &[],
        first: TaskNumber(1),
        feedback: &[],
        last_answer: None,
    };
    check(
        "decompose",
        decompose::VERSION,
        &decompose::render(&input, None).unwrap(),
    )
}

#[test]
fn decompose_after_a_refusal() -> io::Result<()> {
    let input = decompose::Input {
        goal: "Keep short notes",
        spec: Some("# notes\n\n````\n{{goal}}\n````\n"),
        outline: &outline(),
        memos: &texts(["Use the standard library alone."]),
        first: TaskNumber(2),
        feedback: &texts(["Task 'Store' has no hints.", "Task 3 is too large."]),
        last_answer: Some("{\"tasks\": []}"),
    };
    let found = decompose::render(&input, None).unwrap().replace("{{goal}}", "GOAL");
    check("decompose_again", decompose::VERSION, &found)
}

#[test]
fn judge_is_rendered() -> io::Result<()> {
    let input = judge::Input {
        goal: "Keep short notes",
        spec: Some("# notes\n"),
        plan: "{\"tasks\": []}",
        first: TaskNumber(2),
    };
    check("judge", judge::VERSION, &judge::render(&input, None).unwrap())
}

#[test]
fn suggest_is_rendered() -> io::Result<()> {
    let todo = TodoLine {
        path: "src/main.py".to_owned(),
        line: 3,
        text: "  # TODO: lock the file".to_owned(),
    };
    let input = suggest::Input {
        goal: Some("Keep short notes"),
        outline: &outline(),
        todos: &[todo],
        tests: &texts(["tests/test_main.py"]),
        files: None,
        existing: &[(TaskNumber(2), "Store notes".to_owned())],
        first: TaskNumber(3),
        count: 5,
        feedback: Some("The answer holds no JSON."),
    };
    check("suggest", suggest::VERSION, &suggest::render(&input, None).unwrap())
}

#[test]
fn a_turn_is_rendered() -> io::Result<()> {
    let input = teddy_turn::Input {
        system_prompt: "<prompt>\nYou are a developer.\n</prompt>\n",
        input: "# Agent Invocation Payload\n\n## 1. System Information\n",
        message: Some("Add a greeting.\n"),
    };
    let turn = teddy_turn::render(&input, None).unwrap();
    assert_eq!(turn.system, input.system_prompt);
    check("teddy_turn", teddy_turn::VERSION, &turn.page())?;
    let silent = teddy_turn::Input { message: None, ..input };
    assert!(!teddy_turn::render(&silent, None).unwrap().user.contains("Message"));
    Ok(())
}

fn asked_for() -> Brief {
    Brief {
        agent: AgentName::new("tester").ok(),
        body: "Use pytest.\nOne test for each call.".to_owned(),
        acceptance: texts(["run: pytest", "Line breaks are refused"]).to_vec(),
        paths: vec![TaskPath::read("+tests/test_store.py")],
        ..Brief::default()
    }
}

#[test]
fn rawko_create_is_rendered() -> io::Result<()> {
    let create = rawko_create::Input {
        task: "Keep short notes",
        existing_code: &texts(["def main():\n    pass\n"]),
        memories: &texts(["Tests live in tests."]),
        constraints: &texts(["No new dependencies"]),
        agents: &agents(),
    };
    check(
        "rawko_create",
        rawko_create::VERSION,
        &rawko_create::render(&create, None).unwrap(),
    )
}

#[test]
fn rawko_replan_is_rendered() -> io::Result<()> {
    let step = |index, description, status| rawko_replan::Step {
        index,
        description,
        status,
        output: None,
        brief: None,
    };
    let failed = step(1, "Write the store", "failed");
    let tested = rawko_replan::Step {
        brief: Some(&asked_for()),
        ..step(2, "Test the store", "pending")
    };
    let kept = rawko_replan::Step {
        output: Some("Found no conventions."),
        ..step(0, "Look around", "complete")
    };
    let replan = rawko_replan::Input {
        task: "Keep short notes",
        failed,
        error: "No such folder: data",
        replaced: &[failed, tested],
        kept: &[kept],
        discoveries: &texts(["The folder is ignored by git."]),
        constraints: &[],
        agents: &agents(),
    };
    check(
        "rawko_replan",
        rawko_replan::VERSION,
        &rawko_replan::render(&replan, None).unwrap(),
    )
}

#[test]
fn rawko_arbiter_is_rendered() -> io::Result<()> {
    let arbiter = rawko_arbiter::Input {
        task: "Keep short notes",
        plan: Some(rawko_arbiter::Plan {
            status: "in_progress",
            complete: 1,
            total: 3,
            current: Some(rawko_arbiter::Current {
                index: 1,
                description: "Write the store",
                suggested_agent: None,
                acceptance_criteria: &texts(["Line breaks are refused"]),
            }),
            pending: &[(2, "Test the store".to_owned())],
        }),
        last_error: Some("No such folder: data"),
        agents: &agents(),
    };
    check(
        "rawko_arbiter",
        rawko_arbiter::VERSION,
        &rawko_arbiter::render(&arbiter, None).unwrap(),
    )?;
    let bare = rawko_arbiter::Input { plan: None, ..arbiter };
    assert!(!rawko_arbiter::render(&bare, None).unwrap().contains("## Plan Status"));
    Ok(())
}

#[test]
fn a_prompt_of_the_user_may_use_the_same_holes_alone() {
    let input = judge::Input {
        goal: "G",
        spec: None,
        plan: "[]",
        first: TaskNumber(2),
    };
    let found = judge::render(&input, Some("From {{first_number}}.\n{{#spec}}\nS\n{{/spec}}\n")).unwrap();
    assert_eq!(found, "From 2.\n");
    let faults = judge::render(&input, Some("{{gaol}} {{verdict}}")).unwrap_err();
    let messages: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "The prompt has no placeholder `gaol`.",
            "The prompt has no placeholder `verdict`."
        ]
    );
}
