//! Acceptance criteria that are commands. They are part of the plan, so somebody must have said yes to them.

use std::collections::BTreeSet;
use std::sync::Mutex;

use dialect::config::ApprovalPolicy;
use dialect::records::{OwnFilesDamage, check_failed, check_not_run, clip};
use model::conclude::{StepEnd, StepResult};
use model::{Evidence, Fingerprint, Task, criterion, limits};
use workspace::Digest;
use workspace::run::{End, GitFindings, Ran, RunError, Stopped, Work};

use super::Scene;
use super::command_agent::Errand;
use super::crew::Step;
use super::observer::{Consent, News, Question, Remark, StepLine};
use crate::turns::{OwnFiles, git_findings};

/// The commands that say whether a task is done, in their order. Old plans may have some that are empty.
pub(super) fn commands(task: &Task) -> Vec<String> {
    let commands = task.brief.acceptance.iter().filter_map(|text| criterion::command(text));
    commands
        .filter(|command| !command.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What was said yes to in this process, by digest. Nothing else can be run.
#[derive(Default)]
pub(super) struct Consents(Mutex<BTreeSet<Digest>>);

/// Commands that may run. Only [`Scene::approve`] makes them, and they cannot be changed any more.
#[derive(Debug)]
pub(super) struct ApprovedChecks(Vec<String>);

/// Why commands may not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Declined {
    pub is_absent: bool,
}

/// How one command ended.
#[derive(Debug)]
enum CheckEnd {
    Passed(Evidence),
    Failed {
        error: String,
        /// `None` if the command did not run.
        evidence: Option<Evidence>,
    },
    Stopped,
    /// The command may have run, wholly or in part.
    Lost,
}

impl Scene<'_> {
    /// How commands are locked in that nobody is asked about, in the words of reports; `None` if somebody is.
    pub fn unasked(&self) -> Option<String> {
        match self.approval {
            ApprovalPolicy::Ask => None,
            ApprovalPolicy::Sandbox => Some(self.cage.describe(None)),
        }
    }

    /// Whether nobody has to be asked.
    pub fn is_approved(&self, task: &Task) -> bool {
        let is_known = |command: &String| self.consents.holds(command);
        self.approval != ApprovalPolicy::Ask || commands(task).iter().all(is_known)
    }

    /// Asks about what nobody has said yes to in this run.
    pub fn approve(&self, task: &Task, step: &StepLine) -> Result<ApprovedChecks, Declined> {
        let commands = commands(task);
        let is_new = |command: &&String| !self.consents.holds(command);
        let new: Vec<String> = commands.iter().filter(is_new).cloned().collect();
        if self.approval == ApprovalPolicy::Ask && !new.is_empty() {
            let question = Question { step, commands: &new };
            match self.ask(|onlooker| onlooker.approve(&question)) {
                Consent::Yes => new.iter().for_each(|command| self.consents.add(command)),
                Consent::No => return Err(Declined { is_absent: false }),
                Consent::Absent => return Err(Declined { is_absent: true }),
            }
        }
        Ok(ApprovedChecks(commands))
    }

    /// Runs the checks of a step one after the other, up to the first that fails.
    pub fn check(&self, step: &Step, mut result: StepResult) -> StepEnd {
        let number = step.task.number;
        for command in &step.checks.0 {
            let shown = self.bench.redact(command);
            self.tell(&News::Checking {
                number,
                command: shown.clone(),
            });
            let end = self.check_one(step, command, &shown);
            self.tell(&News::Checked {
                number,
                command: shown,
                has_passed: matches!(end, CheckEnd::Passed(_)),
            });
            match end {
                CheckEnd::Passed(evidence) => result.evidence.push(evidence),
                CheckEnd::Failed { error, evidence } => {
                    result.evidence.extend(evidence);
                    return StepEnd::Failed { error, result };
                }
                CheckEnd::Stopped => return StepEnd::Stopped,
                CheckEnd::Lost => return StepEnd::Unknown { command: None },
            }
        }
        StepEnd::Done(result)
    }

    /// `shown` is the command without secrets.
    fn check_one(&self, step: &Step, command: &str, shown: &str) -> CheckEnd {
        let errand = Errand {
            number: step.task.number,
            work: Work::Script(command),
            variables: crate::turns::let_through(self.bench),
            limits: crate::config::command_limits(&self.bench.config.execute),
            cage: Some(self.cage),
            cancelled: &step.cancelled,
        };
        let (ran, harm) = self.store_watch.during(|| {
            let own = OwnFiles::keep_for_check(self.bench, self.cage);
            let ran = self.run(&errand);
            let harm = own.and_then(|own| own.restore_after_check(self.bench, shown));
            let is_restored = harm.is_some();
            ((ran, harm), is_restored)
        });
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => {
                self.remark_findings(shown, error.findings(), harm);
                self.remark_own_folders(shown, error.appeared());
                return match error {
                    RunError::Lost { .. } => CheckEnd::Lost,
                    error => CheckEnd::Failed {
                        error: check_not_run(shown, &error),
                        evidence: None,
                    },
                };
            }
        };
        self.remark_own_folders(shown, &ran.appeared);
        if ran.stopped == Some(Stopped::Cancelled) {
            self.remark_findings(shown, Some(&ran.git), harm);
            return CheckEnd::Stopped;
        }
        let notices = GitFindings {
            notices: ran.git.notices.clone(),
            ..GitFindings::default()
        };
        self.remark_findings(shown, Some(&notices), None);
        CheckEnd::of(&ran, shown, harm.as_ref())
    }

    /// For findings that no evidence and no error of the step contains.
    fn remark_findings(&self, shown: &str, git: Option<&GitFindings>, harm: Option<OwnFilesDamage>) {
        let findings = git.map(git_findings).unwrap_or_default().into_iter();
        let findings = findings.map(|finding| Remark::Git {
            command: shown.to_owned(),
            finding,
        });
        let remarks = findings.chain(harm.map(Remark::Damage));
        remarks.for_each(|remark| self.tell(&News::Remark(remark)));
    }

    fn remark_own_folders(&self, shown: &str, appeared: &[String]) {
        if !appeared.is_empty() {
            self.tell(&News::Remark(Remark::OwnFolders {
                command: shown.to_owned(),
                folders: appeared.to_vec(),
            }));
        }
    }
}

