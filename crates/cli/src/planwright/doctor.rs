use std::fmt::Display;

use super::call::{Answered, Call};
use crate::answer::exit;
use dialect::native::{Finding, Health, doctor_json, doctor_text};
use engine::{Checkup, Fault};

/// Check the store: pages, log, rows; say what is wrong and what to do
#[derive(clap::Args)]
#[command(after_help = "Example:\n  planwright doctor")]
pub struct Args {}

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let mut engine = call.engine()?;
    let checkup = engine.doctor()?;
    let findings = findings(&checkup);
    let code = if checkup.faults.is_empty() {
        exit::DONE
    } else {
        exit::INVALID
    };
    Ok(call
        .answer(|| doctor_json(&findings), || doctor_text(&findings))
        .with_code(code))
}

fn findings(checkup: &Checkup) -> Vec<Finding> {
    let mut findings: Vec<Finding> = checkup.faults.iter().map(fault).collect();
    if findings.is_empty() {
        findings.push(Finding {
            level: Health::Ok,
            what: format!(
                "the store is sound: {}, {}, every hash and every row checked",
                counted(checkup.sessions, "session"),
                counted(checkup.operations, "operation")
            ),
            detail: Some(checkup.database.display().to_string()),
            fix: None,
        });
    }
    if checkup.read_only {
        findings.push(Finding {
            level: Health::Warning,
            what: "the store can be read but not written".into(),
            detail: None,
            fix: Some("make its folder writable".into()),
        });
    }
    if !checkup.instructions_current {
        findings.push(Finding {
            level: Health::Warning,
            what: "docs/agents.md does not hold the current rules for agents".into(),
            detail: None,
            fix: Some("an agent is told to write them by its next `planloop status --json`".into()),
        });
    }
    findings
}

/// `1 session`, `2 sessions`
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

fn fault(fault: &Fault) -> Finding {
    let fix = match fault {
        Fault::Pages(_) | Fault::Log { .. } | Fault::Row { .. } | Fault::Unreadable { .. } => {
            "move the store, its -wal and its -shm away; then `planwright restore` brings back the backup"
        }
        Fault::Ready { .. } => "run `planwright restore` on a copy and compare; please report this as a bug",
        Fault::Migration(_) => "use the planwright that made this store",
    };
    Finding {
        level: Health::Fault,
        what: fault.to_string(),
        detail: None,
        fix: Some(fix.into()),
    }
}
