use super::*;
use crate::id::{ThreadId, Uid};
use crate::operation::OpVersion;
use crate::task::{Claim, Dropped, DroppedAs};
use crate::time::Timestamp;

const ENDS: [&str; 6] = ["done", "failed", "not_started", "stopped", "declined", "unknown"];
const OWNERS: [&str; 5] = ["owned", "reported_done", "reported_failed", "released", "lost"];
const FLAGS: [&str; 4] = ["resumed", "checks", "new_criteria", "stopping"];

/// End, owner, flags that are set or (with `!`) not set, conclusion and effects. A `*` stands for every end.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("done", "owned", "!new_criteria", "done: finish"),
    ("done", "owned", "new_criteria", "released: reopen restart"),
    ("failed", "owned", "", "failed: fail"),
    (
        "not_started",
        "owned",
        "!new_criteria",
        "not_started: remember_not_started reopen",
    ),
    (
        "not_started",
        "owned",
        "new_criteria",
        "released: remember_not_started reopen restart",
    ),
    ("stopped", "owned", "!resumed !new_criteria", "released: reopen"),
    ("stopped", "owned", "!resumed new_criteria", "released: reopen restart"),
    ("stopped", "owned", "resumed stopping !new_criteria", "unknown:"),
    (
        "stopped",
        "owned",
        "resumed !stopping !new_criteria",
        "unknown: stop_unknown",
    ),
    (
        "stopped",
        "owned",
        "resumed stopping new_criteria",
        "released: reopen restart",
    ),
    (
        "stopped",
        "owned",
        "resumed !stopping new_criteria",
        "released: stop_unknown reopen restart",
    ),
    ("declined", "owned", "!new_criteria", "released: reopen"),
    ("declined", "owned", "new_criteria", "released: reopen restart"),
    ("unknown", "owned", "", "unknown: stop_unknown(make)"),
    ("done", "reported_done", "!new_criteria", "done: finish"),
    ("done", "reported_done", "new_criteria", "released: reopen restart"),
    ("failed", "reported_done", "", "failed: fail"),
    (
        "not_started",
        "reported_done",
        "!new_criteria",
        "not_started: remember_not_started reopen",
    ),
    (
        "not_started",
        "reported_done",
        "new_criteria",
        "released: remember_not_started reopen restart",
    ),
    ("stopped", "reported_done", "!checks !new_criteria", "done: finish"),
    (
        "stopped",
        "reported_done",
        "!checks new_criteria",
        "released: reopen restart",
    ),
    (
        "stopped",
        "reported_done",
        "checks stopping !new_criteria",
        "unchecked:",
    ),
    (
        "stopped",
        "reported_done",
        "checks !stopping !new_criteria",
        "unchecked: stop_unchecked",
    ),
    (
        "stopped",
        "reported_done",
        "checks stopping new_criteria",
        "released: reopen restart",
    ),
    (
        "stopped",
        "reported_done",
        "checks !stopping new_criteria",
        "released: stop_unchecked reopen restart",
    ),
    ("declined", "reported_done", "!new_criteria", "released: reopen"),
    ("declined", "reported_done", "new_criteria", "released: reopen restart"),
    ("unknown", "reported_done", "!checks !new_criteria", "done: finish"),
    (
        "unknown",
        "reported_done",
        "!checks new_criteria",
        "released: reopen restart",
    ),
    (
        "unknown",
        "reported_done",
        "checks stopping !new_criteria",
        "unchecked:",
    ),
    (
        "unknown",
        "reported_done",
        "checks !stopping !new_criteria",
        "unchecked: stop_unchecked",
    ),
    (
        "unknown",
        "reported_done",
        "checks stopping new_criteria",
        "released: reopen restart",
    ),
    (
        "unknown",
        "reported_done",
        "checks !stopping new_criteria",
        "released: stop_unchecked reopen restart",
    ),
    ("not_started", "reported_failed", "", "failed: remember_not_started"),
    ("not_started", "released", "", "released: remember_release"),
    ("not_started", "lost", "", "lost: remember_not_started"),
    ("*", "reported_failed", "", "failed:"),
    ("*", "released", "", "released: remember_release"),
    ("*", "lost", "", "lost:"),
];

