//! Plans against a small project.

use model::{Rule, Severity};
use proptest::prelude::*;

use super::testing::{Project, create, edit, execute, marked, resources};
use super::{Ending, check, rules};
use crate::rules::{Example, assert_examples};
use crate::teddy::testing::{MEMO_FILE, plan_with};
use crate::teddy::{read, read_memos};

fn judged(rule: &Rule, example: &Example) -> Vec<&'static Rule> {
    let mut project = match rule == rules::PRUNE_SESSION {
        true => Project::without_session(),
        false => Project::sample(),
    };
    if example.info == MEMO_FILE {
        project.memo_fault = read_memos(example.text).err();
    }
    let source = plan_with(example);
    let reading = read(&source);
    assert_eq!(reading.diagnostics, [], "{rule}");
    check(&source, &reading, &project)
        .iter()
        .map(|fault| fault.rule)
        .collect()
}

#[test]
fn examples_break_exactly_their_rule() {
    let rules = [rules::files::RULES, rules::edits::RULES, rules::session::RULES];
    assert_examples(&rules.concat(), judged);
}

#[track_caller]
fn expect(project: &Project, text: &str, rules: &[&str]) {
    assert_eq!(project.rules(text), rules, "{text}");
}

#[test]
fn no_memo_is_missed_where_nobody_knows_the_memos() {
    let plan = "## Memos\n````\n[-] Gone.\n````\n## Action Plan\n### `READ`\n- **Resource:** [no.md](/no.md)\n";
    let mut project = Project::sample();
    project.memo_fault = Some("it is a folder".to_owned());
    let faults = check(plan, &read(plan), &project);
    let told: Vec<_> = faults
        .iter()
        .map(|fault| (fault.rule.name, fault.place.path.as_deref()))
        .collect();
    assert_eq!(told, [("memo-file", Some(".teddy/memos.yaml")), ("read-exists", None)]);
}

#[test]
fn a_plan_may_build_on_what_it_makes() {
    let project = Project::sample();
    let made = create("new/a.txt", "one\ntwo\n");
    expect(
        &project,
        &(made.clone() + &edit("new/a.txt", &[("one\n", "1\n"), ("1\ntwo\n", "2\n")])),
        &[],
    );
    expect(
        &project,
        &(made.clone() + "### `READ`\n- **Resource:** [new](/new)\n- **Description:** See.\n"),
        &[],
    );
    expect(
        &project,
        &(made.clone() + &create("new/a.txt/b", "x\n")),
        &["path-parent"],
    );
    expect(&project, &(made + &create("new", "x\n")), &["create-exists"]);
}

#[test]
fn pairs_and_edits_see_what_those_before_them_leave() {
    let project = Project::sample();
    let first = edit("src/main.rs", &[("    greet();\n", "    meet();\n")]);
    expect(
        &project,
        &(first.clone() + &edit("src/main.rs", &[("    meet();\n", "")])),
        &[],
    );
    expect(
        &project,
        &(first + &edit("src/main.rs", &[("    greet();\n", "    part();\n")])),
        &["find-missing"],
    );
}

#[test]
fn what_follows_from_a_fault_is_not_told() {
    let project = Project::sample();
    let pairs = [
        ("    great();\n", "    meet();\n    part();\n"),
        ("    meet();\n", "    leave();\n"),
    ];
    expect(&project, &edit("src/main.rs", &pairs), &["find-missing"]);
    let existing = create("src/main.rs", "fn main() {}\n") + &edit("src/main.rs", &[("fn main() {}\n", "x\n")]);
    expect(&project, &existing, &["create-exists"]);
}

#[test]
fn a_pair_that_changes_nothing_is_told_whatever_the_file_is() {
    let project = Project::sample();
    let same = [("x\n", "x\n"), ("y\n", "z\n")];
    expect(&project, &edit("b.txt", &same), &["edit-exists", "replace-same"]);
    expect(&project, &edit("logo.png", &same), &["edit-text", "replace-same"]);
    expect(
        &project,
        &edit(".git/config", &same),
        &["path-protected", "replace-same"],
    );
}

