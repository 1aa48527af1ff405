use std::path::Path;

use model::{Cost, Diagnostic, Provider, Severity, TokenPrice};

use super::*;

const WHOLE: &str = r#"
sandbox = "required"

[execute]
timeout_s = 60
output_kib = 1_024
memory_mib = 512
caches = ["~/.cargo/registry", "/var/cache/x"]
shared_caches = ["/var/cache/shared"]
cache_mib = 64
env = ["RUSTFLAGS", "_X1"]
git = "write"
approved = "sandbox"

[research]
command = ["ddgr", "--json"]

[fetch]
allow = ["docs.example.org", "*.rust-lang.org"]
allow_private = true
timeout_s = 5
max_kib = 100

[planner]
provider = "openai"
model = "meta/llama-4"
base_url = "http://localhost:11434/v1"
timeout_s = 90
max_cost = 1.50
max_session_cost = 20
input_price = 0.1
output_price = 1e0

[agents.developer]
command = ["claude", "-p"]
when = "code is to be written"
prompt = "Be brief."
on_success = "tester"
on_failure = "developer"
timeout_s = 600

[agents.second]
planner = true

[run]
jobs = 2
iterations = 7
replans = 0
turns = 5
approval = "sandbox"

[trust]
since = 2026-11-16
nested = { a = [1, true] }
"#;

fn told(text: &str) -> Vec<String> {
    let (_, faults) = read(text);
    faults.iter().map(sentence).collect()
}

fn sentence(fault: &Diagnostic) -> String {
    assert_eq!(fault.severity, Severity::Error);
    let (line, column) = fault.place.line_column.unwrap();
    let hint = fault.hint.as_deref().unwrap_or_default();
    format!("{line}:{column} {}: {} {hint}", fault.rule, fault.message)
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let told = told(text);
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}\nbut expected\n{expected}");
    }
}

#[test]
fn everything_that_is_known_is_read() {
    let (config, faults) = read(WHOLE);
    assert_eq!(faults, []);
    assert_eq!(config.sandbox, SandboxPolicy::Required);
    let execute = ExecuteConfig {
        timeout_s: 60,
        output_kib: 1024,
        memory_mib: 512,
        caches: vec!["~/.cargo/registry".to_owned(), "/var/cache/x".to_owned()],
        shared_caches: vec!["/var/cache/shared".to_owned()],
        cache_mib: 64,
        env: vec!["RUSTFLAGS".to_owned(), "_X1".to_owned()],
        git: GitAccess::Write,
        approved: ApprovedCommands::Sandbox,
    };
    assert_eq!(config.execute, execute);
    let command = vec!["ddgr".to_owned(), "--json".to_owned()];
    assert_eq!(config.research, Some(ResearchConfig::Command(command)));
    let allow = ["docs.example.org", "*.rust-lang.org"].map(|host| HostPattern::new(host).unwrap());
    let fetch = FetchConfig {
        allow: allow.to_vec(),
        allow_private: true,
        timeout_s: 5,
        max_kib: 100,
    };
    assert_eq!(config.fetch, fetch);
}

#[test]
fn the_planner_is_read() {
    let (config, _) = read(WHOLE);
    let dollars = |dollars| Cost::from_dollars(dollars).unwrap();
    let planner = PlannerConfig {
        provider: Some(Provider::OpenAi),
        model: Some("meta/llama-4".to_owned()),
        base_url: Some("http://localhost:11434/v1".to_owned()),
        command: None,
        timeout_s: Some(90),
        max_cost: Some(dollars(1.5)),
        max_session_cost: Some(dollars(20.0)),
        price: Some(TokenPrice {
            input: dollars(0.1),
            output: dollars(1.0),
        }),
    };
    assert_eq!(config.planner, planner);
    let (config, faults) = read("[planner]\nprovider = \"command\"\ncommand = [\"claude\", \"-p\"]\n");
    assert_eq!(faults, []);
    assert_eq!(config.planner.command.unwrap(), ["claude", "-p"]);
}

