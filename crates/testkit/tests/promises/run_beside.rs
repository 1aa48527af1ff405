//! Work that continues while a person thinks about a question.

use std::thread;
use std::time::Duration;

use planwright_testkit::project::Project;

use crate::at_terminal::{PROMPT, has_terminal};
use crate::r01_run::configure;
use crate::run_terminal::{ended, start};
use crate::turn_scenes::{create, plan};

/// The planner's proposal is on the screen before the other agent has answered, and that agent must end within its
/// limit.
const CONFIG: &str = r#"
[planner]
provider = "command"
command = ["sh", "-c", "cat >/dev/null; cat proposal.md"]
[agents.talker]
command = ["sh", "-c", "cat >/dev/null; while [ ! -f asked ]; do sleep 0.1; done; echo said; sleep 0.3; echo more"]
timeout_s = 20
"#;
const LIMIT: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(200);

#[test]
fn r16_an_open_question_stops_neither_time_limits_nor_other_work() {
    if !has_terminal("run: beside a question") {
        return;
    }
    let project = Project::in_memory();
    configure(&project, CONFIG);
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["done", "1"]).done();
    let conclusion = "### `CONCLUDE`\n- **Description:** It is done.\n\nAll is there.\n";
    let proposal = plan(&[&create("greet.md", "Hello"), conclusion].concat());
    project.write("proposal.md", &proposal);
    for (title, agent, path) in [
        ("Write greeting", "developer", "+greet.md"),
        ("Talk", "talker", "+talk.md"),
    ] {
        let line = ["add", title, "--wants", agent, "--path", path];
        project.planwright(&line).done();
    }
    let mut terminal = start(&project, "planwright", &["run", "--jobs", "2"]);
    terminal.wait_for(PROMPT);
    project.write("asked", "");
    let state = |key: &str| {
        let list = project.planwright(&["list", "--json"]).done().json();
        let tasks = list["tasks"].as_array().cloned().unwrap_or_default();
        let task = tasks.iter().find(|task| task["title"] == key).cloned();
        task.and_then(|task| task["state"].as_str().map(str::to_owned))
    };
    let mut waited = Duration::ZERO;
    while state("Talk").as_deref() != Some("done") {
        assert!(waited < LIMIT, "the result is stored while the question is open");
        thread::sleep(PAUSE);
        waited += PAUSE;
    }
    assert_ne!(state("Write greeting").as_deref(), Some("done"));
    terminal.press("a");
    let left = ended(terminal);
    assert_eq!(left.code, Some(0), "{}", left.drawn.text);
    let shown = left.text();
    let (asked, said) = (shown.rfind(PROMPT), shown.rfind("said"));
    assert!(
        asked.is_some() && asked < said,
        "what was said meanwhile is shown afterwards: {shown}"
    );
    assert_eq!(state("Write greeting").as_deref(), Some("done"));
}
