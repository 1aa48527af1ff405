use model::{AgentName, Phase, PlanId, PlanMetadata};

use super::*;
use crate::project::Setting;
use crate::rawko::{NewPlan, NewStep, PlanName, Source};

fn sheet(descriptions: &[&str]) -> PlanSheet {
    let steps = (0..)
        .zip(descriptions)
        .map(|(index, text)| StepSheet::new(index, *text));
    PlanSheet {
        id: PlanId::new("plan-x").unwrap(),
        task: "Keep notes".into(),
        status: Phase::Draft,
        steps: steps.collect(),
        current_step_index: 0,
        created_at: Timestamp::from_millis(0),
        updated_at: Timestamp::from_millis(0),
        created_by: AgentName::new("ann").unwrap(),
        version: 1,
        previous_plan_id: None,
        metadata: PlanMetadata::default(),
    }
}

fn words(sheet: &PlanSheet) -> Vec<&str> {
    sheet.steps.iter().map(|step| step.description.as_str()).collect()
}

#[test]
fn a_step_is_known_by_its_words_or_else_by_its_place() {
    let check = |now: &[&str], file: &[&str], expected: &[Option<usize>]| {
        assert_eq!(matches(&sheet(now), &sheet(file)), expected, "{now:?} {file:?}");
    };
    check(&["a", "b"], &["a", "b"], &[Some(0), Some(1)]);
    check(&["a", "b"], &["b", "a"], &[Some(1), Some(0)]);
    check(&["a", "b"], &["a", "c"], &[Some(0), Some(1)]);
    check(&["a", "b"], &["a", "new", "b"], &[Some(0), None, Some(1)]);
    check(&["a", "b", "c"], &["a", "c"], &[Some(0), Some(2)]);
    check(&["a", "a"], &["a", "a"], &[Some(0), Some(1)]);
    check(&["a", "b"], &["c", "a"], &[None, Some(0)]);
}

#[test]
fn both_changes_are_kept_unless_they_meet() {
    let before = sheet(&["a", "b"]);
    let mut now = sheet(&["a", "b", "later"]);
    now.steps[0].status = Standing::Done;
    let both = merged(&before, sheet(&["a", "b, by hand"]), &now).unwrap();
    assert_eq!(words(&both), ["a", "b, by hand", "later"]);
    assert_eq!(both.steps[0].status, Standing::Done);
    assert_eq!(merged(&before, sheet(&["a, by hand", "b"]), &now), None);
    assert_eq!(merged(&before, sheet(&["a"]), &now), None, "a step went by hand");
    assert_eq!(
        merged(&now, sheet(&["a", "b", "c"]), &before),
        None,
        "a step went otherwise"
    );
    let mut tagged = sheet(&["a", "b"]);
    tagged.metadata.tags = vec!["notes".into()];
    assert_eq!(merged(&before, tagged, &now).unwrap().metadata.tags, ["notes"]);
}

#[test]
fn a_large_plan_is_compared_in_one_go() {
    let names: Vec<String> = (0..100_000).map(|step| format!("step {step}")).collect();
    let now: Vec<&str> = names.iter().map(String::as_str).collect();
    let file: Vec<&str> = now.iter().rev().copied().collect();
    let since = std::time::Instant::now();
    let known = matches(&sheet(&now), &sheet(&file));
    assert!(known.iter().rev().copied().eq((0..100_000).map(Some)));
    // Whoever compares each with each needs minutes.
    assert!(since.elapsed().as_secs() < 20, "{:?}", since.elapsed());
}

/// Reading the log for it again and again would cost a run more than its agents do.
#[test]
fn what_was_refused_is_looked_at_again_only_when_something_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Engine::open_or_create(&Setting::bare(folder.path().to_owned())).unwrap();
    let by = AgentName::unnamed();
    let new = NewPlan {
        task: "Keep notes",
        source: Source::Direct,
        metadata: PlanMetadata::default(),
        files: Vec::new(),
    };
    let id = engine.create_plan(&by, new).unwrap().1.sheet.id;
    engine.rest().unwrap();
    let file = folder.path().join(plan_path(&id));
    let ours = std::fs::read_to_string(&file).unwrap();
    let write = |status: &str| std::fs::write(&file, ours.replace("status: pending", status)).unwrap();

    write("status: nonsense");
    assert!(engine.take_in_news().is_err());
    assert!(engine.take_in_news().is_ok(), "it was looked at again");
    assert!(!engine.rejected.is_empty());
    assert!(engine.take_in().is_err(), "whoever asks for the first time is told");
    write("status: more nonsense");
    assert!(engine.take_in_news().is_err());
    let step = NewStep {
        description: "Keep more".to_owned(),
        ..NewStep::default()
    };
    engine.add_step(&PlanName(None), &by, &step).unwrap();
    assert!(
        engine.take_in_news().is_err(),
        "the plan is another, and it was not looked at"
    );
    std::fs::write(&file, &ours).unwrap();
    assert!(engine.take_in_news().is_ok());
    assert!(engine.rejected.is_empty());
}