#[test]
fn a_planner_that_cannot_be_meant_is_an_error() {
    check(
        "[planner]\nprovider = \"claude\"\nmodel = \"\"\nbase_url = \"localhost\"\nmax_cost = -1\nmax_session_cost = \"2\"\nurl = 1\nprice = 1\n",
        &[
            "2:12 config-value: `planner.provider` cannot be `claude`. Write one of `openai`, `anthropic`",
            "3:9 config-value: `planner.model` is no name of a model.",
            "4:12 config-address: `planner.base_url` is no complete address of a web page.",
            "5:12 config-value: `planner.max_cost` cannot be `-1`. Write dollars, like `0.50`, up to 10000.",
            "6:20 config-type: `planner.max_session_cost` must be an amount of dollars, not a string.",
            "7:1 config-key: There is no key `url` in `[planner]`. Did you mean `base_url`?",
            "8:1 config-key: There is no key `price` in `[planner]`. Known here: `provider`",
        ],
    );
    check(
        "[planner]\nmax_cost = nan\nmax_session_cost = 0\noutput_price = 2\n",
        &[
            "2:12 config-value: `planner.max_cost` cannot be `nan`.",
            "3:20 config-value: `planner.max_session_cost` cannot be `0`.",
            "4:1 config-conflict: The price of tokens is only half known: `input_price` is missing.",
        ],
    );
}

#[test]
fn a_provider_and_what_belongs_to_another_are_not_mixed() {
    check(
        "[planner]\nprovider = \"openai\"\ncommand = [\"claude\"]\n",
        &["3:1 config-conflict: `[planner]` names a command, but its provider is another one."],
    );
    check(
        "[planner]\nprovider = \"command\"\nbase_url = \"http://a\"\n",
        &[
            "2:1 config-conflict: The provider is a command, but `planner.command` is missing.",
            "3:1 config-conflict: `[planner]` names an address, but its provider has none.",
        ],
    );
    check(
        "[planner]\nbase_url = \"https://ann:hunter2@a/v1\"\n",
        &["2:12 config-address: `planner.base_url` holds a name or a password, which would be shown in reports. Write"],
    );
}

#[test]
fn agents_and_the_run_are_read() {
    let (config, _) = read(WHOLE);
    let run = RunConfig {
        jobs: 2,
        iterations: 7,
        replans: 0,
        turns: 5,
        approval: ApprovalPolicy::Sandbox,
    };
    assert_eq!(config.run, run);
    let developer = AgentConfig {
        work: AgentWork::Command(vec!["claude".to_owned(), "-p".to_owned()]),
        when: Some("code is to be written".to_owned()),
        prompt: Some("Be brief.".to_owned()),
        on_success: Some("tester".to_owned()),
        on_failure: Some("developer".to_owned()),
        timeout_s: Some(600),
    };
    assert_eq!(config.agents["developer"], developer);
    assert_eq!(config.agents["second"].work, AgentWork::Planner);
    assert_eq!(read("").0.run.jobs, 1);
}

#[test]
fn an_agent_that_cannot_be_meant_is_an_error() {
    check(
        "[agents.a]\n[agents.b]\ncommand = [\"x\"]\nplanner = true\n[agents.c]\nplanner = false\n[agents.d]\ncommand = [\"./x\"]\n[agents.\" e\"]\nplanner = 1\n",
        &[
            "1:9 config-value: `[agents.a]` does not say how the agent works. Write `command = ",
            "3:1 config-conflict: `[agents.b]` is both a command and a planner.",
            "5:9 config-value: `[agents.c]` does not say how the agent works.",
            "8:1 config-value: `agents.d.command` would lead to another program in every project: `./x`.",
            "9:9 config-type: ` e` cannot be the name of an agent.",
            "10:11 config-type: `agents. e.planner` must be true or false, not a number.",
        ],
    );
    check(
        "[agents.a]\ncommand = [\"/bin/x\"]\non_sucess = \"a\"\ntimeout = 3\n[run]\njobs = 5\nreplan = 1\n",
        &[
            "3:1 config-key: There is no key `on_sucess` in `[agents.a]`. Did you mean `on_success`?",
            "4:1 config-key: There is no key `timeout` in `[agents.a]`. Did you mean `timeout_s`?",
            "6:8 config-value: `run.jobs` cannot be `5`. Write a whole number from 1 to 4.",
            "7:1 config-key: There is no key `replan` in `[run]`. Did you mean `replans`?",
        ],
    );
}

#[test]
fn a_transition_leads_to_an_agent_that_there_is() {
    check(
        "[agents.dev]\ncommand = [\"x\"]\non_success = \"tster\"\non_failure = \"reviewer\"\n[agents.qa]\nplanner = true\non_failure = \"dev\"\n",
        &[
            "3:14 config-value: `agents.dev.on_success` leads to `tster`, and there is no such agent. There are `dev`, `qa`, `planner`, `developer`, `tester`, `reviewer`.",
        ],
    );
}

