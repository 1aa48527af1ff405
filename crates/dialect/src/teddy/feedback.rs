//! What a planner is told about a plan that was not carried out, so that the next one can be.

use model::{Diagnostic, Severity};

use super::fault_list::list_faults;
use super::markdown::Page;
use super::subject::Subjects;

/// Faults that are listed. Whoever mends these has mended most of the rest.
const FAULTS_MAX: usize = 100;

const INTRODUCTION: &str = "\
The plan below was refused before anything was carried out. Nothing has changed since it was written. Mend every error
that is listed and answer with the whole plan again, not with the changed parts alone.
";

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
    page.heading(2, "Original Faulty Plan:");
    page.fence("markdown", plan_source);
    page.text
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
        let faults = vec![Diagnostic::error("x", "Bad."); 250];
        let text = feedback(&faults, "");
        assert_eq!(text.matches("- Plan: Bad. (`x`)\n").count(), FAULTS_MAX);
        assert!(text.contains("- Plan: 150 more faults are not listed.\n"));
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
