//! Taking back what an executed turn did to files.

use std::collections::BTreeSet;

use dialect::teddy::record::{Line, Undo};
use dialect::teddy::{read_meta, set_undone};
use model::{AgentName, RelPath, TaskKey, Timestamp, Turn};
use workspace::{
    ApplyError, Author, Change, Digest, Group, HoldError, RecordName, RecordState, Records, is_done, paths_in,
    revert_groups,
};

use super::bench::Workbench;
use super::error::{CommandChanges, TurnError, UnreadableReason};
use super::folder::{META, REPORT};
use super::place::TurnPlace;
use super::record::{FoundRecord, Telling, all, load, passed_over, seal};
use crate::error::{EngineError, ProjectError};
use crate::plan::sessions::Target;
use crate::project::{self, Engine, Setting};

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
    /// An earlier call took it back, and died before it could say so.
    pub was_interrupted: bool,
    /// What could not follow the files.
    pub remarks: Vec<UndoRemark>,
    pub receipt: Receipt,
}

/// What could not follow the files that an undo restored.
#[derive(Debug)]
pub enum UndoRemark {
    /// A later record is damaged, and does not name its agent.
    RecordSkipped(EngineError),
    TurnUnmarked(EngineError),
    TaskKept(TaskKey, KeptTask),
}

/// Why a task was not reopened.
#[derive(Debug)]
pub enum KeptTask {
    /// The report of the turn is not its outcome.
    OtherOutcome,
    InProgress(AgentName),
    Failed,
    Dropped,
    Refused(EngineError),
}

/// To be handed back when whoever asked was told. Until then the same question has the same answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    records: Records,
    name: RecordName,
}

impl Receipt {
    /// What cannot be noted now is told once more, and nothing else comes of it.
    pub fn hand_back(self) {
        let _ = self.records.mark(self.name, RecordState::Undone);
    }
}

impl Workbench {
    /// Takes back the last executed turn of this workspace, or the last one of somebody's. If its commands changed files,
    /// what was there before is not known, and only `keep_commands` leaves those as they are.
    ///
    /// Whoever repeats a call that died is told what became of that one, and nothing else is taken back.
    pub fn undo_turn(&self, of: Option<&AgentName>, keep_commands: bool) -> Result<TurnUndone, EngineError> {
        self.recover()?;
        let is_meant = |found: &FoundRecord| {
            found.name.state != RecordState::Undone && of.is_none_or(|agent| found.head.by == *agent)
        };
        let found = all(self)?.into_iter().find(is_meant);
        let mut remarks = passed_over(self, found.as_ref().map_or(0, |found| found.name.number), of)?;
        let found = found.ok_or(TurnError::NothingToUndo)?;
        let _hold = self.hold(&found.head.plan)?;
        // Whoever held it before may have gone on with it.
        let found = all(self)?.into_iter().find(|now| now.name.number == found.name.number);
        let found = found.filter(is_meant).ok_or(TurnError::NothingToUndo)?;
        let was_interrupted = !found.name.state.stands();
        let Left {
            files: left,
            is_unknown,
        } = Left::by_commands(&found);
        if !was_interrupted {
            if (is_unknown || !left.is_empty()) && !keep_commands {
                return Err(TurnError::CommandsChanged(match (left.is_empty(), is_unknown) {
                    (true, _) => CommandChanges::Unknown,
                    (false, true) => CommandChanges::Partial(left),
                    (false, false) => CommandChanges::Complete(left),
                })
                .into());
            }
            self.revert(&found)?;
        }
        remarks.extend(self.follow_files(&found)?);
        seal(self, found.name, RecordState::Untold)?;
        Ok(TurnUndone {
            plan: found.head.plan.clone(),
            turn: found.place(),
            files: paths_in(&self.records.way_back(found.name.number))?,
            commands: commands(&found),
            left,
            was_interrupted,
            remarks,
            receipt: Receipt {
                records: self.records.clone(),
                name: RecordName {
                    state: RecordState::Untold,
                    ..found.name
                },
            },
        })
    }

    /// Gives the files back. All that will have to follow them is told before, so that whoever comes after a crash knows it.
    fn revert(&self, found: &FoundRecord) -> Result<(), EngineError> {
        let groups = self.groups_of(found)?;
        let intent = self.intent(found)?;
        Telling::again(self, found)?.swear(&Line::Undo(intent))?;
        let back = self.records.way_back(found.name.number);
        match revert_groups(&self.tree, &groups, &back, &|touched| self.check_files(touched)) {
            Err(ApplyError::Guarded { why, .. }) => Err(TurnError::NotRestored { why }.into()),
            reverted => Ok(reverted.map(|_| ())?),
        }
    }

    /// What goes back with the files. A turn that could not be marked is not taken back at all.
    fn intent(&self, found: &FoundRecord) -> Result<Undo, EngineError> {
        let at = self.now();
        let Some(place) = found.place() else {
            return Ok(Undo { at, task: None });
        };
        let task = match self.marked(&place, at)? {
            Some(Marked { turn, .. }) if found.has_concluded() => turn.task,
            _ => None,
        };
        Ok(Undo { at, task })
    }

