//! Carrying out an approved plan, action after action, until one fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

use dialect::records::{OwnFilesGap, SkipReason};
use dialect::teddy::record::{Line, Outcome};
use dialect::teddy::{LEFT_OUT, change_memos, write_details};
use model::report::{Approver, Details, Entry, Fate};
use model::{Action, MemoChange, RelPath, Resource, Verdict, limits};
use workspace::{ApplyError, Author, Change, Differences, Digest, Touched, survey_before};

use super::audience::{Audience, News};
use super::bench::Workbench;
use super::checked::Approved;
use super::chosen::Chosen;
use super::command::{self, Cage, Came};
use super::error::{TurnError, UnreadableReason};
use super::group::{self, Group};
use super::guarded::OWN;
use super::own_files::OwnFiles;
use super::place::TurnPlace;
use super::record::{Progress, Telling};
use super::research;
use crate::error::EngineError;

/// One execution under way.
pub(super) struct Carrying<'a> {
    pub bench: &'a Workbench,
    pub approved: &'a Approved,
    pub telling: &'a mut Telling,
    pub audience: &'a mut dyn Audience,
    pub cage: &'a Cage,
    pub cancelled: &'a AtomicBool,
    /// The turn of the plan; `None` for a plan outside of sessions.
    pub turn: Option<&'a TurnPlace>,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Carried {
    pub memos: Vec<MemoChange>,
    pub entries: Vec<Entry>,
    /// What the user answered to messages.
    pub replies: Vec<String>,
    /// The user stopped it between two actions.
    was_stopped: bool,
}

