//! Rules about edits: the file, and the texts to find and to replace.

use model::proposal::Pair;
use model::{Diagnostic, RelPath, Spanned};

use super::hint_for_missing;
use crate::rules::rules;
use crate::teddy::check::OpaqueFile;
use crate::teddy::check::ground::Ground;
use crate::teddy::find::{Difference, IndexedText, Match, Nearest, Nowhere, OnlyIn, PLACES_MAX, places};

rules! {
    EDIT_EXISTS: Error "edit-exists",
        "A file that is edited exists, or is created by an earlier action.",
        "There is nothing in it that could be found.";
    EDIT_TEXT: Error "edit-text",
        "What is edited is a text file.",
        "Only text can be found and replaced.";
    EDIT_CONTEXT: Error "edit-context",
        "A file that is edited was shown to the agent in this turn, or is created by the same plan.",
        "Whoever edits a file from memory edits one that may have changed.";
    EDIT_OVERWRITE: Error "edit-overwrite",
        "An edit changes a part of a file, not all of it, unless the file is short.",
        "A `FIND:` block with the whole file overwrites it in disguise, and hides the change in what stays the same.";
    FIND_MISSING: Error "find-missing",
        "The text of a `FIND:` block stands in the file.",
        "What is not found cannot be replaced, and what is merely similar may be something else.";
    FIND_SEVERAL: Error "find-several",
        "The text of a `FIND:` block stands in the file only once.",
        "Of several places nobody knows which one is meant.";
    FIND_SHIFTED: Warning "find-shifted",
        "The text of a `FIND:` block stands in the file exactly as written.",
        "Lines that are only indented differently, or have other blanks at their ends, are found, and the replacement \
         is indented like them. A look at the result shows whether that was meant.";
    REPLACE_SAME: Error "replace-same",
        "A `REPLACE:` block differs from its `FIND:` block.",
        "A pair that changes nothing is a change that was forgotten.";
    REPLACE_PRESENT: Warning "replace-present",
        "What a pair puts in is not there yet.",
        "When a plan is run again, its `FIND:` text may be found in what its `REPLACE:` text has left, and the \
         addition is made twice.";
}

