use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::*;
use crate::project::Setting;

/// How often it is tried: the moment between two transactions is short.
const TIMES: usize = 25;

#[test]
fn the_plan_that_was_made_is_the_answer_whichever_becomes_current() {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting::bare(folder.path().to_owned());
    let mut engine = Engine::open_or_create(&setting).unwrap();
    let by = AgentName::unnamed();
    let other = engine.start("Something else", None, &by).unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut elsewhere = Engine::open(&setting).unwrap();
            while !is_over.load(Ordering::Relaxed) {
                elsewhere.switch(other.id.as_str()).unwrap();
                thread::sleep(Duration::from_micros(200));
            }
        });
        let made: Vec<_> = (0..TIMES)
            .map(|time| {
                let task = format!("Count to {time}");
                let made = engine.create_plan(&by, direct(&task));
                (task, made)
            })
            .collect();
        is_over.store(true, Ordering::Relaxed);
        for (task, made) in made {
            let (session, shown) = made.unwrap();
            assert_eq!(
                (shown.sheet.task.as_str(), shown.sheet.id.as_str()),
                (&*task, session.as_str())
            );
        }
    });
}

#[test]
fn the_session_is_named_whatever_version_its_plan_is_at() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Engine::open_or_create(&Setting::bare(folder.path().to_owned())).unwrap();
    let by = AgentName::unnamed();
    let (session, _) = engine.create_plan(&by, direct("Count")).unwrap();
    let voice = crate::rawko::Voice { by: &by, named: None };
    let name = crate::rawko::PlanName(Some(session.to_string()));
    engine.fail_step(&name, voice, 0, "no fingers", &[]).unwrap();
    let request = crate::rawko::ReplanRequest {
        steps: crate::rawko::NewSteps::Text {
            name: "steps",
            text: "[{description: Borrow some}]",
        },
        discoveries: Vec::new(),
        constraints: Vec::new(),
        force: false,
    };
    engine.replan(&name, &by, request).unwrap();
    engine.start("Something else", None, &by).unwrap();
    let shown = engine.newest_plan(&session).unwrap();
    assert_eq!(shown.sheet.id.as_str(), format!("{session}-v2"));
    assert!(!shown.is_current);
}

fn direct(task: &str) -> NewPlan<'_> {
    NewPlan {
        task,
        source: Source::Direct,
        metadata: PlanMetadata::default(),
        files: Vec::new(),
    }
}
