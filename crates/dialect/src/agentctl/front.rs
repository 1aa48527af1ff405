//! The front matters of both kinds of file. The same types write them and give their JSON Schemas.

use std::collections::BTreeSet;
use std::ops::Range;

use model::Diagnostic;
use schemars::JsonSchema;
use serde::Serialize;

use super::rules::front::{self, Verdict};
use crate::data::yaml::PROBLEMS_MAX;
use crate::data::{Node, Value};
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
    pub holds: Holds,
    pub is_required: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Text,
    Texts,
}

pub(super) const PLAN_FIELDS: &[FrontField] = &[field("title", Holds::Text, true)];
pub(super) const TASK_FIELDS: &[FrontField] = &[
    field("id", Holds::Text, true),
    field("depends_on", Holds::Texts, false),
    field("agent", Holds::Text, false),
    field("subtasks", Holds::Texts, false),
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

const fn field(key: &'static str, holds: Holds, is_required: bool) -> FrontField {
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
    let judge = |(verdict, span): (Verdict, Option<Range<usize>>)| {
        let span = span.map_or_else(|| opening.clone(), |span| start + span.start..start + span.end);
        source
            .error(verdict.rule, &span, verdict.message)
            .with_hint(verdict.hint)
    };
    if text.len() > BYTES_MAX {
        let verdict = front::too_large(text.len());
        return (FrontMatter::default(), vec![judge((verdict, None))]);
    }
    let yaml = yaml::parse(text);
    let mut found: Vec<_> = yaml
        .problems
        .iter()
        .map(|(problem, span)| (front::problem(problem), Some(span.clone())))
        .collect();
    let entries = yaml.root.as_ref().map(Node::entries).unwrap_or_default();
    let other = yaml
        .root
        .as_ref()
        .filter(|root| !matches!(root.value, Value::Map(_) | Value::Empty));
    if let Some(root) = other {
        // What was cut short or reported already is not judged.
        let is_judged = yaml.is_whole && root.value != Value::Refused;
        found.extend(is_judged.then(|| (front::not_mapping(&root.value), Some(root.span.clone()))));
    } else {
        let excused = check_keys(entries, fields, &mut found);
        for (key, value) in entries {
            let field = fields.iter().find(|field| field.key == key.key());
            found.extend(field.into_iter().flat_map(|field| wrong_types(field, value, text)));
        }
        let is_missing = |field: &&FrontField| field.is_required && yaml.is_whole && !excused.contains(field.key);
        found.extend(
            fields
                .iter()
                .filter(is_missing)
                .map(|field| (front::missing(field.key), None)),
        );
    }
    if let Some((_, first)) = found.get(PROBLEMS_MAX) {
        // A hostile text cannot drown us.
        let at = first.as_ref().map(|span| span.start..span.start);
        let more = front::more(found.len() - PROBLEMS_MAX);
        found.truncate(PROBLEMS_MAX);
        found.push((more, at));
    }
    let diagnostics = found.into_iter().map(judge).collect();
    (FrontMatter { root: yaml.root, start }, diagnostics)
}

type Found = (Verdict, Option<Range<usize>>);

/// The keys that are there, or that a misspelled key was meant to be.
fn check_keys<'a>(entries: &'a [(Node, Node)], fields: &[FrontField], found: &mut Vec<Found>) -> BTreeSet<&'a str> {
    let allowed: Vec<_> = fields.iter().map(|field| field.key).collect();
    let (mut seen, mut meant_keys) = (BTreeSet::new(), BTreeSet::new());
    for (key, _) in entries {
        let verdict = match &key.value {
            Value::Refused => continue,
            Value::Text(given) if !seen.insert(given.as_str()) => front::repeated_key(given),
            Value::Text(given) if allowed.contains(&given.as_str()) => continue,
            Value::Text(given) => {
                let meant = spelling::meant(given, &allowed, &OTHER_WORDS);
                meant_keys.extend(meant);
                front::unknown_key(given, meant, &allowed)
            }
            _ => front::odd_key(),
        };
        found.push((verdict, Some(key.span.clone())));
    }
    seen.append(&mut meant_keys);
    seen
}

fn wrong_types(field: &FrontField, node: &Node, text: &str) -> Vec<Found> {
    let wrong = |wanted, node: &Node| {
        let written = &text[node.span.clone()];
        (
            front::wrong_type(field.key, wanted, &node.value, written),
            Some(node.span.clone()),
        )
    };
    match (field.holds, &node.value) {
        (_, Value::Refused) | (Holds::Text, Value::Text(_)) => Vec::new(),
        (Holds::Texts, Value::List(items)) => items
            .iter()
            .filter(|item| !matches!(item.value, Value::Text(_) | Value::Refused))
            .map(|item| wrong(front::Wanted::Entry, item))
            .collect(),
        (Holds::Text, _) => vec![wrong(front::Wanted::Text, node)],
        (Holds::Texts, _) => vec![wrong(front::Wanted::Texts, node)],
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
                Holds::Text => "string",
                Holds::Texts => "array",
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
