//! Writing the files below `.rawko`, which show what the store says.
//!
//! They are written as the last step of a verb that changes plans. A file that was edited is never written.

use std::collections::BTreeSet;

use dialect::rawko::{
    ARCHIVE_FOLDER, CURRENT_TASK_FILE, CurrentTask, FOLDER, PLANS_FOLDER, archived_path, has_comments, id_of_path,
    original_path, plan_path, write_current_task, write_plan,
};
use model::{OpVersion, Phase, PlanId, SessionId, ThreadId, limits};
use store::{Read, Store};
use workspace::Hold;

use super::history;
use super::name::id_of;
use super::plan_files::PlanFiles;
use super::survey::PlanFileWarning;
use super::view::View;
use super::written::Written;
use crate::error::EngineError;
use crate::project::{Engine, Setting};

/// The files, while no other process writes them.
pub(super) struct Mirror {
    pub files: PlanFiles,
    pub written: Written,
    _hold: Hold,
}

/// A file as it should be.
struct Page {
    path: String,
    session: SessionId,
    version: OpVersion,
    text: String,
}

/// The last step of every verb: one that writes brings the files up to date. Returns what the user should know about
/// the files.
pub fn finish_plan_files(setting: &Setting, writes: bool) -> Vec<PlanFileWarning> {
    // A project that cannot be opened is the answer of the verb itself.
    match PlanFiles::find_without_store(setting) {
        Ok(None) | Err(_) => Vec::new(),
        Ok(Some(_)) => match (Engine::open(setting), writes) {
            (Ok(mut engine), true) => engine.write_plan_files(),
            (Ok(mut engine), false) => engine.check_plan_files(),
            (Err(_), _) => Vec::new(),
        },
    }
}

impl Engine {
    /// Brings the files up to date, if this project has any. Edited files stay as they are.
    pub fn write_plan_files(&mut self) -> Vec<PlanFileWarning> {
        if self.is_read_only() {
            return self.check_plan_files();
        }
        let mut warnings = Vec::new();
        if let Err(error) = self.try_write(&mut warnings) {
            warnings.push(PlanFileWarning::of(FOLDER, &error));
        }
        warnings
    }

    fn check_plan_files(&mut self) -> Vec<PlanFileWarning> {
        let surveyed = self.survey().map(|survey| survey.warnings());
        surveyed.unwrap_or_else(|error| vec![PlanFileWarning::of(FOLDER, &error)])
    }

    fn try_write(&mut self, warnings: &mut Vec<PlanFileWarning>) -> Result<(), EngineError> {
        let Some(files) = self.plan_files()? else { return Ok(()) };
        let mut mirror = files.lock()?;
        let survey = self.survey()?;
        *warnings = survey.warnings();
        for (path, session, text) in survey.unnoted {
            mirror.written.note(&path, session.as_str(), OpVersion::ZERO, &text)?;
        }
        let replans = self.replans().unwrap_or(limits::REPLANS);
        let tx = self.store.read()?;
        let current = tx.current()?;
        let mut sessions: BTreeSet<SessionId> = current.iter().cloned().collect();
        sessions.extend(mirror.written.sessions());
        let mut has_task = false;
        for session in sessions {
            let is_current = current.as_ref() == Some(&session);
            match mirror.follow(tx.as_ref(), &session, is_current, replans) {
                Ok(is_task) => has_task |= is_task,
                Err(error) => {
                    let warning = PlanFileWarning::of(FOLDER, &error);
                    warnings.extend((!warnings.contains(&warning)).then_some(warning));
                    has_task |= is_current;
                }
            }
        }
        match has_task {
            true => Ok(()),
            false => mirror.clear(CURRENT_TASK_FILE),
        }
    }
}

/// A plan without its steps.
struct Outline {
    session: SessionId,
    id: PlanId,
    version: OpVersion,
    phase: Phase,
}

