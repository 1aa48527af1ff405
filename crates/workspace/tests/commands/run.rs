//! The environment, the output and the result of commands.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use planwright_workspace::redact::Secrets;
use planwright_workspace::run::{End, FailedCommand, RunError, Stream};

use super::project::{Named, TestProject};

pub const TRIALS: &[Named] = &[
    ("a_command_runs_in_its_folder_with_its_variables", runs_in_its_folder),
    ("a_plan_cannot_choose_its_shell", shell_is_ours),
    ("the_environment_is_small", environment_is_small),
    ("variables_of_planwright_are_not_in_the_environment", nothing_of_ours),
    (
        "the_first_failing_command_is_named_with_its_line",
        first_failure_is_named,
    ),
    ("an_expected_failure_does_not_stop_the_script", expected_failures),
    ("exit_codes_and_signals_are_reported", ends_are_reported),
    ("plain_sh_stops_at_the_first_failure", plain_sh),
    ("there_is_no_terminal_and_no_input", no_terminal),
    ("output_is_shown_immediately", output_is_live),
    ("colors_are_removed_and_invalid_bytes_replaced", colors_and_bytes),
    ("the_beginning_and_end_of_long_output_are_kept", long_output),
    ("secrets_are_removed_from_output", secrets),
    ("folders_outside_and_wrong_variables_are_refused", refused),
    ("a_program_reads_its_input", program_reads),
    ("a_program_gets_its_arguments_unchanged", program_words),
];

fn failed(line: u32, command: &str) -> Option<FailedCommand> {
    let command = command.to_owned();
    Some(FailedCommand { line, command })
}

fn runs_in_its_folder() {
    let mut project = TestProject::new();
    project.write("a b/file", "content\n");
    project.sub_folder = "a b";
    project.added = vec![("GREETING".into(), "hello 'you'\n".into())];
    let ran = project.run("cat file; printf '%s' \"$GREETING\"; echo oops >&2");
    assert!(ran.succeeded());
    assert_eq!(ran.stdout.to_string(), "content\nhello 'you'\n");
    assert_eq!(ran.stderr.to_string(), "oops\n");
    assert_eq!(ran.left_behind, 0);
}

