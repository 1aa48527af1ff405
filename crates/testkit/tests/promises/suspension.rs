//! Ctrl-Z below a real shell with job control: the shell shows its prompt, `fg` resumes everything, and no command
//! continues meanwhile.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};
use planwright_testkit::skip;
use planwright_testkit::terminal::{CTRL_Z, Drawn, Terminal};
use rustix::process::{Pid, Signal, kill_process};

use crate::at_terminal::{PROMPT, asked, has_terminal};
use crate::board;
use crate::turn_scenes::{PLAN, chat, create, edit, execute, execute_with, plan, report, turn, waiting};

const SHELL: &str = "ready>";
const STOPPED: &str = "Stopped";

/// A shell with job control. `None` if there is none; then the test is reported as skipped.
fn shell(project: &Project, proof: &str) -> Option<Terminal> {
    if !has_terminal(proof) {
        return None;
    }
    let bash = PathBuf::from("/bin/bash");
    if !bash.is_file() {
        skip(proof, "there is no bash");
        return None;
    }
    let mut command = project.command(bash);
    command.args(["--norc", "--noprofile", "-i"]);
    command.env("TERM", "xterm-256color").env("PS1", format!("{SHELL} "));
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", bins::folder().display()));
    let mut terminal = Terminal::start(&command, 30, 100);
    terminal.wait_to_see(SHELL);
    Some(terminal)
}

/// Runs a command in the shell and writes its process id to a file.
fn run(terminal: &mut Terminal, line: &str) {
    terminal.press(&format!("stty -g > modes; sh -c 'echo $$ > pid; exec {line}'\r"));
}

/// Waits for the prompt and checks that the terminal modes are restored.
#[track_caller]
fn assert_stopped(terminal: &mut Terminal, project: &Project) {
    terminal.wait_until("a prompt", is_at_prompt);
    let _ = fs::remove_file(project.root().join("now"));
    terminal.press("stty -g > now; clear\r");
    let modes = |name: &str| fs::read_to_string(project.root().join(name)).unwrap_or_default();
    wait_until("the modes", || modes("now").ends_with('\n'));
    // The shell uses its own modes to read lines, and others for its commands.
    assert_eq!(modes("now"), modes("modes"));
    terminal.wait_until("an empty window", |drawn| drawn.text == SHELL);
}

fn is_at_prompt(drawn: &Drawn) -> bool {
    let is_free = !drawn.is_taken && !drawn.hears_mouse && drawn.has_cursor;
    is_free && drawn.text.contains(STOPPED) && drawn.text.ends_with(SHELL)
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(90);
    while !is_so() {
        assert!(Instant::now() < until, "{what}");
        sleep(Duration::from_millis(20));
    }
}

/// Leaves the shell, which has no jobs left.
#[track_caller]
fn leave(mut terminal: Terminal) {
    terminal.wait_until("the shell", |drawn| !drawn.is_taken && drawn.text.ends_with(SHELL));
    terminal.press("exit\r");
    let left = terminal.end();
    assert!(!left.drawn.text.contains("stopped jobs"), "{}", left.drawn.text);
}

fn signal(project: &Project, signal: Signal) {
    let pid = must("a process id", fs::read_to_string(project.root().join("pid")));
    let pid = Pid::from_raw(must("a process id", pid.trim().parse()));
    assert!(pid.is_some_and(|pid| kill_process(pid, signal).is_ok()));
}

fn greeting() -> Project {
    let actions = [create("hello.txt", "Hello"), edit("greet.txt", "Hello", "Bonjour")];
    waiting(&plan(&actions.concat()))
}

#[test]
fn the_board_is_restored_in_the_current_window_size() {
    let project = board::scene();
    let Some(mut terminal) = shell(&project, "Ctrl-Z on the board") else {
        return;
    };
    run(&mut terminal, "planwright board --agent ada");
    terminal.wait_to_see("Test the login");
    terminal.press("j");
    terminal.wait_to_see("›· 3 Test the login");
    terminal.press(CTRL_Z);
    assert_stopped(&mut terminal, &project);
    project.planwright(&["done", "2", "--agent", "bob"]).done();
    terminal.resize(24, 80);
    terminal.press("fg\r");
    let drawn = terminal.wait_until("the board as it was", |drawn| {
        drawn.is_taken && drawn.hears_mouse && drawn.text.contains("›○ 3 Test the login")
    });
    assert_eq!(drawn.text.lines().count(), 24, "{}", drawn.text);
    terminal.press("q");
    leave(terminal);
}

#[test]
fn stop_signals_work_like_ctrl_z() {
    let project = board::scene();
    let Some(mut terminal) = shell(&project, "SIGTSTP on the board") else {
        return;
    };
    run(&mut terminal, "planwright board --agent ada");
    terminal.wait_to_see("Test the login");
    for _ in 0..2 {
        signal(&project, Signal::TSTP);
        assert_stopped(&mut terminal, &project);
        terminal.press("fg\r");
        terminal.wait_until("the board", |drawn| {
            drawn.is_taken && drawn.text.contains("Test the login")
        });
    }
    // Without confirmation. The files are complete afterwards.
    signal(&project, Signal::STOP);
    terminal.wait_to_see(STOPPED);
    terminal.press("stty sane; fg\r");
    terminal.wait_until("the board alone", |drawn| {
        drawn.is_taken && drawn.text.contains("Test the login") && !drawn.text.contains(STOPPED)
    });
    terminal.press("q");
    leave(terminal);
}