fn name(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

fn result() -> StepResult {
    StepResult {
        note: Some("greets".to_owned()),
        files: vec!["a.txt".to_owned()],
        undeclared: vec!["a.txt".to_owned()],
        evidence: Vec::new(),
    }
}

fn end(word: &str) -> StepEnd {
    match word {
        "done" => StepEnd::Done(result()),
        "failed" => StepEnd::Failed {
            error: "exit code 1".to_owned(),
            result: result(),
        },
        "not_started" => StepEnd::NotStarted {
            reason: "no such program".to_owned(),
        },
        "stopped" => StepEnd::Stopped,
        "declined" => StepEnd::Declined { is_absent: false },
        "unknown" => StepEnd::Unknown {
            command: Some("make".to_owned()),
        },
        other => panic!("{other}"),
    }
}

fn outcome() -> Outcome {
    Outcome {
        by: name("dev"),
        at: Timestamp::from_millis(1),
        started: None,
        note: Some("all is well".to_owned()),
        files: vec!["a.txt".to_owned(), "b.txt".to_owned()],
        evidence: Vec::new(),
        report: None,
        claim: None,
    }
}

fn ownership(word: &str) -> StepOwnership {
    match word {
        "owned" => StepOwnership::Owned,
        "reported_done" => StepOwnership::ReportedDone(outcome()),
        "reported_failed" => StepOwnership::ReportedFailed(Failure {
            by: name("dev"),
            at: Timestamp::from_millis(1),
            started: None,
            error: "it rains".to_owned(),
            files: vec!["c.txt".to_owned()],
            evidence: Vec::new(),
        }),
        "released" => StepOwnership::Released,
        "lost" => StepOwnership::Lost(LostReason::ClaimedBy(name("qa"))),
        other => panic!("{other}"),
    }
}

fn facts(flags: &[&str]) -> StepFacts {
    StepFacts {
        is_resumed: flags.contains(&"resumed"),
        has_checks: flags.contains(&"checks"),
        has_new_criteria: flags.contains(&"new_criteria"),
        is_run_stopping: flags.contains(&"stopping"),
        ..StepFacts::default()
    }
}

/// Every set of flags.
fn flag_sets() -> impl Iterator<Item = Vec<&'static str>> {
    let is_set = |bits: usize, index: usize| bits & (1 << index) != 0;
    (0..1 << FLAGS.len()).map(move |bits| {
        let set = FLAGS.iter().enumerate().filter(|(index, _)| is_set(bits, *index));
        set.map(|(_, flag)| *flag).collect()
    })
}

fn shown((conclusion, effects): &(StepConclusion, Vec<StepEffect>)) -> String {
    let conclusion = match conclusion {
        StepConclusion::Done { .. } => "done",
        StepConclusion::Failed { .. } => "failed",
        StepConclusion::Released => "released",
        StepConclusion::NotStarted { .. } => "not_started",
        StepConclusion::Lost { .. } => "lost",
        StepConclusion::Unknown => "unknown",
        StepConclusion::Unchecked => "unchecked",
    };
    let effect = |effect: &StepEffect| match effect {
        StepEffect::Change(Move::Finish { .. }) => " finish".to_owned(),
        StepEffect::Change(Move::Fail { .. }) => " fail".to_owned(),
        StepEffect::Change(Move::Reopen) => " reopen".to_owned(),
        StepEffect::StopForUnknown { command: None } => " stop_unknown".to_owned(),
        StepEffect::StopForUnknown { command: Some(command) } => format!(" stop_unknown({command})"),
        StepEffect::StopForUnchecked => " stop_unchecked".to_owned(),
        StepEffect::RememberNotStarted { .. } => " remember_not_started".to_owned(),
        StepEffect::RememberRelease => " remember_release".to_owned(),
        StepEffect::RememberRestart => " restart".to_owned(),
        StepEffect::ReportDependents(_) => " dependents".to_owned(),
        StepEffect::ReleaseExtraClaims(_) => " extra_claims".to_owned(),
        StepEffect::Change(other) => panic!("{other:?}"),
    };
    format!("{conclusion}:{}", effects.iter().map(effect).collect::<String>())
}

/// The row of the table. A row for every end counts only if no row names the end.
#[track_caller]
fn expected(end: &str, owner: &str, flags: &[&str]) -> &'static str {
    let holds = |guard: &str| match guard.strip_prefix('!') {
        Some(flag) => !flags.contains(&flag),
        None => flags.contains(&guard),
    };
    let rows = |wanted: &str| -> Vec<&'static str> {
        let rows = TABLE.iter().filter(|row| row.0 == wanted && row.1 == owner);
        let rows = rows.filter(|row| row.2.split_whitespace().all(holds));
        rows.map(|row| row.3).collect()
    };
    let rows = match rows(end) {
        named if named.is_empty() => rows("*"),
        named => named,
    };
    assert_eq!(rows.len(), 1, "{end} {owner} {flags:?}");
    rows[0]
}