#[test]
fn nothing_said_means_the_defaults() {
    for text in [
        "",
        "\n",
        "# only a comment\n",
        "\u{feff}",
        "[execute]\n[fetch]\n[research]\n",
    ] {
        assert_eq!(read(text), (Config::default(), Vec::new()), "{text:?}");
    }
    let config = Config::default();
    assert_eq!(config.sandbox, SandboxPolicy::Auto);
    assert!(!config.fetch.allow_private);
    assert_eq!(config.research, None);
}

#[test]
fn an_unknown_key_is_an_error_that_names_the_nearest() {
    check(
        "sandbx = \"off\"\n[executes]\n[execute]\ntimeouts = 3\n",
        &[
            "1:1 config-key: There is no key `sandbx` at the top of the file. Did you mean `sandbox`? Known here: `sandbox`, `execute`",
            "2:2 config-key: There is no key `executes` at the top of the file. Did you mean `execute`?",
            "4:1 config-key: There is no key `timeouts` in `[execute]`. Did you mean `timeout_s`?",
        ],
    );
    check(
        "[fetch]\nmax_bytes = 3\ncolor = 1\n",
        &[
            "2:1 config-key: There is no key `max_bytes` in `[fetch]`. Did you mean `max_kib`?",
            "3:1 config-key: There is no key `color` in `[fetch]`. Known here: `allow`, `allow_private`, `timeout_s`, `max_kib`.",
        ],
    );
}

#[test]
fn a_key_in_the_wrong_place_is_led_to_the_right_one() {
    check(
        "timeout_s = 3\nallow_private = true\n",
        &[
            "1:1 config-key: There is no key `timeout_s` at the top of the file. It belongs in `[execute]` or `[fetch]` or `[planner]` or `[agents.NAME]`.",
            "2:1 config-key: There is no key `allow_private` at the top of the file. It belongs in `[fetch]`.",
        ],
    );
}

#[test]
fn values_of_another_kind_are_errors() {
    check(
        "sandbox = true\nexecute = 3\n[fetch]\nallow_private = \"false\"\ntimeout_s = 1.5\n[agents]\na = 1\n",
        &[
            "1:11 config-type: `sandbox` must be a string, not true or false. Write one of `auto`, `required`, `off`, in quotes.",
            "2:11 config-type: `execute` must be a table, not a number. Write `[execute]`.",
            "4:17 config-type: `fetch.allow_private` must be true or false, not a string. Write `true`",
            "5:13 config-value: `fetch.timeout_s` cannot be `1.5`. Write a whole number",
            "7:5 config-type: `agents` holds one table for each name; this is a number. Write `[agents.NAME]`",
        ],
    );
}

#[test]
fn values_out_of_bounds_are_errors_and_the_default_stands() {
    let text = "sandbox = \"on\"\n[execute]\ntimeout_s = 0\noutput_kib = -3\n[fetch]\ntimeout_s = 0xfffff\nmax_kib = 99999999999999999999\n";
    check(
        text,
        &[
            "1:11 config-value: `sandbox` cannot be `on`.",
            "3:13 config-value: `execute.timeout_s` cannot be `0`. Write a whole number from 1 to 86400.",
            "4:14 config-value: `execute.output_kib` cannot be `-3`.",
            "6:13 config-value: `fetch.timeout_s` cannot be `0xfffff`.",
            "7:11 config-value: `fetch.max_kib` cannot be `99999999999999999999`.",
        ],
    );
    assert_eq!(read(text).0, Config::default());
}

#[test]
fn a_cache_is_a_folder_but_never_everything() {
    for wrong in [
        "",
        "~",
        "~/",
        "/",
        "/.",
        "//",
        "~/./",
        "target",
        "~/../x",
        "/a/../..",
        "~ann/x",
        "/a\\u0000b",
    ] {
        let (config, faults) = read(&format!("[execute]\ncaches = [\"{wrong}\", \"~/ok\"]\n"));
        assert_eq!(faults.len(), 1, "{wrong}: {faults:?}");
        assert_eq!(config.execute.caches, ["~/ok"], "{wrong}");
    }
    let execute = ExecuteConfig {
        caches: vec!["~/.cache".to_owned(), "/var/x".to_owned()],
        ..ExecuteConfig::default()
    };
    let folders = execute.cache_folders(Some(Path::new("/u/ann")));
    assert_eq!(folders, [Path::new("/u/ann/.cache"), Path::new("/var/x")]);
    assert_eq!(execute.cache_folders(None), [Path::new("/var/x")]);
}

