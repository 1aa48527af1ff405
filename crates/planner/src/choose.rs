//! Who would be asked, and why.

use model::{PlannerConfig, Provider, limits};

use crate::error::PlannerError;
use crate::price::Price;
use crate::provider::{base_url_variable, key_variables, usual_model};

const COMMAND: &str = "PLANWRIGHT_PLANNER_COMMAND";
const MODEL: &str = "PLANWRIGHT_MODEL";
const TIMEOUT: &str = "PLANWRIGHT_PLANNER_TIMEOUT";
/// Where several keys are set, the first of these is asked.
const BY_KEY: [Provider; 3] = [Provider::Anthropic, Provider::OpenAi, Provider::Gemini];

/// What is around us. Nothing here is looked up by this room.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// Takes a command line apart, without a shell.
    pub split: &'a dyn Fn(&str) -> Result<Vec<String>, String>,
}

/// Who would be asked. Holds no key.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub provider: Provider,
    /// `None` where the program decides, or nobody is asked.
    pub model: Option<String>,
    /// `None` for the provider's own.
    pub base_url: Option<String>,
    /// A program and its arguments; empty for all others.
    pub command: Vec<String>,
    /// The variable that the key comes from, if there is one.
    pub key_variable: Option<&'static str>,
    pub timeout_s: u64,
    /// Where it is known.
    pub price: Option<Price>,
    /// A sentence for people.
    pub why: String,
}

/// The command of the environment comes first, then its model, then the configuration, then whatever there is a key for.
pub fn choose(config: &PlannerConfig, environment: &Environment<'_>) -> Result<Choice, PlannerError> {
    let timeout_s = timeout(config, environment)?;
    let (provider, model, command, why) = named(config, environment)?;
    let base_url = base_url(provider, config, environment)?;
    let model = model.or_else(|| usual(provider, base_url.as_deref()));
    let is_set = |name: &&&'static str| environment.get(name).is_some();
    let listed = |model: &String| Price::listed(provider, model).filter(|_| base_url.is_none());
    Ok(Choice {
        price: config
            .price
            .map(Price::from)
            .or_else(|| model.as_ref().and_then(listed)),
        key_variable: key_variables(provider).iter().find(is_set).copied(),
        provider,
        model,
        base_url,
        command,
        timeout_s,
        why,
    })
}

impl Environment<'_> {
    /// A variable that is empty says nothing.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        (self.variable)(name).filter(|value| !value.trim().is_empty())
    }
}

type Named = (Provider, Option<String>, Vec<String>, String);

fn named(config: &PlannerConfig, environment: &Environment<'_>) -> Result<Named, PlannerError> {
    if let Some(line) = environment.get(COMMAND) {
        let argv = (environment.split)(&line).map_err(|why| setting(COMMAND, &format!("is no command line: {why}")))?;
        if argv.first().is_none_or(|program| program.trim().is_empty()) {
            return Err(setting(COMMAND, "names no program"));
        }
        return Ok((Provider::Command, None, argv, format!("{COMMAND} names a program")));
    }
    if let Some(name) = environment.get(MODEL) {
        let (provider, model) = parse_model(&name)?;
        let command = config.command.clone().filter(|_| provider == Provider::Command);
        let why = format!(
            "{MODEL} names {}",
            if model.is_some() { "a model" } else { "a provider" }
        );
        return Ok((provider, model, command.unwrap_or_default(), why));
    }
    if let Some(provider) = configured(config) {
        let command = config.command.clone().filter(|_| provider == Provider::Command);
        let model = config.model.clone().filter(|_| provider != Provider::Manual);
        let why = "the configuration says so in `[planner]`".to_owned();
        return Ok((provider, model, command.unwrap_or_default(), why));
    }
    for provider in BY_KEY {
        let variables = key_variables(provider).iter();
        if let Some(variable) = variables.copied().find(|name| environment.get(name).is_some()) {
            return Ok((
                provider,
                None,
                Vec::new(),
                format!("{variable} is set, and nothing else was said"),
            ));
        }
    }
    let why = "no command, no model and no key is set".to_owned();
    Ok((Provider::Manual, None, Vec::new(), why))
}

/// A configuration that names a command or an address says enough.
fn configured(config: &PlannerConfig) -> Option<Provider> {
    let by_command = config.command.as_ref().map(|_| Provider::Command);
    let by_address = config.base_url.as_ref().map(|_| Provider::OpenAi);
    config.provider.or(by_command).or(by_address)
}

fn parse_model(name: &str) -> Result<(Provider, Option<String>), PlannerError> {
    let name = name.trim();
    let (word, model) = name
        .split_once('/')
        .map_or((name, None), |(word, model)| (word, Some(model)));
    let provider = Provider::from_word(word).ok_or_else(|| {
        let words = Provider::ALL.map(Provider::word).join(", ");
        setting(
            MODEL,
            &format!("must begin with a provider, as in `openai/gpt-6.1-sol`; they are {words}"),
        )
    })?;
    if model.is_some_and(|model| model.trim().is_empty() || model.contains(char::is_whitespace)) {
        return Err(setting(MODEL, "has no name of a model after the slash"));
    }
    Ok((provider, model.map(str::to_owned)))
}

fn timeout(config: &PlannerConfig, environment: &Environment<'_>) -> Result<u64, PlannerError> {
    let Some(text) = environment.get(TIMEOUT) else {
        return Ok(config.timeout_s.unwrap_or(limits::PLANNER_S));
    };
    let bounds = 1..=limits::PLANNER_S_MAX;
    let seconds = text.trim().parse().ok().filter(|seconds| bounds.contains(seconds));
    seconds.ok_or_else(|| {
        setting(
            TIMEOUT,
            &format!("must be a whole number of seconds up to {}", bounds.end()),
        )
    })
}

/// The environment's, or the configuration's if it speaks of the same provider.
fn base_url(
    provider: Provider,
    config: &PlannerConfig,
    environment: &Environment<'_>,
) -> Result<Option<String>, PlannerError> {
    let Some(variable) = base_url_variable(provider) else {
        return Ok(None);
    };
    let (name, url) = match environment.get(variable) {
        Some(url) => (variable, url),
        None => match config.base_url.clone().filter(|_| configured(config) == Some(provider)) {
            Some(url) => ("`planner.base_url`", url),
            None => return Ok(None),
        },
    };
    let url = url.trim().trim_end_matches('/').to_owned();
    let rest = url.strip_prefix("https://").or(url.strip_prefix("http://"));
    let host = rest
        .and_then(|rest| rest.split(['/', '?', '#']).next())
        .unwrap_or_default();
    if host.is_empty() || url.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '?' | '#')) {
        return Err(setting(name, "is no address like `http://localhost:11434/v1`"));
    }
    // What may be a password is not repeated.
    match host.contains('@') {
        true => Err(setting(
            name,
            "holds a name or a password; keys have variables of their own",
        )),
        false => Ok(Some(url)),
    }
}

/// At another address nobody can say which models there are.
fn usual(provider: Provider, base_url: Option<&str>) -> Option<String> {
    let is_known = provider != Provider::OpenAi || base_url.is_none();
    usual_model(provider).filter(|_| is_known).map(str::to_owned)
}

fn setting(name: &str, why: &str) -> PlannerError {
    PlannerError::Setting {
        name: name.to_owned(),
        why: why.to_owned(),
    }
}

#[cfg(test)]
#[path = "choose_tests.rs"]
mod choose_tests;
