//! What an execution tells of itself before and after every step, and what can be learned from it after a crash.

use dialect::teddy::record::{Choice, Head, Line, Outcome, Undo, read_record, write_line};
use model::{AgentName, MemoChange, Timestamp};
use workspace::{ApplyError, Author, Change, Check, Hold, Record, RecordName, RecordState, is_done};

use super::bench::Workbench;
use super::chosen::Fixed;
use super::error::{RecordDamage, TurnError};
use super::place::TurnPlace;
use super::undo::UndoRemark;
use crate::error::EngineError;

/// A record as it was found.
#[derive(Debug, Clone)]
pub(super) struct FoundRecord {
    pub name: RecordName,
    pub head: Head,
    pub lines: Vec<Line>,
    /// Of its whole lines, in bytes.
    length: usize,
}

/// How far an execution came.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress {
    pub memos: Option<Vec<MemoChange>>,
    pub outcomes: Vec<Outcome>,
    /// A command that was started, and of whose end nothing is known.
    pub running: Option<(usize, String)>,
    /// How commands were locked in.
    pub sandboxes: Vec<String>,
}

impl Progress {
    /// What is done, and what would have come before it, is not chosen again.
    pub fn fixed(&self) -> Fixed {
        let last = self.outcomes.iter().map(|outcome| outcome.action + 1).max();
        Fixed {
            memos: self.memos.is_some(),
            actions: last.unwrap_or_default(),
        }
    }
}

/// Writes one.
pub(super) struct Telling {
    record: Record,
    groups: usize,
    /// The name of the record's file is synced.
    is_named: bool,
    /// A second lock, taken after a command removed the file of the first one.
    hold: Option<Hold>,
}

impl Telling {
    pub fn begin(bench: &Workbench, head: Head) -> Result<Self, EngineError> {
        let mut telling = Self {
            record: bench.records.begin()?,
            groups: 0,
            is_named: false,
            hold: None,
        };
        telling.tell(&Line::Head(head))?;
        Ok(telling)
    }

    /// Goes on where an interrupted one stopped. A line that was cut would swallow the next one, so it goes.
    pub fn again(bench: &Workbench, found: &FoundRecord) -> Result<Self, EngineError> {
        Ok(Self {
            record: bench.records.resume(found.name, found.length)?,
            groups: found.groups(),
            is_named: false,
            hold: None,
        })
    }

    pub fn tell(&mut self, line: &Line) -> Result<(), ApplyError> {
        self.record.append(&write_line(line))
    }

    /// Told, and safe on the disk.
    pub fn swear(&mut self, line: &Line) -> Result<(), ApplyError> {
        self.tell(line)?;
        self.record.sync()
    }

    /// Also syncs the record's name, so that the record with this line survives a power failure.
    pub fn append_durable(&mut self, line: &Line) -> Result<(), ApplyError> {
        self.swear(line)?;
        if !self.is_named {
            self.record.sync_name()?;
            self.is_named = true;
        }
        Ok(())
    }

    /// Makes changes as one group, which `line` tells of beforehand.
    pub fn apply(
        &mut self,
        bench: &Workbench,
        by: (Author, Check<'_>),
        changes: &[Change],
        line: impl FnOnce(usize) -> Line,
    ) -> Result<(), ApplyError> {
        let group = self.groups;
        self.groups += 1;
        self.swear(&line(group))?;
        self.record.apply(&bench.tree, group, changes, by)?;
        // The journal's folder is beside the record, and creating it synced both names.
        self.is_named = true;
        Ok(())
    }

    pub fn finish(self, bench: &Workbench) -> Result<(), EngineError> {
        let name = RecordName {
            number: self.record.number(),
            state: RecordState::Done,
        };
        self.record.finish()?;
        conceal(bench, name)
    }

    /// The path prefixes of this execution's own files below `.planwright`.
    pub fn own_paths(&self, bench: &Workbench) -> [String; 2] {
        let folder = bench.records.below_planwright();
        let number = self.record.number();
        [format!("{folder}/{number}.open"), format!("{folder}/{number}-")]
    }

    /// Call this after the record's file was restored. Continues in the new file, and locks the plan again.
    pub fn reopen(&mut self, bench: &Workbench) -> Result<(), EngineError> {
        let name = RecordName {
            number: self.record.number(),
            state: RecordState::Open,
        };
        let found = load(bench, name)?.ok_or_else(|| damaged(bench, name, RecordDamage::Gone))?;
        self.record = bench.records.resume(name, found.length)?;
        // The command also removed the lock file. If another process took the lock first, it finds this record open.
        self.hold = bench.hold(&found.head.plan).ok();
        Ok(())
    }

    pub fn discard(self) -> Result<(), EngineError> {
        Ok(self.record.discard()?)
    }
}

impl FoundRecord {
    /// When it ended, or began if it was interrupted.
    pub fn ended(&self) -> Timestamp {
        let ended = self.lines.iter().find_map(|line| match line {
            Line::Ended { at, .. } => Some(*at),
            _ => None,
        });
        ended.unwrap_or(self.head.started)
    }

