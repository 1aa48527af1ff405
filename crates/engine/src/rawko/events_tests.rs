use std::fs;

use model::{AgentName, Consultation, PlanMetadata, Purpose};

use super::*;
use crate::plan::sessions::Target;
use crate::project::Setting;
use crate::rawko::{NewPlan, Source};

#[test]
fn whoever_follows_goes_on_behind_what_is_no_event() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let setting = Setting::bare(folder.path().canonicalize().unwrap());
    let mut engine = Engine::open_or_create(&setting).unwrap();
    let by = AgentName::new("ann").unwrap();
    let plan = NewPlan {
        task: "Keep notes",
        source: Source::Direct,
        metadata: PlanMetadata::default(),
        files: Vec::new(),
    };
    engine.create_plan(&by, plan).unwrap();
    let target = Target {
        session: None,
        thread: None,
    };
    let asked = Consultation {
        purpose: Purpose::Arbitrate,
        planner: "oracle".to_owned(),
        outcome: "next: ann".to_owned(),
        input_tokens: None,
        output_tokens: None,
        cost: None,
    };
    engine.tell(&target, &by, asked).unwrap();
    let name = PlanName(None);
    let told = engine.plan_events(&name, OpVersion(0)).unwrap();
    let kinds: Vec<_> = told.happened.iter().map(|happened| happened.kind).collect();
    assert_eq!(kinds, [PlanEventKind::PlanCreated]);
    assert!(told.version > told.happened[0].version, "nothing is looked at twice");
    let rest = engine.plan_events(&name, told.version).unwrap();
    assert_eq!((rest.happened.len(), rest.version), (0, told.version));
    assert_eq!(engine.session(&target).unwrap().version, told.version);
}
