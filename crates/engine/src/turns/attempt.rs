//! The steps around carrying out: checking, turning down, skipping, reporting.

use std::sync::atomic::AtomicBool;

use dialect::records::SkipReason;
use dialect::teddy::check::check;
use dialect::teddy::record::{self, Head, Line};
use dialect::teddy::{Reading, Subjects, feedback, without_feedback, write_report_of};
use model::report::Entry;
use model::{Action, AgentName, Proposal, Report, Resource, Timestamp, Verdict};
use workspace::{ApplyError, Change, Digest};

use super::MEMOS;
use super::actions::{Carried, Carrying, entry, skipped};
use super::audience::Audience;
use super::bench::Workbench;
use super::checked::{Approved, Checked};
use super::choosing::ItemId;
use super::chosen::{Choice, Chosen};
use super::command::{Cage, SandboxWish};
use super::error::{RecordDamage, TurnError};
use super::execute::{Before, Conclusion, Ended, TaskEnd};
use super::folder::TurnFolder;
use super::guarded::OWN;
use super::place::teddy_path;
use super::record::{Progress, Telling, damaged};
use super::subject::Subject;
use super::transition::{NextTurn, Outcome};
use crate::error::EngineError;
use crate::proposals::{ReadPlan, Sight, memos};

pub(super) struct Attempt<'a> {
    pub bench: &'a Workbench,
    pub subject: &'a Subject,
    pub started: Timestamp,
    pub by: &'a AgentName,
    pub conclusion: Conclusion,
    /// What an earlier process left of the same execution.
    pub before: Before,
}

