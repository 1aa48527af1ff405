//! Rules for configuration files.

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
