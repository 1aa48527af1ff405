//! The agent's question: what now, and what does the plan look like?

use std::io;

use dialect::planloop::instructions;
use model::{
    AgentName, Command, Now, OpVersion, Outlook, SessionId, Task, TaskNumber, ThreadId, Timestamp, limits, now,
};
use store::{Read, Store, TaskQuery};
use workspace::{FileError, RelPath, Root, Workspace};

use crate::error::{EngineError, FileProblem, PlanError, ProjectError};
use crate::ids;
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::project::{Engine, Setting};

pub(crate) const RULEBOOK: &str = "docs/agents.md";
const RULEBOOK_BYTES: usize = 1024 * 1024;

/// How much of the plan to bring along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    None,
    /// The whole plan if it is small, else the part around the current task.
    Around,
    All,
}

#[derive(Debug, Clone)]
pub struct StatusRequest {
    pub target: Target,
    pub by: AgentName,
    pub window: Window,
    pub since: Option<OpVersion>,
}

/// What an answer warns about.
#[derive(Debug)]
pub enum PlanWarning {
    TurnsUnreadable(EngineError),
    ClaimNotRenewed(EngineError),
    /// The task is in progress under no name. The agent may choose the name `agent-` with this tag.
    Unnamed(TaskNumber, String),
    /// The cursor is newer than the version of the session.
    ForeignCursor(OpVersion, OpVersion),
    NothingChanged,
}

#[derive(Debug)]
pub struct Status {
    pub at: Timestamp,
    pub outlook: Outlook,
    /// The whole new rulebook, if the agent's is out of date.
    pub stale_instructions: Option<String>,
    pub window: Vec<Task>,
    /// Where the rest of the plan begins, if the window does not reach its end.
    pub next_window: Option<TaskNumber>,
    /// Tasks that changed, and numbers of tasks that went away, since the version asked about.
    pub changes: Option<(Vec<Task>, Vec<TaskNumber>)>,
    pub warnings: Vec<PlanWarning>,
}

impl Engine {
    pub fn status(&mut self, setting: &Setting, request: &StatusRequest) -> Result<Status, EngineError> {
        let mut status = self.renewed(request)?;
        match self.waiting_plan(setting, &request.target, status.outlook.mine.as_ref()) {
            Ok(plan) => status.outlook.review = plan,
            Err(error) => status.warnings.push(PlanWarning::TurnsUnreadable(error)),
        }
        Ok(status)
    }

    fn renewed(&mut self, request: &StatusRequest) -> Result<Status, EngineError> {
        let at = self.now();
        let mut status = self.look(request, at)?;
        if is_renewal_due(&status.outlook, at) {
            let (session, thread) = (&status.outlook.session.id, request.target.thread());
            match self.renew(session, thread, &request.by, at) {
                Ok(()) => status = self.look(request, at)?,
                Err(error) => status.warnings.insert(0, PlanWarning::ClaimNotRenewed(error)),
            }
        }
        Ok(status)
    }

    /// Everything from one view of the store.
    fn look(&mut self, request: &StatusRequest, at: Timestamp) -> Result<Status, EngineError> {
        let (thread, by) = (request.target.thread(), &request.by);
        let tx = self.store.read()?;
        let tx = tx.as_ref();
        let session = request.target.session_in(tx)?;
        let Some(outlook) = tx.outlook(&session, thread, by, at)? else {
            return Err(PlanError::UnknownThread { session, thread }.into());
        };
        let mut warnings: Vec<_> = namesake_warning(&outlook, by, at).into_iter().collect();
        let (window, next_window) = window(tx, &session, thread, &outlook, request.window)?;
        let changes = match request.since {
            Some(since) => Some(changes(tx, &session, thread, known(since, &outlook, &mut warnings))?),
            None => None,
        };
        Ok(Status {
            at,
            outlook,
            stale_instructions: stale_instructions(&self.workspace)?,
            window,
            next_window,
            changes,
            warnings,
        })
    }

    pub(crate) fn renew(
        &mut self,
        session: &SessionId,
        thread: ThreadId,
        by: &AgentName,
        at: Timestamp,
    ) -> Result<(), EngineError> {
        let doing = Doing {
            uid: self.new_uid(),
            session,
            by,
            at,
            verb: "renew".into(),
        };
        self.operate(&doing, Command::Renew { thread })?;
        Ok(())
    }
}

