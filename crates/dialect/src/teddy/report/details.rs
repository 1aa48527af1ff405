//! What an action brought to light.

use model::RelPath;
use model::limits::CHANGED_FILES_SHOWN;
use model::report::{Details, Hit, Run, Search};

use crate::teddy::markdown::{Page, code, inline, is_contained};
use crate::teddy::write::path_link;

/// The details of one entry alone. What is written can be kept, and put into a report later.
pub fn write_details(details: &Details) -> String {
    let mut page = Page::default();
    write(&mut page, details);
    page.text
}

pub(super) fn write(page: &mut Page, details: &Details) {
    match details {
        Details::None => {}
        Details::Edited { diff, notes } => {
            write_notes(page, notes);
            page.fence("diff", diff);
        }
        Details::Ran(run) => write_run(page, run),
        Details::Searched(searches) => searches.iter().for_each(|search| write_search(page, search)),
        Details::Replied(None) => page.field("Reply", "none; nobody was there to answer"),
        Details::Replied(Some(reply)) => {
            page.field("Reply", "");
            page.fence("markdown", reply);
        }
        Details::Written(markdown) if is_contained(markdown) => {
            page.text.push_str(markdown);
            if !markdown.is_empty() && !markdown.ends_with('\n') {
                page.text.push('\n');
            }
        }
        Details::Written(other) => page.fence("markdown", other),
    }
}

fn write_run(page: &mut Page, run: &Run) {
    page.field("Ended With", &run.end);
    write_notes(page, &run.notes);
    write_changed(page, &run.changed);
    for (name, output) in [("stdout", &run.stdout), ("stderr", &run.stderr)] {
        match output.is_empty() {
            true => page.field(name, "empty"),
            false => {
                page.field(name, "");
                page.fence("text", output);
            }
        }
    }
}

fn write_notes(page: &mut Page, notes: &[String]) {
    for note in notes {
        page.field("Note", note);
    }
}

fn write_changed(page: &mut Page, changed: &[RelPath]) {
    if !changed.is_empty() {
        page.field("Changed Files", "");
    }
    for path in changed.iter().take(CHANGED_FILES_SHOWN) {
        page.line(&format!("  - {}", inline(&path_link(path))));
    }
    let rest = changed.len().saturating_sub(CHANGED_FILES_SHOWN);
    if rest > 0 {
        page.line(&format!("  - and {rest} more"));
    }
}

fn write_search(page: &mut Page, search: &Search) {
    page.field("Query", &code(search.query.trim()));
    if search.hits.is_empty() {
        page.line("  - Nothing was found.");
    }
    for hit in &search.hits {
        write_hit(page, hit);
    }
}

fn write_hit(page: &mut Page, hit: &Hit) {
    let title = match hit.title.trim() {
        "" => &hit.url,
        title => title,
    };
    let title = inline(title).replace('[', "\\[").replace(']', "\\]");
    let link = format!("[{title}]({})", address(&hit.url));
    match hit.snippet.trim() {
        "" => page.line(&format!("  - {link}")),
        snippet => page.line(&format!("  - {link}: {}", inline(snippet))),
    }
}

/// Without the characters that would end the link.
fn address(url: &str) -> String {
    let mut address = String::with_capacity(url.len());
    for c in url.chars() {
        match c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '<' | '>' | '\\') {
            true => {
                let mut utf8 = [0; 4];
                let bytes = c.encode_utf8(&mut utf8).bytes();
                address.extend(bytes.map(|byte| format!("%{byte:02X}")));
            }
            false => address.push(c),
        }
    }
    address
}