#[test]
fn a_choice_survives_suspension_and_shell_input_is_ignored() {
    let project = greeting();
    let Some(mut terminal) = shell(&project, "Ctrl-Z in the review") else {
        return;
    };
    run(&mut terminal, &format!("teddy execute {PLAN}"));
    terminal.wait_to_see(PROMPT.trim());
    terminal.press("m");
    terminal.wait_to_see("2 of 2 chosen");
    terminal.press(" ");
    terminal.wait_to_see("1 of 2 chosen");
    terminal.press(CTRL_Z);
    assert_stopped(&mut terminal, &project);
    assert!(!project.root().join("hello.txt").exists());
    terminal.press("fg\r");
    terminal.wait_until("the list", |drawn| {
        drawn.is_taken && drawn.text.contains("1 of 2 chosen")
    });
    terminal.press("a");
    terminal.wait_to_see("2 of 2 chosen");
    terminal.press("s");
    terminal.wait_to_see("✓ [2/2]");
    leave(terminal);
    assert!(project.root().join("hello.txt").exists());
}

#[test]
fn a_question_is_shown_again_after_suspension() {
    let project = greeting();
    let Some(mut terminal) = shell(&project, "Ctrl-Z at a question") else {
        return;
    };
    run(&mut terminal, &format!("teddy execute {PLAN}"));
    terminal.wait_to_see(PROMPT.trim());
    for stop in [None, Some(Signal::TSTP)] {
        match stop {
            None => terminal.press(CTRL_Z),
            Some(stop) => signal(&project, stop),
        }
        assert_stopped(&mut terminal, &project);
        terminal.press("fg\r");
        terminal.wait_to_see(PROMPT.trim());
    }
    terminal.press("a");
    terminal.wait_to_see("✓ [2/2]");
    leave(terminal);
    assert!(project.root().join("hello.txt").exists());
}

#[test]
fn typed_text_survives_suspension() {
    let project = waiting(&plan(&chat("Shall we?")));
    let Some(mut terminal) = shell(&project, "Ctrl-Z in a reply") else {
        return;
    };
    run(&mut terminal, &format!("teddy execute {PLAN}"));
    terminal.wait_to_see(PROMPT.trim());
    terminal.press("a");
    terminal.wait_to_see("Your reply ›");
    terminal.press("Oui, bien ");
    terminal.wait_to_see("Oui, bien");
    terminal.press(CTRL_Z);
    assert_stopped(&mut terminal, &project);
    terminal.press("fg\r");
    terminal.wait_to_see("Your reply › Oui, bien");
    terminal.press("sûr\r");
    terminal.wait_to_see("✓ [1/1]");
    leave(terminal);
    let message = fs::read_to_string(turn(&project, "02").join("message.md")).ok();
    assert_eq!(message.as_deref(), Some("Oui, bien sûr\n"));
}

/// The output of a command so far.
fn steps(project: &Project) -> usize {
    fs::read_to_string(project.root().join("steps")).map_or(0, |text| text.lines().count())
}

#[test]
fn a_suspended_command_does_not_use_up_its_time_limit() {
    let command = "while [ ! -e go ]; do echo step >> steps; sleep 0.02; done";
    let project = waiting(&plan(&execute_with("- **Timeout:** 6\n", command)));
    let Some(mut terminal) = shell(&project, "Ctrl-Z while a command runs") else {
        return;
    };
    run(&mut terminal, &format!("teddy execute {PLAN}"));
    terminal.wait_to_see(PROMPT.trim());
    terminal.press("a");
    wait_until("the command", || steps(&project) > 3);
    terminal.press(CTRL_Z);
    assert_stopped(&mut terminal, &project);
    let before = steps(&project);
    // Longer than its time limit.
    sleep(Duration::from_secs(7));
    assert_eq!(steps(&project), before);
    terminal.press("fg\r");
    wait_until("the command again", || steps(&project) > before + 3);
    project.write("go", "");
    terminal.wait_to_see("✓ [1/1]");
    leave(terminal);
    assert!(!report(&project).contains("FAILURE"), "{}", report(&project));
}

#[test]
fn killing_a_suspended_program_ends_its_command() {
    let command = "while [ ! -e go ]; do echo step >> steps; sleep 0.02; done; sleep 317.01";
    let project = waiting(&plan(&execute(command)));
    let Some(mut terminal) = shell(&project, "a kill while a command stands still") else {
        return;
    };
    run(&mut terminal, &format!("teddy execute {PLAN}"));
    terminal.wait_to_see(PROMPT.trim());
    terminal.press("a");
    wait_until("the command", || steps(&project) > 3);
    terminal.press(CTRL_Z);
    assert_stopped(&mut terminal, &project);
    signal(&project, Signal::KILL);
    let left = || {
        let entries = must("processes", fs::read_dir("/proc"));
        let lines = entries
            .flatten()
            .map(|entry| fs::read(entry.path().join("cmdline")).unwrap_or_default());
        lines
            .into_iter()
            .any(|line| String::from_utf8_lossy(&line).contains("317.01"))
    };
    wait_until("nothing of the command is left", || !left());
    // The shell notices the end a moment later, and does not exit before.
    terminal.press("while [ -n \"$(jobs -s)\" ]; do sleep 0.05; done\r");
    leave(terminal);
}

#[test]
fn an_orphaned_process_group_is_not_suspended() {
    if !has_terminal("Ctrl-Z without a shell") {
        return;
    }
    let project = greeting();
    let mut terminal = asked(&project, &["execute", PLAN]);
    terminal.press(CTRL_Z);
    terminal.wait_for(PROMPT);
    terminal.signal(Signal::TSTP);
    terminal.press("m");
    terminal.wait_to_see("2 of 2 chosen");
    terminal.press(CTRL_Z);
    terminal.signal(Signal::TSTP);
    terminal.press("a");
    terminal.wait_to_see("0 of 2 chosen");
    terminal.press("q");
    terminal.wait_for(PROMPT);
    terminal.press("q");
    assert_eq!(terminal.end().code, Some(4));
}
