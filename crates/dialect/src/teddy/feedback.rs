//! What a planner is told about a plan that was not carried out, so that the next one can be.

use std::borrow::Cow;

use model::{Diagnostic, Severity};

use super::fault_list::list_faults;
use super::markdown::Page;
use super::subject::Subjects;

/// Faults that are listed. Whoever mends these has mended most of the rest.
const FAULTS_MAX: usize = 100;

const INTRODUCTION: &str = "\
The plan below was refused before anything was carried out, so nothing of it has taken effect. Mend every error that is
listed and answer with the whole plan again, not with the changed parts alone.
";
const PLAN: &str = "Original Faulty Plan:";

/// What is left of feedback where it is only mentioned.
const MENTION: &str = "The plan before was refused, and a mended one was asked for.";

/// Errors come before warnings. The faults are at places of the plan as it was written.
pub fn feedback(faults: &[Diagnostic], plan_source: &str) -> String {
    let (mut sorted, warnings): (Vec<_>, Vec<_>) = faults
        .iter()
        .cloned()
        .partition(|fault| fault.severity == Severity::Error);
    sorted.extend(warnings);
    let left_out = sorted.len().saturating_sub(FAULTS_MAX);
    sorted.truncate(FAULTS_MAX);

    let mut page = Page::default();
    page.text.push_str(INTRODUCTION);
    page.heading(2, "Validation Errors:");
    list_faults(&mut page, &sorted, &Subjects::in_source(plan_source));
    if left_out > 0 {
        page.line(&format!("- Plan: {left_out} more faults are not listed."));
    }
    page.heading(2, PLAN);
    page.fence("markdown", plan_source);
    page.text
}

/// A message without the faulty plan in it, so that a report on the next plan does not carry the old one along. What the
/// user added stays.
pub fn without_feedback(message: &str) -> Cow<'_, str> {
    let plan = format!("\n## {PLAN}\n");
    let (Some(_), Some((_, block))) = (message.strip_prefix(INTRODUCTION), message.split_once(&plan)) else {
        return Cow::Borrowed(message);
    };
    let fence = block.bytes().take_while(|byte| *byte == b'`').count();
    let end = format!("\n{}\n", &block[..fence]);
    match block.split_once(&end) {
        Some((_, more)) if !more.trim().is_empty() => Cow::Owned(format!("{MENTION}\n\n{}", more.trim())),
        _ => Cow::Borrowed(MENTION),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

    use super::*;
    use crate::teddy::read;
    use crate::teddy::testing::actions;

    #[test]
    fn the_planner_gets_faults_and_plan() {
        let plan = actions("### `EDIT`\n- **File Path:** [a.md](/a.md)\n\n`FIND:`\n`````\n````\n`````\n");
        let text = feedback(&read(&plan).diagnostics, &plan);
        let (head, tail) = text.split_once("\n## Validation Errors:\n").unwrap();
        assert!(head.contains("the whole plan"));
        let (faults, tail) = tail.split_once("\n## Original Faulty Plan:\n").unwrap();
        let faults: Vec<_> = faults.lines().filter(|line| line.starts_with("- ")).collect();
        assert!(
            faults.iter().all(|fault| fault.starts_with("- `EDIT` on `a.md`: ")),
            "{faults:?}"
        );
        assert!(faults.last().unwrap().contains("warning `"), "{faults:?}");
        assert_eq!(tail, format!("``````markdown\n{plan}``````\n"));
    }

    #[test]
    fn a_flood_of_faults_is_cut() {
        let faults = vec![Diagnostic::error(crate::rules::ANY, "Bad."); 250];
        let text = feedback(&faults, "");
        assert_eq!(text.matches("- Plan: Bad. (`x`)\n").count(), FAULTS_MAX);
        assert!(text.contains("- Plan: 150 more faults are not listed.\n"));
    }

    #[test]
    fn feedback_can_be_mentioned_only() {
        let text = feedback(
            &[Diagnostic::error(crate::rules::ANY, "Bad.")],
            "# Old\n````\nold\n````\n",
        );
        assert_eq!(without_feedback(&text), MENTION);
        let more = format!("{text}\nBe kind.\n");
        assert_eq!(without_feedback(&more), format!("{MENTION}\n\nBe kind."));
        assert_eq!(without_feedback("Be kind.\n"), "Be kind.\n");
    }

    proptest! {
        #[test]
        fn the_plan_comes_through_whole(plan in "([`~#a -]{0,6}\n){0,8}") {
            let text = feedback(&[], &plan);
            let code: String = Parser::new(&text)
                .skip_while(|event| !matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_)))))
                .filter_map(|event| match event {
                    Event::Text(text) => Some(text.into_string()),
                    _ => None,
                })
                .collect();
            prop_assert_eq!(code, plan);
        }
    }
}
