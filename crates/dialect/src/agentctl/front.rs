//! The front matters of both kinds of file. The same types write them and give their JSON Schemas.

use std::ops::Range;

use model::Diagnostic;
use schemars::JsonSchema;
use serde::Serialize;

use super::rules::front;
use crate::data::{Collector, Expected, Field, Node, Value, locate};
use crate::source::Source;
use crate::spelling;
use crate::yaml::{self, BYTES_MAX, FlowSeq};

/// The front matter of `plan.md`.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "plan.md front matter")]
pub(super) struct PlanFront<'a> {
    /// A short summary of the plan, not empty.
    #[schemars(with = "String", length(min = 1, max = 20_000), regex(pattern = r"\S"))]
    pub title: &'a str,
}

/// The front matter of a task file, `tasks/NN-slug.md`.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "tasks/NN-slug.md front matter")]
pub(super) struct TaskFront<'a> {
    /// The name of the task in kebab-case, unique in its folder. It stays the same as long as the task does.
    #[schemars(with = "String", length(max = 80), regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$"))]
    pub id: &'a str,
    /// The ids of the tasks in the same folder that must be done first.
    #[schemars(
        with = "Vec<String>",
        default = "no_texts",
        inner(regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$"))
    )]
    pub depends_on: FlowSeq<Vec<&'a str>>,
    /// The agent driver that should work on the task, such as `claude-code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", default, length(min = 1, max = 64))]
    pub agent: Option<&'a str>,
    /// The checklist of the task.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(with = "Vec<String>", default = "no_texts", extend("default" = []), length(max = 1_000))]
    pub subtasks: &'a [String],
}

/// What the schemas give as the value of a list that is left out.
fn no_texts() -> Vec<String> {
    Vec::new()
}

pub(super) struct FrontField {
    pub key: &'static str,
    pub holds: Expected,
    pub is_required: bool,
}

const TEXTS: Expected = Expected::List("strings");

pub(super) const PLAN_FIELDS: &[FrontField] = &[field("title", Expected::Text, true)];
pub(super) const TASK_FIELDS: &[FrontField] = &[
    field("id", Expected::Text, true),
    field("depends_on", TEXTS, false),
    field("agent", Expected::Text, false),
    field("subtasks", TEXTS, false),
];

/// Words that agents use for our keys.
pub(super) const OTHER_WORDS: [(&str, &str); 17] = [
    ("name", "title"),
    ("summary", "title"),
    ("task_id", "id"),
    ("key", "id"),
    ("slug", "id"),
    ("after", "depends_on"),
    ("blocked_by", "depends_on"),
    ("dependencies", "depends_on"),
    ("deps", "depends_on"),
    ("requires", "depends_on"),
    ("assignee", "agent"),
    ("driver", "agent"),
    ("owner", "agent"),
    ("checklist", "subtasks"),
    ("steps", "subtasks"),
    ("sub_tasks", "subtasks"),
    ("todo", "subtasks"),
];

const fn field(key: &'static str, holds: Expected, is_required: bool) -> FrontField {
    FrontField {
        key,
        holds,
        is_required,
    }
}

/// A text and the bytes of the file that it was written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub value: String,
    pub span: Range<usize>,
}

/// What a front matter says, as far as it can be read.
#[derive(Default)]
pub(super) struct FrontMatter {
    root: Option<Node>,
    /// Where it begins in the file.
    start: usize,
}

impl FrontMatter {
    /// The text that the key holds, if it does.
    pub fn text(&self, key: &str) -> Option<Text> {
        self.values(key).find_map(|node| self.placed(node))
    }

    /// The texts of the list that the key holds, if it does.
    pub fn texts(&self, key: &str) -> Vec<Text> {
        let list = self.values(key).find(|node| matches!(node.value, Value::List(_)));
        let items = list.map(Node::items).unwrap_or_default();
        items.iter().filter_map(|node| self.placed(node)).collect()
    }

    fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Node> {
        let entries = self.root.as_ref().map(Node::entries).unwrap_or_default().iter();
        entries
            .filter(move |(name, _)| name.key() == key)
            .map(|(_, value)| value)
    }

