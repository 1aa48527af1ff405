//! Taking back what an executed turn did to files.

use std::collections::BTreeSet;

use dialect::teddy::record::Line;
use dialect::teddy::{read_meta, set_undone};
use model::{AgentName, RelPath, Timestamp};
use workspace::{Author, Change, Digest, Group, HoldError, RecordState, is_done, revert_groups};

use super::bench::Workbench;
use super::error::TurnError;
use super::folder::{META, TurnFolder};
use super::place::TurnPlace;
use super::record::{FoundRecord, all, load, seal};
use crate::project::{self, Engine, Setting};
use crate::sessions::Target;

pub struct TurnUndone {
    /// The plan that was executed.
    pub plan: String,
    pub turn: Option<TurnPlace>,
    /// Files that are again what they were.
    pub files: Vec<RelPath>,
    /// Commands that ran, whose effects stay.
    pub commands: Vec<String>,
    /// Files that commands changed, and that were left alone.
    pub left: Vec<RelPath>,
}

impl Workbench {
    /// Takes back the last executed turn of this workspace, or the last one of somebody's. If its commands changed files,
    /// what was there before is not known, and only `keep_commands` leaves those as they are.
    pub fn undo_turn(&self, of: Option<&AgentName>, keep_commands: bool) -> Result<TurnUndone, TurnError> {
        let is_meant = |found: &FoundRecord| {
            found.name.state != RecordState::Undone && of.is_none_or(|agent| found.head.by == *agent)
        };
        let found = all(self)?.into_iter().find(is_meant).ok_or(TurnError::NothingToUndo)?;
        let _hold = self.hold(&found.head.plan)?;
        // Whoever held it before may have gone on with it.
        let found = all(self)?.into_iter().find(|now| now.name.number == found.name.number);
        let found = found.filter(is_meant).ok_or(TurnError::NothingToUndo)?;
        let groups = self.groups_of(&found)?;
        let left = match left_by_commands(&found) {
            Left::Files(files) => files,
            Left::Unknown if keep_commands => Vec::new(),
            Left::Unknown => return Err(TurnError::CommandsChanged { files: Vec::new() }),
        };
        if !left.is_empty() && !keep_commands {
            return Err(TurnError::CommandsChanged { files: left });
        }
        let back = self.records.way_back(found.name.number);
        let applied = revert_groups(&self.tree, &groups, &back)?;
        seal(self, found.name, RecordState::Undone)?;
        let turn = found.head.turn.clone().map(|(session, id)| TurnPlace { session, id });
        if let Some(place) = &turn {
            self.mark_undone(place)?;
            self.reopen_task(&found, place)?;
        }
        Ok(TurnUndone {
            plan: found.head.plan.clone(),
            turn,
            files: applied.paths,
            commands: commands(&found),
            left,
        })
    }

    /// The task that the turn has finished is not done any more.
    fn reopen_task(&self, found: &FoundRecord, place: &TurnPlace) -> Result<(), TurnError> {
        let has_finished = found.lines.iter().any(|line| {
            matches!(
                line,
                Line::Ended {
                    has_finished_task: true,
                    ..
                }
            )
        });
        match TurnFolder::load(self, place)?.turn().task.clone() {
            Some(link) if has_finished => self.take_up_task(&link),
            _ => Ok(()),
        }
    }

    /// Whoever took a turn back may have died before its folder said so.
    pub(super) fn finish_undo(&self) -> Result<(), TurnError> {
        let taken_back = self.records.list()?.into_iter().rev();
        let last = taken_back.take_while(|name| name.state == RecordState::Undone).last();
        let Some(found) = last.map(|name| load(self, name)).transpose()?.flatten() else {
            return Ok(());
        };
        let Some((session, id)) = found.head.turn.clone() else {
            return Ok(());
        };
        let place = TurnPlace { session, id };
        let is_told = |text: &str| read_meta(text).map_or(true, |meta| meta.turn.undone_at.is_some());
        if self.text(&place.file(META))?.is_none_or(|text| is_told(&text)) {
            return Ok(());
        }
        match self.hold(&found.head.plan) {
            // It is being said just now.
            Err(TurnError::Held(HoldError::HeldBy { .. })) => Ok(()),
            Err(error) => Err(error),
            Ok(_hold) => self.mark_undone(&place),
        }
    }

