//! A plan with a manual clock, for tests that run a driver phase by phase.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use engine::planner::Opened;
use engine::run::{Consent, Counting, Driver, Interrupted, News, Onlooker, Question, Resolution, RunRequest};
use engine::turns::{Decision, Review, SandboxWish, Workbench};
use engine::{Clock, Discretion, EngineError, Hands, Setting, Target};
use model::conclude::StepConclusion;
use model::{
    AgentName, Ask, Brief, Change, Command, Edit, Grounds, Level, Move, Needs, NewTask, Opening, PlanMetadata,
    RestatedTask, Restatement, SessionId, SignalDraft, SignalId, Standing, State, Task, TaskChange, TaskNumber,
    TaskPath, TaskRef, TaskState, ThreadId, Timestamp, Uid, decide,
};
use planwright_testkit::project::{Project, must};
use store::{NewOperation, Place, SqliteStore, Store};

/// Two agents, so that the assignment of a task matters.
const AGENTS: &str = "[agents.dev]
command = [\"true\"]
[agents.tester]
command = [\"true\"]
";

pub struct Desk {
    project: Arc<Project>,
    hands: Hands,
    store: SqliteStore,
    news: Arc<Mutex<Vec<News>>>,
}

/// The options of a run.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    pub jobs: u64,
    pub resolve: Option<Resolution>,
    /// The user's answer about interrupted work.
    pub answer: Option<Resolution>,
    /// Ann claims the first task before the user answers.
    pub is_slow: bool,
    pub opened: Option<&'a Opened>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self {
            jobs: 1,
            resolve: None,
            answer: None,
            is_slow: false,
            opened: None,
        }
    }
}

impl Desk {
    /// Each task with its dependencies and its declared files.
    pub fn with(tasks: &[(&[u32], &[&str])]) -> Self {
        let project = Project::in_memory();
        let folder = project.home().join(".config/planwright");
        must("a folder", fs::create_dir_all(&folder));
        must("agents", fs::write(folder.join("config.toml"), AGENTS));
        let store = must("a store", SqliteStore::open_or_create(&place(&project)));
        let mut desk = Self {
            project: Arc::new(project),
            hands: Hands::at(Timestamp::from_millis(1_750_000_000_000)),
            store,
            news: Arc::default(),
        };
        let tasks = (1..)
            .zip(tasks)
            .map(|(number, (after, paths))| new_task(number, after, paths));
        let opening = Command::Open(Opening {
            id: session(),
            session: uid(101),
            thread: uid(102),
            plan: uid(103),
            goal: None,
            author: None,
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: tasks.collect(),
        });
        assert!(desk.operate("ann", &opening));
        let mut tx = must("a transaction", desk.store.write());
        must("a session", tx.set_current(&session()));
        must("a commit", tx.commit());
        desk
    }

    /// The same plan and clock for another participant.
    pub fn beside(&self) -> Self {
        Self {
            project: Arc::clone(&self.project),
            hands: self.hands.clone(),
            store: must("the store", SqliteStore::open(&place(&self.project))),
            news: Arc::clone(&self.news),
        }
    }

    /// Removes a prompt, so that agents cannot be started any more.
    pub fn lose_a_prompt(&self) {
        let config = self.project.home().join(".config/planwright/config.toml");
        must(
            "the configuration",
            fs::write(config, format!("{AGENTS}[prompts]\nstep = \"lost.md\"\n")),
        );
    }

    pub fn bench(&self) -> Workbench {
        let setting = Setting {
            current_folder: self.project.root(),
            home: Some(self.project.home()),
            state_folder: None,
            config_folder: Some(self.project.home().join(".config")),
            store: None,
            clock: Clock::Set(self.hands.clone()),
            discretion: Discretion::default(),
        };
        must("a bench", Workbench::open(&setting, Vec::new()))
    }

    pub fn run<T>(
        &mut self,
        bench: &Workbench,
        options: RunOptions<'_>,
        conduct: impl FnOnce(&mut Driver<'_>, &mut Self) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let request = RunRequest {
            target: &Target::default(),
            by: &name("driver"),
            only: None,
            jobs: Some(options.jobs),
            iterations: None,
            approval: None,
            sandbox: SandboxWish::Off,
            resolve: options.resolve,
            counting: Counting::Numbers,
            cancelled: &AtomicBool::new(false),
        };
        let mut user = User {
            answer: options.answer,
            slow: options.is_slow.then(|| self.beside()),
            news: Arc::clone(&self.news),
        };
        bench.run_with(&request, options.opened, &mut user, |driver| conduct(driver, self))
    }

    /// The step results that the observer received.
    pub fn fates(&self) -> Vec<(u32, StepConclusion)> {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = news.iter().filter_map(|news| match news {
            News::Ended { step, conclusion, .. } => Some((step.number.0, conclusion.clone())),
            _ => None,
        });
        ends.collect()
    }

    pub fn pass_ms(&self, ms: i64) {
        self.hands.set(self.hands.now().plus_millis(ms));
    }

    /// Whether the command was accepted and changed something.
    pub fn operate(&mut self, by: &str, command: &Command) -> bool {
        let (by, at) = (name(by), self.hands.now());
        let mut tx = must("a transaction", self.store.write());
        let state = must("a state", tx.load(&session(), &Needs::of(command, &by)));
        let events = match decide(&state, command, Ask { by: &by, at }) {
            Ok(events) if !events.is_empty() => events,
            _ => return false,
        };
        let operation = NewOperation {
            uid: uid(1_000 + state.version().0),
            author: by,
            at,
            verb: "update".into(),
            events,
        };
        must("an operation", tx.append(&session(), operation));
        must("a commit", tx.commit());
        true
    }

