//! Rules about sections: headings, the rationale and the memos.

use std::ops::Range;

use model::Diagnostic;

use crate::rules::rules;

rules! {
    SECTION_NAME: Warning "section-name",
        "Sections are named `Rationale`, `Memos` and `Action Plan`.",
        "Other tools look for exactly these names.";
    SECTION_ORDER: Warning "section-order",
        "Sections stand in the order rationale, memos, action plan.",
        "People read the reasons before they approve the actions.";
    SECTION_TWICE: Error "section-twice",
        "Every section stands there once.",
        "Two of them may contradict each other.";
    SECTION_UNKNOWN: Error "section-unknown",
        "There are no other sections.",
        "What stands below an unknown heading is neither shown nor carried out.";
    HEADING_LEVEL: Warning "heading-level",
        "Sections have two marks, actions three.",
        "A plan is a tree; a heading of another rank belongs to another branch.";
    HEADING_SPACE: Warning "heading-space",
        "A space follows the marks of a heading.",
        "Without it, Markdown sees a line of text.";
    ACTION_PLAN_HEADING: Warning "action-plan-heading",
        "Actions stand below `## Action Plan`.",
        "The heading tells what will be done from what is only said.";
    RATIONALE_MISSING: Error "rationale-missing",
        "A plan says why.",
        "Whoever approves it must be able to judge it.";
    RATIONALE_FENCE: Warning "rationale-fence",
        "The rationale is a fenced text.",
        "Its headings would otherwise be headings of the plan.";
    RATIONALE_SECTION: Error "rationale-section",
        "The rationale has four sections, in their order.",
        "They make sure that the outcome before, the reason, the expectation and the state are thought through.";
    MEMO_FORM: Warning "memo-form",
        "Memos are plain lines in a fence.",
        "In a list or a paragraph, Markdown may change what they say.";
    MEMO_LINE: Error "memo-line",
        "Every line of the memos begins with `[+]` or `[-]` and says something.",
        "Another line is neither remembered nor forgotten.";
}

pub(in crate::teddy) fn section_name(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = format!("Write `## {name}`.");
    SECTION_NAME.at(span, format!("This section should be named `{name}`."), hint)
}

pub(in crate::teddy) fn section_order(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = "Put the sections in the order Rationale, Memos, Action Plan.";
    SECTION_ORDER.at(span, format!("`{name}` stands too late."), hint)
}

pub(in crate::teddy) fn section_twice(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = "Put everything into one.";
    SECTION_TWICE.at(span, format!("There is a second section `{name}`."), hint)
}

pub(in crate::teddy) fn section_unknown(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("There is no section `{name}`; what stands below it is not read.");
    let hint = "Move it into the rationale, a memo, an action or a message.";
    SECTION_UNKNOWN.at(span, message, hint)
}

pub(in crate::teddy) fn heading_level(span: Range<usize>, given: usize, expected: usize) -> Diagnostic {
    let message = format!("This heading has {given} marks instead of {expected}.");
    let marks = "#".repeat(expected);
    let hint = format!("Write it with `{marks}`.");
    HEADING_LEVEL.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn heading_space(span: Range<usize>) -> Diagnostic {
    let hint = "Put one space between the marks and the text.";
    HEADING_SPACE.at(span, "This heading lacks the space after `#`.", hint)
}

pub(in crate::teddy) fn action_plan_heading(span: Range<usize>) -> Diagnostic {
    let hint = "Put the heading `## Action Plan` before the first action.";
    ACTION_PLAN_HEADING.at(span, "This action does not stand below `## Action Plan`.", hint)
}

pub(in crate::teddy) fn rationale_missing(span: Range<usize>) -> Diagnostic {
    let hint = "Add `## Rationale` with a fenced text of four sections: Synthesis, Justification, Expected Outcome, State Dashboard.";
    RATIONALE_MISSING.at(span, "The plan has no rationale.", hint)
}

pub(in crate::teddy) fn rationale_missing_empty(span: Range<usize>) -> Diagnostic {
    let hint = "Add a fenced text of four sections: Synthesis, Justification, Expected Outcome, State Dashboard.";
    RATIONALE_MISSING.at(span, "The rationale is empty.", hint)
}

pub(in crate::teddy) fn rationale_fence(span: Range<usize>) -> Diagnostic {
    let hint = "Put a line ````text before it and a line ```` after it.";
    RATIONALE_FENCE.at(span, "The rationale is not in a fence.", hint)
}

pub(in crate::teddy) fn rationale_section_missing(span: Range<usize>, number: usize, name: &str) -> Diagnostic {
    let message = format!("The rationale has no section `{number}. {name}`.");
    let hint = format!(
        "Add `### {number}. {name}` in its place; the order is Synthesis, Justification, Expected Outcome, State Dashboard."
    );
    RATIONALE_SECTION.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn rationale_section_misplaced(span: Range<usize>, name: &str) -> Diagnostic {
    let hint = "The order is Synthesis, Justification, Expected Outcome, State Dashboard, each once.";
    RATIONALE_SECTION.at(span, format!("The section `{name}` is not in its place."), hint)
}

pub(in crate::teddy) fn memo_form_unfenced(span: Range<usize>) -> Diagnostic {
    let hint = "Put a line of four back-ticks before and after them.";
    MEMO_FORM.at(span, "The memos are not in a fence.", hint)
}

pub(in crate::teddy) fn memo_form_listed(span: Range<usize>) -> Diagnostic {
    MEMO_FORM.at(span, "A memo needs no bullet.", "Begin the line with `[+]` or `[-]`.")
}

pub(in crate::teddy) fn memo_form_nothing(span: Range<usize>) -> Diagnostic {
    MEMO_FORM.at(span, "The memos say that there are none.", "Leave the section out.")
}

pub(in crate::teddy) fn memo_line(span: Range<usize>) -> Diagnostic {
    let message = "This line does not say whether it is to be remembered or forgotten.";
    let hint = "Begin it with `[+]` to add the memo or `[-]` to remove it, each on one line.";
    MEMO_LINE.at(span, message, hint)
}

pub(in crate::teddy) fn memo_line_empty(span: Range<usize>) -> Diagnostic {
    let hint = "Write the memo behind the mark, or take the line out.";
    MEMO_LINE
        .broken("No memo follows the mark.")
        .at_span(span)
        .with_hint(hint)
}