fn shell_is_ours() {
    let mut project = TestProject::new();
    project.write("bin/bash", "#!/bin/sh\necho hijacked\n");
    project.write("bin/hello", "#!/bin/sh\necho hello\n");
    for name in ["bash", "hello"] {
        let program = project.root.join("bin").join(name);
        fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    project.added = vec![("PATH".into(), project.root.join("bin").into())];
    let ran = project.run("hello");
    assert_eq!(ran.stdout.to_string(), "hello\n", "{ran:?}");
}

fn environment_is_small() {
    let ran = TestProject::new().run("env | cut -d= -f1 | sort | tr '\\n' ' '");
    let names = ran.stdout.to_string();
    assert!(names.contains("PATH") && names.contains("TERM"), "{names}");
    assert!(!names.contains("CARGO_MANIFEST_DIR"), "{names}");
}

fn nothing_of_ours() {
    let ran = TestProject::new().run("env | grep PLANWRIGHT; set | grep ^PLANWRIGHT; echo $# $0");
    assert_eq!(ran.end, End::Exited(1));
    let ran = TestProject::new().run("env | grep PLANWRIGHT || echo none; echo $# $0");
    assert_eq!(ran.stdout.to_string(), "none\n0 execute\n");
}

fn first_failure_is_named() {
    let project = TestProject::new();
    let ran = project.run("echo one\n\ncp missing there\necho two");
    assert_eq!(ran.end, End::Exited(1));
    assert_eq!(ran.failed, failed(3, "cp missing there"));
    assert_eq!(ran.stdout.to_string(), "one\n");
    let ran = project.run("f() {\n  nosuch\n}\nf");
    assert_eq!((ran.end, ran.failed), (End::Exited(127), failed(2, "nosuch")));
    assert!(
        ran.stderr
            .to_string()
            .ends_with(": line 2: nosuch: command not found\n")
    );
    let ran = project.run("# comment\n(exit 3)");
    assert_eq!((ran.end, ran.failed), (End::Exited(3), failed(2, "( exit 3 )")));
    let ran = project.run("echo fine\nif then");
    assert_eq!(ran.end, End::Exited(2));
    assert!(ran.stderr.to_string().contains("line 2"));
}

fn expected_failures() {
    let ran = TestProject::new()
        .run("false || true\nif false; then :; fi\nfalse | true\n! true\nx=$(false; echo hi)\necho \"$x\"");
    assert!(ran.succeeded(), "{ran:?}");
    let ran = TestProject::new().run("set +e\nfalse\nexit 4");
    assert_eq!((ran.end, ran.failed), (End::Exited(4), None));
    let ran = TestProject::new().run("echo a\nfalse && true");
    assert_eq!((ran.end, ran.failed), (End::Exited(1), None));
}

fn ends_are_reported() {
    assert_eq!(TestProject::new().run("exit 42").end, End::Exited(42));
    assert_eq!(TestProject::new().run("kill -9 $$").end, End::Signaled(9));
}

fn plain_sh() {
    let project = TestProject::new();
    let bin = project.root.join("bin");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink("/bin/sh", bin.join("sh")).unwrap();
    let ran = project.run_with_path(&bin, "echo one; /bin/false\necho two");
    assert_eq!((ran.end, ran.failed), (End::Exited(1), None));
    assert_eq!(ran.stdout.to_string(), "one\n");
}

fn no_terminal() {
    let ran = TestProject::new().run("cat; tty || true; (: < /dev/tty) 2>/dev/null || echo none");
    assert_eq!(ran.stdout.to_string(), "not a tty\nnone\n");
}

fn output_is_live() {
    let project = TestProject::new();
    let mut seen = Vec::new();
    let script = "echo one; until [ -e go ]; do sleep 0.01; done; echo two >&2";
    let go = project.root.join("go");
    let ran = project.try_run(script, &mut |stream, text| {
        fs::write(&go, "").unwrap();
        seen.push((stream, text.to_owned()));
    });
    assert!(ran.unwrap().succeeded());
    assert_eq!(
        seen,
        [
            (Stream::Stdout, "one\n".to_owned()),
            (Stream::Stderr, "two\n".to_owned())
        ]
    );
}

fn colors_and_bytes() {
    let ran = TestProject::new().run(r"printf '\033[31mred\033[0m \377\376 \xe6\x9d'; sleep 0.1; printf '\xb1\n'");
    assert_eq!(ran.stdout.to_string(), "red \u{fffd}\u{fffd} 東\n");
}

fn long_output() {
    let mut project = TestProject::new();
    project.limits.output_bytes = 20;
    let ran = project.run("seq 1000");
    assert_eq!(ran.stdout.head, "1\n2\n3\n4\n5\n");
    assert_eq!(ran.stdout.tail, "\n999\n1000\n");
    assert_eq!(ran.stdout.left_out_bytes, 3893 - 20);
}

fn secrets() {
    let mut project = TestProject::new();
    project.secrets = Secrets::new(["correct horse battery"]);
    let mut shown = String::new();
    let script = "printf 'a correct ho'; sleep 0.2; echo 'rse battery b'\nfalse correct horse battery";
    let ran = project.try_run(script, &mut |_, text| shown.push_str(text)).unwrap();
    assert_eq!(shown, "a [redacted] b\n");
    assert_eq!(ran.stdout.to_string(), shown);
    assert_eq!(ran.failed, failed(2, "false [redacted]"));
}

fn refused() {
    let mut project = TestProject::new();
    project.sub_folder = "..";
    assert!(matches!(
        project.try_run("touch x", &mut |_, _| {}),
        Err(RunError::Folder(_))
    ));
    project.sub_folder = "";
    project.added = vec![("A=B".into(), "".into())];
    assert!(matches!(
        project.try_run("touch x", &mut |_, _| {}),
        Err(RunError::Variable(_))
    ));
    project.added = vec![];
    project.assert_canary();
}

fn program_reads() {
    // More than the buffer of a pipe; reader and writer must not block each other.
    let input = "a line of the task\n".repeat(20_000);
    let ran = TestProject::new().run_program(&["wc", "-c"], &input).unwrap();
    assert_eq!(ran.stdout.to_string().trim(), input.len().to_string());
    let unread = TestProject::new().run_program(&["true"], &input).unwrap();
    assert!(unread.succeeded());
    let ran = TestProject::new().run_program(&["cat"], "").unwrap();
    assert_eq!((ran.succeeded(), ran.stdout.to_string().as_str()), (true, ""));
}

fn program_words() {
    let words = ["printf", "%s|", "a b", "$HOME", "'", ";true"];
    let ran = TestProject::new().run_program(&words, "").unwrap();
    assert_eq!(ran.stdout.to_string(), "a b|$HOME|'|;true|");
    let ran = TestProject::new().run_program(&["env"], "").unwrap();
    assert!(!ran.stdout.to_string().contains("PLANWRIGHT"), "{}", ran.stdout);
    let ran = TestProject::new().run_program(&["false"], "").unwrap();
    assert_eq!(ran.end, End::Exited(1));
    let missing = TestProject::new().run_program(&["no-such-agent"], "");
    assert!(matches!(missing, Err(RunError::NoProgram(name)) if name == "no-such-agent"));
}
