//! What an action says of itself, as it was written.

use model::proposal::{Execute, Research};
use model::{Action, Resource, Spanned};

use crate::teddy::markdown::{Page, code, inline};
use crate::teddy::write::{path_link, plain_path, resource_link};
use crate::text::plural;

pub(super) fn write(page: &mut Page, action: &Action) {
    match action {
        Action::Create(create) => {
            page.field("File Path", &path_link(&create.path.value));
            optional(page, "Description", create.description.as_ref());
            let text = create.content.value.text();
            page.field("Content", &size(text));
        }
        Action::Edit(edit) => {
            page.field("File Path", &path_link(&edit.path.value));
            optional(page, "Description", edit.description.as_ref());
        }
        Action::Read(read) => {
            page.field("Resource", &resource_link(&read.resource.value));
            optional(page, "Description", read.description.as_ref());
        }
        Action::Prune(prune) => {
            page.field("Resource", &resource_link(&prune.resource.value));
            optional(page, "Description", prune.description.as_ref());
        }
        Action::Execute(execute) => execute_fields(page, execute),
        Action::Research(research) => optional(page, "Description", research.description.as_ref()),
        Action::Invoke(invoke) => {
            page.field("Agent", &invoke.agent.value);
            resources(page, &invoke.resources);
        }
        Action::Conclude(conclude) => resources(page, &conclude.resources),
        Action::Chat(_) => {}
    }
    for field in action.extras() {
        page.field(&field.name.value, &field.value.value);
    }
}

/// The longer texts that belong to the record: a command, a message. Content of files has the plan for itself.
pub(super) fn write_blocks(page: &mut Page, action: &Action) {
    match action {
        Action::Execute(execute) => {
            let command = &execute.command.value;
            page.fence(command.info(), command.text());
        }
        Action::Chat(chat) => page.fence("markdown", &chat.message.value),
        Action::Invoke(invoke) => page.fence("markdown", &invoke.message.value),
        Action::Conclude(conclude) => page.fence("markdown", &conclude.message.value),
        Action::Create(_) | Action::Edit(_) | Action::Read(_) | Action::Prune(_) | Action::Research(_) => {}
    }
}

pub(super) fn write_queries(page: &mut Page, research: &Research) {
    for query in &research.queries {
        page.field("Query", &code(query.value.bare().trim()));
    }
}

fn execute_fields(page: &mut Page, execute: &Execute) {
    optional(page, "Description", execute.description.as_ref());
    optional(page, "Expected Outcome", execute.expected_outcome.as_ref());
    if let Some(cwd) = &execute.cwd {
        page.field("cwd", &plain_path(&cwd.value));
    }
    if !execute.env.is_empty() {
        page.field("env", "");
    }
    for variable in &execute.env {
        let (name, value) = (code(&variable.name.value), inline(&variable.value.value));
        page.line(&format!("    - {name}: \"{value}\""));
    }
    if let Some(timeout_s) = &execute.timeout_s {
        page.field("Timeout", &timeout_s.value.to_string());
    }
    if execute.allow_failure {
        page.field("Allow Failure", "true");
    }
}

fn optional(page: &mut Page, name: &str, value: Option<&Spanned<String>>) {
    if let Some(value) = value {
        page.field(name, &value.value);
    }
}

fn resources(page: &mut Page, resources: &[Spanned<Resource>]) {
    if !resources.is_empty() {
        page.field("Handoff Resources", "");
    }
    for resource in resources {
        page.line(&format!("  - {}", inline(&resource_link(&resource.value))));
    }
}

fn size(text: &str) -> String {
    format!(
        "{}, {}",
        plural(text.lines().count(), "line"),
        plural(text.len(), "byte")
    )
}