    fn placed(&self, node: &Node) -> Option<Text> {
        let Value::Text(value) = &node.value else { return None };
        Some(Text {
            value: value.clone(),
            span: self.start + node.span.start..self.start + node.span.end,
        })
    }
}

/// Reads any front matter, with everything that is wrong with it. `opening` is the mark before it.
pub(super) fn read(
    source: &Source<'_>,
    opening: &Range<usize>,
    bytes: Range<usize>,
    fields: &[FrontField],
) -> (FrontMatter, Vec<Diagnostic>) {
    let (start, text) = (bytes.start, &source.text[bytes]);
    let mut log = Collector::new(text, &front::WORDING);
    let front = match text.len() > BYTES_MAX {
        true => {
            log.note(|| front::too_large(text.len()));
            FrontMatter::default()
        }
        false => FrontMatter {
            root: read_fields(text, fields, &mut log),
            start,
        },
    };
    let mut diagnostics = log.unplaced();
    for place in diagnostics.iter_mut().map(|diagnostic| &mut diagnostic.place) {
        let span = place.span.take();
        place.span = Some(span.map_or_else(|| opening.clone(), |span| start + span.start..start + span.end));
        place.path = Some(source.path.clone());
    }
    locate(source.text, &mut diagnostics);
    (front, diagnostics)
}

fn read_fields(text: &str, fields: &[FrontField], log: &mut Collector<'_>) -> Option<Node> {
    let yaml = yaml::parse(text);
    for (problem, span) in &yaml.problems {
        log.note(|| front::problem(problem).at_span(span.clone()));
    }
    let allowed: Vec<_> = fields.iter().map(|field| field.key).collect();
    let root = yaml.root.as_ref().filter(|root| root.value != Value::Empty);
    if let Some(root) = root.filter(|root| !matches!(root.value, Value::Map(_))) {
        // A text that was cut short, or reported already, says nothing about its fields.
        if yaml.is_whole && root.value != Value::Refused {
            log.note(|| front::not_mapping(&root.value).at_span(root.span.clone()));
        }
        return yaml.root;
    }
    if let Some(root) = root {
        for (key, value) in Field::top(root).object(&allowed, log) {
            let field = fields.iter().find(|field| field.key == key);
            field
                .into_iter()
                .for_each(|field| check_type(field, &value, field.holds, log));
        }
    }
    let entries = root.map(Node::entries).unwrap_or_default();
    // A misspelled key is reported already.
    let is_there = |field: &FrontField, key: &str| {
        key == field.key || spelling::meant(key, &allowed, &OTHER_WORDS) == Some(field.key)
    };
    let is_missing = |field: &&FrontField| !entries.iter().any(|(key, _)| is_there(field, key.key()));
    for field in fields
        .iter()
        .filter(|field| field.is_required && yaml.is_whole)
        .filter(is_missing)
    {
        log.note(|| front::missing(field.key));
    }
    yaml.root
}

fn check_type(of: &FrontField, field: &Field<'_>, expected: Expected, log: &mut Collector<'_>) {
    match (expected, &field.node.value) {
        (Expected::Text, Value::Text(_)) => {}
        (Expected::List(_), Value::List(items)) => {
            for (index, item) in items.iter().enumerate() {
                check_type(of, &field.item(item, index), Expected::Text, log);
            }
        }
        (_, found) => {
            let written = log.text.get(field.node.span.clone()).unwrap_or_default();
            let hint = front::type_hint(of, expected, found, written);
            log.wrong_type(field, expected, Some(&hint));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reader must know the same keys as the types that the schemas come from.
    fn check(fields: &[FrontField], schema: &str) {
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        assert_eq!(properties.len(), fields.len());
        for field in fields {
            let kind = match field.holds {
                Expected::Text => "string",
                _ => "array",
            };
            assert_eq!(properties[field.key]["type"], kind);
            let required = schema["required"].as_array().unwrap();
            let is_required = required.iter().any(|key| key == field.key);
            assert_eq!(is_required, field.is_required, "{}", field.key);
        }
    }

    #[test]
    fn fields_are_those_of_the_types() {
        check(PLAN_FIELDS, &crate::agentctl::plan_schema());
        check(TASK_FIELDS, &crate::agentctl::task_schema());
    }
}
