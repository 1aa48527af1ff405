//! Rules about the document as a whole: title, header, and text that belongs to no part of the plan.

use std::ops::Range;

use model::Diagnostic;

use crate::rules::rules;

rules! {
    TITLE_MISSING: Error "title-missing",
        "A plan has a title.",
        "The title names the plan in every list, report and question.";
    TITLE_SINGLE: Error "title-single",
        "A plan has one title.",
        "A second one may be the beginning of another plan, whose actions nobody asked for.";
    HEADER_MISSING: Error "header-missing",
        "A list with status, type and agent follows the title.",
        "It says who planned and how things stand.";
    HEADER_FIELD: Warning "header-field",
        "The header names status, plan type and agent.",
        "Reports and later turns show them.";
    PREAMBLE: Warning "preamble",
        "Nothing stands before the title.",
        "It is not part of the plan and will not be kept.";
    WRAPPED_PLAN: Warning "wrapped-plan",
        "The plan is the document, not a block inside of it.",
        "Fences around the plan end at the first fence inside that looks like their end.";
    BYTE_ORDER_MARK: Warning "byte-order-mark",
        "A plan begins with its title, not with a byte order mark.",
        "The mark is invisible and hides what stands on the first line from other Markdown tools.";
    LINE_ENDS: Warning "line-ends",
        "Lines end with a newline alone.",
        "Content is read as if it had plain newlines, so a created file has those even if the plan does not.";
    SMART_QUOTES: Warning "smart-quotes",
        "Quotes are straight.",
        "Typographic quotes are part of a name to most tools.";
    BLANK_LINE: Warning "blank-line",
        "Empty lines are empty.",
        "Lines of invisible characters are text to a parser.";
    COMMENT: Warning "comment",
        "A plan has no comments.",
        "People who approve it do not see them.";
    THEMATIC_BREAK: Warning "thematic-break",
        "Headings alone separate the parts of a plan.",
        "A line of dashes below a text turns the text into a heading.";
    LOOSE_PROSE: Warning "loose-prose",
        "Text stands only where it has a meaning.",
        "Nobody will act on text outside of rationale, memos and actions.";
    STRAY_PROSE: Error "stray-prose",
        "No text stands between the parts of actions.",
        "It may be an instruction that would be lost.";
    CLOSING_PROSE: Warning "closing-prose",
        "The plan ends with its last action.",
        "Text after it is passed over.";
}

pub(in crate::teddy) fn title_missing(span: Range<usize>) -> Diagnostic {
    let hint = "Begin with a line such as `# Add a greeting`.";
    TITLE_MISSING.at(span, "The plan has no title.", hint)
}

pub(in crate::teddy) fn title_single(span: Range<usize>) -> Diagnostic {
    let hint = "Leave one `# Title` at the top, and use `##` and `###` below it.";
    TITLE_SINGLE.at(span, "This is a second title; what follows is not read.", hint)
}

pub(in crate::teddy) fn header_missing(span: Range<usize>) -> Diagnostic {
    let message = "No list of `Status`, `Plan Type` and `Agent` follows the title.";
    let hint = "Add `- **Status:** Green`, `- **Plan Type:** …` and `- **Agent:** …` below the title.";
    HEADER_MISSING.at(span, message, hint)
}

pub(in crate::teddy) fn header_field(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = format!("Add `- **{name}:** …` to the list below the title.");
    HEADER_FIELD.at(span, format!("The header does not say `{name}`."), hint)
}

pub(in crate::teddy) fn preamble(span: Range<usize>) -> Diagnostic {
    let hint = "Begin the plan with its `# Title`.";
    PREAMBLE.at(span, "This text before the title is not part of the plan.", hint)
}

pub(in crate::teddy) fn wrapped_plan(span: Range<usize>) -> Diagnostic {
    let hint = "Write the plan without a fence around it.";
    WRAPPED_PLAN.at(span, "The whole plan stands inside a fence.", hint)
}

pub(in crate::teddy) fn byte_order_mark(span: Range<usize>) -> Diagnostic {
    let hint = "Save the file as UTF-8 without a byte order mark.";
    BYTE_ORDER_MARK.at(span, "The plan begins with an invisible byte order mark.", hint)
}

pub(in crate::teddy) fn line_ends(span: Range<usize>) -> Diagnostic {
    let message = "The lines of this plan end with a carriage return and a newline.";
    let hint =
        "Nothing is lost: content is taken with plain newlines. Save the plan with Unix line ends to be rid of this.";
    LINE_ENDS.at(span, message, hint)
}

pub(in crate::teddy) fn smart_quotes(span: Range<usize>) -> Diagnostic {
    let hint = "Write straight quotes, or none.";
    SMART_QUOTES.at(span, "These quotes are typographic; they are taken off.", hint)
}

pub(in crate::teddy) fn blank_line(span: Range<usize>) -> Diagnostic {
    let hint = "Take the invisible characters out.";
    BLANK_LINE.at(span, "This line only looks empty.", hint)
}

pub(in crate::teddy) fn comment(span: Range<usize>) -> Diagnostic {
    let hint = "Say it in a `Description` or in the rationale, or take it out.";
    COMMENT.at(span, "This comment is passed over.", hint)
}

pub(in crate::teddy) fn thematic_break(span: Range<usize>) -> Diagnostic {
    let hint = "Take it out; headings are enough.";
    THEMATIC_BREAK.at(span, "This line of dashes means nothing here.", hint)
}

pub(in crate::teddy) fn loose_prose(span: Range<usize>) -> Diagnostic {
    let hint = "Move it into the rationale, or take it out.";
    LOOSE_PROSE.at(span, "This text is not part of the format and is passed over.", hint)
}

pub(in crate::teddy) fn stray_prose(span: Range<usize>) -> Diagnostic {
    let hint = "Make it an action, or move it into a `Description`, a message or the rationale.";
    STRAY_PROSE.at(span, "This text belongs to no action and would be lost.", hint)
}

pub(in crate::teddy) fn closing_prose(span: Range<usize>) -> Diagnostic {
    let hint = "Put it into a `CHAT_WITH_USER` action if the user should see it, or take it out.";
    CLOSING_PROSE.at(span, "This text after the last action is passed over.", hint)
}
