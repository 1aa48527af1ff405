//! Rules about fenced blocks: fences, commands, queries and the pairs of an edit.

use std::ops::Range;

use model::{Diagnostic, Verb};

use crate::rules::rules;
use crate::teddy::heading::Marker;

rules! {
    BLOCK_MISSING: Error "block-missing",
        "An action has its fenced block.",
        "The block is what is written, run, searched or replaced.";
    BLOCK_EXTRA: Error "block-extra",
        "An action has no more blocks than it needs.",
        "The first one would be used and the others lost.";
    FENCE_UNCLOSED: Error "fence-unclosed",
        "Every fence is closed.",
        "An open one swallows everything that follows.";
    FENCE_INDENTED: Warning "fence-indented",
        "Fences stand at the beginning of a line.",
        "In a list, the indentation of every line decides whether it belongs to the block.";
    FENCE_REPAIRED: Warning "fence-repaired",
        "The fence of a block is longer than every fence within the block.",
        "Otherwise the first inner fence ends the block, and the rest of it is read as something else. Where it is \
         clear what was meant, the outer fence is lengthened and this says so.";
    FENCE_AMBIGUOUS: Error "fence-ambiguous",
        "It is clear where each block ends.",
        "When two ends are equally likely, one of them writes half a file or runs half a command. Nothing is guessed.";
    COMMAND_EMPTY: Error "command-empty",
        "A command says something.",
        "There is nothing to run.";
    QUERY_EMPTY: Error "query-empty",
        "A query holds words.",
        "There is nothing to search for.";
    EDIT_PAIR: Error "edit-pair",
        "Every `FIND:` block has its `REPLACE:` block.",
        "Half a pair says nothing.";
    EDIT_MARKER: Warning "edit-marker",
        "The two blocks of an edit are announced by `FIND:` and `REPLACE:` in back-ticks.",
        "It is what people and tools look for.";
    FIND_EMPTY: Error "find-empty",
        "A `FIND:` block holds a text.",
        "Nothing is found everywhere.";
}

pub(in crate::teddy) fn block_missing(span: Range<usize>, verb: Verb) -> Diagnostic {
    let (what, how) = match verb {
        Verb::Create => (
            "content",
            "the content of the file (an empty block makes an empty file)",
        ),
        Verb::Edit => (
            "pair of `FIND:` and `REPLACE:` blocks",
            "what to find and what to put in its place",
        ),
        Verb::Execute => ("command", "the command"),
        _ => ("query", "one query"),
    };
    let hint = format!("Add a fenced block with {how}.");
    BLOCK_MISSING.at(span, format!("`{verb}` has no {what}."), hint)
}

pub(in crate::teddy) fn block_extra(span: Range<usize>, verb: Verb) -> Diagnostic {
    let hint = "Write a further action for it, or lengthen the fence of the block that it belongs to.";
    BLOCK_EXTRA.at(span, format!("`{verb}` has no use for this block."), hint)
}

pub(in crate::teddy) fn fence_unclosed(span: Range<usize>) -> Diagnostic {
    let hint = "Close it with a line of as many back-ticks. If a fence inside has as many, use more outside.";
    FENCE_UNCLOSED.at(span, "This fence is never closed.", hint)
}

pub(in crate::teddy) fn fence_indented(span: Range<usize>) -> Diagnostic {
    let message = "This block is part of a list; its indentation is taken off.";
    FENCE_INDENTED.at(span, message, "Move the block to the beginning of the line.")
}

pub(in crate::teddy) fn fence_repaired_longer(closing_line: usize) -> Diagnostic {
    FENCE_REPAIRED
        .broken(format!(
            "A fence within this block is as long as the block's own. It was read as reaching to line {closing_line}."
        ))
        .with_hint("Begin and end the outer block with more marks than any fence within it has.")
}

pub(in crate::teddy) fn fence_repaired_even(opening: usize, closing: usize, closing_line: usize) -> Diagnostic {
    FENCE_REPAIRED
        .broken(format!(
            "This block begins with {opening} marks and ends in line {closing_line} with only {closing}."
        ))
        .with_hint(format!("End it with {opening} marks too."))
}

pub(in crate::teddy) fn fence_ambiguous(first: usize, second: Option<usize>) -> Diagnostic {
    let ends = match second {
        Some(second) => format!("in line {first} or in line {second}"),
        None => format!("in line {first} or further down"),
    };
    FENCE_AMBIGUOUS
        .broken(format!("This block could end {ends}."))
        .with_hint(
            "If the fences after it are part of its content, begin and end it with more marks than they have; if not, \
         remove what should not stand there.",
        )
}

pub(in crate::teddy) fn command_empty(span: Range<usize>) -> Diagnostic {
    let hint = "Write the command into the block, or take the action out.";
    COMMAND_EMPTY.at(span, "This command is empty.", hint)
}

pub(in crate::teddy) fn query_empty(span: Range<usize>) -> Diagnostic {
    let hint = "Write what to search for, or take the block out.";
    QUERY_EMPTY.at(span, "This query is empty.", hint)
}

pub(in crate::teddy) fn edit_pair_without_marker(span: Range<usize>) -> Diagnostic {
    let hint = "Write `` `FIND:` `` or `` `REPLACE:` `` on a line before it.";
    EDIT_PAIR.at(span, "This block is not announced by `FIND:` or `REPLACE:`.", hint)
}

pub(in crate::teddy) fn edit_pair_without_find(span: Range<usize>) -> Diagnostic {
    let hint = "Write the `FIND:` block before it.";
    EDIT_PAIR.at(span, "This `REPLACE:` follows no `FIND:` block.", hint)
}

pub(in crate::teddy) fn edit_pair_without_replace(span: Range<usize>) -> Diagnostic {
    let hint = "Write one after it; an empty one removes the lines.";
    EDIT_PAIR.at(span, "No `REPLACE:` block follows this `FIND:` block.", hint)
}

pub(in crate::teddy) fn edit_pair_without_block(span: Range<usize>, marker: Marker) -> Diagnostic {
    let hint = "Put the text into a fenced block below it.";
    EDIT_PAIR.at(span, format!("No block follows this `{}:`.", marker_name(marker)), hint)
}

pub(in crate::teddy) fn edit_marker(span: Range<usize>, marker: Marker) -> Diagnostic {
    let name = marker_name(marker);
    let message = format!("This is read as `{name}:`, but not written like it.");
    EDIT_MARKER.at(span, message, format!("Write `` `{name}:` `` alone on the line."))
}

fn marker_name(marker: Marker) -> &'static str {
    match marker {
        Marker::Find => "FIND",
        Marker::Replace => "REPLACE",
    }
}

pub(in crate::teddy) fn find_empty(span: Range<usize>) -> Diagnostic {
    let hint = "Copy some lines of the file into it, enough to be unique.";
    FIND_EMPTY.at(span, "There is nothing in this `FIND:` block.", hint)
}
