use model::{Brief, Outcome, Task, TaskKey, TaskNumber, Uid};

use super::*;

const CONFIG: &str = "
[agents.dev]
command = [\"dev\"]
on_success = \"qa\"
on_failure = \"lead\"
[agents.qa]
command = [\"qa\"]
[agents.lead]
command = [\"lead\"]
when = \"nobody else knows\"
";

fn roster(config: &str, has_planner: bool) -> Result<Roster, RunFault> {
    let (config, faults) = dialect::config::read(config);
    assert_eq!(faults, []);
    Roster::of(&config, has_planner)
}

fn task(number: u32, agent: Option<&str>, state: TaskState) -> Task {
    Task {
        uid: Uid([0; 16]),
        number: TaskNumber(number),
        key: TaskKey::from_title(&format!("t {number}")),
        order: number,
        brief: Brief {
            title: format!("t {number}"),
            agent: agent.map(|name| AgentName::new(name).unwrap()),
            ..Brief::default()
        },
        after: Vec::new(),
        state,
    }
}

fn done(by: &str, at: i64) -> TaskState {
    TaskState::Done(Outcome {
        by: AgentName::new(by).unwrap(),
        at: Timestamp::from_millis(at),
        started: None,
        note: None,
        files: Vec::new(),
        evidence: Vec::new(),
        claim: None,
    })
}

#[track_caller]
fn check(roster: &Roster, suggested: Option<&str>, last: Option<(&str, bool)>, expected: Option<&str>) {
    let last = last.map(|(agent, has_succeeded)| Last {
        agent: AgentName::new(agent).unwrap(),
        has_succeeded,
    });
    let suggested = suggested.map(|name| AgentName::new(name).unwrap());
    let found = roster.decided(suggested.as_ref(), last.as_ref());
    assert_eq!(found.map(|(agent, _)| agent.name.as_str()), expected);
}

#[test]
fn the_suggested_agent_comes_first_then_the_transition_then_the_only_one() {
    let several = roster(CONFIG, false).unwrap();
    check(&several, Some("QA"), Some(("dev", false)), Some("qa"));
    check(&several, None, Some(("Dev", true)), Some("qa"));
    check(&several, None, Some(("dev", false)), Some("lead"));
    check(&several, Some("nobody"), Some(("dev", true)), Some("qa"));
    check(&several, None, Some(("qa", true)), None);
    check(&several, None, Some(("a person", true)), None);
    check(&several, None, None, None);
    let one = roster("[agents.solo]\ncommand = [\"x\"]\n", false).unwrap();
    check(&one, Some("nobody"), None, Some("solo"));
}

#[test]
fn planner_agents_are_there_with_a_planner_only() {
    assert_eq!(roster(CONFIG, false).unwrap().names(), ["dev", "lead", "qa"]);
    let names = roster(CONFIG, true).unwrap().names();
    assert_eq!(
        names,
        ["dev", "lead", "qa", "planner", "developer", "tester", "reviewer"]
    );
    assert!(matches!(roster("", false), Err(RunFault::NoAgents)));
    assert_eq!(roster("", true).unwrap().names().len(), 4);
}

#[test]
fn a_transition_to_a_planner_agent_without_a_planner_is_an_error() {
    let config = "[agents.dev]\ncommand = [\"x\"]\non_success = \"tester\"\n";
    assert!(roster(config, true).is_ok());
    let Err(RunFault::UnknownTarget { agent, target, known }) = roster(config, false) else {
        panic!("it was taken");
    };
    assert_eq!(
        (agent.as_str(), target.as_str(), known),
        ("dev", "tester", vec!["dev".to_owned()])
    );
}

#[test]
fn the_last_agent_is_told_by_the_plan() {
    let tasks = Tasks::all([
        task(1, None, done("dev", 5)),
        task(2, None, done("qa", 9)),
        task(3, None, done("dev", 9)),
        task(4, None, TaskState::Todo),
    ]);
    let latest = last(&tasks).unwrap();
    assert_eq!((latest.agent.as_str(), latest.has_succeeded), ("dev", true));
    // What was put in between came to an end together with the others; its place counts, and not its number.
    let between = Task {
        order: 0,
        ..task(3, None, done("dev", 9))
    };
    let latest = last(&Tasks::all([task(2, None, done("qa", 9)), between])).unwrap();
    assert_eq!(latest.agent.as_str(), "qa");
    assert_eq!(last(&Tasks::whole()), None);
}
