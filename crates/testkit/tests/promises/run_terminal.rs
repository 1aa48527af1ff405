//! A run at a real terminal: what the user sees while agents work, and what Ctrl-C does.

use std::fs;
use std::process::Command;
use std::time::Duration;

use planwright_testkit::bins;
use planwright_testkit::project::Project;
use planwright_testkit::terminal::{CTRL_C, Left, Terminal};

use crate::at_terminal::has_terminal;
use crate::r01_run::configure;

/// A quick agent, and one that does not end by itself.
pub const AGENTS: &str = r#"
[agents.dev]
command = ["sh", "-c", "cat >/dev/null; echo $PLANWRIGHT_TASK >>ran"]
[agents.slow]
command = ["sh", "-c", "cat >/dev/null; echo $PLANWRIGHT_TASK >>ran; echo At work; exec sleep 300"]
"#;

const ROWS: u16 = 24;
const COLUMNS: u16 = 90;

/// A plan of one task for that agent.
pub fn scene(program: &str, agent: &str, criterion: Option<&str>) -> Project {
    let project = Project::in_memory();
    configure(&project, AGENTS);
    match program {
        "rawko" => {
            let criteria = criterion.map(|criterion| format!(r#", "acceptanceCriteria": ["{criterion}"]"#));
            let step = format!(
                r#"[{{"description": "Write greeting", "suggestedAgent": "{agent}"{}}}]"#,
                criteria.unwrap_or_default()
            );
            let line = ["plan", "create", "--task", "Greet", "--steps", &step];
            project.run("rawko", &line).done();
        }
        _ => {
            project.planwright(&["init", "--goal", "Greet"]).done();
            project.planwright(&["done", "1"]).done();
            let accept: Vec<&str> = criterion.iter().flat_map(|text| ["--accept", text]).collect();
            let line = ["add", "Write greeting", "--wants", agent];
            project.planwright(&[&line, accept.as_slice()].concat()).done();
        }
    }
    project
}

pub fn start(project: &Project, program: &str, arguments: &[&str]) -> Terminal {
    Terminal::start(&command(project, program, arguments), ROWS, COLUMNS)
}

fn command(project: &Project, program: &str, arguments: &[&str]) -> Command {
    let mut command = project.command(bins::path(program));
    command.args(arguments).env("TERM", "xterm-256color");
    command
}

/// The terminal modes are restored, and nothing is drawn any more.
#[track_caller]
pub fn ended(terminal: Terminal) -> Left {
    let left = terminal.end();
    let shown = &left.drawn.text;
    assert!(left.is_restored && left.drawn.has_cursor, "{shown}");
    assert!(!shown.contains(is_frame), "the spinner was left on the screen: {shown}");
    left
}

/// Whether the character belongs to the spinner.
fn is_frame(c: char) -> bool {
    ('\u{2801}'..='\u{28ff}').contains(&c)
}

/// The state of the only task of the plan, apart from the decomposition of the goal.
pub fn state(project: &Project) -> String {
    let list = project.planwright(&["list", "--json"]).done().json();
    let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
    let last = tasks.last().and_then(|task| task["state"].as_str().map(str::to_owned));
    last.unwrap_or_default()
}

pub fn ran(project: &Project) -> usize {
    let text = fs::read_to_string(project.root().join("ran")).unwrap_or_default();
    text.lines().count()
}

/// Waits until an agent has reported its start.
pub fn wait_for_work(project: &Project) {
    while ran(project) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn run_an_interrupt_stops_the_agent_and_releases_the_task() {
    if !has_terminal("run: an interrupt") {
        return;
    }
    for (program, goes_on) in [("planwright", "planwright run"), ("rawko", "rawko run")] {
        let project = scene(program, "slow", None);
        let mut terminal = start(&project, program, &["run"]);
        terminal.wait_to_see("At work");
        terminal.press(CTRL_C);
        let left = ended(terminal);
        let shown = &left.drawn.text;
        assert_eq!(left.code, Some(4), "{shown}");
        for words in [
            "was stopped, and handed back",
            "It was stopped; what this run had begun was handed back.",
            "1 started, 0 done, 1 handed back",
            &format!("hint: go on where it was: {goes_on}"),
        ] {
            assert!(shown.contains(words), "{words:?}: {shown}");
        }
        assert_eq!((state(&project).as_str(), ran(&project)), ("todo", 1));
        project.assert_sound();
        let line = ["run", "--json", "--resolve", "again"];
        let nothing = project.run(program, &line);
        assert!(nothing.stdout.contains("nothing_to_resolve"), "{nothing:?}");
    }
}

/// Terminals and process groups may deliver one request twice.
#[test]
fn run_two_simultaneous_interrupts_count_once() {
    if !has_terminal("run: an echo") {
        return;
    }
    let project = scene("planwright", "slow", None);
    let mut terminal = start(&project, "planwright", &["run"]);
    terminal.wait_to_see("At work");
    terminal.press(CTRL_C);
    std::thread::sleep(Duration::from_millis(20));
    terminal.press(CTRL_C);
    let left = ended(terminal);
    assert_eq!(left.code, Some(4), "{}", left.drawn.text);
    assert!(left.drawn.text.contains("1 handed back"), "{}", left.drawn.text);
    assert_eq!((state(&project).as_str(), ran(&project)), ("todo", 1));
}

/// After the window is closed, agents must not continue unseen.
#[test]
fn run_a_closed_window_releases_the_task() {
    if !has_terminal("run: a closed window") {
        return;
    }
    let project = scene("planwright", "slow", None);
    let mut terminal = start(&project, "planwright", &["run"]);
    terminal.wait_to_see("At work");
    terminal.close();
    project.wait_until_quiet();
    assert_eq!((state(&project).as_str(), ran(&project)), ("todo", 1));
    project.assert_sound();
}

#[test]
fn run_the_last_line_shows_agents_and_durations() {
    if !has_terminal("run: the last line") {
        return;
    }
    for (program, works) in [
        ("planwright", "1 of 2 settled · 2 slow "),
        ("rawko", "0 of 1 settled · 0 slow "),
    ] {
        let project = scene(program, "slow", None);
        let mut terminal = start(&project, program, &["run"]);
        let drawn = terminal.wait_until("an agent that works for a while", |drawn| {
            let elapsed = drawn.text.split_once(works).map(|(_, rest)| rest);
            elapsed.is_some_and(|elapsed| elapsed.starts_with(|c: char| ('1'..='9').contains(&c)))
        });
        let last = drawn.text.lines().last().unwrap_or_default();
        assert!(
            last.starts_with(is_frame) && last.contains("s in all"),
            "{}",
            drawn.text
        );
        terminal.press(CTRL_C);
        ended(terminal);
    }
}

#[test]
fn run_a_narrow_terminal_shows_one_line_that_moves() {
    if !has_terminal("run: a narrow terminal") {
        return;
    }
    let project = scene("planwright", "slow", None);
    let mut terminal = Terminal::start(&command(&project, "planwright", &["run"]), ROWS, 24);
    terminal.wait_to_see("At work");
    let moving = |text: &str| text.lines().filter(|line| line.starts_with(is_frame)).count();
    let drawn = terminal.wait_until("a line that moves", |drawn| moving(&drawn.text) > 0);
    assert_eq!(moving(&drawn.text), 1, "{}", drawn.text);
    terminal.press(CTRL_C);
    let left = ended(terminal);
    assert_eq!(left.code, Some(4), "{}", left.drawn.text);
    let moved = left.text();
    assert!(moved.matches("1 of 2 settled").count() > 1, "{moved}");
}

/// The spinner needs control codes, so without colors it is not shown at all.
#[test]
fn run_without_colors_only_lines_are_shown() {
    if !has_terminal("run: without colors") {
        return;
    }
    let project = scene("planwright", "slow", None);
    let mut command = command(&project, "planwright", &["run"]);
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::start(&command, ROWS, COLUMNS);
    terminal.wait_for("▶ 2 Write greeting (slow)");
    wait_for_work(&project);
    terminal.press(CTRL_C);
    let left = ended(terminal);
    assert_eq!(left.code, Some(4), "{}", left.text());
    assert!(!left.raw.contains(&b'\x1b'), "{}", left.text());
    assert!(!left.text().contains('\r'), "{:?}", left.text());
    assert!(left.drawn.text.contains("It was stopped"), "{}", left.drawn.text);
}
