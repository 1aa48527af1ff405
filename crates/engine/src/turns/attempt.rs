//! The steps around carrying out: checking, turning down, skipping, reporting.

use dialect::teddy::check::check;
use dialect::teddy::record::{Head, Line};
use dialect::teddy::{Reading, Subjects, feedback, without_feedback, write_report_of};
use model::report::{Details, Entry, Fate};
use model::{Action, AgentName, Report, Timestamp, Verdict};
use workspace::{Author, Change};

use super::bench::Workbench;
use super::carry_out::Carried;
use super::checked::{Approved, Checked};
use super::command::{Cage, SandboxWish};
use super::error::TurnError;
use super::execute::{Before, Ended, TaskEnd};
use super::folder::TurnFolder;
use super::record::{Progress, Telling};
use super::subject::Subject;
use super::transition::{NextTurn, Outcome};
use crate::proposals::{ReadPlan, Sight, memos};

pub(super) struct Attempt<'a> {
    pub bench: &'a Workbench,
    pub subject: &'a Subject,
    pub started: Timestamp,
    pub by: &'a AgentName,
}

impl Attempt<'_> {
    /// Actions that were carried out before an interruption are not held against the workspace that they changed.
    pub fn check(&self, done: &Progress) -> Result<Checked, TurnError> {
        let mut sight = Sight::new(&self.bench.tree, memos(&self.bench.root));
        if let Some(turn) = &self.subject.turn {
            sight = sight.in_turn(self.bench.turn_view(turn)?, self.bench.agents()?);
        }
        let judge = |text: &str, reading: &Reading| check(text, &open_part(reading, done), &sight);
        let plan = ReadPlan::new(&self.subject.name, self.subject.source.clone(), judge);
        Ok(Checked::new(plan, &sight))
    }

    /// `None` if the plan runs no command.
    pub fn cage(&self, checked: &Checked, wish: SandboxWish) -> Result<Option<Cage>, TurnError> {
        let actions = &checked.plan.reading.proposal.actions;
        let has_command = actions.iter().any(|action| matches!(action.value, Action::Execute(_)));
        has_command.then(|| Cage::for_nobody(self.bench, wish)).transpose()
    }

    pub fn telling(&self, approved: &Approved, before: Option<&Before>) -> Result<Telling, TurnError> {
        if let Some(before) = before {
            let mut telling = Telling::again(self.bench, &before.found)?;
            if let Some(resolved) = &before.resolved {
                // If we die as well, the command must not look as if it had never been started.
                telling.swear(&Line::Outcome(resolved.clone()))?;
            }
            return Ok(telling);
        }
        let turn = self.subject.turn.as_ref().map(|turn| &turn.place);
        let head = Head {
            root: self.bench.root.to_string_lossy().into_owned(),
            plan: self.subject.name.clone(),
            turn: turn.map(|place| (place.session.clone(), place.id.clone())),
            digest: approved.checked().digest().to_string(),
            started: self.started,
            approver: approved.by(),
            by: self.by.clone(),
        };
        Telling::begin(self.bench, head)
    }

    /// The plan does not fit. It is reported, and the next turn begins with what is wrong.
    pub fn turn_down(&self, checked: &Checked) -> Result<Ended, TurnError> {
        let faults = checked.plan.diagnostics.clone();
        let report = Report {
            verdict: Verdict::Invalid,
            faults,
            entries: untouched(checked, "the plan is not valid"),
            ..self.report(checked)
        };
        let message = feedback(&checked.plan.diagnostics, &checked.plan.source);
        self.end(checked, report, Some(message), None)
    }

    /// The user does not want it.
    pub fn skip(&self, checked: &Checked, message: Option<String>) -> Result<Ended, TurnError> {
        let report = Report {
            verdict: Verdict::Skipped,
            entries: untouched(checked, "the user skipped the plan"),
            ..self.report(checked)
        };
        self.end(checked, report, message, None)
    }

    pub fn close(
        &self,
        approved: &Approved,
        carried: Carried,
        telling: Telling,
        cage: &Cage,
    ) -> Result<Ended, TurnError> {
        let ran = |entry: &Entry| matches!(entry.action, Action::Execute(_)) && entry.fate.was_tried();
        let report = Report {
            verdict: carried.verdict(),
            approved_by: Some(approved.by()),
            sandbox: carried
                .entries
                .iter()
                .any(ran)
                .then(|| cage.describe(Some(approved.by()))),
            memos: carried.memos,
            entries: carried.entries,
            ..self.report(approved.checked())
        };
        let replies = (!carried.replies.is_empty()).then(|| carried.replies.join("\n\n"));
        self.end(approved.checked(), report, replies, Some(telling))
    }

    /// Writes the report and the next turn at once. Outside of a session there is neither.
    fn end(
        &self,
        checked: &Checked,
        report: Report,
        message: Option<String>,
        telling: Option<Telling>,
    ) -> Result<Ended, TurnError> {
        let subjects = match report.faults.is_empty() {
            true => Subjects::default(),
            false => Subjects::in_source(&self.subject.source),
        };
        let text = self.bench.secrets.redact(&write_report_of(&report, &subjects));
        let mut ended = Ended {
            plan: checked.plan.clone(),
            name: self.subject.name.clone(),
            text,
            turn: None,
            next: None,
            task: None,
            report,
        };
        if let Some(turn) = &self.subject.turn {
            let outcome = Outcome {
                verdict: ended.report.verdict,
                entries: &ended.report.entries,
                message: message.map(|message| self.bench.secrets.redact(&message)),
            };
            let next = NextTurn::prepare(self.bench, turn, outcome)?;
            ended.task = self.tell_task(turn, &ended.report, next.is_none());
            let mut changes = vec![Change::Create {
                path: turn.report_path(),
                content: ended.text.clone().into_bytes(),
            }];
            changes.extend(next.iter().flat_map(NextTurn::changes));
            ended.turn = Some(turn.place.clone());
            ended.next = next.map(|next| next.place);
            return self.write(&changes, telling).map(|()| ended);
        }
        telling.map_or(Ok(()), Telling::finish)?;
        Ok(ended)
    }

    fn write(&self, changes: &[Change], telling: Option<Telling>) -> Result<(), TurnError> {
        let Some(mut telling) = telling else {
            let name = self.bench.new_uid().to_string();
            return Ok(self.bench.records.apply_loose(&self.bench.tree, &name, changes)?);
        };
        telling.apply(self.bench, Author::Planwright, changes, |group| Line::Closing { group })?;
        telling.finish()
    }

    /// A conclusion with nobody to return to finishes the task that the session was opened for. What was done stays done
    /// if that is refused.
    fn tell_task(&self, turn: &TurnFolder, report: &Report, has_concluded: bool) -> Option<TaskEnd> {
        let link = turn.turn().task.clone()?;
        if !has_concluded {
            self.bench.renew_task(&link);
            return None;
        }
        let trouble = self.bench.finish_task(turn, &link, report).err();
        Some(TaskEnd {
            link,
            trouble: trouble.map(|error| error.to_string()),
        })
    }

    fn report(&self, checked: &Checked) -> Report {
        let proposal = &checked.plan.reading.proposal;
        Report {
            title: proposal.title.value.clone(),
            verdict: Verdict::Completed,
            plan: self.subject.name.clone(),
            started: self.started,
            ended: self.bench.now(),
            prompt: self.subject.turn.as_ref().and_then(prompt),
            approved_by: None,
            digest: checked.digest().to_string(),
            sandbox: None,
            faults: Vec::new(),
            rationale: proposal.rationale.text.value.clone(),
            memos: Vec::new(),
            entries: Vec::new(),
        }
    }
}

/// A plan that was refused stays out of the reports on later ones, because these are in the context.
fn prompt(turn: &TurnFolder) -> Option<String> {
    Some(without_feedback(turn.message.as_deref()?).into_owned())
}

/// Nothing was done, and why.
fn untouched(checked: &Checked, why: &str) -> Vec<Entry> {
    let skipped = |action: &model::Spanned<Action>| Entry {
        action: action.value.clone(),
        fate: Fate::Skipped(why.to_owned()),
        duration_ms: None,
        modified: None,
        details: Details::None,
    };
    checked.plan.reading.proposal.actions.iter().map(skipped).collect()
}

/// What is left to be done.
fn open_part(reading: &Reading, done: &Progress) -> Reading {
    let mut open = reading.clone();
    if done.memos.is_some() {
        open.proposal.memos.clear();
    }
    let is_done = |index: usize| done.outcomes.iter().any(|outcome| outcome.action == index);
    let actions = std::mem::take(&mut open.proposal.actions).into_iter().enumerate();
    open.proposal.actions = actions
        .filter(|(index, _)| !is_done(*index))
        .map(|(_, action)| action)
        .collect();
    open
}
