//! A proposal as canonical Markdown. What is written reads back as the same proposal.

use memchr::memchr_iter;
use model::proposal::{Execute, Field, MemoLine, Pair, Proposal};
use model::{Action, Block, MemoChange, RelPath, Resource, Spanned};

use super::fields::is_nothing;
use super::link::encoded;

/// The shortest fence that we write.
const FENCE_MIN: usize = 4;

pub fn write(proposal: &Proposal) -> String {
    let mut page = Page::default();
    page.line(format!("# {}", proposal.title.value).trim_end());
    page.fields(&proposal.header);
    let rationale = &proposal.rationale.text.value;
    if !rationale.is_empty() {
        page.line("\n## Rationale");
        page.fence("text", rationale);
    }
    if !proposal.memos.is_empty() {
        page.line("\n## Memos");
        let memos: String = proposal.memos.iter().map(|memo| memo_line(&memo.value)).collect();
        page.fence("", &memos);
    }
    page.line("\n## Action Plan");
    for action in &proposal.actions {
        page.line("");
        page.action(&action.value);
    }
    page.text
}

/// One action with its heading, to be put in the place of another.
pub fn write_action(action: &Action) -> String {
    let mut page = Page::default();
    page.action(action);
    page.text
}

/// A fence around a text is longer than any row of back-ticks in it.
pub(crate) fn fence_for(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut longest, mut row, mut next) = (0, 0, 0);
    for at in memchr_iter(b'`', bytes) {
        row = if at == next { row + 1 } else { 1 };
        next = at + 1;
        longest = longest.max(row);
    }
    "`".repeat(FENCE_MIN.max(longest + 1))
}

pub(super) fn memo_line(memo: &MemoLine) -> String {
    let (mark, text) = match &memo.change {
        MemoChange::Add(text) => ("[+]", text),
        MemoChange::Remove(text) => ("[-]", text),
    };
    match &memo.comment {
        Some(comment) => format!("{mark} {text} # {comment}\n"),
        None => format!("{mark} {text}\n"),
    }
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn field(&mut self, name: &str, value: &str) {
        self.line(format!("- **{name}:** {value}").trim_end());
    }

    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            self.field(&field.name.value, &field.value.value);
        }
    }

    fn optional(&mut self, name: &str, value: Option<&Spanned<String>>) {
        if let Some(value) = value {
            self.field(name, &value.value);
        }
    }

    fn fence(&mut self, info: &str, text: &str) {
        let fence = fence_for(text);
        self.line(&format!("{fence}{info}"));
        self.text.push_str(text);
        if !text.is_empty() && !text.ends_with('\n') {
            self.text.push('\n');
        }
        self.line(&fence);
    }

    fn block(&mut self, block: &Block) {
        self.fence(block.info(), block.text());
    }

    fn action(&mut self, action: &Action) {
        self.line(&format!("### `{}`", action.verb()));
        match action {
            Action::Create(create) => {
                self.field("File Path", &path_link(&create.path.value));
                self.optional("Description", create.description.as_ref());
                self.fields(&create.extras);
                self.block(&create.content.value);
            }
            Action::Read(read) => {
                self.resource_fields(&read.resource.value, read.description.as_ref(), &read.extras);
            }
            Action::Edit(edit) => {
                self.field("File Path", &path_link(&edit.path.value));
                self.optional("Description", edit.description.as_ref());
                self.fields(&edit.extras);
                self.pairs(&edit.pairs);
            }
            Action::Execute(execute) => self.execute(execute),
            Action::Research(research) => {
                self.optional("Description", research.description.as_ref());
                self.fields(&research.extras);
                for query in &research.queries {
                    self.block(&query.value);
                }
            }
            Action::Chat(chat) => self.line(&chat.message.value),
            Action::Invoke(invoke) => {
                self.field("Agent", &invoke.agent.value);
                if !invoke.resources.is_empty() {
                    self.handoff_resources(&invoke.resources);
                }
                self.fields(&invoke.extras);
                self.message(&invoke.message.value);
            }
            Action::Conclude(conclude) => {
                // A list is one of fields only if its first entry is a field that the action knows.
                if !conclude.resources.is_empty() || !conclude.extras.is_empty() {
                    self.handoff_resources(&conclude.resources);
                }
                self.fields(&conclude.extras);
                self.message(&conclude.message.value);
            }
            Action::Prune(prune) => {
                self.resource_fields(&prune.resource.value, prune.description.as_ref(), &prune.extras);
            }
        }
    }

    fn resource_fields(&mut self, resource: &Resource, description: Option<&Spanned<String>>, extras: &[Field]) {
        self.field("Resource", &resource_link(resource));
        self.optional("Description", description);
        self.fields(extras);
    }

    fn pairs(&mut self, pairs: &[Pair]) {
        for pair in pairs {
            self.line("\n`FIND:`");
            self.block(&pair.find.value);
            self.line("`REPLACE:`");
            self.block(&pair.replace.value);
        }
    }

    fn execute(&mut self, execute: &Execute) {
        self.optional("Description", execute.description.as_ref());
        self.optional("Expected Outcome", execute.expected_outcome.as_ref());
        if let Some(cwd) = &execute.cwd {
            self.field("cwd", &plain_path(&cwd.value));
        }
        if !execute.env.is_empty() {
            self.field("env", "");
            for variable in &execute.env {
                self.line(&format!(
                    "    - `{}`: \"{}\"",
                    variable.name.value, variable.value.value
                ));
            }
        }
        if let Some(timeout_s) = &execute.timeout_s {
            self.field("Timeout", &timeout_s.value.to_string());
        }
        if execute.allow_failure {
            self.field("Allow Failure", "true");
        }
        self.fields(&execute.extras);
        self.block(&execute.command.value);
    }

    fn handoff_resources(&mut self, resources: &[Spanned<Resource>]) {
        let none = if resources.is_empty() { "None" } else { "" };
        self.field("Handoff Resources", none);
        for resource in resources {
            self.line(&format!("  - {}", resource_link(&resource.value)));
        }
    }

    fn message(&mut self, message: &str) {
        if !message.is_empty() {
            self.line("");
            self.line(message);
        }
    }
}

pub(super) fn resource_link(resource: &Resource) -> String {
    match resource {
        Resource::File(path) => path_link(path),
        Resource::Url(url) => format!("[{url}]({url})"),
    }
}

pub(super) fn path_link(path: &RelPath) -> String {
    // Such a text would end the link too early.
    let text = match path.as_str().contains("](") || path.as_str().contains("]:") {
        true => "file",
        false => path.as_str(),
    };
    format!("[{text}](/{})", encoded(path.as_str()))
}

pub(super) fn plain_path(path: &RelPath) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    match path.as_str().chars().all(is_plain) && !is_nothing(path.as_str()) {
        true => path.as_str().to_owned(),
        false => path_link(path),
    }
}