impl Outline {
    /// `None` if there is nothing to show.
    fn of(tx: &dyn Read, id: &SessionId, replans: u32) -> Result<Option<Self>, EngineError> {
        let Some(session) = tx.session(id)? else {
            return Ok(None);
        };
        let primary = tx
            .threads(id)?
            .into_iter()
            .find(|(thread, ..)| thread.id == ThreadId::PRIMARY);
        let Some((_, Some(plan), counts)) = primary.filter(|(_, _, counts)| counts.total() > 0) else {
            return Ok(None);
        };
        Ok(Some(Self {
            id: id_of(id, plan.version)?,
            version: session.version,
            phase: Phase::of(&counts, plan.replans < replans),
            session: session.id,
        }))
    }
}

impl Mirror {
    pub fn new(written: Written, files: PlanFiles, hold: Hold) -> Self {
        Self {
            files,
            written,
            _hold: hold,
        }
    }

    /// Writes the files of one plan. Returns whether it is shown as the current task.
    fn follow(
        &mut self,
        tx: &dyn Read,
        session: &SessionId,
        is_current: bool,
        replans: u32,
    ) -> Result<bool, EngineError> {
        let Some(outline) = Outline::of(tx, session, replans)? else {
            self.clear_plan(tx, session)?;
            return Ok(false);
        };
        let is_archived =
            outline.phase.is_final() && (!is_current || self.written.get(&archived_path(&outline.id)).is_some());
        let is_task = is_current && !is_archived;
        if !self.is_fresh(&outline, is_task, is_archived)?
            && let Some(view) = View::load(tx, session)?
        {
            self.show(tx, &view, is_task, is_archived, replans)?;
        }
        Ok(is_task)
    }

    /// A plan whose steps were undone has no file.
    fn clear_plan(&mut self, tx: &dyn Read, session: &SessionId) -> Result<(), EngineError> {
        let mut noted = self.written.paths_of(session);
        noted.retain(|path| is_plan_file(path));
        match tx.session(session)? {
            Some(_) => noted.iter().try_for_each(|path| self.clear(path)),
            None => Ok(()),
        }
    }

    /// The files show the plan as it is, and no file of it is where it does not belong.
    fn is_fresh(&self, outline: &Outline, is_task: bool, is_archived: bool) -> Result<bool, EngineError> {
        let (here, there) = places(&outline.id, is_archived);
        let shows = |path: &str| -> Result<bool, EngineError> {
            let is_ours = self
                .written
                .get(path)
                .is_some_and(|entry| entry.session == outline.session.as_str());
            let found = if is_ours { self.files.read(path)? } else { None };
            Ok(found.is_some_and(|text| self.written.is_newest(path, outline.version, &text)))
        };
        let is_stray = |path: &String| *path == there || is_plan_file(path) && *path != here;
        let has_stray = self.written.paths_of(&outline.session).iter().any(is_stray);
        Ok(!has_stray && (!is_task || shows(CURRENT_TASK_FILE)?) && shows(&here)?)
    }

    fn show(
        &mut self,
        tx: &dyn Read,
        view: &View,
        is_task: bool,
        is_archived: bool,
        replans: u32,
    ) -> Result<(), EngineError> {
        let sheet = view.sheet(replans)?;
        let (here, there) = places(&sheet.id, is_archived);
        let page = |path: String, text| Page {
            path,
            session: view.session.id.clone(),
            version: view.session.version,
            text,
        };
        let is_new = self.written.get(&here).is_none();
        self.write(&page(here, write_plan(&sheet)))?;
        self.clear(&there)?;
        self.turn_over(tx, view, &sheet.id, is_new, replans)?;
        if !is_task {
            return Ok(());
        }
        let task = CurrentTask {
            task: sheet.task,
            plan_id: sheet.id,
            status: sheet.status,
        };
        self.write(&page(CURRENT_TASK_FILE.to_owned(), write_current_task(&task)))
    }

