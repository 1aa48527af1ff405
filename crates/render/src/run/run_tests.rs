use engine::run::{News, Remark, Resolution, StepLine};
use model::conclude::StepConclusion;
use model::{Cost, Counts, TaskNumber};

use super::*;
use crate::planwright::testing::plain;

fn counts() -> Counts {
    Counts {
        todo: 1,
        done: 2,
        ..Counts::default()
    }
}

fn step() -> StepLine {
    StepLine {
        number: TaskNumber(3),
        index: 2,
        key: "a-b".into(),
        title: "A\u{202e}b".into(),
    }
}

fn ended(conclusion: StepConclusion) -> News {
    News::Ended {
        step: step(),
        agent: "dev".into(),
        conclusion,
        elapsed_ms: 61_000,
        counts: counts(),
        cost: Cost::from_dollars(0.5),
    }
}

fn text(news: &News) -> String {
    plain(&run_line_text(news, &RunLines::new(Terms::Planwright)))
}

#[test]
fn hidden_characters_are_escaped_in_every_line() {
    let done = ended(StepConclusion::Done {
        note: Some("ok\u{1b}".into()),
        files: vec!["a\u{202e}.rs".into()],
        undeclared: Vec::new(),
    });
    let resolved = News::Resolved {
        step: step(),
        agent: "dev\u{9b}".into(),
        resolution: Resolution::Again,
    };
    let remark = News::Remark(Remark::Continued("so\u{202e}".into()));
    for news in [done, resolved, remark] {
        let json = run_line_json(&news, &RunLines::new(Terms::Rawko));
        assert_eq!(json.matches('\n').count(), 1, "{json}");
        for line in [json, text(&news)] {
            assert!(!line.contains(['\u{202e}', '\u{1b}', '\u{9b}']), "{line:?}");
        }
    }
}

#[test]
fn long_notes_and_file_lists_are_shortened() {
    let files: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let done = StepConclusion::Done {
        note: Some("1\n2\n3\n4".into()),
        undeclared: files[1..2].to_vec(),
        files,
    };
    assert_eq!(
        text(&ended(done)),
        "✓ 3 A\\u{202e}b 1 min 01 s\n  1\n  2\n  3\n  …\n  changed: a, b, c and 1 more\n  changed, and not declared: b\n"
    );
}

#[test]
fn the_status_line_names_every_busy_agent() {
    let busy = [BusyAgent {
        number: TaskNumber(3),
        agent: "dev",
        elapsed_ms: 3_000,
    }];
    let status = run_status(counts(), &busy, 3_700_000, Cost::from_dollars(0.5));
    assert_eq!(status, "2 of 3 settled · 3 dev 3 s · 1 h 01 min in all · $0.50");
}

#[test]
fn a_check_names_its_step_if_several_steps_run() {
    let check = News::Checked {
        number: TaskNumber(3),
        command: "make\nmake test".into(),
        has_passed: true,
    };
    assert_eq!(text(&check), "  ✓ run: make\n         │ make test\n");
    let mut lines = RunLines::new(Terms::Rawko);
    lines.is_parallel = true;
    lines.observe(&News::Started {
        step: step(),
        agent: "dev".into(),
    });
    assert_eq!(
        plain(&run_line_text(&check, &lines)),
        "2 │ ✓ run: make\n         │ make test\n"
    );
}