/// The whole new rulebook, unless the agents' file holds ours already. The agent gets all of that file to write it back,
/// so it has to be one of the project.
pub(crate) fn stale_instructions(workspace: &Workspace) -> Result<Option<String>, EngineError> {
    let failed = |source| ProjectError::File {
        path: workspace.root.join(RULEBOOK),
        source,
    };
    let tree = Root::open(&workspace.root).map_err(failed)?;
    let path = RelPath::new(RULEBOOK).map_err(|fault| failed(io::Error::other(fault)))?;
    let existing = tree.read_text(&path, RULEBOOK_BYTES).map_err(|error| {
        failed(match error {
            FileError::Outside { .. } | FileError::NotAFile { .. } => io::Error::other(FileProblem::Replaceable(error)),
            error => io::Error::other(error),
        })
    })?;
    Ok(instructions::merged(existing.as_deref()))
}

fn is_renewal_due(outlook: &Outlook, at: Timestamp) -> bool {
    let claim = outlook.mine.as_ref().and_then(Task::claim);
    claim.is_some_and(|claim| claim.is_renewal_due(at))
}

/// Two agents without a name would work on the same task without noticing.
pub(crate) fn namesake_warning(outlook: &Outlook, by: &AgentName, at: Timestamp) -> Option<PlanWarning> {
    let task = outlook.mine.as_ref().filter(|_| by.is_unnamed())?;
    task.claim().filter(|claim| claim.is_live(at))?;
    Some(PlanWarning::Unnamed(task.number, ids::short_tag()))
}

fn window(
    tx: &dyn Read,
    session: &SessionId,
    thread: ThreadId,
    outlook: &Outlook,
    window: Window,
) -> Result<(Vec<Task>, Option<TaskNumber>), EngineError> {
    const BEFORE_CURRENT: u32 = 10;
    let total = outlook.counts.total();
    let is_small = usize::try_from(total).is_ok_and(|total| total <= limits::STATUS_TASKS);
    let query = match window {
        Window::None => return Ok((Vec::new(), None)),
        Window::All => TaskQuery::all(),
        Window::Around if is_small => TaskQuery::all(),
        Window::Around => TaskQuery {
            from: TaskNumber(current(outlook).map_or(0, |number| number.0.saturating_sub(BEFORE_CURRENT))),
            limit: limits::STATUS_TASKS,
            standings: Vec::new(),
        },
    };
    let shown = query.limit;
    let one_more = TaskQuery {
        limit: shown.saturating_add(1),
        ..query
    };
    let mut tasks = tx.tasks(session, thread, &one_more)?;
    let next = tasks.get(shown).map(|task| task.number);
    tasks.truncate(shown);
    Ok((tasks, next))
}

fn current(outlook: &Outlook) -> Option<TaskNumber> {
    match now(outlook) {
        Now::Resume(task) | Now::Work(task) | Now::Replan(task) | Now::Review(task, _) => Some(task.number),
        Now::Wait(signal) => signal.task,
        Now::Blocked(stuck) => Some(stuck.task.number),
        Now::Held(held) => held.first().map(|held| held.number),
        Now::Decompose | Now::Summarize | Now::Rest(_) => None,
    }
}

/// A cursor from the future is one of another session, and says nothing about what its owner has seen of this one.
fn known(since: OpVersion, outlook: &Outlook, warnings: &mut Vec<PlanWarning>) -> OpVersion {
    let version = outlook.session.version;
    if since <= version {
        return since;
    }
    warnings.push(PlanWarning::ForeignCursor(since, version));
    OpVersion::ZERO
}

/// The tasks that changed since, and the numbers of those that are gone.
pub(crate) fn changes(
    tx: &dyn Read,
    session: &SessionId,
    thread: ThreadId,
    since: OpVersion,
) -> Result<(Vec<Task>, Vec<TaskNumber>), EngineError> {
    let (mut changed, mut removed) = (Vec::new(), Vec::new());
    for number in tx.changed_since(session, thread, since)? {
        match tx.find(session, thread, &model::TaskRef::Number(number))? {
            Some(task) => changed.push(task),
            None => removed.push(number),
        }
    }
    Ok((changed, removed))
}