    /// What belongs to files that are back is brought in line with them, as far as that was not done yet. What stands in
    /// the way for good is told.
    fn follow_files(&self, found: &FoundRecord) -> Result<Vec<UndoRemark>, EngineError> {
        let Some(place) = found.place() else {
            return Ok(Vec::new());
        };
        let mut remarks = Vec::new();
        let undo = match found.undo() {
            Some(undo) => Ok(undo.clone()),
            None => self.intent(found),
        };
        let undo = match undo.and_then(|undo| self.mark_undone(&place, undo.at).map(|()| undo)) {
            Err(error @ EngineError::Turn(TurnError::Unreadable { .. } | TurnError::NotText { .. })) => {
                remarks.push(UndoRemark::TurnUnmarked(error));
                found.undo().cloned()
            }
            marked => Some(marked?),
        };
        if let Some(link) = undo.and_then(|undo| undo.task) {
            remarks.extend(self.take_up_task(&link, &place.file(REPORT))?);
        }
        Ok(remarks)
    }

    /// Whoever took a turn back may have died before the rest followed the files.
    pub(super) fn finish_undo(&self) -> Result<(), EngineError> {
        let mut names = self.records.list()?;
        names.retain(|name| name.state == RecordState::Reverted);
        for name in names {
            let Some(found) = load(self, name)? else { continue };
            let _hold = match self.hold(&found.head.plan) {
                // It is being done just now.
                Err(EngineError::Held(HoldError::HeldBy { .. })) => continue,
                held => held?,
            };
            let Some(found) = load(self, name)? else { continue };
            match self.follow_files(&found) {
                // A plan that cannot be asked now stands in nobody's way; whoever comes next asks again.
                Err(EngineError::Turn(TurnError::NotReopened(_))) => {}
                followed => {
                    followed?;
                    self.records.mark(name, RecordState::Untold)?;
                }
            }
        }
        Ok(())
    }

    /// What was applied, in its order.
    fn groups_of(&self, found: &FoundRecord) -> Result<Vec<Group>, EngineError> {
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

    fn mark_undone(&self, place: &TurnPlace, at: Timestamp) -> Result<(), EngineError> {
        let change = match self.marked(place, at)? {
            Some(Marked { turn, change }) if turn.undone_at.is_none() => change,
            _ => return Ok(()),
        };
        Ok(self
            .records
            .apply_loose(&self.tree, &self.new_uid().to_string(), &[change])?)
    }

    /// The turn as its folder tells of it, and how it will say that it was taken back.
    fn marked(&self, place: &TurnPlace, at: Timestamp) -> Result<Option<Marked>, EngineError> {
        let path = place.file(META);
        let Some(old) = self.text(&path)? else {
            return Ok(None);
        };
        let unreadable = |why| TurnError::Unreadable {
            path: path.clone(),
            why: UnreadableReason::Other(why),
        };
        let turn = read_meta(&old).map_err(unreadable)?.turn;
        let content = set_undone(&old, at).map_err(unreadable)?.into_bytes();
        let before = Digest::of(old.as_bytes());
        let change = Change::Edit { path, before, content };
        Ok(Some(Marked { turn, change }))
    }
}

struct Marked {
    turn: Turn,
    change: Change,
}

/// What commands did to files.
struct Left {
    files: Vec<RelPath>,
    /// There may be more: one was interrupted, or there were too many files to look at.
    is_unknown: bool,
}

impl Left {
    /// But for those that the turn had changed before them: these go back to what they were.
    fn by_commands(found: &FoundRecord) -> Self {
        let (mut own, mut files) = (BTreeSet::new(), BTreeSet::new());
        let (mut is_running, mut is_unknown) = (false, false);
        for line in &found.lines {
            match line {
                Line::Files { outcomes, .. } => {
                    own.extend(outcomes.iter().flat_map(|outcome| outcome.changed.iter().flatten()));
                }
                Line::Started { .. } => is_running = true,
                Line::Outcome(outcome) => {
                    is_running = false;
                    is_unknown |= outcome.changed.is_none();
                    files.extend(outcome.changed.iter().flatten().filter(|path| !own.contains(path)));
                }
                _ => {}
            }
        }
        Self {
            files: files.into_iter().cloned().collect(),
            is_unknown: is_unknown || is_running,
        }
    }
}

impl Engine {
    /// Whether the last thing that the asker did is an executed turn, rather than an operation on the plan.
    pub fn did_turn_last(setting: &Setting, target: &Target, by: &AgentName) -> Result<bool, EngineError> {
        let turn = Workbench::newest_of(setting, by)?;
        let operation = match Self::open(setting) {
            Ok(mut engine) => engine.latest_at(target, by)?,
            Err(EngineError::Project(ProjectError::NoSession | ProjectError::OnlyBackup))
                if target.session.is_none() =>
            {
                None
            }
            Err(error) => return Err(error),
        };
        // At the same moment, the turn came after the operations that it told of itself.
        Ok(turn.is_some_and(|turn| operation.is_none_or(|operation| operation <= turn)))
    }
}

impl Workbench {
    /// When the asker last executed a turn that was not taken back.
    fn newest_of(setting: &Setting, by: &AgentName) -> Result<Option<Timestamp>, EngineError> {
        if !workspace::has_folder(&project::records_of(setting), ".") {
            return Ok(None);
        }
        let bench = Self::open(setting, Vec::new())?;
        let standing = |found: &FoundRecord| found.name.state != RecordState::Undone && found.head.by == *by;
        let newest = all(&bench)?.into_iter().find(standing);
        passed_over(&bench, newest.as_ref().map_or(0, |newest| newest.name.number), Some(by))?;
        Ok(newest.map(|newest| newest.ended()))
    }
}

fn commands(found: &FoundRecord) -> Vec<String> {
    let command = |line: &Line| match line {
        Line::Started { command, .. } => Some(command.clone()),
        _ => None,
    };
    found.lines.iter().filter_map(command).collect()
}
