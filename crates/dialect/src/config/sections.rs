//! What each section of the file may say.

use std::collections::BTreeMap;

use model::{GitAccess, HostPattern, RelPath, ResearchConfig, limits};

use super::rules::{ADDRESS, CONFLICT, VALUE};
use super::section::{Section, Text, note};
use super::{ApprovedCommands, ExecuteConfig, FetchConfig, SandboxPolicy};
use super::{agents, planner, run};
use crate::data::{Collector, quoted};
use crate::prompts::PromptName;

pub(super) const TOP: &[&str] = &[
    "sandbox", "execute", "research", "fetch", "planner", "prompts", "run", "agents", "trust",
];
const EXECUTE: &[&str] = &[
    "timeout_s",
    "output_kib",
    "memory_mib",
    "caches",
    "shared_caches",
    "cache_mib",
    "env",
    "git",
    "approved",
];
const RESEARCH: &[&str] = &["command", "endpoint"];
const FETCH: &[&str] = &["allow", "allow_private", "timeout_s", "max_kib"];
/// The keys of the sections whose keys are known.
pub(super) const HOMES: &[(&str, &[&str])] = &[
    ("execute", EXECUTE),
    ("research", RESEARCH),
    ("fetch", FETCH),
    ("planner", planner::KEYS),
    ("run", run::KEYS),
    ("agents.NAME", agents::KEYS),
];

const SANDBOX: &[(&str, SandboxPolicy)] = &[
    ("auto", SandboxPolicy::Auto),
    ("required", SandboxPolicy::Required),
    ("off", SandboxPolicy::Off),
];

const GIT: &[(&str, GitAccess)] = &[("read-only", GitAccess::ReadOnly), ("write", GitAccess::Write)];
const APPROVED: &[(&str, ApprovedCommands)] =
    &[("user", ApprovedCommands::User), ("sandbox", ApprovedCommands::Sandbox)];

const ALLOW_HINT: &str =
    "Write host names like `\"docs.example.org\"`, or `\"*.example.org\"` for every host below it.";
const CACHES_HINT: &str = "Write folders like `\"~/.cargo/registry\"` or `\"/var/cache/x\"`.";
const ENV_HINT: &str = "Write names of variables like `\"RUSTFLAGS\"`; their values come from the environment.";
const COMMAND_HINT: &str = "Write the program and its arguments, like `[\"ddgr\", \"--json\"]`. No shell reads them.";
const PROMPT_HINT: &str = "Write a file beside the configuration, like `\"prompts/judge.md\"`.";
const ENDPOINT_HINT: &str = "Write an address like `\"https://searx.example.org/search\"`.";

pub(super) fn sandbox(top: &Section<'_>, log: &mut Collector<'_>) -> SandboxPolicy {
    top.word("sandbox", SANDBOX, log).unwrap_or_default()
}

pub(super) fn execute(top: &Section<'_>, log: &mut Collector<'_>) -> ExecuteConfig {
    let mut config = ExecuteConfig::default();
    let Some(section) = top.section("execute", log) else {
        return config;
    };
    let section = section.with_keys(EXECUTE, log);
    if let Some(seconds) = section.number("timeout_s", &(1..=limits::COMMAND_S_MAX), log) {
        config.timeout_s = seconds;
    }
    if let Some(size) = section.number("output_kib", &(1..=limits::COMMAND_OUTPUT_KIB_MAX), log) {
        config.output_kib = size;
    }
    if let Some(size) = section.number("memory_mib", &(1..=limits::COMMAND_MEMORY_MIB_MAX), log) {
        config.memory_mib = size;
    }
    for (key, folders) in [
        ("caches", &mut config.caches),
        ("shared_caches", &mut config.shared_caches),
    ] {
        let texts = section.texts(key, CACHES_HINT, log).unwrap_or_default();
        *folders = right_ones(texts, is_cache, "is no folder to open for commands", CACHES_HINT, log);
    }
    if let Some(size) = section.number("cache_mib", &(1..=limits::CACHE_MIB_MAX), log) {
        config.cache_mib = size;
    }
    let names = section.texts("env", ENV_HINT, log).unwrap_or_default();
    config.env = right_ones(names, is_variable, "is no name of a variable", ENV_HINT, log);
    config.git = section.word("git", GIT, log).unwrap_or_default();
    config.approved = section.word("approved", APPROVED, log).unwrap_or_default();
    config
}

pub(super) fn research(top: &Section<'_>, log: &mut Collector<'_>) -> Option<ResearchConfig> {
    let section = top.section("research", log)?.with_keys(RESEARCH, log);
    let command = program(&section, COMMAND_HINT, log).map(ResearchConfig::Command);
    let endpoint = address(&section, "endpoint", ENDPOINT_HINT, log).map(ResearchConfig::Endpoint);
    if let (Some(_), Some(span)) = (section.key_span("command"), section.key_span("endpoint")) {
        let message = "`[research]` names both a command and an endpoint.".to_owned();
        note(log, CONFLICT, span, message, "Keep the one that should be asked.");
        return None;
    }
    command.or(endpoint)
}

