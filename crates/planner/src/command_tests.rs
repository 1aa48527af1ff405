use std::sync::Mutex;

use super::*;
use crate::answer::Expected;
use crate::key::Key;

const ASKING: Asking<'static> = Asking {
    system: "You plan.",
    prompt: "Plan this.",
    answer: Expected::Text,
};

/// A program that says this in pieces and ends like that. It is asked between them whether somebody listens.
fn planner(pieces: &[&[u8]], ending: Ending) -> (CommandPlanner, Arc<Mutex<String>>) {
    let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.to_vec()).collect();
    let asked = Arc::new(Mutex::new(String::new()));
    let heard = Arc::clone(&asked);
    let run = move |call: ProgramCall<'_>, listen: &mut dyn FnMut(&[u8]) -> bool| {
        *heard.lock().unwrap() = format!("{} {:?} {}", call.program, call.arguments, call.input);
        let goes_on = listen(&[]) && pieces.iter().all(|piece| listen(piece) && listen(&[]));
        Ok(ProgramEnd {
            ending: if goes_on { ending } else { Ending::Left },
            stderr: b"bad key sk-secret\n".to_vec(),
        })
    };
    let planner = CommandPlanner {
        program: "oracle".to_owned(),
        arguments: vec!["-q".to_owned()],
        timeout: Duration::from_secs(60),
        purse: Arc::default(),
        scrub: Scrub::new([Key::new("sk-secret")]),
        run: Arc::new(run),
    };
    (planner, asked)
}

fn ask(pieces: &[&[u8]], ending: Ending) -> (Result<Answer, PlannerError>, String) {
    let mut seen = String::new();
    let answer = planner(pieces, ending).0.ask(
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

#[test]
fn the_question_goes_in_and_the_answer_comes_out() {
    // The pieces cut a character in two.
    let (planner, asked) = planner(&[b"Gladly. \xc3", b"\xbc"], Ending::Success);
    let answer = planner.ask(&ASKING, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    assert_eq!(answer.text, "Gladly. ü");
    assert_eq!((answer.model.as_str(), answer.usage), ("oracle", Usage::default()));
    assert_eq!(*asked.lock().unwrap(), "oracle [\"-q\"] You plan.\n\n---\n\nPlan this.");
    assert_eq!(ask(&[b"Gladly. \xc3", b"\xbc"], Ending::Success).1, "Gladly. ü");
}

#[test]
fn a_failure_tells_the_code_and_the_last_words_without_keys() {
    let error = ask(&[b"partly"], Ending::Failure(Some(3))).0.unwrap_err();
    assert_eq!(error.to_string(), "`oracle` failed (exit code 3): bad key [redacted]");
    let error = ask(&[], Ending::Failure(None)).0.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`oracle` failed (ended by a signal): bad key [redacted]"
    );
}

#[test]
fn silence_is_no_answer() {
    let (answer, _) = ask(&[], Ending::Success);
    assert!(matches!(answer, Err(PlannerError::BadAnswer { .. })), "{answer:?}");
}

#[test]
fn what_cannot_be_started_is_told() {
    let (mut planner, _) = planner(&[], Ending::Success);
    planner.run = Arc::new(|_, _| Err("there is no such program".to_owned()));
    let error = planner.ask(&ASKING, &mut |_| {}, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(error.to_string(), "`oracle` was not started: there is no such program");
}

#[test]
fn too_long_is_too_long() {
    let (answer, seen) = ask(&[b"So far"], Ending::TimedOut);
    assert_eq!(answer, Err(PlannerError::TimedOut { seconds: 60 }));
    assert_eq!(seen, "So far");
}

#[test]
fn who_is_not_wanted_any_more_is_not_listened_to() {
    let (planner, _) = planner(&[b"a", b"b"], Ending::Success);
    let cancelled = AtomicBool::new(false);
    let mut seen = String::new();
    let answer = planner.ask(
        &ASKING,
        &mut |progress| {
            if let Progress::Text(text) = progress {
                seen.push_str(text);
                cancelled.store(true, Ordering::Relaxed);
            }
        },
        &cancelled,
    );
    assert_eq!((answer, seen.as_str()), (Err(PlannerError::Cancelled), "a"));
}

#[test]
fn who_never_stops_talking_is_left() {
    let much = vec![b'y'; limits::PLANNER_ANSWER_BYTES + 1];
    let (answer, _) = ask(&[&much, b"more"], Ending::Success);
    assert_eq!(answer, Err(PlannerError::long_answer()));
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
    let (planner, asked) = planner(&[b"```json\n{\"a\":1}\n```\n"], Ending::Success);
    let answer = planner.ask(&asking, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    assert_eq!(answer.text, "```json\n{\"a\":1}\n```\n");
    assert!(asked.lock().unwrap().contains("\"type\":\"object\""));
}

#[test]
fn a_question_too_large_is_not_asked() {
    let prompt = "x".repeat(limits::PLANNER_PROMPT_BYTES + 1);
    let asking = Asking {
        prompt: &prompt,
        ..ASKING
    };
    let (planner, asked) = planner(&[], Ending::Success);
    let answer = planner.ask(&asking, &mut |_| {}, &AtomicBool::new(false));
    assert!(matches!(answer, Err(PlannerError::LongQuestion { .. })));
    assert!(asked.lock().unwrap().is_empty());
}
