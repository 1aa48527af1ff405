//! The plan in a model's answer, without what stands around it.

use model::{Diagnostic, Severity};

use super::blocks::blocks;
use super::fence;
use super::read::{Reading, read, wrapper_end};
use super::start::start;

/// Plans within plans within plans are nobody's answer.
const LAYERS_MAX: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFound {
    /// Begins with the title, its fences mended. The answer as it is, if it holds no title.
    pub text: String,
    /// Something was taken off or mended, so that the answer should be kept beside it.
    pub was_changed: bool,
    /// It has a title and at least one action that we know. An answer without them is worth a second request; whether
    /// the plan fits the workspace is found out when it is carried out.
    pub is_readable: bool,
    /// At places of `text`.
    pub diagnostics: Vec<Diagnostic>,
}

/// Takes preamble, thoughts and the fence around the plan away and mends its fences. Content is never changed.
pub fn plan_in(answer: &str) -> PlanFound {
    let bare = bare(answer);
    let has_plan = bare.is_some();
    let text = bare.unwrap_or_else(|| answer.to_owned());
    let reading = read(&text);
    let is_readable = has_plan && is_readable(&reading);
    let mut diagnostics = fence::repair(&text).diagnostics;
    diagnostics.retain(|fault| fault.severity == Severity::Error);
    diagnostics.extend(reading.diagnostics);
    diagnostics.sort_by_key(|fault| fault.place.span.as_ref().map(|span| span.start));
    PlanFound {
        was_changed: text != answer,
        is_readable,
        text,
        diagnostics,
    }
}

fn is_readable(reading: &Reading) -> bool {
    let has_action = !reading.proposal.actions.is_empty() || reading.broken.iter().any(|broken| broken.verb.is_some());
    has_action && !reading.proposal.title.value.trim().is_empty()
}

/// `None` where no plan is found, or none that stays the same when looked at again.
fn bare(answer: &str) -> Option<String> {
    let mut text = layer(answer)?;
    for _ in 0..LAYERS_MAX {
        let next = layer(&text)?;
        if next == text {
            return Some(text);
        }
        text = next;
    }
    None
}

/// Takes off one layer of what may stand around a plan.
fn layer(answer: &str) -> Option<String> {
    let repaired = fence::repair(answer).text;
    let start = start(&repaired);
    if !start.has_title {
        return None;
    }
    let closing = start.wrapper.and_then(|_| {
        let blocks = blocks(&repaired, start.plan..repaired.len());
        wrapper_end(&blocks).map(|(closing, _)| closing)
    });
    let mut plan = repaired[start.plan..closing.unwrap_or(repaired.len())].to_owned();
    if !plan.ends_with('\n') {
        plan.push('\n');
    }
    Some(plan)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::teddy::testing::{HEAD, RATIONALE, actions};

    const CREATE: &str = "### `CREATE`\n- **File Path:** [a.md](/a.md)\n- **Description:** Say it.\n";

    fn plan() -> String {
        actions(&format!(
            "{CREATE}\n````markdown\n# T\n\n```sh\nls\n```\n\n<think>\n````\n"
        ))
    }

    #[test]
    fn what_stands_around_a_plan_is_taken_away() {
        let plan = plan();
        let found = plan_in(&plan);
        assert!(!found.was_changed && found.is_readable, "{found:#?}");
        for answer in [
            format!("\u{feff}{plan}"),
            format!("Here is the plan:\n\n{plan}"),
            format!("<think>\n# A draft\n- **Status:** Red\n</think>\n\n{plan}"),
            format!("<think>\nI should be brief.\n\n{plan}"),
            format!("I should be brief.\n</think>\n{plan}"),
            format!("`````markdown\n{plan}`````\n"),
            format!("Sure!\n\n`````md\n{plan}`````\n\nTell me if this is what you wanted.\n"),
        ] {
            let found = plan_in(&answer);
            assert_eq!(found.text, plan, "{answer}");
            assert!(found.was_changed && found.is_readable);
            assert_eq!(found.diagnostics, []);
        }
    }

    #[test]
    fn fences_are_mended_and_content_is_kept() {
        let content = "# T\n\n```sh\nls\n```\n";
        let source = actions(&format!("{CREATE}\n```markdown\n{content}```\n"));
        for answer in [source.clone(), format!("Sure!\n\n```markdown\n{source}```\n")] {
            let found = plan_in(&answer);
            assert!(found.was_changed && found.is_readable, "{found:#?}");
            assert!(found.text.starts_with("# Add a greeting\n"), "{}", found.text);
            assert!(
                found.text.contains(&format!("````markdown\n{content}````\n")),
                "{}",
                found.text
            );
        }
    }

    #[test]
    fn an_answer_without_a_plan_is_left_alone() {
        for answer in [
            "",
            "I cannot do that.",
            "<think>hm</think>",
            "{\"tasks\": []}",
            "```\nls\n```\n",
        ] {
            let found = plan_in(answer);
            assert_eq!(found.text, answer);
            assert!(!found.was_changed && !found.is_readable);
            assert!(!found.diagnostics.is_empty(), "{answer}");
        }
        let without_action = format!("Hello\n{HEAD}\n{RATIONALE}\n## Action Plan\n");
        let found = plan_in(&without_action);
        assert!(found.text.starts_with("# Add") && !found.is_readable);
    }

    #[test]
    fn a_readable_plan_may_still_be_faulty() {
        let found = plan_in(&actions(CREATE));
        assert!(found.is_readable);
        assert!(found.diagnostics.iter().any(|fault| fault.severity == Severity::Error));
    }

    proptest! {
        #[test]
        fn looking_again_changes_nothing(
            answer in "(# T\n|- \\*\\*Status:\\*\\* Green\n|```\n|````markdown\n|```md\n|## Action Plan\n|### `READ`\n|<think>|</think>|a|\n|~~~\n){0,14}"
        ) {
            let once = plan_in(&answer);
            let again = plan_in(&once.text);
            prop_assert_eq!(&again.text, &once.text);
            prop_assert!(!again.was_changed);
            prop_assert_eq!(again.is_readable, once.is_readable);
        }
    }
}