#[test]
fn names_of_variables_are_names() {
    check(
        "[execute]\nenv = [\"A=B\", \"\", \"1A\", \"OK\", \"é\", 3]\n",
        &[
            "2:8 config-value: `A=B` is no name of a variable.",
            "2:15 config-value: `` is no name of a variable.",
            "2:19 config-value: `1A` is no name of a variable.",
            "2:31 config-value: `é` is no name of a variable.",
            "2:36 config-type: `execute.env[5]` must be a string, not a number.",
        ],
    );
}

#[test]
fn research_has_one_provider() {
    check(
        "[research]\ncommand = [\"a\"]\nendpoint = \"https://s.example/search\"\n",
        &["3:1 config-conflict: `[research]` names both a command and an endpoint."],
    );
    for wrong in [
        "[]",
        "[\"\"]",
        "[\" \", \"x\"]",
        "[\"a\", \"b\\u0000\"]",
        "\"ddgr --json\"",
        "[1]",
    ] {
        let (config, faults) = read(&format!("[research]\ncommand = {wrong}\n"));
        assert!(!faults.is_empty() && config.research.is_none(), "{wrong}");
    }
}

#[test]
fn an_endpoint_is_a_whole_address_without_a_password() {
    for wrong in [
        "",
        "searx.example",
        "ftp://x/",
        "https://",
        "https:///x",
        "https://a b/",
        "http://?q",
    ] {
        let told = told(&format!("[research]\nendpoint = \"{wrong}\"\n"));
        assert!(
            told[0].contains("config-address: `research.endpoint` is no complete address"),
            "{told:?}"
        );
    }
    let told = told("[research]\nendpoint = \"https://ann:hunter2@s.example/\"\n");
    assert!(told[0].contains("holds a name or a password"), "{told:?}");
    assert!(!told[0].contains("hunter2"), "{told:?}");
    let (config, _) = read("[research]\nendpoint = \"http://localhost:8080/search?lang=en\"\n");
    let endpoint = "http://localhost:8080/search?lang=en".to_owned();
    assert_eq!(config.research, Some(ResearchConfig::Endpoint(endpoint)));
}

#[test]
fn broken_syntax_does_not_hide_other_faults() {
    let told = told("sandbox = off\n[fetch]\nmax_kib = \"1\"\nmax_kib = 2\n[fetch\n");
    assert!(
        told[0].starts_with("1:11 config-syntax: This is not valid TOML: "),
        "{told:#?}"
    );
    assert!(
        told.iter().any(|told| told.starts_with("3:11 config-type")),
        "{told:#?}"
    );
    assert!(
        told.iter()
            .any(|told| told.starts_with("4:1 config-syntax") && told.contains("duplicate")),
        "{told:#?}"
    );
    assert!(told.iter().all(|told| !told.contains('\n')), "{told:#?}");
}

#[test]
fn any_text_is_read_without_a_panic() {
    let deep = format!("a = {}", "[".repeat(100_000));
    let dotted = format!("{}b = 1", "a.".repeat(100_000));
    let long = "x".repeat(limits::CONFIG_BYTES + 1);
    for text in [
        deep.as_str(),
        &dotted,
        &long,
        "é = \"",
        "= = =",
        "[[execute]]",
        "\0",
        "a = \"\u{202e}",
    ] {
        let (_, faults) = read(text);
        assert!(!faults.is_empty(), "{}", &text[..text.floor_char_boundary(40)]);
    }
}

proptest::proptest! {
    #[test]
    fn spans_lie_within_the_text(text in "[a-z_\\[\\]=\"é\n .,{}0-9]{0,60}") {
        for fault in read(&text).1 {
            let span = fault.place.span.unwrap();
            proptest::prop_assert!(text.get(span).is_some());
        }
    }
}

#[test]
fn prompts_lie_beside_the_configuration() {
    let (config, faults) = read("[prompts]\njudge = \"./mine/judge.md\"\nturn = \"turn.md\"\n");
    assert_eq!(faults, []);
    let files: Vec<_> = config
        .prompts
        .iter()
        .map(|(name, path)| (name.word(), path.as_str()))
        .collect();
    assert_eq!(files, [("turn", "turn.md"), ("judge", "mine/judge.md")]);
    for path in ["/etc/judge.md", "../judge.md", "a/../../judge.md", "~/judge.md", ""] {
        let (config, faults) = read(&format!("[prompts]\njudge = \"{path}\"\n"));
        assert!(config.prompts.is_empty() && faults.len() == 1, "{path}: {faults:?}");
    }
}
