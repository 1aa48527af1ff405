use super::call::{Answered, Call};
use dialect::native::{Finding, Health, doctor_json, doctor_text};
use engine::Engine;

/// Bring plans back from the backup, after the project folder was cleaned
#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let (_, restored) = Engine::restore(&call.door.setting)?;
    let mut findings: Vec<Finding> = restored
        .iter()
        .map(|restored| Finding {
            level: Health::Ok,
            what: format!(
                "session {}: {} operations brought back",
                restored.session, restored.operations
            ),
            detail: None,
            fix: None,
        })
        .collect();
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
