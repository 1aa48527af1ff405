use super::*;
use crate::native::Trouble;

fn counts() -> Counts {
    Counts {
        todo: 1,
        done: 2,
        ..Counts::default()
    }
}

fn step() -> RunStep<'static> {
    RunStep {
        number: TaskNumber(3),
        key: "a-b",
        title: "A\u{202e}b",
    }
}

fn plain(text: &str) -> String {
    anstyle_free(text)
}

/// Without the styles, which begin with an escape character and end with an `m`.
fn anstyle_free(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    first
        + &parts
            .filter_map(|part| part.split_once('m').map(|(_, rest)| rest))
            .collect::<String>()
}

fn ended(fate: RunFate<'_>) -> RunLine<'_> {
    RunLine::Ended {
        step: step(),
        agent: "dev",
        fate,
        elapsed_ms: 61_000,
        counts: counts(),
        cost: Cost::from_dollars(0.5),
    }
}

#[test]
fn every_event_is_one_line_of_json() {
    let files = ["a.rs".to_owned()];
    let lines = [
        RunLine::Begins {
            goal: Some("Ship\nit"),
            counts: counts(),
            jobs: 2,
            sandbox: Some("off"),
        },
        RunLine::Started {
            step: step(),
            agent: "dev",
        },
        RunLine::Output {
            number: TaskNumber(3),
            text: "one\ntwo",
        },
        ended(RunFate::Done {
            note: Some("ok"),
            files: RunFiles {
                all: &files,
                undeclared: &files,
            },
        }),
        RunLine::Remark("so"),
    ];
    let words = ["run_started", "step_started", "output", "step_ended", "remark"];
    for (line, word) in lines.iter().zip(words) {
        let json = run_line_json(line);
        assert!(json.ends_with('\n') && json.matches('\n').count() == 1, "{json}");
        assert!(!json.contains('\u{202e}'), "{json}");
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["event"], word);
    }
    let value: serde_json::Value = serde_json::from_str(&run_line_json(&lines[3])).unwrap();
    assert_eq!(value["fate"], "done");
    assert_eq!(value["files"][0], "a.rs");
    assert_eq!(value["undeclared"][0], "a.rs");
    assert_eq!(value["tasks"]["total"], 3);
    assert_eq!(value["elapsed_ms"], 61_000);
}

#[test]
fn people_see_what_came_of_a_step() {
    let files: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let fate = RunFate::Done {
        note: Some("1\n2\n3\n4"),
        files: RunFiles {
            all: &files,
            undeclared: &files[1..2],
        },
    };
    assert_eq!(
        plain(&run_line_text(&ended(fate))),
        "✓ 3 A\\u{202e}b 1 min 01 s\n  1\n  2\n  3\n  …\n  changed: a, b, c and 1 more\n  changed, and not declared: b\n"
    );
    let failed = RunFate::Failed {
        error: "exit code 1",
        files: RunFiles::default(),
    };
    assert_eq!(
        plain(&run_line_text(&ended(failed))),
        "✗ 3 A\\u{202e}b failed 1 min 01 s\n  exit code 1\n"
    );
    let unknown = plain(&run_line_text(&ended(RunFate::Unknown)));
    assert!(unknown.contains("nobody knows"), "{unknown}");
}

#[test]
fn the_status_line_names_everybody_who_works() {
    let busy = [RunBusy {
        number: TaskNumber(3),
        agent: "dev",
        elapsed_ms: 3_000,
    }];
    let status = run_status(counts(), &busy, 3_700_000, Cost::from_dollars(0.5));
    assert_eq!(status, "2 of 3 settled · 3 dev 3 s · 1 h 01 min in all · $0.50");
}

#[test]
fn the_summary_says_how_it_ended() {
    let summary = RunSummary {
        end: "failed",
        message: "Task 3 failed.",
        hint: Some("look at it: planwright show 3"),
        is_good: false,
        counts: counts(),
        started: 3,
        done: 2,
        failed: 1,
        released: 0,
        replans: 0,
        elapsed_ms: 0,
        cost: None,
        undeclared: &["notes.md".to_owned()],
        undeclared_more: 12,
        sandbox: Some("sandbox: unavailable (no kernel)"),
    };
    let text = plain(&run_summary_text(&summary, 80));
    assert!(
        text.ends_with(
            "Task 3 failed.\n3 started, 2 done, 1 failed\nchanged while several steps ran, and declared by none \
             of them: notes.md and 12 more\nhint: look at it: planwright show 3\n"
        ),
        "{text}"
    );
    let value: serde_json::Value = serde_json::from_str(&run_summary_json(&summary)).unwrap();
    assert_eq!(
        (&value["event"], &value["end"]),
        (&"run_ended".into(), &"failed".into())
    );
    assert_eq!(value["undeclared_more"], 12);
    assert_eq!(value["sandbox"], "sandbox: unavailable (no kernel)");
}

#[test]
fn a_run_that_could_not_begin_says_so_on_one_line() {
    let trouble = Trouble::new("held", "two\nlines").with_details(["a".to_owned()]);
    let json = run_refused_json(&trouble, &[]);
    assert_eq!(
        json,
        "{\"event\":\"run_refused\",\"status\":\"error\",\"error_type\":\"held\",\"message\":\"two\\nlines\",\
         \"details\":[\"a\"],\"hint\":null}\n"
    );
}

#[test]
fn what_somebody_said_is_told_as_their_word() {
    for (said, word, mark) in [
        (RunWord::Done, "done", "✓ 3 A\\u{202e}b was done, as you say\n"),
        (RunWord::Failed, "failed", "✗ 3 A\\u{202e}b has failed, as you say\n"),
        (
            RunWord::Again,
            "again",
            "↩ 3 A\\u{202e}b is to be done again, as you say\n",
        ),
    ] {
        let line = RunLine::Resolved {
            step: step(),
            agent: "dev",
            said,
        };
        assert_eq!(plain(&run_line_text(&line)), mark);
        let value: serde_json::Value = serde_json::from_str(&run_line_json(&line)).unwrap();
        assert_eq!(
            (&value["event"], &value["said"]),
            (&"step_resolved".into(), &word.into())
        );
    }
}

#[test]
fn whose_check_it_was_is_said_where_several_work() {
    let line = |is_beside| RunLine::Checked {
        number: TaskNumber(3),
        command: "make\nmake test",
        has_passed: true,
        is_beside,
    };
    assert_eq!(
        plain(&run_line_text(&line(false))),
        "  ✓ run: make\n         │ make test\n"
    );
    assert_eq!(
        plain(&run_line_text(&line(true))),
        "3 │ ✓ run: make\n         │ make test\n"
    );
}