impl CheckEnd {
    /// `harm` is what the command did to planwright's own files.
    fn of(ran: &Ran, shown: &str, harm: Option<&OwnFilesDamage>) -> Self {
        let harm = harm.map(OwnFilesDamage::to_string);
        let written = format!("{}{}", ran.stdout, ran.stderr);
        let git = match ran.git.violations.is_empty() {
            true => String::new(),
            false => format!(": {}", ran.git.violations.join("; ")),
        };
        let ending = format!("{}{git}", ran.ending());
        let mut evidence = Evidence {
            command: shown.to_owned(),
            exit_code: match ran.end {
                End::Exited(code) => Some(code),
                End::Signaled(_) => None,
            },
            digest: Fingerprint(Digest::of(written.as_bytes()).to_string()),
            clip: clip(&written, limits::AGENT_EARLIER_CHARS),
        };
        let said = clip(&written, limits::CHECK_SAID_CHARS);
        let failed = (!ran.succeeded()).then(|| check_failed(shown, &ending, &said));
        let reasons: Vec<String> = harm.iter().cloned().chain(failed).collect();
        if evidence.exit_code == Some(0) && !reasons.is_empty() {
            // The exit code alone would show the check as passed.
            evidence.exit_code = None;
            let why = harm.into_iter().chain(std::iter::once(ending));
            let why: Vec<String> = why.map(|why| clip(&why, limits::CHECK_SAID_CHARS)).collect();
            evidence.clip = format!("{}\n{}", evidence.clip.trim_end(), why.join("\n"));
        }
        match reasons.is_empty() {
            true => Self::Passed(evidence),
            false => Self::Failed {
                error: reasons.join("\n"),
                evidence: Some(evidence),
            },
        }
    }
}

impl Consents {
    fn holds(&self, command: &str) -> bool {
        self.seen().contains(&Digest::of(command.as_bytes()))
    }

    fn add(&self, command: &str) {
        self.seen().insert(Digest::of(command.as_bytes()));
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, BTreeSet<Digest>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use workspace::run::Output;

    use super::*;

    fn judged(violations: &[&str], is_harmful: bool) -> CheckEnd {
        let ran = Ran {
            end: End::Exited(0),
            stopped: None,
            duration: Duration::ZERO,
            stdout: Output {
                head: "all is well\n".to_owned(),
                ..Output::default()
            },
            stderr: Output::default(),
            failed: None,
            left_behind: 0,
            is_still_running: false,
            sandbox: None,
            git: GitFindings {
                violations: violations.iter().map(|text| (*text).to_owned()).collect(),
                notices: Vec::new(),
            },
            appeared: Vec::new(),
            notes: Vec::new(),
        };
        let harm = OwnFilesDamage {
            command: "make test".to_owned(),
            restored: vec![".planwright".to_owned()],
            lost: Vec::new(),
        };
        CheckEnd::of(&ran, "make test", is_harmful.then_some(&harm))
    }

    #[track_caller]
    fn failed(violations: &[&str], is_harmful: bool) -> (String, Evidence) {
        match judged(violations, is_harmful) {
            CheckEnd::Failed {
                error,
                evidence: Some(evidence),
            } => (error, evidence),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_check_with_exit_code_0_that_planted_a_hook_shows_as_failed_with_the_reason() {
        let passed = judged(&[], false);
        assert!(matches!(passed, CheckEnd::Passed(evidence) if evidence.exit_code == Some(0)));
        for (violations, is_harmful, reason) in [
            (&[".git/hooks/pre-commit"][..], false, "hooks/pre-commit"),
            (&[], true, "files of planwright: .planwright"),
        ] {
            let (error, evidence) = failed(violations, is_harmful);
            assert_eq!(evidence.exit_code, None);
            assert!(evidence.clip.starts_with("all is well\n"), "{}", evidence.clip);
            assert!(evidence.clip.contains(reason), "{}", evidence.clip);
            assert!(error.contains(reason), "{error}");
        }
        let (both, _) = failed(&["a hook"], true);
        assert!(both.contains("a hook") && both.contains("planwright: .planwright"));
    }
}
