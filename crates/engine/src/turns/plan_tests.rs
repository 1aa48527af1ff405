use std::fs;
use std::sync::Mutex;

use tempfile::TempDir;

use super::super::{Audience, Conclusion, Decision, NewSession, News, Request, Review, SandboxWish};
use super::*;
use crate::project::Setting;

const SECRET: &str = "hunter2hunter2hunter2";
const PLAN_TEXT: &str = "# Greet\n- **Status:** Green 🟢\n- **Plan Type:** Implementation\n- **Agent:** Developer\n\n\
    ## Rationale\n````text\nWhy not.\n````\n\n## Action Plan\n\n### `CREATE`\n- **File Path:** [a.txt](/a.txt)\n\
    - **Description:** Make it.\n````text\nHello\n````\n";

/// Gives these answers, one after the other, and then none.
struct Script(Mutex<Vec<&'static str>>);

impl Planner for Script {
    fn ask(&self, _: &Asking<'_>, _: &mut dyn FnMut(Progress<'_>), _: &AtomicBool) -> Result<Answer, PlannerError> {
        let mut left = self.0.lock().unwrap();
        match left.is_empty() {
            true => Err(PlannerError::TimedOut { seconds: 1 }),
            false => Ok(Answer {
                text: left.remove(0).to_owned(),
                model: "m-1".to_owned(),
                usage: Usage {
                    input_tokens: Some(10),
                    output_tokens: Some(2),
                    cost: Cost::parse("$0.5"),
                },
            }),
        }
    }

    fn name(&self) -> &str {
        "script"
    }
}

struct Scene {
    folder: TempDir,
    bench: Workbench,
    place: TurnPlace,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        let setting = Setting::bare(folder.path().canonicalize().unwrap());
        let bench = Workbench::open(&setting, vec![("API_TOKEN".into(), SECRET.into())]).unwrap();
        let wanted = NewSession {
            name: "greet",
            agent: None,
            task: None,
        };
        let place = bench.new_session(&wanted).unwrap().place;
        Self { folder, bench, place }
    }

    fn plan(&self, by: PlannedBy<'_>, message: Option<&str>) -> Result<Planned, EngineError> {
        self.bench
            .plan_in(&self.place, &PlanRequest { message, by }, &mut |_| {})
    }

    fn ask(&self, answers: &[&'static str]) -> Result<Planned, EngineError> {
        let planner = Script(Mutex::new(answers.to_vec()));
        let by = PlannedBy::Planner {
            planner: &planner,
            cancelled: &AtomicBool::new(false),
        };
        self.plan(by, None)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(self.place.file(name).as_str())
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn usage(&self) -> (u64, u64, u64, Option<Cost>) {
        let lines = self.bench.usage_of_turns().unwrap();
        let line = lines.first().unwrap();
        (line.calls, line.input_tokens, line.output_tokens, line.cost)
    }
}

#[test]
fn whatever_was_paid_for_counts_and_is_kept() {
    let scene = Scene::new();
    let none = scene.ask(&["Nothing.", "Still nothing."]).err().unwrap();
    assert!(
        matches!(none, EngineError::Turn(TurnError::NoPlanInAnswer { .. })),
        "{none}"
    );
    assert_eq!(scene.read("answer.md"), "Still nothing.");
    assert_eq!(scene.usage(), (2, 20, 4, Cost::parse("$1")));

    let none = scene.ask(&["Nothing, again."]).err().unwrap();
    assert!(
        matches!(none, EngineError::Planner(PlannerError::TimedOut { .. })),
        "{none}"
    );
    assert_eq!(scene.read("answer.md"), "Nothing, again.");
    assert_eq!(scene.usage(), (3, 30, 6, Cost::parse("$1.5")));

    scene.ask(&[PLAN_TEXT]).unwrap();
    assert_eq!(scene.usage(), (4, 40, 8, Cost::parse("$2")));
    assert_eq!(scene.bench.spent(&scene.place.session).unwrap().calls, 4);
}

#[test]
fn what_a_person_changes_during_the_question_stays() {
    struct Slow<'a>(&'a Scene);
    impl Planner for Slow<'_> {
        fn ask(
            &self,
            asking: &Asking<'_>,
            watch: &mut dyn FnMut(Progress<'_>),
            cancelled: &AtomicBool,
        ) -> Result<Answer, PlannerError> {
            fs::write(self.0.path("meta.yaml"), self.0.read("meta.yaml") + "mood: good\n").unwrap();
            Script(Mutex::new(vec![PLAN_TEXT])).ask(asking, watch, cancelled)
        }

        fn name(&self) -> &str {
            "slow"
        }
    }
    let scene = Scene::new();
    let by = PlannedBy::Planner {
        planner: &Slow(&scene),
        cancelled: &AtomicBool::new(false),
    };
    scene.plan(by, None).unwrap();
    let meta = scene.read("meta.yaml");
    assert!(meta.contains("mood: good\n") && meta.contains("calls: 1\n"), "{meta}");
}

