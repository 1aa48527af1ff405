//! The front matters of both kinds of file. The same types parse them and give their JSON Schemas.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::spelling::OTHER_WORDS;
use crate::yaml::{Broken, Field, Front, Holds, Spanned, Text};

/// The front matter of `plan.md`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "plan.md front matter")]
pub(super) struct PlanFront {
    /// A short summary of the plan, not empty.
    #[schemars(with = "String", length(min = 1, max = 20_000), regex(pattern = r"\S"))]
    title: Spanned<String>,
}

/// The front matter of a task file, `tasks/NN-slug.md`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "tasks/NN-slug.md front matter")]
pub(super) struct TaskFront {
    /// The name of the task in kebab-case, unique in its folder. It stays the same as long as the task does.
    #[schemars(with = "String", length(max = 80), regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$"))]
    id: Spanned<String>,
    /// The ids of the tasks in the same folder that must be done first.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<String>", inner(regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$")))]
    depends_on: Vec<Spanned<String>>,
    /// The agent driver that should work on the task, such as `claude-code`.
    #[serde(default, deserialize_with = "given_or_absent")]
    #[schemars(with = "String", length(min = 1, max = 64), skip_serializing_if = "Option::is_none")]
    agent: Option<Spanned<String>>,
    /// The checklist of the task.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<String>", length(max = 1_000))]
    subtasks: Vec<Spanned<String>>,
}

impl Front for PlanFront {
    const FIELDS: &'static [Field] = &[field("title", Holds::Text, true)];
    const OTHER_WORDS: &'static [(&'static str, &'static str)] = &OTHER_WORDS;
}

impl Front for TaskFront {
    const FIELDS: &'static [Field] = &[
        field("id", Holds::Text, true),
        field("depends_on", Holds::Texts, false),
        field("agent", Holds::Text, false),
        field("subtasks", Holds::Texts, false),
    ];
    const OTHER_WORDS: &'static [(&'static str, &'static str)] = &OTHER_WORDS;
}

const fn field(key: &'static str, holds: Holds, is_required: bool) -> Field {
    Field {
        key,
        holds,
        is_required,
    }
}

/// A key without a value is a slip, not an empty list.
fn given<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let value = Option::deserialize(deserializer)?;
    value.ok_or_else(|| serde::de::Error::custom("the value is missing"))
}

fn given_or_absent<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    given(deserializer).map(Some)
}

/// What a task file's front matter says, as far as it can be read. Places are bytes of the front matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TaskWords {
    pub id: Option<Text>,
    pub depends_on: Vec<Text>,
    pub agent: Option<Text>,
    pub subtasks: Vec<Text>,
}

impl TaskWords {
    /// The same with places in the file.
    pub fn shifted(mut self, by: usize) -> Self {
        let lists = self.depends_on.iter_mut().chain(&mut self.subtasks);
        for text in lists.chain(&mut self.id).chain(&mut self.agent) {
            text.span = text.span.start + by..text.span.end + by;
        }
        self
    }
}

impl From<TaskFront> for TaskWords {
    fn from(front: TaskFront) -> Self {
        Self {
            id: Some(text(front.id)),
            depends_on: front.depends_on.into_iter().map(text).collect(),
            agent: front.agent.map(text),
            subtasks: front.subtasks.into_iter().map(text).collect(),
        }
    }
}

impl From<&Broken> for TaskWords {
    fn from(broken: &Broken) -> Self {
        Self {
            id: broken.text("id"),
            depends_on: broken.texts("depends_on"),
            agent: broken.text("agent"),
            subtasks: broken.texts("subtasks"),
        }
    }
}

impl From<PlanFront> for Text {
    fn from(front: PlanFront) -> Self {
        text(front.title)
    }
}

fn text(spanned: Spanned<String>) -> Text {
    let span = spanned.referenced.span();
    let whole = |byte: Option<u64>| byte.and_then(|byte| usize::try_from(byte).ok()).unwrap_or_default();
    let start = whole(span.byte_offset());
    let span: Range<usize> = start..start + whole(span.byte_len());
    Text {
        value: spanned.value,
        span,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The walk that finds every fault must know the same keys as the types that parse.
    fn check<T: Front>(schema: &str) {
        let schema: Value = serde_json::from_str(schema).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        assert_eq!(properties.len(), T::FIELDS.len());
        for field in T::FIELDS {
            let kind = match field.holds {
                Holds::Text => "string",
                Holds::Texts => "array",
            };
            assert_eq!(properties[field.key]["type"], kind);
            let is_required = schema["required"]
                .as_array()
                .unwrap()
                .iter()
                .any(|key| key == field.key);
            assert_eq!(is_required, field.is_required, "{}", field.key);
        }
    }

    #[test]
    fn fields_are_those_of_the_types() {
        check::<PlanFront>(&crate::agentctl::plan_schema());
        check::<TaskFront>(&crate::agentctl::task_schema());
    }
}