/// For every end, owner and set of flags.
fn check_all(check: impl Fn((&str, &str, &[&str]), &(StepConclusion, Vec<StepEffect>))) {
    for word in ENDS {
        for owner in OWNERS {
            for flags in flag_sets() {
                let concluded = conclude_step(&end(word), &ownership(owner), &facts(&flags));
                check((word, owner, &flags), &concluded);
            }
        }
    }
}

#[test]
fn every_end_with_every_owner_is_concluded_as_the_table_says() {
    check_all(|(end, owner, flags), concluded| {
        assert_eq!(shown(concluded), expected(end, owner, flags), "{end} {owner} {flags:?}");
    });
}

#[test]
fn dependents_are_reported_exactly_when_the_run_reopens_the_step() {
    let dependents = vec![Dependent {
        title: "Build on it".to_owned(),
        agent: name("qa"),
        is_done: true,
    }];
    check_all(|(word, owner, flags), (_, effects)| {
        let facts = StepFacts {
            dependents: dependents.clone(),
            ..facts(flags)
        };
        let (_, with) = conclude_step(&end(word), &ownership(owner), &facts);
        let mut wanted = effects.clone();
        if effects.contains(&StepEffect::Change(Move::Reopen)) {
            wanted.push(StepEffect::ReportDependents(dependents.clone()));
        }
        assert_eq!(with, wanted, "{word} {owner} {flags:?}");
    });
}

#[test]
fn extra_claims_are_released_unless_the_agent_may_still_work() {
    let extra_claims = vec![ExtraClaim {
        number: TaskNumber(7),
        title: "Another task".to_owned(),
        agent: name("dev"),
        fence: Fence(3),
    }];
    check_all(|(word, owner, flags), (_, effects)| {
        let facts = StepFacts {
            extra_claims: extra_claims.clone(),
            ..facts(flags)
        };
        let (_, with) = conclude_step(&end(word), &ownership(owner), &facts);
        let mut wanted = effects.clone();
        if word != "unknown" {
            wanted.push(StepEffect::ReleaseExtraClaims(extra_claims.clone()));
        }
        assert_eq!(with, wanted, "{word} {owner} {flags:?}");
    });
}

#[track_caller]
fn check_change(word: &str, owner: &str, expected: &Move) {
    let facts = StepFacts {
        stored_note: Some("greets (changed: a.txt)".to_owned()),
        stored_error: Some("exit code 1 (with dependents)".to_owned()),
        ..StepFacts::default()
    };
    let (_, effects) = conclude_step(&end(word), &ownership(owner), &facts);
    assert_eq!(effects, [StepEffect::Change(expected.clone())]);
}

#[test]
fn the_plan_stores_the_texts_of_the_facts_and_the_report_of_the_agent() {
    let files = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>();
    let fail = |names: &[&str]| Move::Fail {
        error: "exit code 1 (with dependents)".to_owned(),
        files: files(names),
        evidence: Vec::new(),
    };
    let finish = |note: &str, names: &[&str]| Move::finish(Some(note.to_owned()), files(names));
    check_change("done", "owned", &finish("greets (changed: a.txt)", &["a.txt"]));
    check_change("done", "reported_done", &finish("all is well", &["a.txt", "b.txt"]));
    check_change("stopped", "reported_done", &finish("all is well", &["a.txt", "b.txt"]));
    check_change("failed", "owned", &fail(&["a.txt"]));
    check_change("failed", "reported_done", &fail(&["a.txt", "b.txt"]));
}

#[test]
fn the_conclusion_has_the_note_of_the_agent_and_the_stored_error() {
    let facts = StepFacts {
        stored_note: Some("greets (changed: a.txt)".to_owned()),
        stored_error: Some("exit code 1 (with dependents)".to_owned()),
        ..StepFacts::default()
    };
    let StepResult {
        note,
        files,
        undeclared,
        ..
    } = result();
    let (done, _) = conclude_step(&end("done"), &StepOwnership::Owned, &facts);
    let (failed, _) = conclude_step(&end("failed"), &StepOwnership::Owned, &facts);
    let expected = StepConclusion::Failed {
        error: "exit code 1 (with dependents)".to_owned(),
        files: files.clone(),
        undeclared: undeclared.clone(),
    };
    assert_eq!(failed, expected);
    let expected = StepConclusion::Done {
        note,
        files,
        undeclared,
    };
    assert_eq!(done, expected);
    let (failed, _) = conclude_step(&end("done"), &ownership("reported_failed"), &facts);
    let expected = StepConclusion::Failed {
        error: "it rains".to_owned(),
        files: vec!["c.txt".to_owned()],
        undeclared: Vec::new(),
    };
    assert_eq!(failed, expected);
}