impl Carrying<'_> {
    /// What an earlier process has done already is not done again.
    pub fn carry_out(mut self, before: Progress) -> Result<Carried, EngineError> {
        let mut carried = Carried::default();
        let mut memos = before.memos;
        let mut known: BTreeMap<usize, Outcome> = BTreeMap::new();
        known.extend(before.outcomes.into_iter().map(|outcome| (outcome.action, outcome)));
        let choices = self.approved.chosen().actions();
        let off = (0..choices.len()).filter(|index| !choices[*index].is_on);
        known.extend(off.map(|index| (index, skipped(index, LEFT_OUT))));
        let first_files = files_until_command(self.approved.chosen(), 0).next();
        let first_files = first_files.map(|(index, _)| index);
        let total = choices.len();
        let mut stopped: Option<SkipReason> = None;
        for (index, choice) in choices.iter().enumerate() {
            let action = &choice.form.value;
            if memos.is_none() && first_files.is_none_or(|first| index > first) {
                memos = Some(self.apply_memos()?);
            }
            if self.cancelled.load(Ordering::Relaxed) && stopped.is_none() {
                stopped = Some(SkipReason::UserStopped);
                carried.was_stopped = true;
            }
            let outcome = match (known.remove(&index), &stopped) {
                (Some(outcome), _) => outcome,
                (None, Some(why)) => skipped(index, why),
                (None, None) => {
                    self.audience.tell(News::Begins { index, total, action });
                    self.step(index, action, &mut known, &mut carried)?
                }
            };
            self.audience.tell(News::Ended {
                index,
                total,
                action,
                fate: &outcome.fate,
            });
            if let (Fate::Failed(_) | Fate::Unknown, None) = (&outcome.fate, &stopped) {
                stopped = Some(SkipReason::ActionFailed(index + 1, action.verb()));
            }
            carried.replies.extend(outcome.reply.clone());
            carried.entries.push(entry(action, outcome, choice.told.clone()));
        }
        carried.memos = match memos {
            Some(memos) => memos,
            None => self.apply_memos()?,
        };
        Ok(carried)
    }

    fn step(
        &mut self,
        index: usize,
        action: &Action,
        known: &mut BTreeMap<usize, Outcome>,
        carried: &mut Carried,
    ) -> Result<Outcome, EngineError> {
        let started = self.bench.now();
        let mut outcome = match action {
            Action::Create(_) | Action::Edit(_) => return self.change_files(index, known, carried),
            Action::Execute(execute) => self.run(index, execute, carried)?,
            Action::Research(research) => research::carry_out(self.bench, index, research),
            Action::Chat(chat) => {
                let reply = self.audience.reply(&chat.message.value);
                let reply = reply.map(|reply| self.bench.setting.discretion.redact(&reply));
                let reply = reply.map(|reply| self.bench.secrets.redact(&reply));
                Outcome {
                    reply: reply.clone(),
                    ..done(index, &Details::Replied(reply))
                }
            }
            Action::Read(read) => match &read.resource.value {
                Resource::Url(url) => match self.bench.refused_host(url, self.turn.is_some()) {
                    Some(why) => Outcome {
                        fate: Fate::NotFetched(why),
                        ..done(index, &Details::None)
                    },
                    None => done(index, &Details::None),
                },
                Resource::File(_) => done(index, &Details::None),
            },
            Action::Prune(_) | Action::Invoke(_) | Action::Conclude(_) => done(index, &Details::None),
        };
        outcome.duration_ms = u64::try_from(self.bench.now().millis_since(started)).ok();
        self.telling.tell(&Line::Outcome(outcome.clone()))?;
        self.take_over(outcome.changed.as_deref().unwrap_or_default(), carried)?;
        Ok(outcome)
    }

    /// A command such as a formatter works on files that the plan has just changed. What it left of them is written down
    /// as one more group, so that undoing the turn finds what it expects and can go back to before the first one.
    fn take_over(&mut self, changed: &[RelPath], carried: &Carried) -> Result<(), ApplyError> {
        let own: BTreeSet<&RelPath> = carried.own_files().collect();
        let same = |path: &RelPath| {
            let now = self.bench.tree.read(path, limits::EDITED_FILE_BYTES).ok()?;
            Some(Change::Edit {
                path: path.clone(),
                before: now.digest,
                content: now.bytes,
            })
        };
        let changes: Vec<Change> = changed
            .iter()
            .filter(|path| own.contains(path))
            .filter_map(same)
            .collect();
        if changes.is_empty() {
            return Ok(());
        }
        let line = |group| Line::Files {
            group,
            outcomes: Vec::new(),
        };
        // The content stays the same.
        match self
            .telling
            .apply(self.bench, (Author::Action, &|_| Ok(())), &changes, line)
        {
            // If somebody is quicker, undoing refuses, and that is right.
            Err(ApplyError::Stale(_)) => Ok(()),
            applied => applied,
        }
    }

    /// All file changes up to the next command are one group, applied when the first of them comes.
    fn change_files(
        &mut self,
        index: usize,
        known: &mut BTreeMap<usize, Outcome>,
        carried: &Carried,
    ) -> Result<Outcome, EngineError> {
        let files: Vec<(usize, &Action)> = files_until_command(self.approved.chosen(), index).collect();
        let started = self.bench.now();
        let worked_out = self
            .permit(&files)
            .and_then(|()| group::work_out(&self.bench.tree, &files));
        let failed = match worked_out.map(|group| self.redacted(group)) {
            Ok(group) => match self.apply_expected(&group, index) {
                Ok(()) => {
                    // They happened together, so each took as long as all of them.
                    let duration_ms = u64::try_from(self.bench.now().millis_since(started)).ok();
                    let outcomes = group
                        .outcomes
                        .into_iter()
                        .map(|outcome| Outcome { duration_ms, ..outcome });
                    known.extend(outcomes.map(|outcome| (outcome.action, outcome)));
                    return Ok(known.remove(&index).unwrap_or_else(|| done(index, &Details::None)));
                }
                // Somebody was quicker. As long as nothing was done, nothing is.
                Err(error @ ApplyError::Stale(_)) if carried.is_untouched() => return Err(error.into()),
                Err(error) => misfit(&files, error.path(), error.to_string()),
            },
            Err(misfit) => misfit,
        };
        let with = SkipReason::GroupFailed(failed.action + 1);
        let outcome = |other: usize| match other == failed.action {
            true => Outcome {
                fate: Fate::Failed(failed.why.clone()),
                ..skipped(other, "")
            },
            false => skipped(other, with),
        };
        let outcomes: Vec<Outcome> = files.iter().map(|(other, _)| outcome(*other)).collect();
        let others = outcomes.iter().filter(|outcome| outcome.action != index);
        known.extend(others.map(|outcome| (outcome.action, outcome.clone())));
        // Told at once: whoever goes on after a kill must not find a part of the group still to be done.
        self.telling.tell(&Line::Failed { outcomes })?;
        Ok(outcome(index))
    }

    /// No sandbox holds for file changes, so only a person can approve a change of what git runs or reads, or of the
    /// configuration that decides about approvals.
    fn permit(&self, files: &[(usize, &Action)]) -> Result<(), group::Misfit> {
        if self.approved.by() == Approver::Human {
            return Ok(());
        }
        let touched = Touched {
            paths: files.iter().filter_map(|(_, action)| changed_path(action)).collect(),
            created: Vec::new(),
        };
        let checked = self.bench.check_files(&touched);
        checked.map_err(|error| misfit(files, error.path(), error.to_string()))
    }

    /// Behind a command, files are whatever it has made of them; before it, they are what was approved.
    fn apply_expected(&mut self, group: &Group, index: usize) -> Result<(), ApplyError> {
        let mut behind = self.approved.chosen().actions_on().take_while(|(at, _)| *at < index);
        if !behind.any(|(_, action)| matches!(action, Action::Execute(_))) {
            self.approved.expects(&group.changes)?;
        }
        self.apply(group)
    }

    /// The record keeps what the report will say, so no secret may be in it either.
    fn redacted(&self, mut group: Group) -> Group {
        for outcome in &mut group.outcomes {
            outcome.details = self.bench.secrets.redact(&outcome.details);
        }
        group
    }

    fn apply(&mut self, group: &Group) -> Result<(), ApplyError> {
        let outcomes = group.outcomes.clone();
        let line = |group| Line::Files { group, outcomes };
        let (bench, is_approved) = (self.bench, self.approved.by() == Approver::Human);
        let check = |touched: &Touched<'_>| match is_approved {
            true => Ok(()),
            false => bench.check_files(touched),
        };
        self.telling
            .apply(bench, (Author::Action, &check), &group.changes, line)
    }

    fn run(
        &mut self,
        index: usize,
        execute: &model::proposal::Execute,
        carried: &Carried,
    ) -> Result<Outcome, EngineError> {
        let command = self.bench.secrets.redact(execute.command.value.bare());
        let before = survey_before(&self.bench.tree)?;
        self.telling.append_durable(&Line::Started {
            action: index,
            command: command.clone(),
            sandbox: self.cage.describe(Some(self.approved.by())),
        })?;
        let own = OwnFiles::keep(self.bench, Some(&*self.telling), self.turn, self.cage.sandbox());
        let gaps = own
            .iter()
            .flat_map(|own| own.gaps.iter().map(OwnFilesGap::to_string))
            .collect::<Vec<_>>();
        let audience = &mut *self.audience;
        let show = &mut |text: &str| audience.tell(News::Output(text));
        gaps.iter().for_each(|gap| show(&format!("{gap}\n")));
        let by = self.approved.by();
        let ran = command::run_to_end(self.bench, execute, self.cage, by, self.cancelled, show);
        let shortened = ran
            .as_ref()
            .ok()
            .and_then(|ran| command::shortened_note(self.bench, execute, by, ran));
        // Restore before anything is written: the command may have removed the record itself.
        let restore = |own: &OwnFiles| own.restore(self.bench, &command, Some(&mut *self.telling), self.turn);
        let harm = own.as_ref().map(restore);
        let changes = || {
            let mut changes = command::changes(self.bench, &before)?;
            if let Some(own) = &own {
                own.leave_out_own(self.bench, &mut changes);
            }
            Ok(changes)
        };
        let mut came = Came::of(execute, self.cage, ran, changes);
        came.note(gaps);
        came.note(shortened.into_iter().collect());
        if let Some(damage) = harm.flatten() {
            came.fail(damage.to_string());
        }
        Ok(Outcome {
            fate: came.fate,
            changed: came.changed.and_then(|changes| carried.to_record(&changes)),
            ..done(index, &came.details)
        })
    }

    /// What an agent learned holds whatever becomes of its actions. They follow the first group of files: as long as that
    /// one can still be refused, nothing at all may have been written.
    fn apply_memos(&mut self) -> Result<Vec<MemoChange>, EngineError> {
        let lines = self.approved.chosen().memo_lines();
        let changes: Vec<MemoChange> = lines.map(|line| line.change.clone()).collect();
        if changes.is_empty() {
            return Ok(changes);
        }
        let path = super::place::teddy_path(super::MEMOS);
        let old = self.bench.text(&path)?;
        let content = change_memos(old.as_deref().unwrap_or_default(), &changes);
        let content = content.map_err(|why| TurnError::Unreadable {
            path: path.clone(),
            why: UnreadableReason::Other(why.to_string()),
        })?;
        let before = old.map(|old| Digest::of(old.as_bytes()));
        let change = group::change(path, before, content.into_bytes());
        let line = |group| Line::Memos {
            group,
            changes: changes.clone(),
        };
        self.telling.apply(self.bench, OWN, &[change], line)?;
        Ok(changes)
    }
}

