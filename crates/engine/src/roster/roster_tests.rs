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

fn roster(config: &str, has_planner: bool) -> Result<Roster, EngineError> {
    let (config, faults) = dialect::config::read(config);
    assert_eq!(faults, []);
    Roster::of(&config, has_planner)
}

#[track_caller]
fn check(roster: &Roster, suggested: Option<&str>, last: Option<(&str, bool)>, expected: Option<&str>) {
    let last = last.map(|(agent, has_succeeded)| Last {
        agent: AgentName::new(agent).unwrap(),
        error: (!has_succeeded).then(|| "it rains".to_owned()),
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
    assert!(matches!(roster("", false), Err(EngineError::Run(RunFault::NoAgents))));
    assert_eq!(roster("", true).unwrap().names().len(), 4);
}

#[test]
fn a_transition_to_a_planner_agent_without_a_planner_is_an_error() {
    let config = "[agents.dev]\ncommand = [\"x\"]\non_success = \"tester\"\n";
    assert!(roster(config, true).is_ok());
    let Err(EngineError::Run(RunFault::UnknownTarget { agent, target, known })) = roster(config, false) else {
        panic!("it was taken");
    };
    assert_eq!(
        (agent.as_str(), target.as_str(), known),
        ("dev", "tester", vec!["dev".to_owned()])
    );
}
