//! The plan as a Graphviz graph.

use dialect::text::visible::visible;
use model::Timestamp;

use super::layout::Links;
use super::task::TaskView;
use crate::show::mark::Mark;
use crate::show::page::Page;

pub fn graph_dot(tasks: &[TaskView<'_>], at: Timestamp) -> String {
    let mut page = Page::default();
    page.line("digraph plan {");
    page.indented("node [shape=box, fontname=\"sans-serif\"];");
    for view in tasks {
        let (number, title) = (view.task.number, escaped(&view.task.brief.title));
        let look = look(Mark::of(*view, at));
        page.indented(format!("t{number} [label=\"{number} {title}\", {look}];"));
    }
    for (first, then) in Links::new(tasks).pairs() {
        page.indented(format!(
            "t{} -> t{};",
            tasks[first].task.number, tasks[then].task.number
        ));
    }
    page.line("}");
    page.finish()
}

/// Graphviz reads backslash sequences and HTML entities inside quotation marks.
fn escaped(title: &str) -> String {
    visible(title)
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('&', "&amp;")
}

fn look(mark: Mark) -> &'static str {
    match mark {
        Mark::Done => "style=\"rounded,filled\", fillcolor=\"#d3f9d8\", color=\"#2b8a3e\"",
        Mark::Doing => "style=\"rounded,filled\", fillcolor=\"#d0ebff\", color=\"#1971c2\"",
        Mark::Ready => "style=\"rounded,bold\", color=\"#495057\"",
        Mark::Waiting => "style=\"rounded,filled\", fillcolor=\"#f1f3f5\", color=\"#adb5bd\"",
        Mark::Failed => "style=\"rounded,filled\", fillcolor=\"#ffe3e3\", color=\"#c92a2a\"",
        Mark::Dropped => "style=\"rounded,dashed\", color=\"#ced4da\", fontcolor=\"#868e96\"",
    }
}

#[cfg(test)]
#[path = "dot_tests.rs"]
mod tests;