#[test]
fn broken_actions_are_not_held_against_others() {
    let project = Project::sample();
    let unfinished = "### `CREATE`\n- **File Path:** [b.txt](/b.txt)\n- **Description:** Make it.\n\n";
    expect(
        &project,
        &(unfinished.to_owned() + &edit("b.txt", &[("x\n", "y\n")])),
        &[],
    );
    let nameless = "### `CREATE`\n- **Description:** Make it.\n````\nx\n````\n\n";
    expect(
        &project,
        &(nameless.to_owned() + &edit("b.txt", &[("x\n", "y\n")])),
        &[],
    );
    expect(&project, &edit("b.txt", &[("x\n", "y\n")]), &["edit-exists"]);
}

#[test]
fn every_fault_is_told_in_source_order() {
    let text = create(".git/hooks/pre-commit", "rm\n")
        + &edit(
            "src/main.rs",
            &[("greet\n", "x\n"), ("nothing like it\n", "y\n"), ("}\n", "}\n")],
        )
        + &edit("old.md", &[("after\n", "x\n")])
        + "### `PRUNE`\n- **Resource:** [old.md](/old.md)\n- **Description:** Forget.\n\n"
        + "### `CONCLUDE`\n- **Handoff Resources:**\n  - [gone.md](/gone.md)\n\nDone.\n";
    let project = Project::sample();
    let rules = [
        "path-protected",
        "find-several",
        "find-missing",
        "replace-same",
        "edit-context",
        "find-missing",
        "prune-context",
        "conclude-caller",
        "handoff-resource",
    ];
    expect(&project, &text, &rules);
    let lines: Vec<_> = project
        .judge(&text)
        .iter()
        .map(|fault| fault.place.line_column.unwrap().0)
        .collect();
    assert!(lines.is_sorted() && lines[0] > 20, "{lines:?}");
}

#[test]
fn a_text_that_is_not_found_is_shown_beside_the_nearest() {
    let faults = Project::sample().judge(&edit("src/main.rs", &[("    greet()\n    greet_all();\n", "x\n")]));
    assert_eq!(
        faults[0].message,
        "This text is not in the file. Most like it are lines 2 to 3."
    );
    assert_eq!(
        faults[0].hint.as_deref().unwrap(),
        "Copy the text exactly from the file. Here `-` is the file and `+` is this block:\n\
         -    greet();\n+    greet()\n     greet_all();"
    );
}

#[test]
fn a_change_that_was_made_before_is_said_to_be() {
    let faults = Project::sample().judge(&edit("src/main.rs", &[("    meet();\n", "    greet();\n")]));
    let expected = "This text is not in the file, but the text of its `REPLACE:` block is, in line 2.";
    assert_eq!(faults[0].message, expected);
}

#[test]
fn several_places_are_all_named() {
    let faults = Project::sample().judge(&edit("src/main.rs", &[("greet\n", "x\n")]));
    let expected = "This text stands in 2 places of the file, in the lines 2, 3.";
    assert_eq!(faults[0].message, expected);
}

#[test]
fn a_short_file_may_be_replaced_as_a_whole() {
    expect(
        &Project::sample(),
        &edit("docs/a.md", &[("# Rules\n", "# Laws\n")]),
        &[],
    );
}

#[test]
fn line_ends_alone_are_not_worth_a_word() {
    let mut project = Project::sample();
    let text = super::Entry::Text("a\r\nb\r\nc\r\n".into());
    project.entries.insert("notes.txt".into(), text);
    expect(&project, &edit("notes.txt", &[("a\nb\n", "x\n")]), &[]);
    expect(
        &project,
        &edit("notes.txt", &[("  a\n  b\n", "  x\n")]),
        &["find-shifted?"],
    );
}

#[test]
fn a_folder_in_the_context_shows_its_files() {
    let mut project = Project::sample();
    let text = edit("docs/a.md", &[("# Rules\n", "# Laws\n")]);
    if let Some(turn) = &mut project.turn {
        turn.shown = resources(&["docs"]);
    }
    expect(&project, &text, &[]);
    if let Some(turn) = &mut project.turn {
        turn.shown = resources(&["doc", "docs/a"]);
    }
    expect(&project, &text, &["edit-context"]);
}

#[test]
fn outside_of_a_session_there_is_no_context() {
    let text = edit("old.md", &[("before\n", "after\n")]) + "### `CONCLUDE`\nDone.\n";
    expect(&Project::without_session(), &text, &[]);
}

#[test]
fn a_called_agent_may_conclude() {
    let mut project = Project::sample();
    for ending in [Ending::Return, Ending::Finish] {
        if let Some(turn) = &mut project.turn {
            turn.ending = ending;
        }
        expect(&project, "### `CONCLUDE`\nDone.\n", &[]);
    }
}

