//! Rules for the files of rawko and for the plans of its planner.

use crate::data::Wording;
use crate::data::yaml::PROBLEMS_MAX;
use crate::planloop::payload;
use crate::rules::rules;

rules! {
    YAML: Error "rawko-yaml",
        "The file is one YAML document that can be read.",
        "What follows a syntax error cannot be read, and a limited size keeps a hostile file from costing time.";
    PLAIN: Error "rawko-plain",
        "The file uses no anchors, aliases, tags, merge keys or directives.",
        "They let a short text stand for a long one, so a reader does not see what is stored.";
    TYPE: Error "rawko-type",
        "Every field has a value of its type.",
        "YAML reads some unquoted words as numbers, booleans or nothing. They are refused and never converted.";
    VALUE: Error "rawko-value",
        "Every value is one that its field allows.",
        "A plan with an unknown status or an invalid time cannot be stored.";
    UNKNOWN_FIELD: Error "rawko-unknown-field",
        "The file has only fields that exist.",
        "A misspelled field that is ignored loses its value.";
    MISSING_FIELD: Error "rawko-missing-field",
        "The file has every required field.",
        "A missing value is not guessed.";
    DUPLICATE_KEY: Error "rawko-duplicate-key",
        "Every field is given once.",
        "Of two values, one would be lost.";
    EMPTY: Error "rawko-empty",
        "A plan has steps, and required texts are not empty.",
        "An agent cannot work on an empty step.";
    LIMIT: Error "rawko-limit",
        "Texts, lists and the file itself keep within their limits.",
        "The store accepts no larger value.";
    INDEX: Error "rawko-index",
        "The indexes of the steps count from 0, in the order of the steps.",
        "Other steps and commands name a step by its index.";
    DEPENDENCY: Error "rawko-dependency",
        "`dependsOn` names other steps of the plan, each once.",
        "A step that depends on a missing step never starts.";
    CYCLE: Error "rawko-cycle",
        "No step depends on itself, directly or through other steps.",
        "No step of a cycle can start.";
    CONTRADICTION: Error "rawko-contradiction",
        "No two places of a plan contradict each other.",
        "planwright cannot decide which of the two places is right.";
}

pub(super) static WORDING: Wording = Wording {
    wrong_type: TYPE,
    bad_value: VALUE,
    unknown_field: UNKNOWN_FIELD,
    missing_field: MISSING_FIELD,
    duplicate_key: DUPLICATE_KEY,
    empty: EMPTY,
    limit: LIMIT,
    once_hint: "Give every field once.",
    limit_hint: "Shorten it, or split it over several steps.",
    unknown_hint: "",
    other_words: &payload::rules::OTHER_WORDS,
    room: PROBLEMS_MAX,
};