pub(in crate::teddy::check) fn edit_exists(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Diagnostic {
    let hint = hint_for_missing("Check the path, or make the file with `CREATE`.", ground.ran_command());
    let message = format!("There is no file `{}` to edit.", path.value);
    EDIT_EXISTS.at(path.span.clone(), message, hint)
}

pub(in crate::teddy::check) fn edit_text(path: &Spanned<RelPath>, why: &OpaqueFile) -> Diagnostic {
    let message = format!("`{}` cannot be edited. {why}", path.value);
    EDIT_TEXT.at(path.span.clone(), message, "Change it with a command in `EXECUTE`.")
}

pub(in crate::teddy::check) fn edit_text_folder(path: &Spanned<RelPath>) -> Diagnostic {
    let message = format!("`{}` is a folder.", path.value);
    EDIT_TEXT.at(path.span.clone(), message, "Name a file in it.")
}

pub(in crate::teddy::check) fn edit_context(path: &Spanned<RelPath>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let turn = ground.turn()?;
    if turn.has_shown(&path.value) || ground.created(&path.value).is_some() {
        return None;
    }
    let message = format!("`{}` is not in the context of this turn.", path.value);
    let hint = "`READ` it in this turn, and edit it in the next.";
    Some(EDIT_CONTEXT.at(path.span.clone(), message, hint))
}

/// A file of no more lines may be replaced as a whole.
const SHORT_LINES: usize = 10;

pub(in crate::teddy::check) fn edit_overwrite(
    pair: &Pair,
    found: &Match,
    text: &mut IndexedText<'_>,
) -> Option<Diagnostic> {
    if !text.is_all_but_blanks(&found.span) {
        return None;
    }
    let lines = text.line_count();
    if lines <= SHORT_LINES {
        return None;
    }
    let message = format!("This `FIND:` block is the whole file of {lines} lines.");
    let hint = "Find only the lines that change, in as many pairs as you need.";
    Some(EDIT_OVERWRITE.at(pair.find.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn find_missing(pair: &Pair, nowhere: &Nowhere) -> Diagnostic {
    let (message, hint) = match (nowhere.already, &nowhere.nearest) {
        (Some(line), _) => (
            format!("This text is not in the file, but the text of its `REPLACE:` block is, in line {line}."),
            "The change seems to have been made before. If so, remove this pair.".to_owned(),
        ),
        (None, Some(nearest)) => (
            format!("This text is not in the file. Most like it {}.", place(nearest)),
            compared(nearest),
        ),
        (None, None) if nowhere.is_over_budget => (
            "This text is not in the file. Its closest match was not searched for: the file is large, or this plan has \
             many texts that are not in their files."
                .to_owned(),
            "Copy the text exactly from the file. To see its closest match, fix the errors above and check again."
                .to_owned(),
        ),
        (None, None) => (
            "This text is not in the file, nor anything like it.".to_owned(),
            "Check the path, and copy the text from the file.".to_owned(),
        ),
    };
    FIND_MISSING.at(pair.find.span.clone(), message, hint)
}

fn place(nearest: &Nearest) -> String {
    let (first, last) = (nearest.first_line, nearest.last_line);
    let lines = match first == last {
        true => format!("is line {first}"),
        false => format!("are lines {first} to {last}"),
    };
    match nearest.only {
        Some(OnlyIn::Indentation) => format!("{lines}, which differ only in indentation"),
        Some(OnlyIn::WhiteSpace) => format!("{lines}, with other white space"),
        Some(OnlyIn::Case) => format!("{lines}, with other capitals"),
        None => lines,
    }
}

fn compared(nearest: &Nearest) -> String {
    format!(
        "Copy the text exactly from the file. Here `-` is the file and `+` is this block:\n{}",
        nearest.diff
    )
}

/// Places named in the message.
const PLACES_LISTED: usize = 20;

pub(in crate::teddy::check) fn find_several(pair: &Pair, lines: &[usize]) -> Diagnostic {
    let listed: Vec<String> = lines.iter().take(PLACES_LISTED).map(usize::to_string).collect();
    let more = match lines.len().checked_sub(PLACES_LISTED) {
        Some(more) if more > 0 => format!(" and {more} more"),
        _ => String::new(),
    };
    let at_least = if lines.len() == PLACES_MAX { "at least " } else { "" };
    let message = format!(
        "This text stands in {at_least}{} places of the file, in the lines {}{more}.",
        lines.len(),
        listed.join(", ")
    );
    let hint = "Add lines before or after it until only one place fits; to change several, write a pair for each.";
    FIND_SEVERAL.at(pair.find.span.clone(), message, hint)
}

pub(in crate::teddy::check) fn find_shifted(pair: &Pair, found: &Match, text: &IndexedText<'_>) -> Option<Diagnostic> {
    let shifted = found.differences.contains(&Difference::Indentation);
    // The plan's line ends are never the file's, so these alone are not worth a word.
    if !shifted && !found.differences.contains(&Difference::TrailingBlanks) {
        return None;
    }
    let line = text.line(found.span.start);
    let (what, hint) = match shifted {
        true => (
            "indented differently",
            "The replacement will be indented like the file. Copy the text with its indentation.",
        ),
        false => ("with other blanks at line ends", "Copy the text exactly from the file."),
    };
    let message = format!("This text stands {what} in line {line} of the file.");
    Some(FIND_SHIFTED.at(pair.find.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn replace_same(pair: &Pair) -> Option<Diagnostic> {
    if pair.find.value.text() != pair.replace.value.text() {
        return None;
    }
    let message = "This `REPLACE:` block says the same as its `FIND:` block.";
    let hint = "Write down what should stand there instead, or remove the pair.";
    Some(REPLACE_SAME.at(pair.replace.span.clone(), message, hint))
}

pub(in crate::teddy::check) fn replace_present(
    pair: &Pair,
    found: &Match,
    indexed: &IndexedText<'_>,
) -> Option<Diagnostic> {
    let text = indexed.text();
    let find = &text[found.span.clone()];
    let start = places(&found.replacement, find).into_iter().find_map(|before| {
        let start = found.span.start.checked_sub(before)?;
        text.get(start..)?.starts_with(&found.replacement).then_some(start)
    })?;
    let line = indexed.line(start);
    let message = format!("The text of this `REPLACE:` block already stands in line {line} of the file.");
    let hint = "The change seems to have been made before. If so, remove this pair.";
    Some(REPLACE_PRESENT.at(pair.replace.span.clone(), message, hint))
}
