//! Named values: `- **Name:** value`, and what people write instead.

use std::collections::BTreeSet;
use std::ops::Range;

use model::Spanned;
use model::proposal::Field;

use super::blocks::Item;
use super::notes::Notes;
use super::{prose, rules};

/// A field that the format knows, and other words for it.
pub(super) struct Known {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
}

pub(super) struct RawField {
    pub name: Spanned<String>,
    pub value: Spanned<String>,
    /// The entries of the list below it.
    pub children: Vec<Range<usize>>,
}

/// The fields of one heading.
#[derive(Default)]
pub(super) struct Fields {
    list: Vec<RawField>,
}

/// A name and its value, as bytes of the source.
struct Split {
    name: Range<usize>,
    value: Range<usize>,
    form: Form,
}

#[derive(PartialEq, Eq)]
enum Form {
    /// `**Name:** value`
    Exact,
    /// `**Name**: value` and the like
    Decorated,
    /// `Name: value`
    Plain,
}

impl Known {
    fn is(&self, name: &str) -> bool {
        is_same_name(self.name, name) || self.aliases.iter().any(|alias| is_same_name(alias, name))
    }
}

impl Fields {
    /// Takes the entries that are fields, and returns the places of those that are not.
    pub fn read_items(&mut self, items: &[Item], known: &[Known], notes: &mut Notes<'_>) -> Vec<Range<usize>> {
        let mut strays = Vec::new();
        let top = items.iter().map(|item| item.depth).min().unwrap_or_default();
        let mut is_field = false;
        for item in items {
            if item.depth > top && is_field {
                if let Some(field) = self.list.last_mut() {
                    field.children.push(item.text.clone());
                }
                continue;
            }
            is_field = item.depth == top && self.read_line(&item.text, known, notes).is_some();
            if !is_field {
                strays.push(item.text.clone());
            }
        }
        strays
    }

    /// Whether a list is meant as fields rather than as text: its first entry says so.
    pub fn begin_with_field(&self, items: &[Item], known: &[Known], notes: &Notes<'_>) -> bool {
        let split = items.first().and_then(|first| split(notes.source, &first.text));
        split.is_some_and(|split| {
            let continues = !self.is_empty() && split.form != Form::Plain;
            continues || known.iter().any(|known| known.is(notes.text(&split.name)))
        })
    }

    /// Takes fields up to the first entry that is none. Returns how many entries that were, and where they end.
    pub fn read_leading_items(&mut self, items: &[Item], known: &[Known], notes: &mut Notes<'_>) -> (usize, usize) {
        let top = items.first().map_or(0, |item| item.depth);
        let is_field = |item: &Item| {
            let split = split(notes.source, &item.text);
            split.is_some_and(|split| {
                split.form != Form::Plain || known.iter().any(|known| known.is(notes.text(&split.name)))
            })
        };
        let count = items.iter().position(|item| item.depth <= top && !is_field(item));
        let leading = &items[..count.unwrap_or(items.len())];
        self.read_items(leading, known, notes);
        let end = leading.last().map_or(0, |item| item.text.end);
        (leading.len(), end)
    }

    /// Lines without a bullet. They are fields only if all of them are.
    pub fn read_paragraph(&mut self, span: &Range<usize>, known: &[Known], notes: &mut Notes<'_>) -> bool {
        let mut lines = Vec::new();
        let mut at = span.start;
        for line in notes.text(span).split_inclusive('\n') {
            let text = line.trim();
            let start = at + line.len() - line.trim_start().len();
            let text = start..start + text.len();
            let split = split(notes.source, &text);
            let is_known = split
                .as_ref()
                .is_some_and(|split| known.iter().any(|known| known.is(notes.text(&split.name))));
            if !is_known {
                return false;
            }
            lines.push(text);
            at += line.len();
        }
        for line in &lines {
            notes.add(rules::field_bullet(line.clone()));
            self.read_line(line, known, notes);
        }
        true
    }