impl Carried {
    /// Nothing has to fail for a plan not to be completed.
    pub fn verdict(&self) -> Verdict {
        let has_done = self.entries.iter().any(|entry| entry.fate == Fate::Done);
        match Verdict::of(&self.entries) {
            Verdict::Completed if self.was_stopped && has_done => Verdict::Partial,
            Verdict::Completed if self.was_stopped => Verdict::Failed,
            verdict => verdict,
        }
    }

    /// Whether nothing of the workspace can have changed yet.
    fn is_untouched(&self) -> bool {
        let changes = |entry: &Entry| matches!(entry.action, Action::Create(_) | Action::Edit(_) | Action::Execute(_));
        !self
            .entries
            .iter()
            .any(|entry| entry.fate.was_tried() && changes(entry))
    }

    /// The changes of a command that undo has to know. Undo also compares the modes of the plan's own files.
    fn to_record(&self, changes: &Differences) -> Option<Vec<RelPath>> {
        let own: BTreeSet<&RelPath> = self.own_files().collect();
        let modes = changes.modes.iter().filter(|path| own.contains(path));
        let paths = changes.content().into_iter().chain(modes.cloned()).collect();
        changes.unnamed.is_empty().then_some(paths)
    }

    /// Files that the plan itself has made or edited so far.
    fn own_files(&self) -> impl Iterator<Item = &RelPath> {
        let done = self.entries.iter().filter(|entry| entry.fate == Fate::Done);
        done.filter_map(|entry| changed_path(&entry.action))
    }
}