    /// Whether the execution ended, and only the mark is missing.
    pub fn has_ended(&self) -> bool {
        self.lines.iter().any(|line| matches!(line, Line::Ended { .. }))
    }

    /// The turn that was executed; `None` outside of every session.
    pub fn place(&self) -> Option<TurnPlace> {
        let (session, id) = self.head.turn.clone()?;
        Some(TurnPlace { session, id })
    }

    /// Whether it may have finished a task. Records once told it only at their end.
    pub fn has_concluded(&self) -> bool {
        self.lines.iter().any(|line| {
            matches!(
                line,
                Line::Concluding {}
                    | Line::Ended {
                        has_finished_task: true,
                        ..
                    }
            )
        })
    }

    /// What was to go back with its files, if it was ever to be taken back.
    pub fn undo(&self) -> Option<&Undo> {
        self.lines.iter().rev().find_map(|line| match line {
            Line::Undo(undo) => Some(undo),
            _ => None,
        })
    }

    /// What the user made of the plan, if that is not everything.
    pub fn choice(&self) -> Option<&Choice> {
        self.lines.iter().rev().find_map(|line| match line {
            Line::Choice(choice) => Some(choice),
            _ => None,
        })
    }

    pub fn progress(&self, bench: &Workbench) -> Result<Progress, EngineError> {
        let mut progress = Progress::default();
        for line in &self.lines {
            match line {
                Line::Memos { group, changes } if self.has_happened(bench, *group)? => {
                    progress.memos = Some(changes.clone());
                }
                Line::Files { group, outcomes } if self.has_happened(bench, *group)? => {
                    progress.outcomes.extend(outcomes.iter().cloned());
                }
                Line::Started {
                    action,
                    command,
                    sandbox,
                } => {
                    progress.running = Some((*action, command.clone()));
                    progress.sandboxes.push(sandbox.clone());
                }
                Line::Outcome(outcome) => {
                    progress.running = None;
                    progress.outcomes.push(outcome.clone());
                }
                Line::Failed { outcomes } => progress.outcomes.extend(outcomes.iter().cloned()),
                _ => {}
            }
        }
        Ok(progress)
    }

    fn has_happened(&self, bench: &Workbench, group: usize) -> Result<bool, EngineError> {
        Ok(is_done(&bench.records.journal(self.name.number, group))?)
    }

    fn groups(&self) -> usize {
        self.begun().max().map_or(0, |group| group.saturating_add(1))
    }

    fn begun(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().filter_map(|line| match line {
            Line::Memos { group, .. } | Line::Files { group, .. } | Line::Closing { group } => Some(*group),
            _ => None,
        })
    }