#[test]
fn no_secret_is_in_a_question_or_an_answer_that_is_kept() {
    let scene = Scene::new();
    fs::write(scene.path("message.md"), format!("Use {SECRET}.\n")).unwrap();
    let Planned::Handed { text, .. } = scene.plan(PlannedBy::Nobody, None).unwrap() else {
        panic!("nobody was there to plan");
    };
    assert!(text.contains("Use [redacted].") && !text.contains(SECRET), "{text}");
    assert_eq!(scene.read("prompt.md"), text);
    let answer = format!("It is {SECRET}.");
    assert!(scene.plan(PlannedBy::Answer(&answer), None).is_err());
    assert_eq!(scene.read("answer.md"), "It is [redacted].");
}

#[test]
fn a_message_for_a_plan_that_waits_is_not_kept() {
    let scene = Scene::new();
    fs::write(scene.path("plan.md"), PLAN_TEXT).unwrap();
    let refused = scene.plan(PlannedBy::Nobody, Some("Be kind")).err().unwrap();
    assert!(matches!(refused, EngineError::Turn(TurnError::Planned(_))), "{refused}");
    assert!(!scene.path("message.md").exists());
}

/// A run that was killed while its planner thought told it everything twice.
#[test]
fn a_message_that_is_said_again_is_kept_once() {
    let scene = Scene::new();
    for _ in 0..2 {
        scene.plan(PlannedBy::Nobody, Some("Be kind")).unwrap();
    }
    scene.plan(PlannedBy::Nobody, Some("Be brief")).unwrap();
    assert_eq!(scene.read("message.md"), "Be kind\n\nBe brief\n");
}

#[test]
fn turns_that_are_their_own_parents_come_to_an_end() {
    let scene = Scene::new();
    let meta = scene.read("meta.yaml");
    let circle = meta.replace("parent_turn_id: null", "parent_turn_id: \"01\"");
    assert_ne!(meta, circle);
    fs::write(scene.path("meta.yaml"), circle).unwrap();
    fs::write(scene.path("plan.md"), "# No plan\n").unwrap();
    let by = model::AgentName::new("tester").unwrap();
    let plan = scene.path("plan.md");
    let request = Request {
        by: &by,
        plan: Some(&plan),
        session: None,
        sandbox: SandboxWish::Configured,
        resolve: None,
        conclusion: Conclusion::Finishes,
        cancelled: &AtomicBool::new(false),
    };
    scene.bench.execute(&request, &mut Nobody).unwrap();
    assert_eq!(
        scene.bench.replan(&scene.place).unwrap(),
        Replan::TooOften(limits::REPLANS + 1)
    );
}

#[test]
fn rejected_plans_are_counted_over_turns_of_older_versions() {
    let scene = Scene::new();
    let session = scene.path("meta.yaml").ancestors().nth(2).unwrap().to_owned();
    let rejected = "# Execution Report: Greet\n\n- **Overall Status:** Validation Failed 🔴\n";
    let meta = scene.read("meta.yaml");
    let turn = |id: &str, parent: &str, kept: &str| {
        let text = meta.replace("turn_id: \"01\"", &format!("turn_id: \"{id}\""));
        let text = text.replace("parent_turn_id: null", &format!("parent_turn_id: \"{parent}\""));
        fs::create_dir_all(session.join(id)).unwrap();
        fs::write(session.join(id).join("meta.yaml"), text + kept).unwrap();
        fs::write(session.join(id).join("report.md"), rejected).unwrap();
        scene.place.at(&model::TurnId::parse(id).unwrap())
    };
    fs::write(scene.path("report.md"), rejected).unwrap();
    assert_eq!(scene.bench.rejected_before(&scene.place).unwrap(), 0);
    let second = turn("02", "01", "");
    assert_eq!(scene.bench.rejected_before(&second).unwrap(), 1);
    let third = turn("03", "02", "rejected_plans: 2\n");
    assert_eq!(scene.bench.rejected_before(&third).unwrap(), 2);
    // The number counts, not the report of the parent.
    fs::write(session.join("02/report.md"), "").unwrap();
    assert_eq!(scene.bench.rejected_before(&third).unwrap(), 2);
    assert_eq!(scene.bench.replan(&third).unwrap(), Replan::Now);
    let fourth = turn("04", "03", "");
    assert_eq!(scene.bench.rejected_before(&fourth).unwrap(), limits::REPLANS);
}

struct Nobody;

impl Audience for Nobody {
    fn decide(&mut self, _: &Review<'_>) -> Decision {
        Decision::Absent
    }

    fn reply(&mut self, _: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _: News<'_>) {}
}
