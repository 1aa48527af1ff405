//! Rules about the files that a plan creates and reads, and the folders that it works in.

use std::ops::Range;

use model::{Access, Author, Diagnostic, RelPath, Spanned};

use super::hint_for_missing;
use crate::rules::rules;
use crate::teddy::check::ground::{Ground, Standing};

rules! {
    CREATE_EXISTS: Error "create-exists",
        "A file that is created does not exist yet.",
        "What it holds now would be lost.";
    CREATE_TWICE: Error "create-twice",
        "A plan creates a file once.",
        "The second text would overwrite the first, and nobody knows which one is meant.";
    READ_EXISTS: Error "read-exists",
        "A local file that is read exists, or is created by an earlier action.",
        "The next turn would begin without what it was to know.";
    EXECUTE_CWD: Error "execute-cwd",
        "The working folder of a command is a folder of the project.",
        "The command could not even start.";
    PATH_OUTSIDE: Error "path-outside",
        "No link on the way to a file leads out of the project.",
        "Nothing outside of it may be read or changed, by whatever name.";
    PATH_PARENT: Error "path-parent",
        "The folders on the way to a new file are folders, or are made.",
        "A file cannot hold another.";
    PATH_PROTECTED: Error "path-protected",
        "No action writes into `.teddy`, `.rawko`, `.planwright` or `.git`.",
        "They hold the record of what was done and approved, and settings that run commands.";
}

pub(in crate::teddy::check) fn create_exists(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    if ground.leads_outside(&path.value) {
        return Some(path_outside(path.span.clone(), &path.value));
    }
    let (what, hint) = match ground.at(&path.value) {
        Standing::Text(_) | Standing::Opaque(_) => ("exists already", "Change it with `EDIT`, or choose another name."),
        Standing::Folder => ("is a folder", "Name a file in it, or choose another name."),
        Standing::Absent | Standing::Outside | Standing::Doubtful => return None,
    };
    let message = format!("`{}` {what}.", path.value);
    Some(CREATE_EXISTS.at(path.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn create_twice(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let line = ground.line(ground.created(&path.value)?);
    let message = format!("`{}` is created twice, first in line {line}.", path.value);
    let hint = "Put all of its content into one `CREATE`.";
    Some(CREATE_TWICE.at(path.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn read_exists(span: Range<usize>, path: &RelPath, ground: &Ground<'_>) -> Diagnostic {
    let hint = hint_for_missing("Check the path.", ground.ran_command());
    let message = format!("There is nothing at `{path}` to read.");
    READ_EXISTS.at(span, message, hint)
}

pub(in crate::teddy::check) fn execute_cwd(cwd: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let (what, hint) = match ground.at(&cwd.value) {
        // An earlier command may make it.
        Standing::Absent if ground.ran_command() => return None,
        Standing::Absent => (
            "does not exist",
            "Check the path, or leave `cwd` out to run at the project's root.",
        ),
        Standing::Text(_) | Standing::Opaque(_) => ("is a file", "Name the folder to run the command in."),
        Standing::Outside => return Some(path_outside(cwd.span.clone(), &cwd.value)),
        Standing::Folder | Standing::Doubtful => return None,
    };
    let message = format!("The working folder `{}` {what}.", cwd.value);
    Some(EXECUTE_CWD.at(cwd.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn path_outside(span: Range<usize>, path: &RelPath) -> Diagnostic {
    let message = format!("`{path}` leads out of the project through a link.");
    PATH_OUTSIDE.at(span, message, "Name a file of the project.")
}

pub(in crate::teddy::check) fn path_parent(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let file = ground.blocked_by(&path.value)?;
    let message = format!("`{}` cannot be created, because `{file}` is a file.", path.value);
    let hint = "Choose another folder.";
    Some(PATH_PARENT.at(path.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn path_protected(path: &Spanned<RelPath>) -> Option<Diagnostic> {
    let folder = path.value.permit(Access::Write(Author::Action)).err()?.place;
    let message = format!("`{}` is in `{folder}`, which actions may not change.", path.value);
    let hint = "Choose another path, or ask the user to make the change.";
    Some(PATH_PROTECTED.at(path.span.clone(), message, hint))
}