/// The actions that change files from this place in the plan to the next command.
fn files_until_command(chosen: &Chosen, from: usize) -> impl Iterator<Item = (usize, &Action)> {
    let until_command = chosen
        .actions_on()
        .skip_while(move |(index, _)| *index < from)
        .take_while(|(_, action)| !matches!(action, Action::Execute(_)));
    until_command.filter(|(_, action)| changed_path(action).is_some())
}

/// The file that an action makes or edits.
fn changed_path(action: &Action) -> Option<&RelPath> {
    match action {
        Action::Create(create) => Some(&create.path.value),
        Action::Edit(edit) => Some(&edit.path.value),
        _ => None,
    }
}

/// Blames the action of a group that changes this file, else the first one.
fn misfit(files: &[(usize, &Action)], path: Option<&RelPath>, why: String) -> group::Misfit {
    let mut all = files.iter();
    let found = all.find(|(_, action)| path.is_some() && changed_path(action) == path);
    group::Misfit {
        action: found.or(files.first()).map_or(0, |(index, _)| *index),
        why,
    }
}

pub(super) fn entry(action: &Action, outcome: Outcome, modified: Option<String>) -> Entry {
    Entry {
        action: action.clone(),
        fate: outcome.fate,
        duration_ms: outcome.duration_ms,
        modified,
        details: match outcome.details.is_empty() {
            true => Details::None,
            false => Details::Written(outcome.details),
        },
    }
}

pub(super) fn done(action: usize, details: &Details) -> Outcome {
    Outcome {
        action,
        fate: Fate::Done,
        duration_ms: None,
        details: write_details(details),
        changed: Some(Vec::new()),
        reply: None,
    }
}

pub(super) fn skipped(action: usize, why: impl Display) -> Outcome {
    Outcome {
        fate: Fate::Skipped(why.to_string()),
        ..done(action, &Details::None)
    }
}
