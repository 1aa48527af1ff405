//! R16 end to end: a language model behind a network plans several turns and decomposes a goal, in each of the three
//! wire formats, with feedback about its errors.

use planwright_testkit::bins;
use planwright_testkit::models::{Api, INPUT_TOKENS, Reply, StubModels};
use planwright_testkit::project::{Project, Ran, finish, must};
use serde_json::{Value, json};

use crate::turn_scenes::{SESSION, bare, chat, edit, plan, show, turn};

const START: [&str; 3] = ["start", "--goal", "Greet the guests"];
const FEEDBACK: &str = "Nothing tests task 2.";

fn run(project: &Project, server: &StubModels, api: Api, program: &str, arguments: &[&str]) -> Ran {
    let mut command = project.command(bins::path(program));
    command
        .args(arguments)
        .envs(server.environment(api))
        .env("PLANWRIGHT_PLANNER_TIMEOUT", "2");
    finish(&mut command)
}

fn text(project: &Project, path: &str) -> String {
    must(path, std::fs::read_to_string(project.root().join(path)))
}

fn task(title: &str, kind: &str, after: &[u32]) -> Value {
    json!({
        "title": title,
        "type": kind,
        "dependencies": after,
        "context_hints": ["Read `greet.txt` for what a greeting says."],
        "relevant_file_paths": ["greet.txt"],
    })
}

fn draft(tasks: &[Value]) -> Reply {
    Reply::text(&json!({"tasks": tasks}).to_string())
}

fn verdict(is_approved: bool, feedback: &str) -> Reply {
    Reply::text(&json!({"is_approved": is_approved, "feedback": feedback}).to_string())
}

fn greeting() -> Value {
    task("Greet each guest by name in the output", "feature", &[])
}

/// Every consultation in the log, oldest first.
fn events(project: &Project) -> Vec<Value> {
    let log = project.planwright(&["log", "--json"]).done().json();
    let operations = log["operations"].as_array().cloned().unwrap_or_default();
    let events = operations.iter().filter_map(|operation| operation["events"].as_array());
    let asked = events.flatten().filter(|event| event["kind"] == "consulted");
    asked.rev().cloned().collect()
}

#[test]
fn r16_a_session_recovers_from_invalid_plans() {
    for api in Api::ALL {
        let project = bare();
        let server = StubModels::start([
            Reply::text(&plan(&edit("greet.txt", "This text is missing", "Bonjour"))),
            Reply::text(&plan(&edit("greet.txt", "Hello", "Bonjour"))),
            Reply::text(&plan(&chat("It is done."))),
        ]);
        let teddy = |arguments: &[&str]| run(&project, &server, api, "teddy", arguments);
        teddy(&["new", "greet"]).done();
        show(&project, &["greet.txt"]);
        teddy(&["plan", "-m", "In French, please."]).done();
        let refused = teddy(&["execute", "-y", "--json"]);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert_eq!(refused.json()["next_plan"], format!("{SESSION}/02/plan.md"), "{api:?}");
        assert_eq!(text(&project, "greet.txt"), "Hello\n");
        teddy(&["execute", "-y"]).done();
        assert_eq!(text(&project, "greet.txt"), "Bonjour\n");
        teddy(&["plan", "-m", "Is it done?"]).done();
        teddy(&["execute", "-y"]).done();
        assert_eq!((server.asked().len(), server.left()), (3, 0), "{api:?}");
        assert!(turn(&project, "03").join("report.md").is_file());
        let asked = server.asked();
        for (index, words) in ["In French, please.", "not in the file", "Is it done?"]
            .iter()
            .enumerate()
        {
            assert_eq!(asked[index].api, api);
            assert!(
                asked[index].prompt().contains(words),
                "{api:?}: {}",
                asked[index].prompt()
            );
        }
        let usage = project.planwright(&["usage", "--json"]).done().json();
        assert!(usage.to_string().contains("\"calls\":3"), "{usage}");
    }
}

#[test]
fn r16_the_third_draft_of_a_goal_is_accepted() {
    for api in Api::ALL {
        let project = bare();
        let vague = json!({"title": "Greet", "type": "feature", "dependencies": [], "context_hints": ["spec"],
                           "relevant_file_paths": ["nowhere.txt"]});
        let test = task("Test the greeting of two guests", "test", &[2]);
        let server = StubModels::start([
            draft(&[vague]),
            draft(&[greeting()]),
            verdict(false, FEEDBACK),
            draft(&[greeting(), test]),
            verdict(true, ""),
        ]);
        let answer = run(&project, &server, api, "planloop", &START).done().json();
        assert_eq!(
            answer["decomposition"],
            json!({"planned_tasks": 2, "rounds": 3}),
            "{answer}"
        );
        assert_eq!((server.asked().len(), server.left()), (5, 0), "{api:?}");
        let logged = events(&project);
        assert!(
            logged.iter().all(|event| event["input_tokens"] == INPUT_TOKENS),
            "{logged:?}"
        );
        let purposes: Vec<_> = logged.iter().map(|event| event["purpose"].clone()).collect();
        assert_eq!(
            purposes,
            ["decompose", "decompose", "judge", "decompose", "judge"],
            "{api:?}"
        );
        for (event, words) in logged.iter().zip([
            "the gates refused it: Task 'Greet' lists a path that does not exist",
            "round 2: one task passes the gates",
            &format!("rejected: {FEEDBACK}"),
            "round 3: 2 tasks pass the gates",
            "approved",
        ]) {
            assert!(
                event["outcome"].as_str().is_some_and(|outcome| outcome.contains(words)),
                "{event}"
            );
        }
        let asked = server.asked();
        assert!(asked[1].prompt().contains("nowhere.txt"), "{}", asked[1].prompt());
        assert!(asked[3].prompt().contains(FEEDBACK), "{}", asked[3].prompt());
        let next = project.planwright(&["next"]).done().stdout;
        assert!(next.contains("Greet each guest"), "{next}");
    }
}

