//! The project that the rules' examples are meant for.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use model::{Diagnostic, RelPath, Resource, Severity};

use super::{Ending, Entry, OpaqueFile, TurnView, View, check};
use crate::teddy::read;
use crate::teddy::testing::actions;

pub(super) struct Project {
    pub entries: BTreeMap<String, Entry<'static>>,
    pub memos: Vec<String>,
    pub memo_fault: Option<String>,
    pub agents: Option<Vec<String>>,
    pub turn: Option<TurnView>,
}

impl Project {
    pub fn sample() -> Self {
        let text = |text: &'static str| Entry::Text(Cow::Borrowed(text));
        let notes: String = (1..=11).map(|note| format!("note {note}\n")).collect();
        let entries = [
            ("docs", Entry::Folder),
            ("docs/a.md", text("# Rules\n")),
            ("src", Entry::Folder),
            ("src/main.rs", text("fn main() {\n    greet();\n    greet_all();\n}\n")),
            ("notes.txt", Entry::Text(Cow::Owned(notes))),
            ("logo.png", Entry::Opaque(OpaqueFile::NotText)),
            ("old.md", text("before\n")),
            ("outside", Entry::Outside),
            ("outside/secret", Entry::Outside),
        ];
        let shown = resources(&["docs/a.md", "src/main.rs", "notes.txt", "logo.png"]);
        Self {
            entries: entries.map(|(path, entry)| (path.to_owned(), entry)).into(),
            memos: vec!["Use pnpm.".to_owned()],
            memo_fault: None,
            agents: Some(vec!["Architect".to_owned()]),
            turn: Some(TurnView {
                context: shown.clone(),
                shown,
                ending: Ending::Nowhere,
            }),
        }
    }

    pub fn without_session() -> Self {
        Self {
            turn: None,
            ..Self::sample()
        }
    }

    /// What is wrong with a plan of these actions.
    pub fn judge(&self, text: &str) -> Vec<Diagnostic> {
        let source = actions(text);
        check(&source, &read(&source), self)
    }

    /// The names of the broken rules, warnings marked with a question mark.
    pub fn rules(&self, text: &str) -> Vec<String> {
        self.judge(text).iter().map(marked).collect()
    }
}

pub(super) fn marked(fault: &Diagnostic) -> String {
    let mark = if fault.severity == Severity::Warning { "?" } else { "" };
    format!("{}{mark}", fault.rule)
}

pub(super) fn resources(paths: &[&str]) -> BTreeSet<Resource> {
    paths
        .iter()
        .map(|path| Resource::File(RelPath::new(path).unwrap()))
        .collect()
}

impl View for Project {
    fn entry(&self, path: &RelPath) -> Entry<'_> {
        match self.entries.get(path.as_str()) {
            Some(Entry::Text(text)) => Entry::Text(Cow::Borrowed(text)),
            Some(entry) => entry.clone(),
            None => Entry::Absent,
        }
    }

    fn memos(&self) -> &[String] {
        &self.memos
    }

    fn memo_fault(&self) -> Option<&str> {
        self.memo_fault.as_deref()
    }

    fn agents(&self) -> Option<&[String]> {
        self.agents.as_deref()
    }

    fn turn(&self) -> Option<&TurnView> {
        self.turn.as_ref()
    }
}

pub(super) fn create(path: &str, text: &str) -> String {
    format!("### `CREATE`\n- **File Path:** [{path}](/{path})\n- **Description:** Make it.\n````\n{text}````\n\n")
}

/// An edit with pairs of texts, each of whole lines.
pub(super) fn edit(path: &str, pairs: &[(&str, &str)]) -> String {
    let pairs: String = pairs
        .iter()
        .map(|(find, replace)| format!("`FIND:`\n````\n{find}````\n`REPLACE:`\n````\n{replace}````\n\n"))
        .collect();
    format!("### `EDIT`\n- **File Path:** [{path}](/{path})\n- **Description:** Change it.\n\n{pairs}")
}

pub(super) fn execute() -> &'static str {
    "### `EXECUTE`\n- **Description:** Build.\n- **Expected Outcome:** It works.\n````shell\nmake\n````\n\n"
}
