//! The plan as a Mermaid flowchart.

use dialect::text::visible::visible;
use model::Timestamp;

use super::layout::Links;
use super::task::TaskView;
use crate::show::mark::Mark;
use crate::show::page::Page;

pub fn graph_mermaid(tasks: &[TaskView<'_>], at: Timestamp) -> String {
    let mut page = Page::default();
    page.line("flowchart TD");
    for view in tasks {
        let (number, title) = (view.task.number, escaped(&view.task.brief.title));
        page.indented(format!(
            "t{number}[\"{number} {title}\"]:::{}",
            Mark::of(*view, at).word()
        ));
    }
    for (first, then) in Links::new(tasks).pairs() {
        page.indented(format!(
            "t{} --> t{}",
            tasks[first].task.number, tasks[then].task.number
        ));
    }
    for mark in Mark::ALL {
        page.indented(format!("classDef {} {}", mark.word(), look(mark)));
    }
    page.finish()
}

/// Anything that Mermaid could take for its own syntax (quotes, directives, Markdown, HTML) becomes a character code.
fn escaped(title: &str) -> String {
    let mut label = String::with_capacity(title.len());
    for c in visible(title).chars() {
        if c.is_alphanumeric() || !c.is_ascii() || matches!(c, ' ' | '.' | ',' | ':' | '(' | ')' | '/' | '-' | '\'') {
            label.push(c);
        } else {
            label.push_str(&format!("#{};", u32::from(c)));
        }
    }
    label
}

fn look(mark: Mark) -> &'static str {
    match mark {
        Mark::Done => "fill:#d3f9d8,stroke:#2b8a3e,color:#1b4332",
        Mark::Doing => "fill:#d0ebff,stroke:#1971c2,color:#0b3d66",
        Mark::Ready => "fill:#ffffff,stroke:#495057,color:#212529,stroke-width:2px",
        Mark::Waiting => "fill:#f1f3f5,stroke:#adb5bd,color:#495057",
        Mark::Failed => "fill:#ffe3e3,stroke:#c92a2a,color:#7d1a1a",
        Mark::Dropped => "fill:#f8f9fa,stroke:#ced4da,color:#868e96,stroke-dasharray:4 3",
    }
}

#[cfg(test)]
#[path = "mermaid_tests.rs"]
mod tests;
