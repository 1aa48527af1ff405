//! Rules for configuration files.

use model::limits;

use crate::data::Wording;
use crate::rules::rules;

rules! {
    SYNTAX: Error "config-syntax",
        "The configuration is valid TOML.",
        "A policy that can be read only in part is not applied.";
    KEY: Error "config-key",
        "The configuration has only keys that exist.",
        "A misspelled key that is ignored leaves a policy at its default. In `.teddy/config.yaml` this is a warning.";
    TYPE: Error "config-type",
        "Every key has a value of its type.",
        "A value of another type is refused and never converted.";
    VALUE: Error "config-value",
        "Every value is within its bounds.",
        "A value out of bounds is refused, because a guess at a policy is worse.";
    ADDRESS: Error "config-address",
        "An address is complete and has no password.",
        "Passwords in a configuration would get into logs and backups.";
    CONFLICT: Error "config-conflict",
        "No two keys contradict each other.",
        "planwright cannot decide which of the two keys is right.";
}

/// Every field of the configuration is optional, TOML refuses keys that are there twice, and values have bounds of their own.
pub(super) static WORDING: Wording = Wording {
    wrong_type: TYPE,
    bad_value: VALUE,
    unknown_field: KEY,
    missing_field: VALUE,
    duplicate_key: SYNTAX,
    empty: VALUE,
    limit: VALUE,
    once_hint: "Give every key once.",
    limit_hint: "Leave out what is not needed.",
    unknown_hint: "",
    other_words: &OTHER_WORDS,
    room: limits::DIAGNOSTICS,
};

const OTHER_WORDS: [(&str, &str); 22] = [
    ("exec", "execute"),
    ("search", "research"),
    ("http", "fetch"),
    ("agent", "agents"),
    ("timeout", "timeout_s"),
    ("timeout_ms", "timeout_s"),
    ("output", "output_kib"),
    ("max_bytes", "max_kib"),
    ("cache", "caches"),
    ("environment", "env"),
    ("url", "endpoint"),
    ("private", "allow_private"),
    ("url", "base_url"),
    ("endpoint", "base_url"),
    ("name", "model"),
    ("cost", "max_cost"),
    ("budget", "max_session_cost"),
    ("session_cost", "max_session_cost"),
    ("success", "on_success"),
    ("failure", "on_failure"),
    ("parallel", "jobs"),
    ("max_iterations", "iterations"),
];