    fn read_line(&mut self, text: &Range<usize>, known: &[Known], notes: &mut Notes<'_>) -> Option<()> {
        let split = split(notes.source, text)?;
        let name = notes.text(&split.name);
        let is_known = known.iter().any(|known| known.is(name));
        match split.form {
            Form::Plain if !is_known => return None,
            Form::Exact => {}
            Form::Plain | Form::Decorated => notes.add(rules::field_form(split.name.clone(), name)),
        }
        let text = notes.text(&split.value);
        if let Some(first_line) = text.find('\n') {
            prose::judge_hidden(&(split.value.start + first_line..split.value.end), notes);
        }
        let value = value(text);
        self.list.push(RawField {
            name: Spanned::new(name.to_owned(), split.name),
            value: Spanned::new(value, split.value),
            children: Vec::new(),
        });
        Some(())
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes the field out. All but the first of a name are faults.
    pub fn take(&mut self, known: &Known, notes: &mut Notes<'_>) -> Option<RawField> {
        let mut first = None;
        for field in self.list.extract_if(.., |field| known.is(&field.name.value)) {
            if first.is_some() {
                notes.add(rules::field_twice(field.name.span, known.name));
            } else {
                if field.name.value != known.name {
                    notes.add(rules::field_name(&field.name, known.name));
                }
                first = Some(field);
            }
        }
        first
    }

    pub fn has(&self, known: &Known) -> bool {
        self.list.iter().any(|field| known.is(&field.name.value))
    }

    /// What was not taken: fields that are none of the known ones.
    pub fn rest(self, known: &[Known], notes: &mut Notes<'_>) -> Vec<Field> {
        for field in &self.list {
            notes.add(rules::field_unknown(&field.name, known));
        }
        self.all(&[], notes)
    }

    /// All of them in their order, under the names that the format has for them.
    pub fn all(self, known: &[Known], notes: &mut Notes<'_>) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::with_capacity(self.list.len());
        let mut names = BTreeSet::new();
        for mut field in self.list {
            if let Some(known) = known.iter().find(|known| known.is(&field.name.value))
                && field.name.value != known.name
            {
                notes.add(rules::field_name(&field.name, known.name));
                known.name.clone_into(&mut field.name.value);
            }
            if !names.insert(letters(&field.name.value).collect::<String>()) {
                notes.add(rules::field_twice(field.name.span, &field.name.value));
                continue;
            }
            let children = field.children.iter().map(|child| value(notes.text(child)));
            let parts: Vec<_> = std::iter::once(field.value.value).chain(children).collect();
            fields.push(Field {
                name: field.name,
                value: Spanned::new(parts.join(" ").trim().to_owned(), field.value.span),
            });
        }
        fields
    }
}

fn split(source: &str, text: &Range<usize>) -> Option<Split> {
    const NAME_BYTES_MAX: usize = 60;
    let line = &source[text.clone()];
    let decoration = &line[..line.len() - line.trim_start_matches(['*', '_', '`']).len()];
    let inner = &line[decoration.len()..];
    let colon = inner.find(':').filter(|colon| *colon <= NAME_BYTES_MAX)?;
    let (name, rest) = (&inner[..colon], &inner[colon + 1..]);
    let (name, closed_before) = match name.strip_suffix(decoration).filter(|_| !decoration.is_empty()) {
        Some(name) => (name, true),
        None => (name, false),
    };
    let (rest, closed_after) = match rest.strip_prefix(decoration).filter(|_| !closed_before) {
        Some(rest) => (rest, !decoration.is_empty()),
        None => (rest, false),
    };
    let name_start = text.start + decoration.len() + name.len() - name.trim_start().len();
    let name = name.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '(' | ')' | '/');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let form = match decoration {
        "**" if closed_after => Form::Exact,
        _ if closed_after || closed_before => Form::Decorated,
        _ => Form::Plain,
    };
    let value = rest.trim();
    let value_start = text.end - rest.trim_start().len();
    Some(Split {
        name: name_start..name_start + name.len(),
        value: value_start..value_start + value.len(),
        form,
    })
}

/// Lines joined to one, without the word that the format's own description puts before optional values.
pub(super) fn value(text: &str) -> String {
    const OPTIONAL: &str = "(optional)";
    let text = text.trim();
    if !text.contains('\n') && !text.starts_with('(') {
        return text.to_owned();
    }
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let joined = lines.join(" ");
    let mut rest = joined.as_str();
    while rest
        .get(..OPTIONAL.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(OPTIONAL))
    {
        rest = rest[OPTIONAL.len()..].trim_start();
    }
    rest.to_owned()
}

/// A value that says that there is none.
pub(super) fn is_nothing(value: &str) -> bool {
    let bare = value.trim_matches(['`', '*', '_', '(', ')', '.', '-', '–', '—', ' ']);
    bare.is_empty()
        || ["none", "n/a", "optional"]
            .iter()
            .any(|word| bare.eq_ignore_ascii_case(word))
}

/// Whether two names differ at most in case, in what joins their words, and in a remark in parentheses.
fn is_same_name(ours: &str, given: &str) -> bool {
    ours == given || (may_begin_alike(ours, given) && letters(ours).eq(letters(given)))
}

/// `false` only where the first letters differ: most names are told apart by them.
fn may_begin_alike(ours: &str, given: &str) -> bool {
    match (ours.as_bytes(), given.as_bytes()) {
        ([a, ..], [b, ..]) if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => a.eq_ignore_ascii_case(b),
        _ => true,
    }
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    let name = name.split('(').next().unwrap_or_default();
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
}