    fn write(&mut self, page: &Page) -> Result<(), EngineError> {
        let (path, text) = (page.path.as_str(), page.text.as_bytes());
        if let Some(found) = self.files.read(path)? {
            if !self.written.knows(path, &found) && found != text {
                return Ok(());
            }
            if found == text && self.written.is_newest(path, page.version, text) {
                return Ok(());
            }
        }
        self.written.note(path, page.session.as_str(), page.version, text)?;
        self.files.put(path, text)
    }

    /// Removes a file that planwright wrote. An edited file stays.
    pub fn clear(&mut self, path: &str) -> Result<(), EngineError> {
        if self.written.get(path).is_none() {
            return Ok(());
        }
        if let Some(found) = self.files.read(path)?
            && !self.written.knows(path, &found)
        {
            return Ok(());
        }
        self.files.remove(path)?;
        self.written.forget(path)
    }

    /// Removes a text of the user that is stored or kept elsewhere, so that the last step of the verb writes the file. The
    /// text is not noted: if the user writes it again, it is an edit again.
    pub fn make_room(&mut self, path: &str, session: &str, text: &[u8]) -> Result<(), EngineError> {
        match self.files.read(path)? {
            Some(found) if found == text => {
                self.written.note(path, session, OpVersion::ZERO, b"")?;
                self.files.remove(path)
            }
            _ => Ok(()),
        }
    }

    /// Keeps a text in the archive that is about to be replaced. Returns its path.
    pub fn keep(&self, path: &str, text: &[u8]) -> Result<String, EngineError> {
        let mut copy = 1;
        loop {
            let kept = original_path(path, copy);
            match self.files.read(&kept)? {
                Some(found) if found != text => copy += 1,
                Some(_) => return Ok(kept),
                None => {
                    self.files.put(&kept, text)?;
                    return Ok(kept);
                }
            }
        }
    }

    /// As [`Self::keep`], for a text that planwright writes again: only comments would be lost.
    pub fn keep_comments(&self, path: &str, text: &str) -> Result<Option<String>, EngineError> {
        match has_comments(text) {
            true => self.keep(path, text.as_bytes()).map(Some),
            false => Ok(None),
        }
    }

    /// Archives the versions that were replaced, and removes the files of versions that were undone. Files that the
    /// user removed from the archive stay away.
    fn turn_over(
        &mut self,
        tx: &dyn Read,
        view: &View,
        newest: &PlanId,
        is_new: bool,
        replans: u32,
    ) -> Result<(), EngineError> {
        let session = &view.session.id;
        let mut stale = self.written.paths_of(session);
        stale.retain(|path| id_of_path(path).is_some_and(|id| id != *newest));
        let has_files = |id: &PlanId| stale.contains(&plan_path(id));
        if stale.is_empty() && !(is_new && view.plan.supersedes.is_some()) {
            return Ok(());
        }
        let older = history::versions(tx, session, replans)?.split_off(1);
        for version in older.iter().filter(|version| is_new || has_files(&version.sheet.id)) {
            let page = Page {
                path: archived_path(&version.sheet.id),
                session: session.clone(),
                version: OpVersion::ZERO,
                text: write_plan(&version.sheet),
            };
            self.write(&page)?;
        }
        let kept: BTreeSet<String> = older.iter().map(|version| archived_path(&version.sheet.id)).collect();
        stale
            .iter()
            .filter(|path| !kept.contains(*path))
            .try_for_each(|path| self.clear(path))
    }
}

/// Whether the path is that of a plan which is not archived.
fn is_plan_file(path: &str) -> bool {
    path.starts_with(PLANS_FOLDER) && !path.starts_with(ARCHIVE_FOLDER)
}

/// Where the file of a plan is, and where it must not be.
fn places(id: &PlanId, is_archived: bool) -> (String, String) {
    match is_archived {
        true => (archived_path(id), plan_path(id)),
        false => (plan_path(id), archived_path(id)),
    }
}
