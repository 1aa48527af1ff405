//! Rules about the form of a payload.

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