#[test]
fn r16_a_goal_is_retried_where_a_retry_helps() {
    for (api, fault) in [
        (Api::OpenAi, Reply::retry_after(429, "0")),
        (Api::Anthropic, Reply::status(500, "oops")),
        (Api::Gemini, Reply::status(503, "busy")),
        (Api::Anthropic, Reply::Overloaded(String::new())),
        (Api::OpenAi, Reply::Close),
    ] {
        let project = bare();
        let server = StubModels::start([fault.clone(), draft(&[greeting()]), verdict(true, "")]);
        let answer = run(&project, &server, api, "planloop", &START).done().json();
        assert_eq!(answer["decomposition"]["planned_tasks"], 1, "{fault:?}: {answer}");
        assert_eq!((server.asked().len(), server.left()), (3, 0), "{fault:?}");
    }
}

/// Both prompts can fail: the one for tasks and the one for a verdict. A few failures represent all of them for the
/// second.
#[test]
fn r16_a_goal_without_a_decomposition_is_left_to_the_agent() {
    for (fault, advice) in [
        (Reply::status(401, "who are you?"), "check the key"),
        (Reply::retry_after(429, "100000"), "ask again in 100000 s"),
        (Reply::Cut("{\"tasks\"".to_owned()), "ask again"),
        (Reply::EndEarly("{\"tasks\"".to_owned()), "ask again"),
        (Reply::Length("{\"tasks\"".to_owned()), "ask for less"),
        (Reply::Garbage, "ask another model"),
        (Reply::Page, "ask another model"),
        (Reply::Flood, "ask for less"),
        (Reply::Silence, "allow more time"),
        (Reply::drip(), "allow more time"),
        (Reply::Unwilling, "ask another model"),
    ] {
        let judged = matches!(fault, Reply::Status { .. } | Reply::Cut(_) | Reply::Silence);
        let judged = judged.then(|| (Some(draft(&[greeting()])), "judge"));
        for (before, purpose) in [(None, "decompose")].into_iter().chain(judged) {
            let project = bare();
            let server = StubModels::start(before.into_iter().chain([fault.clone()]));
            let answer = run(&project, &server, Api::OpenAi, "planloop", &START).done().json();
            let why = answer["decomposition"]["left_to_agent"].as_str().unwrap_or_default();
            assert!(why.contains(advice), "{fault:?}: {answer}");
            let logged = events(&project);
            let last = logged
                .last()
                .map(|event| (&event["purpose"], event["outcome"].as_str()));
            assert!(
                last.is_some_and(
                    |(of, outcome)| of == purpose && outcome.is_some_and(|outcome| outcome.starts_with("no answer: "))
                ),
                "{fault:?}: {logged:?}"
            );
            let next = project.planwright(&["next"]).done().stdout;
            assert!(next.contains("Decompose the goal"), "{fault:?}: {next}");
        }
    }
}

#[test]
fn r16_an_unreadable_verdict_is_requested_once_more() {
    for (second, is_understood) in [(verdict(true, ""), true), (Reply::text("Splendid."), false)] {
        let project = bare();
        let server = StubModels::start([draft(&[greeting()]), Reply::text("Looks good to me!"), second]);
        let answer = run(&project, &server, Api::Anthropic, "planloop", &START).done().json();
        let asked = server.asked();
        assert_eq!((asked.len(), server.left()), (3, 0));
        let again = asked[2].prompt();
        assert!(
            again.contains("Looks good to me!") && again.contains("is_approved"),
            "{again}"
        );
        assert!(again.contains("The answer holds no JSON"), "{again}");
        let decomposition = &answer["decomposition"];
        assert_eq!(decomposition["planned_tasks"].is_number(), is_understood, "{answer}");
        let kept = project
            .root()
            .join(".planwright/answers/greet-the-guests-1794733200-judge.md");
        assert_eq!(kept.exists(), !is_understood);
        if !is_understood {
            assert_eq!(must("the answer", std::fs::read_to_string(kept)), "Splendid.");
            let why = decomposition["left_to_agent"].as_str().unwrap_or_default();
            assert!(why.contains("greet-the-guests-1794733200-judge.md"), "{why}");
        }
    }
}

/// Each request costs a cent, in any process.
#[test]
fn r16_all_processes_of_a_session_share_its_budget() {
    let project = bare();
    let config = project.home().join(".config/planwright");
    must("a folder", std::fs::create_dir_all(&config));
    let limits = "[planner]\nmax_session_cost = 0.045\ninput_price = 0.01\noutput_price = 300\n";
    must("the configuration", std::fs::write(config.join("config.toml"), limits));
    let suggestion = draft(&[task("Test the greeting of two guests", "test", &[])]);
    let script = [draft(&[greeting()]), verdict(true, "")];
    let server = StubModels::start(script.into_iter().chain((0..20).map(|_| suggestion.clone())));
    let planloop = |arguments: &[&str]| run(&project, &server, Api::OpenAi, "planloop", arguments);
    let answer = planloop(&START).done().json();
    assert_eq!(answer["decomposition"]["planned_tasks"], 1, "{answer}");
    planloop(&["suggest"]).done();
    let error = planloop(&["suggest"]).json();
    assert_eq!(error["error_type"], "planner_budget", "{error}");
    assert_eq!(server.asked().len(), 3);
    // Another session has its own budget.
    let answer = planloop(&["start", "--goal", "Another goal"]).done().json();
    assert!(server.asked().len() > 3, "{answer}");
}
