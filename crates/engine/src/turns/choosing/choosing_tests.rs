//! Choosing, with a workspace on the disk.

use std::fs;
use std::sync::atomic::AtomicBool;

use model::AgentName;
use model::report::Approver;
use tempfile::TempDir;

use super::*;
use crate::project::Setting;
use crate::turns::{Audience, Conclusion, Decision, Execution, News, Request, Review, SandboxWish, Workbench};

/// Chooses as it is told, and keeps what it is shown.
struct Person<F>(F);

impl<F: FnMut(&mut Choosing<'_>)> Audience for Person<F> {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        let mut choosing = review.choosing();
        (self.0)(&mut choosing);
        match choosing.finish() {
            Some(chosen) => Decision::Approve {
                by: Approver::Human,
                chosen: Some(chosen),
            },
            None => Decision::Quit,
        }
    }

    fn reply(&mut self, _: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _: News<'_>) {}
}

struct Scene {
    folder: TempDir,
    bench: Workbench,
}

impl Scene {
    fn new(files: &[(&str, &str)], plan: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        for (path, text) in files {
            fs::write(folder.path().join(path), text).unwrap();
        }
        fs::write(folder.path().join("plan.md"), plan).unwrap();
        let setting = Setting::bare(folder.path().canonicalize().unwrap());
        let bench = Workbench::open(&setting, Vec::new()).unwrap();
        Self { folder, bench }
    }

