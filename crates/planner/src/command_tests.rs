use super::*;
use crate::answer::Expected;
use crate::key::Key;

const ASKING: Asking<'static> = Asking {
    system: "You plan.",
    prompt: "Plan this.",
    answer: Expected::Text,
};

fn planner(script: &str) -> CommandPlanner {
    CommandPlanner {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        timeout: Duration::from_secs(60),
        purse: Arc::default(),
        scrub: Scrub::new([Key::new("sk-secret")]),
    }
}

fn ask(planner: &CommandPlanner) -> (Result<Answer, PlannerError>, String) {
    let mut seen = String::new();
    let answer = planner.ask(
        &ASKING,
        &mut |progress| {
            if let Progress::Text(text) = progress {
                seen.push_str(text);
            }
        },
        &AtomicBool::new(false),
    );
    (answer, seen)
}

/// Whether the process still runs. One that waits to be collected does not.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_question_goes_in_and_the_answer_comes_out() {
    let (answer, seen) = ask(&planner("cat; printf ' ü'"));
    let answer = answer.unwrap();
    assert_eq!(answer.text, "You plan.\n\n---\n\nPlan this. ü");
    assert_eq!(seen, answer.text);
    assert_eq!((answer.model.as_str(), answer.usage), ("sh", Usage::default()));
}

#[test]
fn a_large_question_and_a_large_answer_do_not_block_each_other() {
    let prompt = "0123456789abcdef".repeat(64 * 1024);
    let asking = Asking {
        prompt: &prompt,
        ..ASKING
    };
    let answer = planner("cat")
        .ask(&asking, &mut |_| {}, &AtomicBool::new(false))
        .unwrap();
    assert_eq!(answer.text.len(), asking.joined().len());
}

#[test]
fn who_does_not_listen_may_still_answer() {
    let prompt = "x".repeat(1024 * 1024);
    let asking = Asking {
        prompt: &prompt,
        ..ASKING
    };
    let answer = planner("echo done")
        .ask(&asking, &mut |_| {}, &AtomicBool::new(false))
        .unwrap();
    assert_eq!(answer.text, "done\n");
}

#[test]
fn a_failure_tells_the_code_and_the_last_words_without_keys() {
    let (answer, _) = ask(&planner("echo partly; echo 'bad key sk-secret' >&2; exit 3"));
    let error = answer.unwrap_err();
    assert_eq!(error.to_string(), "`sh` failed (exit code 3): bad key [redacted]");
    let (answer, _) = ask(&planner("kill -9 $$"));
    assert_eq!(answer.unwrap_err().to_string(), "`sh` failed (ended by a signal)");
}

#[test]
fn silence_is_no_answer() {
    let (answer, _) = ask(&planner("true"));
    assert!(matches!(answer, Err(PlannerError::BadAnswer { .. })), "{answer:?}");
}

#[test]
fn a_missing_program_is_told() {
    let mut planner = planner("");
    planner.program = "planwright-no-such-program".to_owned();
    let error = ask(&planner).0.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`planwright-no-such-program` was not started: there is no such program"
    );
}

#[test]
fn who_takes_too_long_is_ended_with_all_children() {
    let mut planner = planner("sleep 1000 & echo $!; wait");
    planner.timeout = Duration::from_millis(600);
    let (answer, pid) = ask(&planner);
    assert!(matches!(answer, Err(PlannerError::TimedOut { .. })), "{answer:?}");
    wait_until("the child goes, too", || !runs(&pid));
}

#[test]
fn who_is_not_wanted_any_more_is_ended() {
    let cancelled = AtomicBool::new(false);
    let mut pid = String::new();
    let answer = planner("sleep 1000 & echo $!; wait").ask(
        &ASKING,
        &mut |progress| {
            if let Progress::Text(text) = progress {
                pid.push_str(text);
                cancelled.store(true, Ordering::Relaxed);
            }
        },
        &cancelled,
    );
    assert_eq!(answer, Err(PlannerError::Cancelled));
    wait_until("the child goes, too", || !runs(&pid));
}

#[test]
fn who_never_stops_talking_is_ended() {
    let (answer, _) = ask(&planner("yes"));
    assert_eq!(answer, Err(PlannerError::long_answer()));
}

#[test]
fn who_complains_without_end_does_not_fill_our_memory() {
    let (answer, _) = ask(&planner("yes complaint | head -c 3000000 >&2; exit 1"));
    let Err(PlannerError::CommandFailed { stderr, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert!(stderr.chars().count() <= limits::PLANNER_COMPLAINT_CHARS + 1);
}

#[test]
fn a_left_behind_child_does_not_hold_the_answer_up() {
    let (answer, _) = ask(&planner("sleep 1000 & echo done"));
    assert_eq!(answer.unwrap().text, "done\n");
}

#[test]
fn json_is_asked_for_and_handed_on_unread() {
    let asking = Asking {
        answer: Expected::Json {
            name: "plan",
            schema: "{\"type\":\"object\"}",
        },
        ..ASKING
    };
    let ask = |script: &str| planner(script).ask(&asking, &mut |_| {}, &AtomicBool::new(false));
    let script = "grep -q '\"type\":\"object\"' && echo '```json' && echo '{\"a\":1}' && echo '```'";
    assert_eq!(ask(script).unwrap().text, "```json\n{\"a\":1}\n```\n");
}

#[test]
fn a_question_too_large_is_not_asked() {
    let prompt = "x".repeat(limits::PLANNER_PROMPT_BYTES + 1);
    let asking = Asking {
        prompt: &prompt,
        ..ASKING
    };
    let answer = planner("cat").ask(&asking, &mut |_| {}, &AtomicBool::new(false));
    assert!(matches!(answer, Err(PlannerError::TooLarge { .. })));
}
