use std::fs;

use model::{AgentName, Brief};

use super::*;
use crate::turns::NewSession;

struct Scene {
    folder: tempfile::TempDir,
    bench: Workbench,
    engine: Engine,
    by: AgentName,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        let setting = Setting::bare(folder.path().canonicalize().unwrap());
        let mut engine = Engine::open_or_create(&setting).unwrap();
        let by = AgentName::new("ann").unwrap();
        engine.start("Greet", None, &by).unwrap();
        let brief = Brief {
            title: "Write a guide".to_owned(),
            ..Brief::default()
        };
        engine.add(&Target::default(), &by, None, brief, Vec::new()).unwrap();
        let bench = Workbench::open(&setting, Vec::new()).unwrap();
        Self {
            folder,
            bench,
            engine,
            by,
        }
    }

    /// Takes the task, and opens a session for it.
    fn open(&self, name: &str) -> (TaskLink, TurnPlace) {
        let task = self.task();
        let work = TaskWork {
            target: &Target::default(),
            by: &self.by,
            task: &task,
        };
        let wanted = NewSession {
            name,
            agent: None,
            task: Some(work),
        };
        let opened = self.bench.new_session(&wanted).unwrap();
        (opened.turn.task.unwrap(), opened.place)
    }

    fn task(&self) -> TaskRef {
        TaskRef::Number(model::TaskNumber(2))
    }

    fn change(&mut self, to: Move) {
        let task = self.task();
        self.engine
            .change_task(&Target::default(), &self.by, "test", TaskChange::moved(task, to))
            .unwrap();
    }

    /// The claim of whoever has the task now, and the link that it goes by.
    fn claimed(&mut self, link: &TaskLink) -> (TaskLink, Claim) {
        let task = self.task();
        let task = self.engine.show(&Target::default(), &task).unwrap().task;
        let claim = task.claim().unwrap().clone();
        let fence = Some(claim.fence);
        (TaskLink { fence, ..link.clone() }, claim)
    }

    fn session_for(&self, (link, claim): &(TaskLink, Claim)) -> Option<String> {
        self.bench.session_for(link, Some(claim)).unwrap()
    }
}

#[test]
fn a_session_of_before_a_reopening_is_not_gone_on_with() {
    let mut scene = Scene::new();
    let (link, place) = scene.open("first");
    let first = scene.claimed(&link);
    assert_eq!(first.0, link);
    assert_eq!(scene.session_for(&first), Some(place.session.clone()));
    scene.change(Move::finish(None, Vec::new()));
    scene.change(Move::Reopen);
    scene.change(Move::Start);
    let second = scene.claimed(&link);
    assert_eq!(scene.session_for(&second), None);
    let (_, again) = scene.open("second");
    assert_eq!(scene.session_for(&second), Some(again.session));
    assert_eq!(scene.session_for(&first), Some(place.session));
}

#[test]
fn a_turn_that_kept_no_fence_belongs_to_the_claim_that_it_came_after() {
    let mut scene = Scene::new();
    let (link, place) = scene.open("first");
    let meta = scene.folder.path().join(place.file("meta.yaml").as_str());
    let text = fs::read_to_string(&meta).unwrap();
    let old: String = text
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("task_fence"))
        .collect();
    assert_ne!(old, text);
    fs::write(&meta, old).unwrap();
    let (link, claim) = scene.claimed(&link);
    assert_eq!(scene.session_for(&(link.clone(), claim.clone())), Some(place.session));
    let later = Claim {
        since: claim.since.plus_millis(1_000_000),
        ..claim
    };
    assert_eq!(scene.session_for(&(link, later)), None);
}

#[test]
fn a_session_that_cannot_be_read_stands_in_nobodys_way() {
    let mut scene = Scene::new();
    let (link, place) = scene.open("first");
    let (_, broken) = scene.open("second");
    let broken = scene.folder.path().join(broken.folder().as_str());
    fs::write(broken.join("meta.yaml"), "agent: [").unwrap();
    fs::write(broken.join("plan.md"), b"\xff\xfe").unwrap();
    let claimed = scene.claimed(&link);
    assert_eq!(scene.session_for(&claimed), Some(place.session));
}

/// Whether undoing a turn reopens a task that was finished like this. Passes the report of the turn.
fn is_reopened(finish: impl Fn(&RelPath) -> Move) -> bool {
    let mut scene = Scene::new();
    let (link, place) = scene.open("first");
    let report = place.file(REPORT);
    scene.change(finish(&report));
    let remark = scene.bench.take_up_task(&link, &report).unwrap();
    let task = scene.engine.show(&Target::default(), &scene.task()).unwrap().task;
    assert_eq!(remark.is_none(), task.state == TaskState::Todo, "{remark:?}");
    remark.is_none()
}

#[test]
fn undone_turn_reopens_only_the_task_that_it_finished() {
    assert!(is_reopened(|report| Move::Finish {
        note: None,
        files: Vec::new(),
        evidence: Vec::new(),
        report: Some(report.to_string()),
    }));
    assert!(!is_reopened(|_| Move::finish(
        Some("Done by hand.".to_owned()),
        Vec::new()
    )));
}

#[test]
fn outcome_of_an_older_version_names_its_report_in_the_note() {
    assert!(is_reopened(|report| {
        Move::finish(Some(format!("Greet (report: {report})")), Vec::new())
    }));
}
