//! The simulated world: plan, store, time, and the known state of every participant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::turns::Workbench;
use engine::{Clock, Discretion, Hands, Setting};
use model::{
    AgentName, Ask, Brief, Command, Fence, Grounds, Needs, NewTask, OpVersion, Opening, PlanMetadata, SessionId,
    TaskNumber, TaskPath, TaskRef, Timestamp, decide,
};
use store::{NewOperation, Place, SqliteStore, Store};

use super::audit::Audit;
use super::record::Record;
use super::{Carelessness, Drives};
use crate::project::Project;
use crate::sim::broken::{Broken, Law};
use crate::sim::dice::Dice;
use crate::sim::world::Ids;

/// Agents with a command are asked about after a kill. The agent that works in turns resumes by itself.
const CONFIG: &str = "[agents.dev]
command = [\"true\"]
[agents.tester]
command = [\"true\"]
[agents.coder]
planner = true
[run]
replans = 2
";
pub(super) const TURNS: &str = "coder";
const WANTED: [Option<&str>; 5] = [Some("dev"), Some("dev"), Some("tester"), Some(TURNS), None];
const FILES: [&str; 4] = ["a", "a/b", "c", "d/e"];
const BEGINNING: Timestamp = Timestamp::from_millis(1_750_000_000_000);

/// The shared world behind all ports of the driver.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Ground>>);

pub(super) struct Ground {
    pub dice: Dice,
    pub hands: Hands,
    /// The latest time that the clock has shown.
    pub latest: Timestamp,
    pub store: SqliteStore,
    pub session: SessionId,
    pub ids: Ids,
    pub carelessness: Carelessness,
    pub seen: Drives,
    pub audit: Audit,
    /// The current run.
    pub record: Record,
    /// Steps that dead drivers left, by task.
    pub orphans: BTreeMap<TaskNumber, Orphan>,
    /// Claims under which an agent has started.
    pub begun: BTreeSet<(TaskNumber, Fence)>,
    /// There is no interference any more, and every step succeeds.
    pub is_calm: bool,
    pub history: Vec<String>,
    /// The first violated law.
    pub broken: Option<Broken>,
    /// Keeps the temporary folder.
    _project: Project,
}

/// A claim whose driver has died.
#[derive(Debug, Clone)]
pub(super) struct Orphan {
    pub agent: AgentName,
    pub fence: Fence,
    /// Whether the agent finished. Only a check of its work can show it.
    pub is_done: bool,
    /// The user's answer in the current run.
    pub word: Option<engine::run::Resolution>,
    /// The task now belongs to another agent.
    pub is_gone: bool,
}

impl Shared {
    pub fn new(seed: u64, carelessness: Carelessness) -> Result<(Self, Workbench), Broken> {
        let project = Project::in_memory();
        let hands = Hands::at(BEGINNING);
        let config_folder = project.home().join(".config");
        written(&config_folder.join("planwright/config.toml"), CONFIG)?;
        let setting = Setting {
            current_folder: project.root(),
            home: Some(project.home()),
            state_folder: None,
            config_folder: Some(config_folder),
            store: None,
            clock: Clock::Set(hands.clone()),
            discretion: Discretion::default(),
        };
        let store = SqliteStore::open_or_create(&Place {
            database: project.root().join(".planwright/store.db"),
            backups: None,
        })?;
        let mut ground = Ground {
            dice: Dice::new(seed),
            hands,
            latest: BEGINNING,
            store,
            session: SessionId::new("s").map_err(|error| Broken::new(Law::Store, error.to_string()))?,
            ids: Ids::default(),
            carelessness,
            seen: Drives::default(),
            audit: Audit::default(),
            record: Record::default(),
            orphans: BTreeMap::new(),
            begun: BTreeSet::new(),
            is_calm: false,
            history: Vec::new(),
            broken: None,
            _project: project,
        };
        ground.open()?;
        let bench = Workbench::open(&setting, Vec::new());
        let bench = bench.map_err(|error| Broken::new(Law::Store, error.to_string()))?;
        Ok((Self(Arc::new(Mutex::new(ground))), bench))
    }

    pub fn ground(&self) -> MutexGuard<'_, Ground> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ground {
    pub fn now(&self) -> Timestamp {
        self.hands.now()
    }

    pub fn note(&mut self, what: impl AsRef<str>) {
        let minutes = self.now().millis_since(BEGINNING) / 60_000;
        let version = self.audit.state.version();
        self.history
            .push(format!("{minutes:>5} min, v{version}: {}", what.as_ref()));
    }

    /// Keeps only the first violation, because later ones may result from it.
    pub fn hold(&mut self, law: Law, holds: bool, how: impl FnOnce() -> String) {
        if !holds && self.broken.is_none() {
            self.broken = Some(Broken::new(law, how()));
        }
    }

    pub fn check(&mut self, checked: Result<(), Broken>) {
        if let Err(broken) = checked {
            self.broken.get_or_insert(broken);
        }
    }

    /// One command of a participant other than the driver. Returns whether it was accepted.
    pub fn operate(&mut self, by: &str, verb: &'static str, command: &Command) -> Result<bool, Broken> {
        let by = name(by);
        let at = self.now();
        let mut tx = self.store.write()?;
        let state = tx.load(&self.session, &Needs::of(command, &by))?;
        let Ok(events) = decide(&state, command, Ask { by: &by, at }) else {
            return Ok(false);
        };
        if events.is_empty() {
            return Ok(false);
        }
        let operation = NewOperation {
            uid: self.ids.next(),
            author: by,
            at,
            verb: verb.into(),
            events,
        };
        tx.append(&self.session, operation)?;
        tx.commit()?;
        self.follow()?;
        Ok(true)
    }

    pub fn version(&self) -> OpVersion {
        self.audit.state.version()
    }

    pub fn brief(&mut self, title: String) -> Brief {
        let paths = (0..self.dice.below(3)).map(|_| TaskPath::read(self.dice.one_of(FILES)));
        let paths = paths.collect();
        Brief {
            title,
            paths,
            agent: self.dice.one_of(WANTED).map(name),
            acceptance: self.acceptance(),
            ..Brief::default()
        }
    }

    pub fn acceptance(&mut self) -> Vec<String> {
        let criteria = ["It works.", "run: true", "run: make check", "It is fast."];
        let count = self.dice.below(3);
        (0..count).map(|_| self.dice.one_of(criteria).to_owned()).collect()
    }

    pub fn new_task(&mut self, title: String, earlier: u32) -> NewTask {
        let mut after = BTreeSet::new();
        for _ in 0..self.dice.below(3) {
            let number = self.dice.below_u32(earlier + 1);
            after.extend((number > 0).then_some(TaskRef::Number(TaskNumber(number))));
        }
        NewTask {
            uid: self.ids.next(),
            key: None,
            brief: self.brief(title),
            after: after.into_iter().collect(),
        }
    }

    fn open(&mut self) -> Result<(), Broken> {
        let count = 2 + self.dice.below_u32(7);
        let tasks = (1..=count)
            .map(|number| self.new_task(format!("t {number}"), number - 1))
            .collect();
        let opening = Opening {
            id: self.session.clone(),
            session: self.ids.next(),
            thread: self.ids.next(),
            plan: self.ids.next(),
            goal: None,
            author: None,
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks,
        };
        self.operate("ann", "start", &Command::Open(opening))?;
        let mut tx = self.store.write()?;
        tx.set_current(&self.session)?;
        tx.commit()?;
        Ok(())
    }
}

/// # Panics
///
/// If the name is invalid. All names are constants of this module.
pub(super) fn name(name: &str) -> AgentName {
    crate::project::must("a name", AgentName::new(name))
}

fn written(path: &PathBuf, text: &str) -> Result<(), Broken> {
    let folder = path.parent().unwrap_or(path);
    let done = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    done.map_err(|error| Broken::new(Law::Store, error.to_string()))
}
