//! Rules about links, paths and addresses.

use std::ops::Range;

use model::{Diagnostic, PathFault, RelPath};

use super::quoted;
use crate::rules::rules;
use crate::teddy::link::encoded;
use crate::teddy::target::Form;

rules! {
    LINK_FORM: Warning "link-form",
        "A file is named by a link from the root: `[path](/path)`.",
        "Such a link works in previews and leaves no doubt where the path begins and ends.";
    LINK_MISMATCH: Error "link-mismatch",
        "The two halves of a link name the same file.",
        "One of them is wrong, and which one is not guessed.";
    LINK_REMARK: Warning "link-remark",
        "Nothing follows a link.",
        "A remark there is passed over.";
    LINK_SINGLE: Error "link-single",
        "A field names one file or page.",
        "Which of several is meant is not guessed.";
    PATH_BACKSLASH: Warning "path-backslash",
        "The parts of a path are joined by `/`.",
        "A plan is the same on every system.";
    PATH_UNSAFE: Error "path-unsafe",
        "A path stays inside the project.",
        "Nothing outside of it may be read or changed.";
    PATH_URL: Error "path-url",
        "A file of the project is named by a path, a page by `http` or `https`.",
        "Only files of the project can be written, and only pages of the web can be fetched.";
    URL_FORM: Error "url-form",
        "An address has no spaces, quotes or brackets.",
        "It would end in another place for every tool.";
}

pub(in crate::teddy) fn link_form_plain(span: Range<usize>, path: &RelPath) -> Diagnostic {
    link_form(span, "The file is not named by a link.", path)
}

pub(in crate::teddy) fn link_form_slash(span: Range<usize>, path: &RelPath) -> Diagnostic {
    link_form(span, "The link's destination does not begin with `/`.", path)
}

pub(in crate::teddy) fn link_form_text(span: Range<usize>, path: &RelPath) -> Diagnostic {
    link_form(span, "The link's text is not the path.", path)
}

pub(in crate::teddy) fn link_form_bare(span: Range<usize>, url: &str) -> Diagnostic {
    let hint = format!("Write `[name]({url})`.");
    LINK_FORM.at(span, "The page is not named by a link.", hint)
}

fn link_form(span: Range<usize>, message: &str, path: &RelPath) -> Diagnostic {
    let hint = format!("Write `[{path}](/{})`.", encoded(path.as_str()));
    LINK_FORM.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn link_mismatch(span: Range<usize>, text: &str, path: &RelPath) -> Diagnostic {
    let message = format!("The link shows {} and leads to `{path}`.", quoted(text));
    LINK_MISMATCH.at(span, message, "Write the same path in both halves: `[path](/path)`.")
}

pub(in crate::teddy) fn link_remark(span: Range<usize>, remark: &str) -> Diagnostic {
    let hint = "Say it in the `Description`.";
    LINK_REMARK.at(span, format!("{} after the link is passed over.", quoted(remark)), hint)
}

pub(in crate::teddy) fn link_single(span: Range<usize>) -> Diagnostic {
    let hint = "Write one action for each, or one entry for each in a list of handoff resources.";
    LINK_SINGLE.at(span, "There are several links in one field.", hint)
}

pub(in crate::teddy) fn path_backslash(span: Range<usize>, path: &str) -> Diagnostic {
    let hint = "Write `/` between folders; it is read like that.";
    PATH_BACKSLASH.at(span, format!("{} is written with backslashes.", quoted(path)), hint)
}

pub(in crate::teddy) fn path_unsafe(span: Range<usize>, path: &str, why: PathFault, form: Form) -> Diagnostic {
    let message = format!("The path {} is refused: {why}.", quoted(path));
    let hint = match form {
        Form::Link => "Name a file by its path from the project's root, such as `[src/main.rs](/src/main.rs)`.",
        Form::Any => "Name a folder by its path from the project's root, such as `crates/app`, or leave `cwd` out.",
    };
    PATH_UNSAFE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn path_unsafe_folder(span: Range<usize>, path: &str) -> Diagnostic {
    let message = format!("{} is a folder, and a file is needed.", quoted(path));
    PATH_UNSAFE.at(span, message, "Name the file; missing folders are made by themselves.")
}

pub(in crate::teddy) fn path_url(span: Range<usize>, url: &str) -> Diagnostic {
    let hint = "Write a path from the project's root, such as `[src/main.rs](/src/main.rs)`.";
    PATH_URL.at(span, format!("{} is not a file of this project.", quoted(url)), hint)
}

pub(in crate::teddy) fn url_form(span: Range<usize>, url: &str) -> Diagnostic {
    let hint = "Write such characters as in `%20`.";
    URL_FORM.at(span, format!("{} is not a valid address.", quoted(url)), hint)
}