impl Attempt<'_> {
    /// What the user chose before an interruption, or everything.
    fn chosen(&self, proposal: &Proposal) -> Result<Chosen, EngineError> {
        let plan = Digest::of(self.subject.source.as_bytes());
        let found = self.before.found.as_ref();
        let Some((choice, name)) = found.and_then(|found| Some((found.choice()?, found.name))) else {
            return Ok(Chosen::everything(plan, proposal));
        };
        let chosen = Chosen::recall(plan, choice, proposal);
        chosen.ok_or_else(|| damaged(self.bench, name, RecordDamage::OtherChoice))
    }

    /// The workspace as the plan is held against it.
    pub fn sight(&self) -> Result<Sight<'_>, EngineError> {
        let sight = Sight::new(&self.bench.tree, memos(&self.bench.root));
        let Some(turn) = &self.subject.turn else {
            return Ok(sight);
        };
        let mut view = self.bench.turn_view(turn)?;
        // Whoever has made a file knows it, also in an earlier process.
        view.shown.extend(made(&self.before.progress.outcomes));
        Ok(sight.in_turn(view, self.bench.agents()?))
    }

    /// Actions that were carried out before an interruption are not held against the workspace that they changed.
    pub fn check(&self, sight: &Sight<'_>) -> Result<Checked, EngineError> {
        let done = &self.before.progress;
        let judge = |text: &str, reading: &Reading| {
            let chosen = self.chosen(&reading.proposal)?;
            Ok(check(text, &open_part(reading, done, &chosen), sight))
        };
        let plan = ReadPlan::new(&self.subject.name, self.subject.source.clone(), judge)?;
        let chosen = self.chosen(&plan.reading.proposal)?;
        let mut checked = Checked::new(plan, chosen);
        if !checked.proposal().memos.is_empty() && done.memos.is_none() {
            let path = teddy_path(MEMOS);
            let text = self.bench.text(&path)?;
            checked.rest_on(path, text.map(|text| Digest::of(text.as_bytes())));
        }
        Ok(checked)
    }

    /// The paths of the task that the turn advances. It is only a matter of what is pointed out, so a plan that cannot be
    /// asked stops nobody.
    pub fn declared(&self) -> Vec<String> {
        let link = self.subject.turn.as_ref().and_then(|turn| turn.turn().task.clone());
        link.and_then(|link| self.bench.paths_of(&link).ok())
            .unwrap_or_default()
    }

    /// `None` if the plan runs no command.
    pub fn cage(&self, checked: &Checked, wish: SandboxWish) -> Result<Option<Cage>, EngineError> {
        let actions = &checked.plan.reading.proposal.actions;
        let has_command = actions.iter().any(|action| matches!(action.value, Action::Execute(_)));
        has_command.then(|| Cage::for_nobody(self.bench, wish)).transpose()
    }

    /// Does what was approved, as far as it is not done, and reports it.
    pub fn carry_out(
        &self,
        approved: &Approved,
        cage: &Cage,
        audience: &mut dyn Audience,
        cancelled: &AtomicBool,
    ) -> Result<Ended, EngineError> {
        let mut telling = self.telling(approved)?;
        let carrying = Carrying {
            bench: self.bench,
            approved,
            telling: &mut telling,
            audience,
            cage,
            cancelled,
            turn: self.subject.turn.as_ref().map(|turn| &turn.place),
        };
        match carrying.carry_out(self.before.progress.clone()) {
            Ok(carried) => self.close(approved, carried, telling, cage),
            // Nothing was done yet, so nothing has to be told.
            Err(EngineError::Apply(error @ ApplyError::Stale(_))) => {
                telling.discard()?;
                Err(error.into())
            }
            Err(error) => Err(error),
        }
    }

    fn telling(&self, approved: &Approved) -> Result<Telling, EngineError> {
        let mut choice = approved.chosen().recorded();
        for part in &mut choice.actions {
            // What will stand in the report must not hold a secret here either; the form itself has to stay what it is.
            part.told = self.bench.secrets.redact(&part.told);
        }
        if let (Some(mut telling), Some(found)) = (self.telling_again()?, &self.before.found) {
            let old = found.choice();
            let is_new = old.map_or(!approved.chosen().is_everything(), |old| *old != choice);
            if is_new {
                telling.swear(&Line::Choice(choice))?;
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
        let mut telling = Telling::begin(self.bench, head)?;
        if !approved.chosen().is_everything() {
            telling.tell(&Line::Choice(choice))?;
        }
        Ok(telling)
    }

    /// The plan does not fit. It is reported, and the next turn begins with what is wrong.
    pub fn turn_down(&self, checked: &Checked) -> Result<Ended, EngineError> {
        let report = Report {
            faults: checked.plan.diagnostics.clone(),
            ..self.stopped(checked, Verdict::Invalid, SkipReason::PlanInvalid)
        };
        let message = feedback(&checked.plan.diagnostics, &checked.plan.source);
        self.end(checked, report, Some(message), self.telling_again()?)
    }

    /// The user does not want it.
    pub fn skip(&self, checked: &Checked, message: Option<String>) -> Result<Ended, EngineError> {
        // The person has just typed it, and is told if it does not stay as it is.
        let message = message.map(|message| self.bench.setting.discretion.redact(&message));
        let report = self.stopped(checked, Verdict::Skipped, SkipReason::PlanSkipped);
        self.end(checked, report, message, self.telling_again()?)
    }

    /// A report of a plan that is not carried out, or not to its end: what was done before it was interrupted is told.
    fn stopped(&self, checked: &Checked, verdict: Verdict, why: SkipReason) -> Report {
        let Before { found, progress, .. } = &self.before;
        let of = |(index, choice): (usize, &Choice<Action>)| {
            let done = progress
                .outcomes
                .iter()
                .find(|outcome| outcome.action == index)
                .cloned();
            let told = choice.told.clone().filter(|_| done.is_some());
            entry(&choice.form.value, done.unwrap_or_else(|| skipped(index, why)), told)
        };
        let entries: Vec<Entry> = checked.chosen.actions().iter().enumerate().map(of).collect();
        let has_done = entries.iter().any(|entry| entry.fate.was_tried());
        Report {
            verdict: match has_done {
                true => Verdict::Partial,
                false => verdict,
            },
            memos: progress.memos.clone().unwrap_or_default(),
            approved_by: found.as_ref().map(|found| found.head.approver),
            entries,
            ..self.report(checked)
        }
    }

    /// Goes on with the record of the interrupted execution.
    fn telling_again(&self) -> Result<Option<Telling>, EngineError> {
        let Some(found) = &self.before.found else {
            return Ok(None);
        };
        let mut telling = Telling::again(self.bench, found)?;
        if let Some(resolved) = &self.before.resolved {
            // If we die as well, the command must not look as if it had never been started.
            telling.swear(&Line::Outcome(resolved.clone()))?;
        }
        Ok(Some(telling))
    }

    fn close(
        &self,
        approved: &Approved,
        carried: Carried,
        telling: Telling,
        cage: &Cage,
    ) -> Result<Ended, EngineError> {
        let mut sandboxes = self.before.progress.sandboxes.clone();
        let ran = |entry: &&Entry| matches!(entry.action, Action::Execute(_)) && entry.fate.was_tried();
        // What ran before an interruption was approved by itself.
        if carried.entries.iter().filter(ran).count() > sandboxes.len() {
            sandboxes.push(cage.describe(Some(approved.by())));
        }
        sandboxes.dedup();
        let report = Report {
            verdict: carried.verdict(),
            approved_by: Some(approved.by()),
            sandbox: (!sandboxes.is_empty()).then(|| sandboxes.join("; and then: ")),
            memos: carried.memos,
            memo_choices: approved.chosen().memo_choices(approved.checked().proposal()),
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
        mut telling: Option<Telling>,
    ) -> Result<Ended, EngineError> {
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
            ended.task = self.tell_task(turn, &ended.report, next.is_none(), telling.as_mut())?;
            let mut changes = vec![Change::Create {
                path: turn.report_path(),
                content: ended.text.clone().into_bytes(),
            }];
            changes.extend(next.iter().flat_map(NextTurn::changes));
            ended.turn = Some(turn.place.clone());
            ended.next = next.map(|next| next.place);
            let has_finished_task = self.conclusion == Conclusion::Finishes
                && ended.task.as_ref().is_some_and(|task| task.trouble.is_none());
            return self.write(&changes, telling, has_finished_task).map(|()| ended);
        }
        telling.map_or(Ok(()), |telling| self.finish(telling, false))?;
        Ok(ended)
    }

    fn write(&self, changes: &[Change], telling: Option<Telling>, has_finished_task: bool) -> Result<(), EngineError> {
        let Some(mut telling) = telling else {
            return self.bench.change(changes);
        };
        let closed = telling.apply(self.bench, OWN, changes, |group| Line::Closing { group });
        closed.map_err(TurnError::NotClosed)?;
        self.finish(telling, has_finished_task)
    }

    fn finish(&self, mut telling: Telling, has_finished_task: bool) -> Result<(), EngineError> {
        let at = self.bench.now();
        let line = Line::Ended { at, has_finished_task };
        match self.subject.turn {
            // The synced report beside the plan already shows that the turn was executed.
            Some(_) => telling.tell(&line)?,
            None => telling.append_durable(&line)?,
        }
        telling.finish(self.bench)
    }

    /// A conclusion with nobody to return to finishes the task that the session was opened for. What was done stays done
    /// if that is refused.
    fn tell_task(
        &self,
        turn: &TurnFolder,
        report: &Report,
        has_concluded: bool,
        telling: Option<&mut Telling>,
    ) -> Result<Option<TaskEnd>, EngineError> {
        let Some(link) = turn.turn().task.clone() else {
            return Ok(None);
        };
        if !has_concluded {
            self.bench.renew_task(&link);
            return Ok(None);
        }
        let trouble = match self.conclusion {
            Conclusion::Finishes => {
                // If we die behind it, undoing the turn must know of the task.
                telling.map_or(Ok(()), |telling| telling.swear(&Line::Concluding {}))?;
                self.bench.finish_task(turn, &link, report).err()
            }
            Conclusion::IsTold => None,
        };
        Ok(Some(TaskEnd {
            link,
            trouble: trouble.map(|error| error.to_string()),
        }))
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
            memo_choices: Vec::new(),
            entries: Vec::new(),
        }
    }
}

/// A plan that was refused stays out of the reports on later ones, because these are in the context.
fn prompt(turn: &TurnFolder) -> Option<String> {
    Some(without_feedback(turn.message.as_deref()?).into_owned())
}

/// The files that these actions have made or changed.
fn made(outcomes: &[record::Outcome]) -> impl Iterator<Item = Resource> + '_ {
    let changed = outcomes.iter().flat_map(|outcome| outcome.changed.iter().flatten());
    changed.cloned().map(Resource::File)
}

/// What is left to be done, in the form that was chosen.
fn open_part(reading: &Reading, done: &Progress, chosen: &Chosen) -> Reading {
    let is_left = |id| match id {
        ItemId::Memo(_) => done.memos.is_none(),
        ItemId::Action(index) => done.outcomes.iter().all(|outcome| outcome.action != index),
    };
    Reading {
        proposal: chosen.applied_to(&reading.proposal, is_left),
        ..reading.clone()
    }
}
