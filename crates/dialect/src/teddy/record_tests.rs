use model::{Fence, SessionId, TaskKey, ThreadId};

use super::*;

/// Records of earlier versions hold such lines, so they never change.
const STORED: &str = include_str!("record_tests.jsonl");

fn outcome() -> Outcome {
    Outcome {
        action: 1,
        fate: Fate::Failed("exit code 1".to_owned()),
        duration_ms: Some(3),
        details: "```\nout\n```\n".to_owned(),
        changed: Some(vec![RelPath::new("a b/c").unwrap()]),
        reply: None,
    }
}

fn lines() -> Vec<Line> {
    let outcome = outcome();
    vec![
        Line::Head(Head {
            root: "/p".to_owned(),
            plan: ".teddy/s/01/plan.md".to_owned(),
            turn: Some(("s".to_owned(), TurnId::first())),
            digest: "d".to_owned(),
            started: Timestamp::from_millis(7),
            approver: Approver::Flag,
            by: AgentName::new("ann").unwrap(),
        }),
        Line::Choice(Choice {
            memos: Vec::new(),
            actions: vec![
                ChosenPart {
                    index: 0,
                    form: None,
                    told: String::new(),
                },
                ChosenPart {
                    index: 1,
                    form: Some("### `CHAT_WITH_USER`\nHello\n".to_owned()),
                    told: "-Hi\n+Hello\n".to_owned(),
                },
            ],
            form: "f".to_owned(),
        }),
        Line::Memos {
            group: 0,
            changes: vec![MemoChange::Add("a".to_owned()), MemoChange::Remove("b".to_owned())],
        },
        Line::Files {
            group: 1,
            outcomes: vec![outcome.clone()],
        },
        Line::Failed {
            outcomes: vec![outcome.clone()],
        },
        Line::Started {
            action: 2,
            command: "make\n".to_owned(),
            sandbox: "off".to_owned(),
        },
        Line::Outcome(Outcome {
            fate: Fate::Unknown,
            reply: Some("Yes\n".to_owned()),
            changed: None,
            ..outcome
        }),
        Line::Concluding {},
        Line::Closing { group: 2 },
        Line::Ended {
            at: Timestamp::from_millis(9),
            has_finished_task: true,
        },
        Line::Undo(undo()),
        Line::Undo(Undo { task: None, ..undo() }),
    ]
}

fn outcomes() -> Vec<Line> {
    let outcome = outcome();
    vec![
        Line::Outcome(Outcome {
            fate: Fate::Done,
            duration_ms: None,
            details: String::new(),
            changed: Some(Vec::new()),
            ..outcome.clone()
        }),
        Line::Outcome(Outcome {
            fate: Fate::Skipped("no".to_owned()),
            changed: None,
            ..outcome.clone()
        }),
        Line::Outcome(Outcome {
            fate: Fate::NotFetched("host".to_owned()),
            ..outcome
        }),
    ]
}

fn all() -> Vec<Line> {
    [lines(), outcomes()].concat()
}

fn undo() -> Undo {
    Undo {
        at: Timestamp::from_millis(11),
        task: Some(TaskLink {
            session: SessionId::new("greet-1").unwrap(),
            thread: ThreadId::PRIMARY,
            key: TaskKey::new("guide").unwrap(),
            agent: AgentName::new("ann").unwrap(),
            fence: Some(Fence(3)),
        }),
    }
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let text: String = all().iter().map(write_line).collect();
    assert_eq!(text, STORED);
    assert_eq!(read_record(&text), Ok(all()));
}

#[test]
fn a_record_cut_anywhere_holds_its_whole_lines() {
    let text: String = all().iter().map(write_line).collect();
    for length in 0..text.len() {
        let whole = text.as_bytes()[..length].iter().filter(|byte| **byte == b'\n').count();
        let cut = String::from_utf8_lossy(&text.as_bytes()[..length]).into_owned();
        assert_eq!(read_record(&cut).unwrap(), all()[..whole], "{length}");
    }
}

#[test]
fn a_damaged_line_is_told() {
    assert!(
        read_record("{\"closing\":{\"group\":1}}\nxx\n")
            .unwrap_err()
            .starts_with("line 2")
    );
}

#[test]
fn earlier_records_lack_fields_that_later_ones_have() {
    let text = r#"{"head":{"root":"/p","plan":"p","digest":"d","started":7,"approver":"human","by":"ann"}}
{"started":{"action":2,"command":"make"}}
{"outcome":{"action":1,"fate":"unknown"}}
{"outcome":{"action":1,"fate":"done","changed":["a"]}}
{"ended":{"at":9}}
"#;
    let read = read_record(text).unwrap();
    let changed = |line: &Line| match line {
        Line::Outcome(outcome) => outcome.changed.clone(),
        _ => None,
    };
    assert_eq!(
        changed(&read[2]),
        None,
        "a command with an unknown result may have changed anything"
    );
    assert_eq!(changed(&read[3]), Some(vec![RelPath::new("a").unwrap()]));
    assert!(matches!(&read[0], Line::Head(head) if head.turn.is_none()));
    assert!(matches!(
        read[4],
        Line::Ended {
            has_finished_task: false,
            ..
        }
    ));
}

#[test]
fn names_that_could_lead_elsewhere_are_damage() {
    for line in [
        r#"{"head":{"root":"/p","plan":"p","turn":["../s","01"],"digest":"d","started":7,"approver":"human","by":"ann"}}"#,
        r#"{"head":{"root":"/p","plan":"p","turn":["s","x"],"digest":"d","started":7,"approver":"human","by":"ann"}}"#,
        r#"{"head":{"root":"/p","plan":"p","digest":"d","started":7,"approver":"human","by":""}}"#,
        r#"{"outcome":{"action":1,"fate":"done","changed":["../a"]}}"#,
        r#"{"outcome":{"action":1,"fate":"done","more":1}}"#,
        r#"{"undo":{"at":1,"task":{"session":"..","thread":1,"key":"k","agent":"a"}}}"#,
        r#"{"closing":{"group":1,"more":1}}"#,
        r#"{"concluding":{"more":1}}"#,
    ] {
        assert!(read_record(&format!("{line}\n")).is_err(), "{line}");
    }
}
