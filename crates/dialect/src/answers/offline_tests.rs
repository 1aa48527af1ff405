use model::{AgentName, Change, SignalId, SignalState, TaskNumber, ThreadId, Timestamp};
use proptest::prelude::*;

use super::*;
use crate::planloop::PayloadOrigin;
use crate::planloop::examples_tests::expect_passes;

fn todo(path: &str, text: &str) -> TodoLine {
    TodoLine {
        path: path.to_owned(),
        line: 7,
        text: text.to_owned(),
    }
}

fn signal(level: Level, message: &str) -> Signal {
    Signal {
        id: SignalId::new("tests").unwrap(),
        task: Some(TaskNumber(4)),
        level,
        message: message.to_owned(),
        link: None,
        state: SignalState::Open {
            by: AgentName::new("ci").unwrap(),
            at: Timestamp::from_millis(0),
        },
    }
}

fn passes(add: Vec<NewTask>, files: &[&str]) {
    let change = Change {
        add,
        ..Change::empty(ThreadId::PRIMARY)
    };
    expect_passes(&change, &PayloadOrigin::default(), &["src"], files);
}

#[test]
fn remarks_become_tasks() {
    for (text, title, kind) in [
        (
            "    // TODO: handle empty input",
            "Settle the TODO in `src/a.rs`: handle empty input",
            Kind::Feature,
        ),
        (
            "# FIXME(ann): off by one",
            "Settle the FIXME in `src/a.rs`: off by one",
            Kind::Bugfix,
        ),
        (
            "/* XXX - see `docs/gone.md` */",
            "Settle the XXX in `src/a.rs`: see `docs/gone.md`",
            Kind::Refactor,
        ),
        ("<!-- TODO -->", "Settle the TODO at line 7 of `src/a.rs`", Kind::Chore),
        (
            "// TODO test this",
            "Settle the TODO in `src/a.rs`: test this",
            Kind::Test,
        ),
        (
            "x(); // HACK",
            "Settle the HACK at line 7 of `src/a.rs`",
            Kind::Refactor,
        ),
    ] {
        let tasks = offline(&[todo("src/a.rs", text)], &[]);
        assert_eq!(tasks.len(), 1, "{text}");
        assert_eq!(tasks[0].brief.title, title);
        assert_eq!(tasks[0].brief.kind, Some(kind), "{text}");
        passes(tasks, &["src/a.rs"]);
    }
}

#[test]
fn what_is_no_remark_gives_no_task() {
    for (path, text) in [
        ("src/a.rs", "let todo = 1;"),
        ("src/a.rs", "TODOS"),
        ("src/a.rs", "MY_TODO"),
        ("", "TODO: x"),
        ("../a.rs", "TODO: x"),
        ("/etc/a", "TODO: x"),
        ("+a.rs", "TODO: x"),
        ("a`b.rs", "TODO: x"),
        ("a\nb.rs", "TODO: x"),
    ] {
        assert_eq!(offline(&[todo(path, text)], &[]), [], "{path:?} {text}");
    }
}

#[test]
fn failing_signals_come_first() {
    let (blocker, info) = (
        signal(Level::Blocker, "3 tests\nfail in `gone.py`"),
        signal(Level::Info, "hello"),
    );
    let paths = [TaskPath::read("+src/a.rs"), TaskPath::read("../b")];
    let failing = [
        Failing {
            signal: &blocker,
            paths: &paths,
        },
        Failing {
            signal: &blocker,
            paths: &[],
        },
        Failing {
            signal: &info,
            paths: &paths,
        },
    ];
    let tasks = offline(&[todo("src/a.rs", "TODO")], &failing);
    assert_eq!(tasks.len(), 3);
    let title = "Settle the signal tests of task 4: 3 tests fail in `gone.py`";
    assert_eq!(tasks[0].brief.title, title);
    assert_eq!(tasks[0].brief.paths, [TaskPath::read("src/a.rs")]);
    assert_eq!(tasks[1].brief.paths, [TaskPath::read(".")]);
    passes(tasks, &["src/a.rs"]);
}

proptest! {
    #[test]
    fn whatever_comes_out_passes_the_gates(
        path in "(src/)?[a-zA-Z0-9 _.+`é/#:-]{0,12}",
        text in "(//|#)? ?(TODO|FIXME|XXX)(\\([a-z]*\\))?:? ?[ -~é]{0,200}",
    ) {
        let tasks = offline(&[todo(&path, &text)], &[]);
        let files: Vec<String> = tasks.iter().flat_map(|task| &task.brief.paths).map(|path| path.path.clone()).collect();
        let files: Vec<&str> = files.iter().map(|path| path.trim_end_matches('/')).collect();
        passes(tasks.clone(), &files);
    }
}