pub(super) fn fetch(top: &Section<'_>, log: &mut Collector<'_>) -> FetchConfig {
    let mut config = FetchConfig::default();
    let Some(section) = top.section("fetch", log) else {
        return config;
    };
    let section = section.with_keys(FETCH, log);
    let hosts = section.texts("allow", ALLOW_HINT, log).unwrap_or_default();
    let is_host = |text: &str| HostPattern::new(text).is_some();
    let hosts = right_ones(hosts, is_host, "is not a host name", ALLOW_HINT, log);
    config.allow = hosts.iter().filter_map(|host| HostPattern::new(host)).collect();
    config.allow_private = section.flag("allow_private", log).unwrap_or_default();
    if let Some(seconds) = section.number("timeout_s", &(1..=limits::FETCH_S_MAX), log) {
        config.timeout_s = seconds;
    }
    if let Some(size) = section.number("max_kib", &(1..=limits::FETCH_KIB_MAX), log) {
        config.max_kib = size;
    }
    config
}

pub(super) fn prompts(top: &Section<'_>, log: &mut Collector<'_>) -> BTreeMap<PromptName, RelPath> {
    const KEYS: [&str; PromptName::ALL.len()] = {
        let mut keys = [""; PromptName::ALL.len()];
        let mut at = 0;
        while at < keys.len() {
            keys[at] = PromptName::ALL[at].word();
            at += 1;
        }
        keys
    };
    let Some(section) = top.section("prompts", log) else {
        return BTreeMap::new();
    };
    let section = section.with_keys(&KEYS, log);
    let mut files = BTreeMap::new();
    for name in PromptName::ALL {
        let Some(Text { text, span }) = section.text(name.word(), PROMPT_HINT, log) else {
            continue;
        };
        // A path that leads elsewhere could lead into a project, and what stands there is not the user's word.
        match RelPath::new(text) {
            Ok(path) => drop(files.insert(name, path)),
            Err(_) => {
                let message = format!(
                    "{} must lie beside the configuration; this is `{}`.",
                    section.path(name.word()),
                    quoted(text)
                );
                note(log, VALUE, span, message, PROMPT_HINT);
            }
        }
    }
    files
}

/// The `command` of a section: a program and its arguments.
pub(super) fn program(section: &Section<'_>, hint: &str, log: &mut Collector<'_>) -> Option<Vec<String>> {
    let words = section.texts("command", hint, log)?;
    let is_empty = words.first().is_none_or(|program| program.text.trim().is_empty());
    let broken = words.iter().find(|word| word.text.contains('\0'));
    if is_empty || broken.is_some() {
        let span = broken.map(|word| word.span.clone()).or(section.key_span("command"))?;
        let fault = if is_empty {
            "names no program"
        } else {
            "holds a NUL character"
        };
        note(log, VALUE, span, format!("{} {fault}.", section.path("command")), hint);
        return None;
    }
    let words = words.into_iter().map(|word| word.text.to_owned());
    Some(words.collect())
}

pub(super) fn address(section: &Section<'_>, key: &str, hint: &str, log: &mut Collector<'_>) -> Option<String> {
    let Text { text, span } = section.text(key, hint, log)?;
    let rest = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    let host = rest
        .and_then(|rest| rest.split(['/', '?', '#']).next())
        .unwrap_or_default();
    let fault = if host.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        "is no complete address of a web page"
    } else if host.contains('@') {
        "holds a name or a password, which would be shown in reports"
    } else {
        return Some(text.to_owned());
    };
    // What may be a password is not repeated.
    note(log, ADDRESS, span, format!("{} {fault}.", section.path(key)), hint);
    None
}

fn right_ones(
    texts: Vec<Text<'_>>,
    is_right: fn(&str) -> bool,
    fault: &str,
    hint: &str,
    log: &mut Collector<'_>,
) -> Vec<String> {
    let (right, wrong): (Vec<_>, Vec<_>) = texts.into_iter().partition(|text| is_right(text.text));
    for Text { text, span } in wrong {
        note(log, VALUE, span, format!("`{}` {fault}.", quoted(text)), hint);
    }
    right.into_iter().map(|text| text.text.to_owned()).collect()
}

/// Below the home folder or absolute, and neither of the two as a whole: that would lock in nothing.
fn is_cache(text: &str) -> bool {
    let below = text.strip_prefix("~/").or(text.strip_prefix('/'));
    below.is_some_and(|below| {
        let mut parts = below.split('/').filter(|part| !matches!(*part, "" | "."));
        parts.clone().next().is_some() && parts.all(|part| part != "..") && !below.contains(char::is_control)
    })
}

fn is_variable(text: &str) -> bool {
    let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    !text.is_empty() && text.chars().all(is_word) && !text.starts_with(|c: char| c.is_ascii_digit())
}