    /// Whether the record announced this group. An undo needs no line: older records have none.
    pub fn has_begun(&self, group: Option<usize>) -> bool {
        group.is_none_or(|group| self.begun().any(|begun| begun == group))
    }
}

/// Every record of this workspace that can be read, the newest first.
pub(super) fn all(bench: &Workbench) -> Result<Vec<FoundRecord>, EngineError> {
    let mut found = Vec::new();
    for name in bench.records.list()?.into_iter().rev() {
        if let Looked::Found(record) = look(bench, name)? {
            found.push(record);
        }
    }
    Ok(found)
}

/// An execution of somebody's that came later than `number` and cannot be read is an error: it may be the one that is
/// meant. What does not even say whose execution it was is nobody's, and only told.
pub(super) fn passed_over(
    bench: &Workbench,
    number: u32,
    of: Option<&AgentName>,
) -> Result<Vec<UndoRemark>, EngineError> {
    let mut remarks = Vec::new();
    let mut names = bench.records.list()?;
    names.retain(|name| name.number > number && name.state.stands());
    for name in names {
        match look(bench, name)? {
            Looked::Damaged(None, error) => remarks.push(UndoRemark::RecordSkipped(error)),
            Looked::Damaged(Some(head), error) if of.is_none_or(|agent| head.by == *agent) => return Err(error),
            _ => {}
        }
    }
    Ok(remarks)
}

/// The execution of this plan that was not finished.
pub(super) fn interrupted(bench: &Workbench, plan: &str) -> Result<Option<FoundRecord>, EngineError> {
    for name in bench.records.list()?.into_iter().rev() {
        if name.state != RecordState::Open {
            continue;
        }
        match look(bench, name)? {
            Looked::Found(found) if found.head.plan == plan => return Ok(Some(found)),
            Looked::Damaged(Some(head), error) if head.plan == plan => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}

/// Gives a record that nobody goes on with its last name.
pub(super) fn seal(bench: &Workbench, name: RecordName, state: RecordState) -> Result<(), EngineError> {
    bench.records.mark(name, state)?;
    conceal(bench, RecordName { state, ..name })
}

/// Whoever sealed the last record may have died before it was clean. `held` is the plan that the caller holds.
pub(super) fn conceal_last(bench: &Workbench, held: &str) -> Result<(), EngineError> {
    let mut sealed = bench.records.list()?.into_iter().rev();
    let Some(name) = sealed.find(|name| name.state != RecordState::Open) else {
        return Ok(());
    };
    // One that is over and cannot be read any more stands in nobody's way.
    let Ok(Some(found)) = load(bench, name) else {
        return Ok(());
    };
    if clean_text(bench, &found).is_none() {
        return Ok(());
    }
    // Where somebody else is at it, it is made clean there.
    let hold = (found.head.plan != held).then(|| bench.hold(&found.head.plan));
    match hold {
        Some(Err(_)) => Ok(()),
        Some(Ok(_)) | None => conceal(bench, name),
    }
}

/// To go on after an interruption, what the user made of the plan must be in the record to the letter. When that is over,
/// no secret may stay in it.
fn conceal(bench: &Workbench, name: RecordName) -> Result<(), EngineError> {
    let found = load(bench, name)?;
    let clean = found.and_then(|found| clean_text(bench, &found));
    clean.map_or(Ok(()), |text| Ok(bench.records.rewrite(name, &text)?))
}

/// `None` if it holds no secret.
fn clean_text(bench: &Workbench, found: &FoundRecord) -> Option<String> {
    let clean: Vec<Line> = found.lines.iter().map(|line| concealed(bench, line)).collect();
    (clean != found.lines).then(|| clean.iter().map(write_line).collect())
}

fn concealed(bench: &Workbench, line: &Line) -> Line {
    let mut line = line.clone();
    match &mut line {
        Line::Choice(choice) => {
            let parts = choice.memos.iter_mut().chain(&mut choice.actions);
            for form in parts.filter_map(|part| part.form.as_mut()) {
                *form = bench.secrets.redact(form);
            }
        }
        Line::Memos { changes, .. } => {
            for change in changes {
                let (MemoChange::Add(text) | MemoChange::Remove(text)) = change;
                *text = bench.secrets.redact(text);
            }
        }
        Line::Head(_)
        | Line::Files { .. }
        | Line::Started { .. }
        | Line::Outcome(_)
        | Line::Failed { .. }
        | Line::Closing { .. }
        | Line::Concluding {}
        | Line::Ended { .. }
        | Line::Undo(_) => {}
    }
    line
}

/// `None` if it cannot be read, too.
pub(super) fn load(bench: &Workbench, name: RecordName) -> Result<Option<FoundRecord>, EngineError> {
    Ok(match look(bench, name)? {
        Looked::Found(found) => Some(found),
        Looked::Nothing | Looked::Damaged(..) => None,
    })
}

pub(super) enum Looked {
    /// It is another worktree's, is not called so any more, or died before it said anything.
    Nothing,
    Found(FoundRecord),
    /// With what it says of itself, as far as that can be read.
    Damaged(Option<Head>, EngineError),
}

pub(super) fn look(bench: &Workbench, name: RecordName) -> Result<Looked, EngineError> {
    // Another execution may have finished its own since the list was made.
    let bytes = match bench.records.read(name) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Looked::Nothing),
        // One unreadable record must not keep the others from being used.
        Err(error) => {
            return Ok(Looked::Damaged(
                None,
                damaged(bench, name, RecordDamage::Unreadable(error.to_string())),
            ));
        }
    };
    let length = bytes.len();
    let first = bytes.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
    let head = match read(first).ok().and_then(|mut lines| lines.pop()) {
        Some(Line::Head(head)) if head.root != bench.root.to_string_lossy() => return Ok(Looked::Nothing),
        Some(Line::Head(head)) => Some(head),
        _ => None,
    };
    Ok(match (read(&bytes), head) {
        (Ok(lines), Some(head)) => Looked::Found(FoundRecord {
            name,
            head,
            lines,
            length,
        }),
        (Ok(lines), None) if lines.is_empty() => Looked::Nothing,
        (Ok(_), head @ None) => Looked::Damaged(head, damaged(bench, name, RecordDamage::NoHead)),
        (Err(why), head) => Looked::Damaged(head, damaged(bench, name, RecordDamage::Unreadable(why))),
    })
}

fn read(bytes: &[u8]) -> Result<Vec<Line>, String> {
    read_record(str::from_utf8(bytes).map_err(|error| error.to_string())?)
}

pub(super) fn damaged(bench: &Workbench, name: RecordName, why: RecordDamage) -> EngineError {
    let path = bench.records.path(name);
    TurnError::DamagedRecord { path, why }.into()
}
