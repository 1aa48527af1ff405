//! R16 for planning with a language model: whatever the server does, the request ends in a plan, or in an error with a
//! hint and a turn that can be planned again. The number of retries is limited.

use planwright_testkit::bins;
use planwright_testkit::models::{Api, INPUT_TOKENS, OUTPUT_TOKENS, Reply, StubModels};
use planwright_testkit::project::{Project, Ran, must};
use serde_json::json;

use crate::turn_scenes::{PLAN, SESSION, chat, edit, opened, plan};

const MESSAGE: &str = "Greet them all.";

fn teddy(project: &Project, server: &StubModels, api: Api, arguments: &[&str]) -> Ran {
    run(project, server, api, "teddy", arguments)
}

fn run(project: &Project, server: &StubModels, api: Api, program: &str, arguments: &[&str]) -> Ran {
    let mut command = project.command(bins::path(program));
    command
        .args(arguments)
        .envs(server.environment(api))
        .env("PLANWRIGHT_PLANNER_TIMEOUT", "2");
    Ran::of(&must(program, command.output()))
}

fn text(project: &Project, path: &str) -> String {
    must(path, std::fs::read_to_string(project.root().join(path)))
}

fn good() -> Reply {
    Reply::text(&plan(&chat("Hello.")))
}

#[test]
fn r16_transient_errors_are_retried() {
    for (api, fault) in [
        (Api::OpenAi, Reply::retry_after(429, "0")),
        (Api::Anthropic, Reply::status(500, "oops")),
        (Api::Gemini, Reply::status(503, "busy")),
        (Api::OpenAi, Reply::Close),
        (Api::Anthropic, Reply::Overloaded(String::new())),
    ] {
        let project = opened();
        let server = StubModels::start([fault.clone(), good()]);
        teddy(&project, &server, api, &["plan", "-m", MESSAGE]).done();
        assert_eq!(server.asked().len(), 2, "{fault:?}");
        assert!(text(&project, PLAN).contains("Hello."));
        let meta = text(&project, &format!("{SESSION}/01/meta.yaml"));
        for line in [
            "model: stub-1",
            &format!("input_tokens: {INPUT_TOKENS}"),
            &format!("output_tokens: {OUTPUT_TOKENS}"),
        ] {
            assert!(meta.contains(line), "{meta}");
        }
    }
}

#[test]
fn r16_a_turn_without_a_plan_can_be_planned_again() {
    for (fault, kind) in [
        (Reply::status(401, "who are you?"), "planner_refused"),
        (Reply::status(400, "no such field"), "planner_refused"),
        (Reply::retry_after(429, "100000"), "planner_rate_limited"),
        (Reply::Cut("# Greet".to_owned()), "planner_cut"),
        (Reply::EndEarly("# Greet".to_owned()), "planner_cut"),
        (Reply::Length("# Greet".to_owned()), "planner_cut"),
        (Reply::Garbage, "planner_bad_answer"),
        (Reply::Page, "planner_bad_answer"),
        (Reply::Flood, "planner_too_large"),
        (Reply::Silence, "planner_timed_out"),
        (Reply::drip(), "planner_timed_out"),
        (Reply::Unwilling, "planner_bad_answer"),
    ] {
        let project = opened();
        let server = StubModels::start([fault.clone()]);
        let ran = teddy(&project, &server, Api::OpenAi, &["plan", "-m", MESSAGE, "--json"]);
        let error = ran.json();
        assert_eq!(
            (&error["status"], &error["error_type"]),
            (&"error".into(), &kind.into()),
            "{fault:?}: {error}"
        );
        assert!(
            error["hint"].as_str().is_some_and(|hint| !hint.is_empty()),
            "{fault:?}: {error}"
        );
        assert!(!project.root().join(PLAN).exists(), "{fault:?}");
        server.then(good());
        teddy(&project, &server, Api::OpenAi, &["resume"]).done();
        assert!(text(&project, PLAN).contains("Hello."), "{fault:?}");
        let asked = server.asked();
        assert!(
            asked.last().is_some_and(|asked| asked.prompt().contains(MESSAGE)),
            "{fault:?}"
        );
    }
}

#[test]
fn r16_retries_of_invalid_plans_end() {
    let project = opened();
    let refused = plan(&edit("greet.txt", "This text is missing", "Bonjour"));
    let server = StubModels::start((0..20).map(|_| Reply::text(&refused)));
    teddy(&project, &server, Api::Gemini, &["plan", "-m", MESSAGE]).done();
    for _ in 0..3 {
        let answer = teddy(&project, &server, Api::Gemini, &["execute", "-y", "--json"]).json();
        assert!(answer["next_plan"].is_string(), "{answer}");
    }
    let answer = teddy(&project, &server, Api::Gemini, &["execute", "-y", "--json"]).json();
    assert!(
        answer["next_plan"].is_null() && answer["next_plan_trouble"].is_string(),
        "{answer}"
    );
    assert_eq!(server.asked().len(), 4);
}

#[test]
fn r16_a_goal_is_drafted_four_times_at_most() {
    let draft = json!({"tasks": [{
        "title": "Greet each guest by name in the output",
        "type": "feature",
        "dependencies": [],
        "context_hints": ["Read `greet.txt` for what a greeting says."],
        "relevant_file_paths": ["greet.txt"],
    }]})
    .to_string();
    let verdict = json!({"is_approved": false, "feedback": "It could be better."}).to_string();
    let project = crate::turn_scenes::bare();
    let script = (0..20).map(|round| Reply::text(if round % 2 == 0 { &draft } else { &verdict }));
    let server = StubModels::start(script);
    let start = ["start", "--goal", "Greet the guests"];
    let answer = run(&project, &server, Api::Anthropic, "planloop", &start).done().json();
    assert!(answer.to_string().contains("It could be better."), "{answer}");
    assert_eq!(server.asked().len(), 8);
}

#[test]
fn r16_a_session_stays_within_its_budget() {
    let project = opened();
    let config = project.home().join(".config/planwright");
    must("a folder", std::fs::create_dir_all(&config));
    let limits = "[planner]\nmax_session_cost = 0.025\ninput_price = 0.01\noutput_price = 300\n";
    must("the configuration", std::fs::write(config.join("config.toml"), limits));
    let refused = plan(&edit("greet.txt", "This text is missing", "Bonjour"));
    let server = StubModels::start((0..20).map(|_| Reply::text(&refused)));
    teddy(&project, &server, Api::OpenAi, &["plan"]).done();
    let answer = teddy(&project, &server, Api::OpenAi, &["execute", "-y", "--json"]).json();
    assert!(answer["next_plan_trouble"].is_string(), "{answer}");
    let error = teddy(&project, &server, Api::OpenAi, &["plan", "--json"]).json();
    assert_eq!(error["error_type"], "planner_budget", "{error}");
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn r16_unusable_answers_count_towards_the_budget() {
    let project = opened();
    let server = StubModels::start((0..4).map(|_| Reply::text("No.")));
    for times in 1..=2 {
        let error = teddy(&project, &server, Api::OpenAi, &["plan", "--json"]).json();
        assert_eq!(error["error_type"], "no_plan_in_answer", "{error}");
        let meta = text(&project, &format!("{SESSION}/01/meta.yaml"));
        let tokens = format!("input_tokens: {}\n", 2 * times * INPUT_TOKENS);
        assert!(meta.contains(&tokens), "{meta}");
    }
}
