//! R14 and R16: a request to a language model ends whatever the server does, and no key is shown.

use planwright_testkit::bins;
use planwright_testkit::models::{Api, INPUT_TOKENS, KEY, Reply, StubModels};
use planwright_testkit::project::{Project, Ran, must};

fn ask(server: &StubModels, api: Api, arguments: &[&str]) -> Ran {
    let project = Project::new();
    let mut command = project.command(bins::path("planwright"));
    command.args(["planner", "test"]).args(arguments);
    command
        .envs(server.environment(api))
        .env("PLANWRIGHT_PLANNER_TIMEOUT", "2");
    Ran::of(&must("planwright", command.output()))
}

#[test]
fn r16_a_model_behind_a_network_answers() {
    for api in Api::ALL {
        let server = StubModels::start([Reply::text("ready")]);
        let answer = ask(&server, api, &["--json"]).done().json();
        assert_eq!(
            (&answer["answer"], &answer["model"]),
            (&"ready".into(), &"stub-1".into())
        );
        assert_eq!(answer["input_tokens"], INPUT_TOKENS);
    }
}

#[test]
fn r16_an_endless_answer_is_aborted() {
    for (reply, kind) in [
        (Reply::Silence, "planner_timed_out"),
        (Reply::drip(), "planner_timed_out"),
        (Reply::Flood, "planner_too_large"),
        (Reply::Cut("half".to_owned()), "planner_cut"),
        (Reply::Garbage, "planner_bad_answer"),
    ] {
        let server = StubModels::start([reply]);
        let error = ask(&server, Api::Anthropic, &["--json"]).json();
        assert_eq!(error["error_type"], kind, "{error}");
    }
}

#[test]
fn r14_no_key_is_shown_whatever_the_server_says() {
    let refusals = Api::ALL
        .into_iter()
        .flat_map(|api| [400, 401, 404].map(|status| (api, status)));
    // These requests are retried, which is reported as well.
    let passing = [(Api::OpenAi, 429), (Api::Gemini, 500)];
    for (api, status) in refusals.chain(passing) {
        for arguments in [&["--json"][..], &[]] {
            let script = (0..4).map(|_| Reply::status(status, &format!("{KEY} is wrong: {KEY}")));
            let server = StubModels::start(script);
            let ran = ask(&server, api, arguments);
            assert_eq!(ran.code, Some(5), "{ran:?}");
            let output = format!("{}{}", ran.stdout, ran.stderr);
            assert!(
                output.contains("[redacted] is wrong") && !output.contains(KEY),
                "{output}"
            );
        }
    }
}
