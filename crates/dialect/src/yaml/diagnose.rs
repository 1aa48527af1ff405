//! Every fault of a front matter at once, and what can be read of it nevertheless.

use std::collections::BTreeSet;

use super::tree::{Node, Value, Walk, walk};
use super::{FAULTS_MAX, Fault, Field, Front, Holds, SMALL, Text, What};
use crate::spelling;

/// A front matter with faults. Places are bytes of the front matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Broken {
    pub faults: Vec<Fault>,
    pairs: Vec<(Node, Node)>,
}

impl Broken {
    pub fn too_large(bytes: usize) -> Self {
        let what = What::TooLarge { bytes };
        Self {
            faults: vec![Fault { what, span: 0..0 }],
            pairs: Vec::new(),
        }
    }

    /// The text that the key holds, if it does.
    pub fn text(&self, key: &str) -> Option<Text> {
        self.values(key).find_map(text)
    }

    /// The texts of the list that the key holds, if it does.
    pub fn texts(&self, key: &str) -> Vec<Text> {
        let list = self.values(key).find_map(|node| match &node.value {
            Value::List(items) => Some(items),
            _ => None,
        });
        list.into_iter().flatten().filter_map(text).collect()
    }

    fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a Node> {
        self.pairs
            .iter()
            .filter(move |(name, _)| word(name) == Some(key))
            .map(|(_, value)| value)
    }
}

/// Whether there is a fault that the YAML library does not see.
pub(crate) fn has_tricks(text: &str) -> bool {
    !walk(text, &SMALL).faults.is_empty()
}

pub(crate) fn diagnose<T: Front>(text: &str) -> Broken {
    let Walk {
        root,
        mut faults,
        is_whole,
    } = walk(text, &SMALL);
    let fields = T::FIELDS;
    let pairs = match root {
        Some(Node {
            value: Value::Map(pairs),
            ..
        }) => pairs,
        // A front matter of comments only is a mapping without keys.
        None => Vec::new(),
        Some(node) if matches!(node.value, Value::Bare { noun: "empty", .. }) => Vec::new(),
        Some(node) => {
            faults.extend(not_mapping(&node).filter(|_| is_whole));
            return Broken {
                faults,
                ..Broken::default()
            };
        }
    };
    let excused = check_keys::<T>(&pairs, &mut faults);
    for (key, value) in &pairs {
        let field = fields.iter().find(|field| word(key) == Some(field.key));
        faults.extend(field.into_iter().flat_map(|field| wrong_types(field, value)));
    }
    let missing = fields
        .iter()
        .filter(|field| field.is_required && is_whole && !excused.contains(field.key));
    faults.extend(missing.map(|field| Fault {
        what: What::Missing(field.key),
        span: 0..0,
    }));
    curtail(&mut faults);
    Broken { faults, pairs }
}

/// Keeps a hostile text from drowning us, and says so.
fn curtail(faults: &mut Vec<Fault>) {
    let Some(first) = faults.get(FAULTS_MAX) else { return };
    let fault = Fault {
        what: What::More(faults.len() - FAULTS_MAX),
        span: first.span.start..first.span.start,
    };
    faults.truncate(FAULTS_MAX);
    faults.push(fault);
}

/// The keys that are there, or that a misspelled key was meant to be.
fn check_keys<T: Front>(pairs: &[(Node, Node)], faults: &mut Vec<Fault>) -> BTreeSet<String> {
    let allowed: Vec<_> = T::FIELDS.iter().map(|field| field.key).collect();
    let mut seen = BTreeSet::new();
    let mut meant_keys = BTreeSet::new();
    for (key, _) in pairs {
        let what = match word(key) {
            None if matches!(key.value, Value::Refused) => continue,
            None => What::OddKey,
            Some(given) if !seen.insert(given.to_owned()) => What::RepeatedKey(given.to_owned()),
            Some(given) if allowed.contains(&given) => continue,
            Some(given) => {
                let meant = spelling::meant(given, &allowed, T::OTHER_WORDS);
                meant_keys.extend(meant.map(str::to_owned));
                What::UnknownKey {
                    given: given.to_owned(),
                    meant,
                    allowed: allowed.clone(),
                }
            }
        };
        faults.push(Fault {
            what,
            span: key.span.clone(),
        });
    }
    seen.append(&mut meant_keys);
    seen
}

fn wrong_types(field: &Field, node: &Node) -> Vec<Fault> {
    match (field.holds, &node.value) {
        (_, Value::Refused) | (Holds::Text, Value::Text(_)) => Vec::new(),
        (Holds::Texts, Value::List(items)) => items
            .iter()
            .filter(|item| !matches!(item.value, Value::Text(_) | Value::Refused))
            .map(|item| wrong_type(field.key, "a text in each entry", item))
            .collect(),
        (Holds::Text, _) => vec![wrong_type(field.key, "a text", node)],
        (Holds::Texts, _) => vec![wrong_type(field.key, "a list of texts", node)],
    }
}

fn wrong_type(key: &'static str, wanted: &'static str, node: &Node) -> Fault {
    let (found, bare) = match &node.value {
        Value::Text(_) | Value::Refused => ("a text", None),
        Value::Bare { noun, written } if wanted != "a list of texts" && !written.is_empty() => {
            (*noun, Some(written.clone()))
        }
        Value::Bare { noun, .. } => (*noun, None),
        Value::List(_) => ("a list", None),
        Value::Map(_) => ("a mapping", None),
    };
    Fault {
        what: What::WrongType {
            key,
            wanted,
            found,
            bare,
        },
        span: node.span.clone(),
    }
}

fn not_mapping(node: &Node) -> Option<Fault> {
    let found = match &node.value {
        Value::Text(_) => "a text",
        Value::Bare { noun, .. } => noun,
        Value::List(_) => "a list",
        Value::Map(_) | Value::Refused => return None,
    };
    Some(Fault {
        what: What::NotMapping { found },
        span: node.span.clone(),
    })
}

/// A key as written, whatever YAML takes it for.
fn word(key: &Node) -> Option<&str> {
    match &key.value {
        Value::Text(text) | Value::Bare { written: text, .. } => Some(text),
        Value::List(_) | Value::Map(_) | Value::Refused => None,
    }
}

fn text(node: &Node) -> Option<Text> {
    match &node.value {
        Value::Text(value) => Some(Text {
            value: value.clone(),
            span: node.span.clone(),
        }),
        _ => None,
    }
}
