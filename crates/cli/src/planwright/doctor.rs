use std::fmt::Display;
use std::io;
use std::path::Path;

use engine::turns::{self, OwnFileProblem};
use engine::{
    BackupGap, CacheReport, CacheUsage, Checkup, ClearedCaches, EngineError, Fault, GapKind, ProjectError, Setting,
};
use render::planwright::{Finding, Health, UnknownOutcomeView, doctor_json, doctor_text, finding_json, finding_text};

use super::call::{Answered, Call};
use crate::answer::exit;
use crate::recovery::view;

/// Check the store and other files of planwright
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright doctor\n  planwright doctor --clear-caches")]
pub struct Args {
    /// Remove the project's private package caches; skip all checks
    #[arg(long)]
    clear_caches: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    if args.clear_caches {
        let finding = cleared(engine::clear_caches(&call.door.setting));
        let is_done = finding.level != Health::Fault;
        let code = if is_done { exit::DONE } else { exit::IO };
        return Ok(call
            .answer(|| finding_json(&finding), || finding_text(&finding))
            .with_code(code));
    }
    let mut findings = own_files(&call.door.setting);
    let caches = engine::cache_report(&call.door.setting).as_ref().map(caches);
    match call.engine() {
        Ok(mut engine) => findings.extend(checked(&engine.doctor()?)),
        // Without a store, all other findings are still reported.
        Err(EngineError::Project(ProjectError::NoSession)) if !findings.is_empty() || caches.is_some() => {}
        Err(error) => return Err(error),
    }
    findings.extend(caches);
    let code = match findings.iter().any(|finding| finding.level == Health::Fault) {
        true => exit::INVALID,
        false => exit::DONE,
    };
    Ok(call
        .answer(|| doctor_json(&findings), || doctor_text(&findings))
        .with_code(code))
}

/// Problems of planwright's own files outside of the store, or the error that prevents the check.
fn own_files(setting: &Setting) -> Vec<Finding> {
    let finding = |level, what: String, fix: String| Finding {
        level,
        what,
        detail: None,
        fix: Some(fix),
    };
    let unusable = |what: String| {
        let fix = "remove the file or folder that the message names, if it came with the project".to_owned();
        finding(Health::Fault, what, fix)
    };
    let unreadable = |error| vec![unusable(format!("the records of executions cannot be read: {error}"))];
    let mut findings = match turns::interruption(setting) {
        Ok(found) => Vec::from_iter(found.map(|found| {
            let view = view(&found, None);
            finding(Health::Fault, view.what(), view.hint())
        })),
        Err(error) => return unreadable(error),
    };
    let problems = match turns::own_file_problems(setting) {
        Ok(problems) => problems,
        Err(error) => {
            findings.extend(unreadable(error));
            return findings;
        }
    };
    findings.extend(problems.into_iter().map(|problem| match problem {
        OwnFileProblem::Unusable(what) => unusable(what),
        OwnFileProblem::UnknownOutcome { plan, command } => {
            let view = UnknownOutcomeView {
                plan: &plan,
                command: &command,
            };
            finding(Health::Warning, view.what(), view.hint())
        }
    }));
    findings
}

fn checked(checkup: &Checkup) -> Vec<Finding> {
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
    findings.extend(backup(checkup));
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

fn caches(report: &CacheReport) -> Finding {
    let folder = report.folder.display().to_string();
    match &report.usage {
        Ok(usage) => Finding {
            level: Health::Ok,
            what: format!("Private package caches: {}", size(usage)),
            detail: Some(folder),
            fix: None,
        },
        Err(error) => Finding {
            level: Health::Warning,
            what: format!("the private part of the package caches cannot be read: {error}"),
            detail: Some(folder),
            fix: Some("run `planwright doctor --clear-caches`".to_owned()),
        },
    }
}

const NO_CACHES: &str = "there were no private package caches";

fn cleared(result: io::Result<Option<ClearedCaches>>) -> Finding {
    let (level, what, cleared) = match result {
        Ok(None) => (Health::Ok, NO_CACHES.to_owned(), None),
        Ok(Some(cleared)) if cleared.before.layers == 0 => (Health::Ok, NO_CACHES.to_owned(), None),
        Ok(Some(cleared)) if cleared.result.busy > 0 => {
            let busy = counted(cleared.result.busy, "layer");
            let what = format!("{busy} of the private package caches stayed, because a command is using them");
            (Health::Warning, what, Some(cleared))
        }
        Ok(Some(cleared)) => {
            let what = format!("removed the private package caches: {}", size(&cleared.before));
            (Health::Ok, what, Some(cleared))
        }
        Err(error) => {
            let what = format!("the private package caches cannot be removed: {error}");
            (Health::Fault, what, None)
        }
    };
    let again = "run `planwright doctor --clear-caches` again when the command has ended";
    Finding {
        level,
        what,
        fix: (level == Health::Warning).then(|| again.to_owned()),
        detail: cleared.map(|cleared| cleared.folder.display().to_string()),
    }
}

/// `3 MiB`
fn size(usage: &CacheUsage) -> String {
    match usage.bytes {
        Some(bytes) if bytes >= 1024 * 1024 => format!("{} MiB", bytes / (1024 * 1024)),
        Some(bytes) => format!("{} KiB", bytes / 1024),
        None => "more than can be measured".to_owned(),
    }
}

/// What is only in one of the two places is not lost, so it is a fault of neither.
fn backup(checkup: &Checkup) -> Vec<Finding> {
    let warning = |what: String, file: Option<&Path>, fix: &str| Finding {
        level: Health::Warning,
        what,
        detail: file.map(|file| file.display().to_string()),
        fix: Some(fix.to_owned()),
    };
    let Some(gaps) = &checkup.backup_gaps else {
        let fix = "set HOME or XDG_STATE_HOME; the next change makes one";
        return vec![warning("no backup is made of the plans".to_owned(), None, fix)];
    };
    if gaps.is_empty() {
        return vec![Finding {
            level: Health::Ok,
            what: "the backup has every operation".to_owned(),
            detail: None,
            fix: None,
        }];
    }
    let told = |gap: &BackupGap| {
        let (session, file) = (&gap.session, Some(gap.file.as_path()));
        match gap.kind {
            GapKind::Behind(missing) => warning(
                format!(
                    "the backup of session {session} lacks {}",
                    counted(missing, "operation")
                ),
                file,
                "the next change of the session adds them, if that folder can be written",
            ),
            GapKind::Ahead(more) => warning(
                format!(
                    "the backup of session {session} has {} more than the store",
                    counted(more, "operation")
                ),
                file,
                "`planwright restore` brings them back",
            ),
            GapKind::Differs(version) => warning(
                format!("the backup of session {session} is not the store's from operation {version} on"),
                file,
                "it is damaged, or of another session of that name: move it away, and the next change writes a new one",
            ),
        }
    };
    gaps.iter().map(told).collect()
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