#[test]
fn the_files_of_a_report_stay_within_the_limit() {
    let many = StepOwnership::ReportedDone(Outcome {
        files: (0..limits::LIST_ENTRIES).map(|file| file.to_string()).collect(),
        ..outcome()
    });
    let Move::Finish { files, .. } = many.with_report(Move::finish(None, vec!["a.txt".to_owned()])) else {
        panic!("a finished step stays finished");
    };
    assert_eq!((files.len(), files[0].as_str()), (limits::LIST_ENTRIES, "a.txt"));
}

#[test]
fn a_step_is_kept_only_by_its_agent() {
    let kept: Vec<&str> = OWNERS.into_iter().filter(|owner| ownership(owner).is_kept()).collect();
    assert_eq!(kept, ["owned", "reported_done"]);
}

fn claimed(agent: &str, fence: u64) -> TaskState {
    TaskState::Doing(Claim {
        agent: name(agent),
        fence: Fence(fence),
        since: Timestamp::from_millis(1),
        until: Timestamp::from_millis(2),
    })
}

fn dropped(by: &str) -> TaskState {
    TaskState::Dropped(Dropped {
        by: name(by),
        at: Timestamp::from_millis(1),
        how: DroppedAs::Cancelled,
        reason: None,
    })
}

#[test]
fn the_state_of_a_task_says_who_owns_the_step() {
    let of = |state: Option<&TaskState>, agent: &str| StepOwnership::of(state, &name(agent), Fence(3));
    let StepOwnership::ReportedFailed(failure) = ownership("reported_failed") else {
        panic!("the failure is reported by its agent");
    };
    let (done, failed) = (TaskState::Done(outcome()), TaskState::Failed(failure));
    let lost = |reason| Some(StepOwnership::Lost(reason));
    assert_eq!(of(None, "dev"), lost(LostReason::NotInPlan));
    assert_eq!(of(Some(&TaskState::Todo), "dev"), None);
    assert_eq!(of(Some(&claimed("dev", 3)), "dev"), Some(StepOwnership::Owned));
    assert_eq!(
        of(Some(&claimed("dev", 4)), "dev"),
        lost(LostReason::ClaimedBy(name("dev")))
    );
    assert_eq!(
        of(Some(&claimed("qa", 3)), "dev"),
        lost(LostReason::ClaimedBy(name("qa")))
    );
    assert_eq!(of(Some(&done), "dev"), Some(ownership("reported_done")));
    assert_eq!(of(Some(&done), "qa"), lost(LostReason::FinishedBy(name("dev"))));
    assert_eq!(of(Some(&failed), "dev"), Some(ownership("reported_failed")));
    assert_eq!(of(Some(&failed), "qa"), lost(LostReason::FailedBy(name("dev"))));
    assert_eq!(of(Some(&dropped("qa")), "dev"), lost(LostReason::DroppedBy(name("qa"))));
}

/// The owner of task 1, claimed by `dev` with token 3, after others moved it.
fn reopened(moves: &[(&str, TaskState)]) -> StepOwnership {
    let operations: Vec<Operation> = (4..)
        .zip(moves)
        .map(|(version, (author, new))| Operation {
            uid: Uid([0; 16]),
            version: OpVersion(version),
            author: name(author),
            at: Timestamp::from_millis(1),
            verb: "update".into(),
            events: vec![Event::TaskMoved {
                thread: ThreadId::PRIMARY,
                number: TaskNumber(1),
                old: TaskState::Todo,
                new: new.clone(),
            }],
        })
        .collect();
    StepOwnership::of_reopened(&operations, TaskNumber(1), &name("dev"), Fence(3))
}

#[test]
fn the_log_says_who_reopened_a_step() {
    let lost = |by: Option<&str>| StepOwnership::Lost(LostReason::ReopenedBy(by.map(name)));
    let done = TaskState::Done(outcome());
    let todo = || TaskState::Todo;
    assert_eq!(reopened(&[]), lost(None));
    assert_eq!(reopened(&[("dev", todo())]), StepOwnership::Released);
    assert_eq!(reopened(&[("qa", todo())]), lost(Some("qa")));
    assert_eq!(reopened(&[("dev", done), ("dev", todo())]), StepOwnership::Released);
    assert_eq!(
        reopened(&[("dev", claimed("dev", 3)), ("qa", todo())]),
        lost(Some("qa"))
    );
    assert_eq!(
        reopened(&[("qa", claimed("qa", 4)), ("dev", todo())]),
        lost(Some("dev"))
    );
    assert_eq!(reopened(&[("qa", dropped("qa")), ("lead", todo())]), lost(Some("lead")));
}
