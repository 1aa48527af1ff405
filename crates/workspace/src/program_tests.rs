use super::*;

fn program(words: &[String], input: Option<String>, timeout: Duration) -> Program<'_> {
    Program {
        name: "sh",
        arguments: words,
        input,
        timeout,
    }
}

/// The result, and the standard output.
fn ran(script: &str, input: Option<String>, timeout: Duration) -> (Ran, String) {
    let words = ["-c".to_owned(), script.to_owned()];
    let mut said = Vec::new();
    let ran = run(program(&words, input, timeout), &mut |chunk| {
        said.extend_from_slice(chunk);
        ControlFlow::Continue(())
    });
    (ran.unwrap(), String::from_utf8(said).unwrap())
}

fn soon(script: &str, input: &str) -> (Ran, String) {
    ran(script, Some(input.to_owned()), Duration::from_secs(60))
}

/// Whether the process runs. A zombie does not.
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
fn input_is_passed_to_the_program() {
    let (ran, said) = soon("cat; printf ' ü'; echo oh >&2; exit 3", "question");
    assert_eq!((said.as_str(), ran.end), ("question ü", End::Ended));
    assert_eq!(ran.status.unwrap().code(), Some(3));
    assert_eq!(ran.stderr, b"oh\n");
    let (_, said) = ran_without_input("cat; echo done");
    assert_eq!(said, "done\n");
}

fn ran_without_input(script: &str) -> (Ran, String) {
    ran(script, None, Duration::from_secs(60))
}

#[test]
fn a_large_question_and_a_large_answer_do_not_block_each_other() {
    let input = "0123456789abcdef".repeat(64 * 1024);
    assert_eq!(soon("cat", &input).1.len(), input.len());
}

#[test]
fn a_program_that_does_not_read_its_input_can_answer() {
    assert_eq!(soon("echo done", &"x".repeat(1024 * 1024)).1, "done\n");
}

#[test]
fn a_missing_program_is_an_error() {
    let mut missing = program(&[], None, Duration::from_secs(1));
    missing.name = "planwright-no-such-program";
    let error = run(missing, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(in_plain_words(&error), "there is no such program");
}

#[test]
fn a_program_over_its_time_limit_is_killed_with_its_children() {
    let (ran, pid) = ran("sleep 1000 & echo $!; wait", None, Duration::from_millis(600));
    assert_eq!(ran.end, End::TimedOut);
    wait_until("the child goes, too", || !runs(&pid));
}

#[test]
fn a_stopped_program_is_killed_with_its_children() {
    let words = ["-c".to_owned(), "sleep 1000 & echo $!; wait".to_owned()];
    let mut pid = String::new();
    let ran = run(program(&words, None, Duration::from_secs(60)), &mut |chunk| {
        pid.push_str(&String::from_utf8_lossy(chunk));
        match pid.ends_with('\n') {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    assert_eq!(ran.unwrap().end, End::Left);
    wait_until("the child goes, too", || !runs(&pid));
}

#[test]
fn a_silent_program_can_be_stopped() {
    let words = ["-c".to_owned(), "sleep 1000".to_owned()];
    let ran = run(program(&words, None, Duration::from_secs(60)), &mut |_| {
        ControlFlow::Break(())
    });
    assert_eq!(ran.unwrap().end, End::Left);
}

#[test]
fn endless_standard_error_does_not_fill_the_memory() {
    let (ran, _) = ran_without_input("yes complaint | head -c 3000000 >&2; exit 1");
    assert!(ran.stderr.len() <= CHUNK_BYTES && !ran.stderr.is_empty());
}

#[test]
fn a_background_child_does_not_delay_the_result() {
    let (ran, said) = ran_without_input("sleep 1000 & echo done");
    assert_eq!((ran.end, said.as_str()), (End::Ended, "done\n"));
}