    pub fn claim(&mut self, by: &str, number: u32) -> bool {
        let command = Command::Claim {
            thread: ThreadId::PRIMARY,
            task: TaskRef::Number(TaskNumber(number)),
        };
        self.operate(by, &command)
    }

    pub fn state(&mut self) -> State {
        let needs = Needs {
            whole: true,
            ..Needs::none(ThreadId::PRIMARY, name("ann"))
        };
        must("a state", must("a view", self.store.read()).load(&session(), &needs))
    }

    pub fn task(&mut self, number: u32) -> Task {
        let state = self.state();
        let task = state.threads[&ThreadId::PRIMARY].tasks.get(TaskNumber(number));
        must("a task", task.cloned().ok_or(number))
    }

    pub fn standing(&mut self, number: u32) -> Standing {
        self.task(number).standing()
    }
}

struct User {
    answer: Option<Resolution>,
    /// Acts while the user thinks.
    slow: Option<Desk>,
    news: Arc<Mutex<Vec<News>>>,
}

impl Onlooker for User {
    fn tell(&mut self, news: &News) {
        self.news
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(news.clone());
    }

    fn approve(&mut self, _question: &Question<'_>) -> Consent {
        Consent::Yes
    }

    fn decide(&mut self, _review: &Review<'_>) -> Decision {
        Decision::Absent
    }

    fn reply(&mut self, _message: &str) -> Option<String> {
        None
    }

    fn resolve(&mut self, _interrupted: &Interrupted) -> Option<Resolution> {
        if let Some(desk) = &mut self.slow {
            assert!(desk.claim("ann", 1));
        }
        self.answer
    }
}

pub fn moved(number: u32, to: Move) -> Command {
    Command::Change(Change {
        update: vec![TaskChange {
            task: TaskRef::Number(TaskNumber(number)),
            edit: Edit::default(),
            after: None,
            to: Some(to),
            fence: None,
        }],
        ..nothing()
    })
}

fn nothing() -> Change {
    Change {
        thread: ThreadId::PRIMARY,
        last_seen: None,
        add: Vec::new(),
        update: Vec::new(),
        summary: None,
    }
}

/// Adds a task without a named agent.
pub fn added(number: u32, paths: &[&str]) -> Command {
    added_after(number, &[], paths)
}

pub fn added_after(number: u32, after: &[u32], paths: &[&str]) -> Command {
    Command::Change(Change {
        add: vec![new_task(number, after, paths)],
        ..nothing()
    })
}

pub fn blocker() -> Command {
    Command::Raise {
        thread: ThreadId::PRIMARY,
        signal: SignalDraft {
            id: must("an id", SignalId::new("ci")),
            task: None,
            level: Level::Blocker,
            message: "red".to_owned(),
            link: None,
        },
    }
}

/// The plan as edited by hand, with an additional criterion.
pub fn with_criterion(state: &State, number: u32, criterion: &str) -> Command {
    restated(state, number, |task| task.brief.acceptance.push(criterion.to_owned()))
}

/// The plan as edited by hand, with another state of a task.
pub fn with_state(state: &State, number: u32, state_of_task: &TaskState) -> Command {
    restated(state, number, |task| task.state = Some(state_of_task.clone()))
}

fn restated(state: &State, number: u32, change: impl Fn(&mut RestatedTask)) -> Command {
    let thread = &state.threads[&ThreadId::PRIMARY];
    let plan = must("a plan", thread.plan.clone().ok_or(number));
    let tasks: Vec<&Task> = thread.tasks.rows().collect();
    let position = |number: &TaskNumber| tasks.iter().position(|task| task.number == *number);
    let restated = |task: &&Task| {
        let mut restated = RestatedTask {
            known: Some(task.number),
            uid: task.uid,
            brief: task.brief.clone(),
            after: task.after.iter().filter_map(position).collect(),
            state: None,
        };
        if task.number.0 == number {
            change(&mut restated);
        }
        restated
    };
    Command::Restate(Box::new(Restatement {
        thread: ThreadId::PRIMARY,
        seen: state.version(),
        version: plan.version,
        title: plan.title,
        author: plan.author,
        made: None,
        metadata: plan.metadata,
        tasks: tasks.iter().map(restated).collect(),
    }))
}

fn new_task(number: u32, after: &[u32], paths: &[&str]) -> NewTask {
    NewTask {
        uid: uid(number.into()),
        key: None,
        brief: Brief {
            title: format!("t {number}"),
            agent: Some(name("dev")),
            paths: paths.iter().map(|path| TaskPath::read(path)).collect(),
            ..Brief::default()
        },
        after: after
            .iter()
            .map(|number| TaskRef::Number(TaskNumber(*number)))
            .collect(),
    }
}

fn place(project: &Project) -> Place {
    Place {
        database: project.root().join(".planwright/store.db"),
        backups: None,
    }
}

fn session() -> SessionId {
    must("an id", SessionId::new("s"))
}

fn name(name: &str) -> AgentName {
    must("a name", AgentName::new(name))
}

fn uid(number: u64) -> Uid {
    let mut bytes = [0; 16];
    bytes[8..].copy_from_slice(&number.to_be_bytes());
    Uid(bytes)
}