    /// What was applied, in its order.
    fn groups_of(&self, found: &FoundRecord) -> Result<Vec<Group>, TurnError> {
        let mut groups = Vec::new();
        for line in &found.lines {
            let (group, author) = match line {
                Line::Memos { group, .. } => (*group, Author::Planwright),
                Line::Files { group, .. } => (*group, Author::Action),
                _ => continue,
            };
            let journal = self.records.journal(found.name.number, group);
            if is_done(&journal)? {
                groups.push(Group { journal, author });
            }
        }
        Ok(groups)
    }

    fn mark_undone(&self, place: &TurnPlace) -> Result<(), TurnError> {
        let path = place.file(META);
        let Some(old) = self.text(&path)? else {
            return Ok(());
        };
        let unreadable = |why| TurnError::Unreadable {
            path: path.clone(),
            why,
        };
        let content = set_undone(&old, self.now()).map_err(unreadable)?.into_bytes();
        let before = Digest::of(old.as_bytes());
        let change = Change::Edit {
            path: path.clone(),
            before,
            content,
        };
        Ok(self
            .records
            .apply_loose(&self.tree, &self.new_uid().to_string(), &[change])?)
    }
}

/// What commands did to files.
enum Left {
    Files(Vec<RelPath>),
    /// One was interrupted.
    Unknown,
}

/// Files that commands changed, but for those that the turn had changed before them: these go back to what they were.
fn left_by_commands(found: &FoundRecord) -> Left {
    let mut own = BTreeSet::new();
    let mut left = BTreeSet::new();
    let mut is_running = false;
    for line in &found.lines {
        match line {
            Line::Files { outcomes, .. } => own.extend(outcomes.iter().flat_map(|outcome| outcome.changed.clone())),
            Line::Started { .. } => is_running = true,
            Line::Outcome(outcome) => {
                is_running = false;
                left.extend(outcome.changed.iter().filter(|path| !own.contains(*path)).cloned());
            }
            _ => {}
        }
    }
    match is_running {
        true => Left::Unknown,
        false => Left::Files(left.into_iter().collect()),
    }
}

impl Engine {
    /// Whether the last thing that the asker did is an executed turn, rather than an operation on the plan.
    pub fn did_turn_last(setting: &Setting, target: &Target, by: &AgentName) -> Result<bool, TurnError> {
        let turn = Workbench::newest_of(setting, by)?;
        let operation = match Self::open(setting) {
            Ok(mut engine) => engine.latest_at(target, by)?,
            Err(_) => None,
        };
        // At the same moment, the turn came after the operations that it told of itself.
        Ok(turn.is_some_and(|turn| operation.is_none_or(|operation| operation <= turn)))
    }
}

impl Workbench {
    /// When the asker last executed a turn that was not taken back.
    fn newest_of(setting: &Setting, by: &AgentName) -> Result<Option<Timestamp>, TurnError> {
        if !workspace::has_folder(&project::records_of(setting), ".") {
            return Ok(None);
        }
        let bench = Self::open(setting, Vec::new())?;
        let standing = |found: &FoundRecord| found.name.state != RecordState::Undone && found.head.by == *by;
        Ok(all(&bench)?.into_iter().find(standing).map(|found| found.ended()))
    }
}

fn commands(found: &FoundRecord) -> Vec<String> {
    let command = |line: &Line| match line {
        Line::Started { command, .. } => Some(command.clone()),
        _ => None,
    };
    found.lines.iter().filter_map(command).collect()
}
