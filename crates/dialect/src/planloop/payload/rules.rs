//! Rules about the form of a payload.

use model::limits;

use crate::data::Wording;
use crate::rules::rules;

rules! {
    JSON: Error "payload-json",
        "A payload is one JSON value.",
        "What follows a syntax error cannot be read.";
    TYPE: Error "payload-type",
        "Every field has a value of its type.",
        "A value of another type is refused and never converted: `\"1\"` may not mean `1`.";
    VALUE: Error "payload-value",
        "Every value is one that its field allows.",
        "The engine cannot store an unknown status or an invalid id.";
    UNKNOWN_FIELD: Error "payload-unknown-field",
        "A payload has only fields that exist.",
        "A misspelled field that is ignored loses its value.";
    MISSING_FIELD: Error "payload-missing-field",
        "A payload has every required field.",
        "An update without the id of a task changes no task.";
    DUPLICATE_KEY: Error "payload-duplicate-key",
        "Every field of an object is given once.",
        "JSON readers keep one of the values and drop the others.";
    EMPTY: Error "payload-empty",
        "A payload says what to change.",
        "A payload that changes nothing is a mistake of the agent.";
    LIMIT: Error "payload-limit",
        "Texts, lists and the payload itself keep within their limits.",
        "The store accepts no larger value.";
}

/// For payloads, and for answers of models, which are read like payloads.
pub(crate) static WORDING: Wording = Wording {
    wrong_type: TYPE,
    bad_value: VALUE,
    unknown_field: UNKNOWN_FIELD,
    missing_field: MISSING_FIELD,
    duplicate_key: DUPLICATE_KEY,
    empty: EMPTY,
    limit: LIMIT,
    once_hint: "Give every field once; put all tasks of a kind into one list.",
    limit_hint: "Shorten it, or split it over several tasks or payloads.",
    unknown_hint: "",
    other_words: &OTHER_WORDS,
    room: limits::DIAGNOSTICS,
};

pub(crate) const OTHER_WORDS: [(&str, &str); 21] = [
    ("tasks", "add_tasks"),
    ("new_tasks", "add_tasks"),
    ("updates", "update_tasks"),
    ("summary", "final_summary"),
    ("version", "last_seen_version"),
    ("agent_name", "agent"),
    ("name", "title"),
    ("description", "title"),
    ("kind", "type"),
    ("task_type", "type"),
    ("deps", "dependencies"),
    ("depends_on", "dependencies"),
    ("after", "dependencies"),
    ("hints", "context_hints"),
    ("context", "context_hints"),
    ("paths", "relevant_file_paths"),
    ("files", "relevant_file_paths"),
    ("file_paths", "relevant_file_paths"),
    ("relevant_files", "relevant_file_paths"),
    ("state", "status"),
    ("task_id", "id"),
];
