use crate::command::{Change, Command, Move, SignalDraft};
use crate::decide::testing::{Session, moving, new_task, nothing};
use crate::fingerprint::Fingerprint;
use crate::id::{SignalId, ThreadId};
use crate::limits;
use crate::refusal::Refusal;
use crate::signal::Level;
use crate::task::{DroppedAs, Evidence};

const THREAD: ThreadId = ThreadId::PRIMARY;

fn refused_for(command: &Command) -> &'static str {
    match Session::open(&[&[]]).refusal("ann", command) {
        Refusal::Limit { what, size, limit } => {
            assert!(size > limit);
            what
        }
        other => panic!("{other}"),
    }
}

fn long() -> String {
    "x".repeat(limits::TEXT_BYTES + 1)
}

fn move_of(to: Move) -> Command {
    Command::Change(Change {
        update: vec![moving(1, to)],
        ..nothing(THREAD)
    })
}

#[test]
fn every_text_has_a_limit() {
    let title = new_task(&"x".repeat(limits::TITLE_CHARS + 1), &[]);
    let mut body = new_task("t", &[]);
    body.brief.body = long();
    let mut hint = new_task("t", &[]);
    hint.brief.hints = vec![long()];
    let mut hints = new_task("t", &[]);
    hints.brief.hints = vec![String::new(); limits::LIST_ENTRIES + 1];
    for (task, what) in [(title, "title"), (body, "body"), (hint, "hints"), (hints, "hints")] {
        let change = Change {
            add: vec![task],
            ..nothing(THREAD)
        };
        assert_eq!(refused_for(&Command::Change(change)), what);
    }
}

#[test]
fn every_report_has_a_limit() {
    let note = Move::finish(Some(long()), Vec::new());
    let files = Move::finish(None, vec![String::new(); limits::LIST_ENTRIES + 1]);
    let evidence = Move::Fail {
        error: String::new(),
        files: Vec::new(),
        evidence: vec![Evidence {
            command: "cargo test".to_owned(),
            exit_code: Some(1),
            digest: Fingerprint(String::new()),
            clip: long(),
        }],
    };
    let reason = Move::Drop {
        how: DroppedAs::Cancelled,
        reason: Some(long()),
    };
    assert_eq!(refused_for(&move_of(note)), "note");
    assert_eq!(refused_for(&move_of(files)), "files");
    assert_eq!(refused_for(&move_of(reason)), "reason");
    assert_eq!(refused_for(&move_of(Move::fail(long()))), "error");
    assert_eq!(refused_for(&move_of(evidence)), "evidence");
}

#[test]
fn every_signal_and_topic_has_a_limit() {
    let signal = |number: usize, message: String| Command::Raise {
        thread: THREAD,
        signal: SignalDraft {
            id: SignalId::new(&format!("s{number}")).unwrap(),
            task: None,
            level: Level::Info,
            message,
            link: None,
        },
    };
    assert_eq!(refused_for(&signal(0, long())), "message");
    let topic = "x".repeat(limits::TOPIC_CHARS + 1);
    assert_eq!(refused_for(&Command::SetTopic { thread: THREAD, topic }), "topic");

    let mut session = Session::open(&[]);
    for number in 0..limits::OPEN_SIGNALS {
        session.must("ann", &signal(number, String::new()));
    }
    let one_more = session.refusal("ann", &signal(limits::OPEN_SIGNALS, String::new()));
    assert!(
        matches!(
            one_more,
            Refusal::Limit {
                what: "open signals",
                ..
            }
        ),
        "{one_more}"
    );
    // A signal that is open already can still be changed.
    session.must("ann", &signal(0, "more".into()));
}

#[test]
fn a_plan_has_a_limit() {
    let change = Change {
        add: vec![new_task("t", &[]); limits::TASKS],
        ..nothing(THREAD)
    };
    assert_eq!(refused_for(&Command::Change(change)), "plan");
}
