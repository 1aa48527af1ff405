use super::*;

fn split(line: &str) -> Result<Vec<String>, String> {
    match line.contains('"') {
        true => Err("a quote is not closed".to_owned()),
        false => Ok(line.split_whitespace().map(str::to_owned).collect()),
    }
}

fn chosen(config: &PlannerConfig, variables: &[(&str, &str)]) -> Result<Choice, PlannerError> {
    let variable = |name: &str| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    choose(
        config,
        &Environment {
            variable: &variable,
            split: &split,
        },
    )
}

fn openai() -> PlannerConfig {
    PlannerConfig {
        provider: Some(Provider::OpenAi),
        model: Some("gpt-4.1".to_owned()),
        ..PlannerConfig::default()
    }
}

#[test]
fn without_anything_a_person_is_asked() {
    let choice = chosen(&PlannerConfig::default(), &[]).unwrap();
    assert_eq!((choice.provider, choice.model), (Provider::Manual, None));
    assert_eq!(choice.why, "no command, no model and no key is set");
    assert_eq!(choice.timeout_s, limits::PLANNER_S);
}

#[test]
fn each_source_goes_before_the_next() {
    let mut variables = vec![
        ("PLANWRIGHT_PLANNER_COMMAND", "claude -p"),
        ("PLANWRIGHT_MODEL", "gemini/gemini-x"),
        ("ANTHROPIC_API_KEY", "sk-ant-secret"),
        ("OPENAI_API_KEY", "sk-secret"),
    ];
    let choice = chosen(&openai(), &variables).unwrap();
    assert_eq!(choice.provider, Provider::Command);
    assert_eq!(choice.command, ["claude", "-p"]);
    variables.remove(0);
    let choice = chosen(&openai(), &variables).unwrap();
    assert_eq!(choice.provider, Provider::Gemini);
    assert_eq!(choice.model.as_deref(), Some("gemini-x"));
    variables.remove(0);
    let choice = chosen(&openai(), &variables).unwrap();
    assert_eq!(
        (choice.provider, choice.model.as_deref()),
        (Provider::OpenAi, Some("gpt-4.1"))
    );
    assert_eq!(choice.why, "the configuration says so in `[planner]`");
    let choice = chosen(&PlannerConfig::default(), &variables).unwrap();
    assert_eq!(choice.provider, Provider::Anthropic);
    assert_eq!(choice.why, "ANTHROPIC_API_KEY is set, and nothing else was said");
    assert_eq!(choice.key_variable, Some("ANTHROPIC_API_KEY"));
    variables.remove(0);
    let choice = chosen(&PlannerConfig::default(), &variables).unwrap();
    assert_eq!(choice.provider, Provider::OpenAi);
}

#[test]
fn a_choice_never_holds_a_key() {
    let variables = [("OPENAI_API_KEY", "sk-secret"), ("PLANWRIGHT_MODEL", "openai/gpt-4.1")];
    let choice = chosen(&PlannerConfig::default(), &variables).unwrap();
    assert!(!format!("{choice:?}").contains("sk-secret"));
}

#[test]
fn models_may_have_slashes_in_their_names() {
    let choice = chosen(
        &PlannerConfig::default(),
        &[("PLANWRIGHT_MODEL", "openai/meta/llama-4")],
    )
    .unwrap();
    assert_eq!(choice.model.as_deref(), Some("meta/llama-4"));
    let choice = chosen(&PlannerConfig::default(), &[("PLANWRIGHT_MODEL", "anthropic")]).unwrap();
    assert_eq!(choice.model.as_deref(), Some("claude-sonnet-5-5"));
}

#[test]
fn an_address_goes_with_its_provider_only() {
    let config = PlannerConfig {
        base_url: Some("http://localhost:11434/v1/".to_owned()),
        ..openai()
    };
    let choice = chosen(&config, &[]).unwrap();
    assert_eq!(choice.base_url.as_deref(), Some("http://localhost:11434/v1"));
    let choice = chosen(&config, &[("OPENAI_BASE_URL", "https://openrouter.ai/api/v1")]).unwrap();
    assert_eq!(choice.base_url.as_deref(), Some("https://openrouter.ai/api/v1"));
    let choice = chosen(&config, &[("PLANWRIGHT_MODEL", "anthropic/x")]).unwrap();
    assert_eq!(choice.base_url, None);
}

#[test]
fn an_address_or_a_command_alone_say_who_is_meant() {
    let config = PlannerConfig {
        base_url: Some("http://localhost:1/v1".to_owned()),
        ..PlannerConfig::default()
    };
    let choice = chosen(&config, &[]).unwrap();
    assert_eq!((choice.provider, choice.model), (Provider::OpenAi, None));
    let config = PlannerConfig {
        command: Some(vec!["llm".to_owned()]),
        ..PlannerConfig::default()
    };
    assert_eq!(chosen(&config, &[]).unwrap().provider, Provider::Command);
}

#[test]
fn prices_are_known_at_home_only() {
    let choice = chosen(&openai(), &[]).unwrap();
    assert!(choice.price.is_some());
    let choice = chosen(&openai(), &[("OPENAI_BASE_URL", "http://localhost:1")]).unwrap();
    assert_eq!(choice.price, None);
}

#[test]
fn what_cannot_be_meant_is_an_error_and_not_the_next_best() {
    for (name, value) in [
        ("PLANWRIGHT_MODEL", "gpt-4.1"),
        ("PLANWRIGHT_MODEL", "openai/"),
        ("PLANWRIGHT_MODEL", "openai/a b"),
        ("PLANWRIGHT_PLANNER_COMMAND", "claude \"-p"),
        ("PLANWRIGHT_PLANNER_TIMEOUT", "0"),
        ("PLANWRIGHT_PLANNER_TIMEOUT", "soon"),
        ("OPENAI_BASE_URL", "localhost:11434"),
        ("OPENAI_BASE_URL", "https://"),
    ] {
        let error = chosen(&openai(), &[(name, value)]).unwrap_err();
        assert!(error.to_string().starts_with(name), "{error}");
        assert!(
            matches!(&error, PlannerError::Setting { name: told, .. } if told == name),
            "{error:?}"
        );
    }
}

#[test]
fn passwords_in_addresses_are_refused_and_not_repeated() {
    let error = chosen(&openai(), &[("OPENAI_BASE_URL", "https://ann:hunter2@a.example/v1")]).unwrap_err();
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
}

#[test]
fn an_empty_variable_says_nothing() {
    let empty = [
        ("PLANWRIGHT_PLANNER_COMMAND", ""),
        ("PLANWRIGHT_MODEL", " "),
        ("OPENAI_API_KEY", ""),
        ("PLANWRIGHT_PLANNER_TIMEOUT", ""),
    ];
    assert_eq!(
        chosen(&PlannerConfig::default(), &empty).unwrap().provider,
        Provider::Manual
    );
}
