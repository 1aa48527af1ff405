//! What is written is read again as the same plan, whatever its texts hold.

use model::{AgentName, Counts, Phase, PlanId, PlanMetadata, RelPath, Standing, TaskPath, Timestamp};
use proptest::prelude::*;

use super::*;
use crate::rawko::sheet::{PlanSheet, StepSheet, current_step_index};

/// Texts that YAML could take for something else, and texts of any kind.
fn text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "yes",
        "~",
        "null",
        "1",
        "0x1f",
        ".inf",
        "2026-01-23",
        "- a",
        "a: b",
        "a #b",
        "# a",
        "'",
        "\"",
        "|",
        ">-",
        "&a",
        "*a",
        "!a",
        "<<",
        "%a",
        "@a",
        "`a`",
        "[a",
        "{a}",
        "a,b",
        "?",
        ": ",
        "---",
        "...",
        "a\nb",
        "a\n\nb\n",
        "a\n\n",
        " a",
        "a ",
        "\ta",
        "a\tb\nc",
        "a\r\nb",
        "\u{85}",
        "\u{2028}x",
        "\u{feff}x",
        "x\u{0}",
        "a\n  b\n c",
        "a\n---\nb",
        "line \nend",
        "\u{1f980}",
        "日本\n語",
        "key:\n  - x",
        "old:1",
        "=",
    ]);
    prop_oneof![
        odd.prop_map(str::to_owned),
        "\\PC{1,40}",
        "(?s).{1,60}",
        "[a-z \\n:#-]{1,60}"
    ]
}

fn filled() -> impl Strategy<Value = String> {
    text().prop_filter("a blank text is refused", |text| !text.trim().is_empty())
}

fn name() -> impl Strategy<Value = AgentName> {
    "\\PC{1,20}".prop_filter_map("no name", |text| AgentName::new(&text).ok())
}

fn file() -> impl Strategy<Value = String> {
    let is_path = |path: &String| RelPath::new(&TaskPath::read(path).path).is_ok();
    "\\+?[a-z #:'\"日-]{1,10}(/[a-z.]{3,9}){0,2}".prop_filter("no path", is_path)
}

fn time() -> impl Strategy<Value = Timestamp> {
    (0_i64..4_000_000_000_000).prop_map(Timestamp::from_millis)
}

fn list<T: Strategy<Value = String>>(entry: T) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(entry, 0..4)
}

fn optional<T: Strategy>(value: T) -> impl Strategy<Value = Option<T::Value>> {
    prop::option::of(value)
}

prop_compose! {
    fn step()(
        description in filled(),
        status in prop::sample::select(Standing::ALL.to_vec()),
        suggested_agent in optional(name()),
        executed_by in optional(name()),
        (started_at, spent) in (optional(time()), optional(0_i64..1_000_000)),
        output in optional(text()),
        error in filled(),
        affected_files in list(file()),
        links in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        instructions in optional(text()),
        acceptance_criteria in list(filled()),
    ) -> (StepSheet, Vec<prop::sample::Index>) {
        let is_begun = status != Standing::Todo;
        let is_ended = is_begun && status != Standing::Doing;
        let completed_at = spent.map(|spent| started_at.unwrap_or(Timestamp::from_millis(0)).plus_millis(spent));
        let sheet = StepSheet {
            status,
            suggested_agent,
            executed_by: executed_by.filter(|_| is_begun),
            started_at: started_at.filter(|_| is_begun),
            completed_at: completed_at.filter(|_| is_ended),
            output: output.filter(|_| is_ended && status != Standing::Failed),
            error: (status == Standing::Failed).then_some(error),
            affected_files,
            instructions,
            acceptance_criteria,
            ..StepSheet::new(0, description)
        };
        (sheet, links.into_iter().collect())
    }
}

/// Numbered, and each depending only on earlier steps.
fn joined(drawn: Vec<(StepSheet, Vec<prop::sample::Index>)>) -> Vec<StepSheet> {
    let mut steps: Vec<StepSheet> = Vec::new();
    for (index, (mut step, links)) in drawn.into_iter().enumerate() {
        step.index = u32::try_from(index).unwrap();
        let mut after: Vec<u32> = links
            .iter()
            .filter(|_| index > 0)
            .map(|link| link.index(index))
            .map(|link| u32::try_from(link).unwrap())
            .collect();
        after.sort_unstable();
        after.dedup();
        step.depends_on = after;
        steps.push(step);
    }
    steps
}

prop_compose! {
    fn plans()(
        id in "[a-zA-Z0-9][a-zA-Z0-9._-]{0,30}",
        task in filled(),
        drawn in prop::collection::vec(step(), 1..6),
        (created_at, changed) in (time(), 0_i64..1_000_000),
        created_by in name(),
        version in 1_u32..5,
        may_replan in any::<bool>(),
        complexity in optional(1_u8..=10),
        (tags, constraints, memories) in (list(filled()), list(filled()), list(filled())),
    ) -> PlanSheet {
        let steps = joined(drawn);
        let mut counts = Counts::default();
        steps.iter().for_each(|step| *counts.slot(step.status) += 1);
        PlanSheet {
            id: PlanId::new(&id).unwrap(),
            task,
            status: Phase::of(&counts, may_replan),
            current_step_index: current_step_index(&steps),
            steps,
            created_at,
            updated_at: created_at.plus_millis(changed),
            created_by,
            version,
            previous_plan_id: (version > 1).then(|| PlanId::new("before").unwrap()),
            metadata: PlanMetadata { complexity, tags, constraints, memories },
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_written_is_read_again(plan in plans().prop_filter("itself", |plan| plan.id.as_str() != "before")) {
        let text = write_plan(&plan);
        let (read, faults) = read_plan("f", &text);
        prop_assert!(faults.is_empty(), "{faults:?}\n{text}");
        prop_assert_eq!(read.as_ref(), Some(&plan), "{}", text);
        prop_assert_eq!(write_plan(&plan), text);
    }
}
