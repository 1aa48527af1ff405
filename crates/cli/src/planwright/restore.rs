use engine::{Engine, Restored};
use render::planwright::{Finding, Health, doctor_json, doctor_text};

use super::call::{Answered, Call};
use super::doctor::counted;

/// Restore the store from its backup, for example after `git clean`
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright restore")]
pub struct Args {}

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let (_, restored) = Engine::restore(&call.door.setting)?;
    let mut findings: Vec<Finding> = restored.iter().flat_map(told).collect();
    if findings.is_empty() {
        findings.push(Finding {
            level: Health::Ok,
            what: "nothing was missing".into(),
            detail: None,
            fix: None,
        });
    }
    Ok(call.answer(|| doctor_json(&findings), || doctor_text(&findings)))
}

fn told(restored: &Restored) -> impl Iterator<Item = Finding> {
    let session = &restored.session;
    let brought_back = Finding {
        level: Health::Ok,
        what: format!(
            "session {session}: {} brought back",
            counted(restored.operations, "operation")
        ),
        detail: None,
        fix: None,
    };
    let damaged = restored.damaged_from.map(|version| Finding {
        level: Health::Warning,
        what: format!("session {session}: the backup is damaged from operation {version} on"),
        detail: None,
        fix: Some("what came before it is here; the rest cannot be brought back".into()),
    });
    [Some(brought_back), damaged].into_iter().flatten()
}
