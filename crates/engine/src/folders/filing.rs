//! What stands in the folders, read and checked in one pass.

use std::collections::BTreeMap;

use dialect::agentctl::{
    FolderText, PLAN_FILE, TASKS_FOLDER, ThreadPlan, into_adopted, plan_fingerprint, read_folder_for,
};
use dialect::config::BUILT_IN;
use model::{Adoption, AgentName, Diagnostic, Filing, Fingerprint, PlanMetadata, Scope, Severity, Withdrawn, limits};
use workspace::plan_folder::{self, Room};

use super::allocate::ThreadFolder;
use crate::project::Engine;

/// The texts that diagnostics point into, by the path they name.
#[derive(Debug, Clone, Default)]
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    pub fn get(&self, path: &str) -> Option<String> {
        self.0.get(path).cloned()
    }

    pub(crate) fn one(path: &str, text: &str) -> Self {
        Self(BTreeMap::from([(path.to_owned(), text.to_owned())]))
    }

    fn keep(&mut self, folder: FolderText) {
        let plan = folder.plan.map(|text| (PLAN_FILE.to_owned(), text));
        let tasks = folder.tasks.into_iter().flatten().flatten();
        let tasks = tasks.map(|(file, text)| (format!("{TASKS_FOLDER}/{file}"), text));
        let readable = plan.into_iter().chain(tasks).filter_map(|(path, text)| {
            let path = format!("{}/{path}", folder.name);
            Some((path, text.ok()?))
        });
        self.0.extend(readable);
    }
}

/// One folder, read. There is a plan if nothing is wrong with it; an empty folder has none.
#[derive(Debug, Clone)]
pub struct FiledThread {
    pub place: ThreadFolder,
    pub plan: Option<ThreadPlan>,
    pub diagnostics: Vec<Diagnostic>,
}

impl FiledThread {
    pub(super) fn is_valid(&self) -> bool {
        self.diagnostics.iter().all(|fault| fault.severity != Severity::Error)
    }

    /// As if the thread had never had another plan than the one it has.
    pub(super) fn filing(&self, engine: &Engine, by: &AgentName) -> Filing {
        self.filing_after(engine, None, by)
    }

    pub(super) fn filing_after(&self, engine: &Engine, withdrawn: Option<Withdrawn>, by: &AgentName) -> Filing {
        let thread = self.place.thread;
        let Some(plan) = &self.plan else {
            return Filing::Nothing { thread };
        };
        Filing::Plan(Box::new(Adoption {
            thread,
            plan: engine.new_uid(),
            title: plan.title.clone(),
            body: plan.body.clone(),
            author: by.clone(),
            metadata: PlanMetadata::default(),
            scope: Scope::Filed(plan_fingerprint(plan, &fingerprint)),
            withdrawn,
            tasks: into_adopted(plan, &mut || engine.new_uid(), &fingerprint),
        }))
    }
}

/// `agents` are the user's own.
pub(super) fn read_all(places: Vec<ThreadFolder>, agents: &[String]) -> (Vec<FiledThread>, Sources) {
    let mut sources = Sources::default();
    let mut threads = Vec::new();
    for place in places {
        let text = text_of(&place);
        let (plan, diagnostics) = read_folder_for(&text, agents);
        // Only what is pointed at will be shown.
        if !diagnostics.is_empty() {
            sources.keep(text);
        }
        threads.push(FiledThread {
            place,
            plan,
            diagnostics,
        });
    }
    (threads, sources)
}

impl Engine {
    /// Those that a run can give tasks to. A configuration that cannot be read is told of by whoever needs it.
    pub(super) fn own_agents(&self) -> Vec<String> {
        let config = self.config().unwrap_or_default();
        let built_in = BUILT_IN.iter().map(|(name, _)| (*name).to_owned());
        config.agents.into_keys().chain(built_in).collect()
    }
}

/// Half of a digest is far more than enough to see that a file changed.
pub(super) fn fingerprint(text: &str) -> Fingerprint {
    let mut digest = store::digest(text.as_bytes());
    digest.truncate(32);
    Fingerprint(digest)
}

fn text_of(place: &ThreadFolder) -> FolderText {
    let files = plan_folder::read(place.path(), ROOM);
    FolderText {
        name: place.shown(),
        plan: files.plan,
        tasks: files.tasks,
    }
}

const ROOM: Room = Room {
    file_bytes: limits::PLAN_FILE_BYTES,
    files: limits::PLAN_FOLDER_FILES,
    bytes: limits::PLAN_FOLDER_BYTES,
};