#[test]
fn agents_are_known_by_any_capitals_or_not_at_all() {
    let mut project = Project::sample();
    expect(&project, "### `INVOKE`\n- **Agent:** ARCHITECT\n\nGo.\n", &[]);
    project.agents = None;
    expect(&project, "### `INVOKE`\n- **Agent:** Nobody\n\nGo.\n", &[]);
}

#[test]
fn what_a_command_makes_can_be_used_in_the_next_turn() {
    let faults = Project::sample().judge(&(execute().to_owned() + &edit("out.txt", &[("x\n", "y\n")])));
    assert!(faults[0].hint.as_deref().unwrap().ends_with("use it in the next turn."));
    let text = execute().to_owned() + &execute().replace("````shell", "- **cwd:** target\n````shell");
    expect(&Project::sample(), &text, &[]);
}

#[test]
fn the_record_is_protected_by_any_name() {
    for path in [
        ".teddy/x",
        ".TEDDY/x",
        ".rawko/x",
        ".planwright/store.db",
        ".git/config",
        "sub/.git/config",
        "sub/.teddy/x",
        ".git./config",
        "GIT~1/config",
    ] {
        expect(&Project::sample(), &create(path, "x\n"), &["path-protected"]);
    }
    expect(&Project::sample(), &create(".gitignore", "x\n"), &[]);
}

#[test]
fn links_out_of_the_project_are_refused() {
    expect(&Project::sample(), &create("outside/new", "x\n"), &["path-outside"]);
    expect(
        &Project::sample(),
        &edit("outside/secret", &[("x\n", "y\n")]),
        &["path-outside"],
    );
}

#[test]
fn a_resource_is_pruned_once() {
    let prune = "### `PRUNE`\n- **Resource:** [docs/a.md](/docs/a.md)\n- **Description:** Forget.\n\n";
    expect(&Project::sample(), &prune.repeat(2), &["prune-context"]);
}

fn memos(text: &'static str) -> Example {
    let info = "markdown memos";
    Example { info, text }
}

#[test]
fn memos_change_in_order() {
    let judge = |lines: &str| {
        let source = plan_with(&memos("## Memos\n````\nX````\n")).replace('X', lines);
        let faults = check(&source, &read(&source), &Project::sample());
        faults.iter().map(marked).collect::<Vec<_>>()
    };
    assert_eq!(judge("[-] Use pnpm.\n[+] Use pnpm.\n"), [""; 0]);
    assert_eq!(
        judge("[+] New.\n[+] New.\n[-] New.\n[-] New.\n"),
        ["memo-duplicate", "memo-missing"]
    );
}

#[test]
fn a_memo_that_was_meant_is_named() {
    let source = plan_with(&memos("## Memos\n````\n[-] use PNPM\n````\n"));
    let faults = check(&source, &read(&source), &Project::sample());
    assert_eq!(
        faults[0].hint.as_deref(),
        Some("Did you mean `Use pnpm.`? Copy it exactly.")
    );
}

fn any_action() -> impl Strategy<Value = String> {
    let path = prop_oneof![
        Just("src/main.rs"),
        Just("old.md"),
        Just("new/a.txt"),
        Just("new"),
        Just("logo.png"),
        Just(".git/x")
    ];
    let piece = prop_oneof![
        Just("    greet();\n"),
        Just("greet\n"),
        Just("before\n"),
        Just("x\n"),
        Just("")
    ];
    prop_oneof![
        (path.clone(), piece.clone()).prop_map(|(path, text)| create(path, text)),
        (path, piece.clone(), piece).prop_map(|(path, find, replace)| edit(path, &[(find, replace)])),
        Just(execute().to_owned()),
    ]
}

proptest! {
    #[test]
    fn faults_lie_in_the_source_in_order_and_once(parts in proptest::collection::vec(any_action(), 0..8)) {
        let faults = Project::sample().judge(&parts.concat());
        let starts: Vec<_> = faults.iter().map(|fault| fault.place.span.clone().unwrap().start).collect();
        prop_assert!(starts.is_sorted());
        for (index, fault) in faults.iter().enumerate() {
            prop_assert!(!faults[..index].contains(fault));
            prop_assert!(fault.hint.is_some());
            prop_assert!(fault.severity == Severity::Error || fault.rule.name.starts_with("find-") || fault.rule.name.starts_with("replace-"));
        }
    }
}
