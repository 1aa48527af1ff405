//! Public items of product code: whether they are documented, and whether the names of types are unique.

use std::collections::BTreeMap;

use crate::project::Source;

/// Names that every module may use for a type of its own, with the reason. At most ten.
const CONVENTIONAL: &[(&str, &str)] = &[
    ("Args", "the arguments of one command, beside its function"),
    ("Call", "the context of one call of a front end"),
    ("Common", "the global options of a front end"),
    ("Error", "the usual name of a module's error"),
];

pub struct PublicItem {
    pub name: String,
    /// Path and line.
    pub place: String,
    pub is_type: bool,
    /// Whether other crates can see it, as far as the item itself decides.
    pub is_exported: bool,
    pub is_documented: bool,
}

/// The items that are declared with `pub`, `pub(crate)` or `pub(super)`. `source` has no test code.
pub fn public_items(source: &Source) -> Vec<PublicItem> {
    let mut items = Vec::new();
    let mut is_documented = false;
    for (index, line) in source.text.lines().enumerate() {
        let code = line.trim_start();
        if code.starts_with("///") {
            is_documented = true;
            continue;
        }
        // Attributes may be between the comment and its item.
        if code.starts_with("#[") || code.starts_with(']') || code.starts_with(')') {
            continue;
        }
        items.extend(item(code).map(|(name, is_type, is_exported)| PublicItem {
            name,
            place: format!("{}:{}", source.path, index + 1),
            is_type,
            is_exported,
            is_documented,
        }));
        is_documented = false;
    }
    items
}

/// Name, whether it is a type, and whether it is exported.
fn item(code: &str) -> Option<(String, bool, bool)> {
    let rest = code.strip_prefix("pub")?;
    let (rest, is_exported) = match rest.strip_prefix('(') {
        Some(scoped) => (scoped.split_once(')')?.1, false),
        None => (rest, true),
    };
    let mut words = rest
        .split_whitespace()
        .filter(|word| !["const", "async", "unsafe"].contains(word));
    let first = rest.split_whitespace().next()?;
    let kind = match words.next()? {
        // The name of a constant follows, as `const` was left out.
        name if first == "const" && name.ends_with(':') => {
            return Some((name.trim_end_matches(':').to_owned(), false, is_exported));
        }
        kind => kind,
    };
    let is_type = ["struct", "enum", "trait", "type", "union"].contains(&kind);
    if !is_type && kind != "fn" && kind != "static" {
        return None;
    }
    let name: String = words
        .next()?
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    Some((name, is_type, is_exported))
}

/// Names of types that are declared more than once, with their places.
pub fn duplicate_types(items: &[PublicItem]) -> BTreeMap<&str, Vec<&str>> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for item in items
        .iter()
        .filter(|item| item.is_type && !CONVENTIONAL.iter().any(|(name, _)| *name == item.name))
    {
        places.entry(&item.name).or_default().push(&item.place);
    }
    places.retain(|_, places| places.len() > 1);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_with_their_documentation() {
        let source = Source {
            path: "a.rs".to_owned(),
            text: "/// A.\n#[derive(Debug)]\npub struct A;\npub(crate) enum B {}\npub const fn c() {}\n\
                   pub const D: u8 = 1;\nstruct E;\n    pub f: u8,\n"
                .to_owned(),
        };
        let items = public_items(&source);
        let seen: Vec<_> = items
            .iter()
            .map(|item| (item.name.as_str(), item.is_type, item.is_exported, item.is_documented))
            .collect();
        assert_eq!(
            seen,
            [
                ("A", true, true, true),
                ("B", true, false, false),
                ("c", false, true, false),
                ("D", false, true, false),
            ]
        );
    }

    #[test]
    fn a_type_name_is_declared_once() {
        let source = |path: &str| Source {
            path: path.to_owned(),
            text: "pub struct Part;\npub struct Args;\n".to_owned(),
        };
        let items: Vec<PublicItem> = ["a.rs", "b.rs"]
            .iter()
            .flat_map(|path| public_items(&source(path)))
            .collect();
        let duplicates = duplicate_types(&items);
        assert_eq!(duplicates.get("Part"), Some(&vec!["a.rs:1", "b.rs:1"]));
        assert_eq!(duplicates.len(), 1);
    }
}
