//! The names of what can be wrong with rawko's files.

use crate::planloop::payload;

/// It is no YAML, or more of it than is read.
pub const YAML: &str = "rawko-yaml";
/// Anchors, aliases, tags, merge keys and directives.
pub const PLAIN: &str = "rawko-plain";
pub const UNKNOWN_FIELD: &str = "rawko-unknown-field";
pub const DUPLICATE_KEY: &str = "rawko-duplicate-key";
pub const MISSING_FIELD: &str = "rawko-missing-field";
pub const TYPE: &str = "rawko-type";
pub const VALUE: &str = "rawko-value";
pub const EMPTY: &str = "rawko-empty";
pub const LIMIT: &str = "rawko-limit";
/// Indexes count the steps from 0 without a hole.
pub const INDEX: &str = "rawko-index";
/// `dependsOn` names other steps of the plan, each once.
pub const DEPENDENCY: &str = "rawko-dependency";
/// Steps do not wait for each other in a circle.
pub const CYCLE: &str = "rawko-cycle";
/// What the file says in one place cannot be so while it says something else in another.
pub const CONTRADICTION: &str = "rawko-contradiction";

/// Every rule's name.
pub const RULES: [&str; 13] = [
    YAML,
    PLAIN,
    UNKNOWN_FIELD,
    DUPLICATE_KEY,
    MISSING_FIELD,
    TYPE,
    VALUE,
    EMPTY,
    LIMIT,
    INDEX,
    DEPENDENCY,
    CYCLE,
    CONTRADICTION,
];

/// The fields are read by those who read payloads, who have names of their own for what they find.
pub(super) fn ours(rule: &'static str) -> &'static str {
    match rule {
        payload::UNKNOWN_FIELD => UNKNOWN_FIELD,
        payload::DUPLICATE_KEY => DUPLICATE_KEY,
        payload::MISSING_FIELD => MISSING_FIELD,
        payload::TYPE => TYPE,
        payload::VALUE => VALUE,
        payload::EMPTY => EMPTY,
        payload::LIMIT => LIMIT,
        other => other,
    }
}