    /// The report, if it was approved.
    fn execute(&self, choose: impl FnMut(&mut Choosing<'_>)) -> Option<String> {
        let request = Request {
            by: &AgentName::new("ann").unwrap(),
            plan: Some(std::path::Path::new("plan.md")),
            session: None,
            sandbox: SandboxWish::Off,
            resolve: None,
            conclusion: Conclusion::Finishes,
            cancelled: &AtomicBool::new(false),
        };
        match self.bench.execute(&request, &mut Person(choose)).unwrap() {
            Execution::Ended(ended) => Some(ended.text),
            Execution::Declined | Execution::Absent => None,
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.folder.path().join(path)).ok()
    }
}

fn plan(memos: &str, actions: &str) -> String {
    let memos = match memos {
        "" => String::new(),
        lines => format!("## Memos\n````\n{lines}````\n\n"),
    };
    format!(
        "# T\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n````text\n### 1. Synthesis\ns\n\
         ### 2. Justification\nj\n### 3. Expected Outcome\ne\n### 4. State Dashboard\nd\n````\n\n\
         {memos}## Action Plan\n\n{actions}"
    )
}

fn create(path: &str, text: &str) -> String {
    format!("### `CREATE`\n- **File Path:** [{path}](/{path})\n- **Description:** d\n````text\n{text}````\n\n")
}

fn edit(path: &str, find: &str, replace: &str) -> String {
    format!(
        "### `EDIT`\n- **File Path:** [{path}](/{path})\n- **Description:** d\n\n`FIND:`\n````\n{find}\n````\n\
         `REPLACE:`\n````\n{replace}\n````\n\n"
    )
}

fn execute(command: &str) -> String {
    format!("### `EXECUTE`\n- **Description:** d\n- **Expected Outcome:** o\n````shell\n{command}\n````\n\n")
}

fn troubles(choosing: &Choosing<'_>) -> Vec<(ItemId, String)> {
    let items = choosing.items();
    let bad = items
        .iter()
        .flat_map(|item| item.troubles.iter().map(|fault| (item.id, fault.message.clone())));
    bad.collect()
}

const FIRST: ItemId = ItemId::Action(0);
const SECOND: ItemId = ItemId::Action(1);
const THIRD: ItemId = ItemId::Action(2);

#[test]
fn what_builds_on_something_left_out_is_marked_at_once() {
    let actions = [
        create("a.txt", "one\n"),
        edit("a.txt", "one", "two"),
        create("b.txt", "b\n"),
    ]
    .concat();
    let scene = Scene::new(&[], &plan("", &actions));
    let report = scene.execute(|choosing| {
        assert!(choosing.is_valid());
        choosing.toggle(FIRST);
        let told = "It needs CREATE of `a.txt` (action 1), which is off.".to_owned();
        assert_eq!(troubles(choosing), [(SECOND, told)]);
        assert_eq!(choosing.objection(), Some(Objection::Invalid(1)));
        choosing.toggle(SECOND);
        assert_eq!(troubles(choosing), []);
        choosing.toggle(FIRST);
        choosing.toggle(FIRST);
        assert!(choosing.is_valid());
    });
    let report = report.unwrap();
    assert_eq!(
        (scene.text("a.txt"), scene.text("b.txt")),
        (None, Some("b\n".to_owned()))
    );
    assert!(report.contains("3 Total / 1 Approved / 2 Skipped"), "{report}");
    assert!(
        report.contains("- **Status:** Skipped: the user deselected it"),
        "{report}"
    );
    assert!(report.contains("Completed"), "{report}");
}

#[test]
fn the_edit_is_named_that_another_one_builds_on() {
    let actions = [
        edit("a.txt", "x", "X"),
        edit("a.txt", "y", "z"),
        edit("a.txt", "z", "w"),
    ]
    .concat();
    let scene = Scene::new(&[("a.txt", "x\ny\n")], &plan("", &actions));
    scene.execute(|choosing| {
        choosing.toggle(FIRST);
        assert_eq!(troubles(choosing), []);
        choosing.toggle(SECOND);
        let told = "It needs EDIT of `a.txt` (action 2), which is off.".to_owned();
        assert_eq!(troubles(choosing), [(THIRD, told)]);
        assert!(!choosing.is_valid());
    });
    assert_eq!(scene.text("a.txt").unwrap(), "x\ny\n");
}

#[test]
fn memos_build_on_each_other_too() {
    let scene = Scene::new(&[], &plan("[+] A.\n[-] A.\n[+] B.\n", &create("a.txt", "a\n")));
    let report = scene.execute(|choosing| {
        choosing.toggle(ItemId::Memo(0));
        let told = "It needs the ADD of this memo, which is off.".to_owned();
        assert_eq!(troubles(choosing), [(ItemId::Memo(1), told)]);
        choosing.toggle(ItemId::Memo(1));
        choosing
            .modify(ItemId::Memo(2), Modification::Memo { text: "C.".to_owned() })
            .unwrap();
    });
    let report = report.unwrap();
    assert_eq!(scene.text(".teddy/memos.yaml").unwrap(), "- C.\n");
    for line in [
        "- **Memo added:** C.",
        "- **Memo not added:** A. (Skipped: the user deselected it)",
        "- **Memo not removed:** A. (Skipped: the user deselected it)",
        "- **Modified by user:** `B.` became `C.`",
    ] {
        assert!(report.contains(line), "{line}\n{report}");
    }
}

#[test]
fn all_are_chosen_unless_all_are() {
    let scene = Scene::new(&[], &plan("[+] A.\n", &create("a.txt", "a\n")));
    let declined = scene.execute(|choosing| {
        let chosen = |choosing: &Choosing<'_>| choosing.items().iter().map(|item| item.chosen).collect::<Vec<_>>();
        choosing.toggle(FIRST);
        choosing.toggle_all();
        assert_eq!(chosen(choosing), [true, true]);
        choosing.toggle_all();
        assert_eq!(chosen(choosing), [false, false]);
        assert_eq!(choosing.objection(), Some(Objection::NothingChosen));
    });
    assert_eq!(declined, None);
}

#[test]
fn a_new_file_is_saved_under_another_name_with_another_content() {
    let actions = [create("a.txt", "one\n"), edit("a.txt", "one", "two")].concat();
    let scene = Scene::new(&[("there.txt", "")], &plan("", &actions));
    let report = scene.execute(|choosing| {
        let save_as = |path: &str| Modification::Create {
            path: path.to_owned(),
            content: "ONE\n".to_owned(),
        };
        for bad in ["there.txt", "../b.txt", ".git/config", "", "/srv/b.txt", "~/b.txt", "/"] {
            let faults = choosing.modify(FIRST, save_as(bad)).unwrap_err();
            assert_eq!(faults.len(), 1, "{bad}");
            assert!(!choosing.items()[0].modified && choosing.is_valid(), "{bad}");
        }
        choosing.modify(FIRST, save_as("sub/b.txt")).unwrap();
        assert!(choosing.items()[0].modified);
        let told = "It does not fit CREATE of `a.txt` (action 1) as you have changed it.".to_owned();
        assert_eq!(troubles(choosing), [(SECOND, told)]);
        choosing.restore(FIRST);
        assert_eq!(troubles(choosing), []);
        choosing.modify(FIRST, save_as("sub/b.txt")).unwrap();
        choosing.toggle(SECOND);
    });
    let report = report.unwrap();
    assert_eq!(
        (scene.text("a.txt"), scene.text("sub/b.txt")),
        (None, Some("ONE\n".to_owned()))
    );
    let told = "- **Modified by user:**\n`````diff\n--- a/CREATE\n+++ b/CREATE\n";
    assert!(report.contains(told), "{report}");
    assert!(report.contains("\n-one\n+ONE\n"), "{report}");
}

#[test]
fn the_users_version_of_a_file_becomes_the_edit() {
    let actions = [edit("a.txt", "one", "two"), edit("a.txt", "last", "end")].concat();
    let scene = Scene::new(&[("a.txt", "one\nmore\nlast\n")], &plan("", &actions));
    let report = scene.execute(|choosing| {
        let sheet = choosing.sheet(FIRST).unwrap();
        assert_eq!((sheet.name.as_str(), &*sheet.text), ("a.txt", "two\nmore\nlast\n"));
        let change = |text: &str| Modification::Edit { text: text.to_owned() };
        choosing.modify(FIRST, change("two\nmore\nlast\n")).unwrap();
        assert!(!choosing.items()[0].modified, "it is what was proposed");
        let faults = choosing.modify(FIRST, change("one\nmore\nlast\n")).unwrap_err();
        assert!(faults[0].message.contains("without this action"), "{faults:?}");
        choosing.modify(FIRST, change("TWO\nMORE\nlast\n")).unwrap();
        let file = choosing.proposed_file(SECOND).unwrap().unwrap();
        assert_eq!(
            (file.before.as_deref(), &*file.after),
            (Some("TWO\nMORE\nlast\n"), "TWO\nMORE\nend\n")
        );
        assert!(choosing.is_valid());
    });
    let report = report.unwrap();
    assert_eq!(scene.text("a.txt").unwrap(), "TWO\nMORE\nend\n");
    // What the plan would have made of the file, and what it was made; then what was done.
    assert!(report.contains("\n-two\n-more\n+TWO\n+MORE\n last\n"), "{report}");
    assert!(report.contains("\n-one\n-more\n+TWO\n+MORE\n last\n"), "{report}");
}

#[test]
fn a_whole_file_may_be_rewritten_by_hand() {
    let text: String = (0..20).map(|line| format!("line {line}\n")).collect();
    let scene = Scene::new(&[("a.txt", &text)], &plan("", &edit("a.txt", "line 7", "seven")));
    let new = "nothing\nof\nit\n";
    scene.execute(|choosing| {
        choosing
            .modify(FIRST, Modification::Edit { text: new.to_owned() })
            .unwrap();
    });
    assert_eq!(scene.text("a.txt").unwrap(), new);
}

#[test]
fn commands_searches_and_messages_are_changed_as_text() {
    let chat = "### `CHAT_WITH_USER`\nHello\n\n";
    let research = "### `RESEARCH`\n- **Description:** d\n````\nq\n````\n\n";
    let scene = Scene::new(&[], &plan("", &[&execute("echo one > out"), research, chat].concat()));
    let report = scene.execute(|choosing| {
        for (id, text) in [
            (FIRST, "echo two > out\n"),
            (SECOND, "q1\n---\nq2\n"),
            (THIRD, "Good day\n"),
        ] {
            let change = choosing.with_text(id, text.to_owned()).unwrap();
            choosing.modify(id, change).unwrap();
            assert_eq!(choosing.sheet(id).unwrap().text.trim_end(), text.trim_end());
        }
        let empty = choosing.with_text(FIRST, "\n".to_owned()).unwrap();
        assert_eq!(choosing.modify(FIRST, empty).unwrap_err()[0].rule, "command-empty");
        let heading = choosing
            .with_text(THIRD, "### `EXECUTE`\n````\nrm\n````".to_owned())
            .unwrap();
        assert!(choosing.modify(THIRD, heading).is_err());
        assert_eq!((troubles(choosing), choosing.objection()), (Vec::new(), None));
    });
    let report = report.unwrap();
    assert!(report.contains("````shell\necho two > out\n````"), "{report}");
    assert!(report.contains("-echo one > out\n+echo two > out\n"), "{report}");
    assert!(report.contains("-Hello\n+Good day\n"), "{report}");
    assert_eq!(report.matches("Modified by user").count(), 3, "{report}");
}

#[test]
fn what_is_only_read_cannot_be_changed() {
    let read = "### `READ`\n- **Resource:** [a.txt](/a.txt)\n- **Description:** d\n\n";
    let scene = Scene::new(
        &[("a.txt", "one\n")],
        &plan("", &[&edit("a.txt", "one", "two"), read].concat()),
    );
    scene.execute(|choosing| {
        let sheet = choosing.sheet(SECOND).unwrap();
        assert_eq!((&*sheet.text, sheet.can_change), ("two\n", false));
        assert_eq!(choosing.with_text(SECOND, String::new()), None);
    });
}

#[test]
fn a_left_out_command_does_not_part_a_group() {
    let actions = [create("a.txt", "a\n"), execute("touch ran"), create("b.txt", "b\n")].concat();
    let scene = Scene::new(&[], &plan("", &actions));
    let report = scene.execute(|choosing| choosing.toggle(SECOND)).unwrap();
    assert_eq!(scene.text("ran"), None);
    assert_eq!(scene.text("b.txt").as_deref(), Some("b\n"));
    assert!(report.contains("2 Succeeded / 0 Failed"), "{report}");
}

#[test]
fn a_file_that_many_edits_change_is_shown_without_the_deselected_edit() {
    let text: String = (0..300)
        .map(|line| format!("let value_{line} = compute({line});\n"))
        .collect();
    let one = |at: usize| {
        edit(
            "a.txt",
            &format!("let value_{at} = compute({at});"),
            &format!("let x_{at} = {at};"),
        )
    };
    let actions: String = (0..100).map(one).collect();
    let scene = Scene::new(&[("a.txt", &text)], &plan("", &actions));
    scene.execute(|choosing| {
        choosing.toggle(SECOND);
        let file = choosing.proposed_file(ItemId::Action(99)).unwrap().unwrap();
        assert!(
            file.before
                .unwrap()
                .starts_with("let x_0 = 0;\nlet value_1 = compute(1);\nlet x_2 = 2;\n")
        );
    });
    assert_eq!(scene.text("a.txt").unwrap().matches("let x_").count(), 99);
}
