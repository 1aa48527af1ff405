//! A plan, the store that holds it, and everybody who works on it.

use std::collections::{BTreeMap, BTreeSet};

use model::schedule::{Driving, Stage, stage};
use model::{
    AgentName, Ask, Brief, Change, Command, Drive, Driven, Edit, Fence, Grounds, Move, Needs, NewTask, Now, OpVersion,
    Opening, PlanMetadata, SessionId, Standing, State, TaskChange, TaskNumber, TaskPath, TaskRef, TaskState, ThreadId,
    ThreadState, Timestamp, decide, limits, now,
};
use store::{LogQuery, NewOperation, SqliteStore, Store};

use super::{Carelessness, Drives, is_complete};
use crate::sim::broken::{Broken, Law};
use crate::sim::dice::Dice;
use crate::sim::world::Ids;

pub(super) const AGENTS: [&str; 2] = ["dev", "tester"];
const OTHERS: [&str; 2] = ["ann", "bob"];
const FILES: [&str; 4] = ["a", "a/b", "c", "d/e"];
const MINUTE_MS: i64 = 60 * 1000;

pub(super) struct Ground {
    pub dice: Dice,
    pub at: Timestamp,
    pub carelessness: Carelessness,
    pub seen: Drives,
    store: SqliteStore,
    ids: Ids,
    pub session: SessionId,
    driver: AgentName,
    /// How often an agent was started under each claim.
    pub executed: BTreeMap<(TaskNumber, Fence), u32>,
    /// Claims under which the work was done.
    pub earned: BTreeSet<(TaskNumber, Fence)>,
}

impl Ground {
    pub fn new(mut dice: Dice, carelessness: Carelessness) -> Result<Self, Broken> {
        let named = |error: model::InvalidId| Broken::new(Law::Store, error.to_string());
        let mut ids = Ids::default();
        let session = SessionId::new("s").map_err(named)?;
        let tasks = 2 + dice.below_u32(7);
        let opening = Opening {
            id: session.clone(),
            session: ids.next(),
            thread: ids.next(),
            plan: ids.next(),
            goal: None,
            author: None,
            metadata: PlanMetadata::default(),
            grounds: Grounds::default(),
            tasks: (1..=tasks)
                .map(|number| new_task(&mut dice, &mut ids, number))
                .collect(),
        };
        let mut ground = Self {
            at: Timestamp::from_millis(1_750_000_000_000),
            carelessness,
            seen: Drives::default(),
            store: SqliteStore::in_memory()?,
            driver: AgentName::new("driver").map_err(named)?,
            session,
            executed: BTreeMap::new(),
            earned: BTreeSet::new(),
            ids,
            dice,
        };
        let by = ground.driver.clone();
        ground.operate(&by, "start", &Command::Open(opening))?;
        Ok(ground)
    }

    /// Minutes, and now and then more than a lease.
    pub fn pass_time(&mut self) {
        let ms = match self.dice.percent(3) {
            true => limits::LEASE_MS + MINUTE_MS,
            false => self.dice.below_i64(5 * MINUTE_MS),
        };
        self.at = self.at.plus_millis(ms);
    }

    pub fn name(&self, name: &str) -> Result<AgentName, Broken> {
        AgentName::new(name).map_err(|error| Broken::new(Law::Store, error.to_string()))
    }

    /// As the driver's picture is: the stored plan, with what has ended but is not stored.
    pub fn foreseen(&mut self, ends: &[Driven]) -> Result<ThreadState, Broken> {
        let mut state = self.state()?;
        for end in ends {
            let task = state
                .threads
                .get(&ThreadId::PRIMARY)
                .and_then(|thread| thread.tasks.get(end.task));
            if let Some(task) = task {
                let event = model::Event::TaskMoved {
                    thread: ThreadId::PRIMARY,
                    number: end.task,
                    old: task.state.clone(),
                    new: end.foreseen(task, self.at),
                };
                state.apply(&event);
            }
        }
        thread_of(state)
    }

    pub fn thread(&mut self) -> Result<ThreadState, Broken> {
        thread_of(self.state()?)
    }

    /// Whatever is ready, overlapping or not.
    pub fn crowded(&self, thread: &ThreadState, jobs: usize, starts: Vec<Driven>) -> Vec<Driven> {
        let Some(first) = starts
            .first()
            .cloned()
            .filter(|_| self.carelessness == Carelessness::Crowds)
        else {
            return starts;
        };
        let ready = thread.tasks.rows().filter(|task| task.standing() == Standing::Todo);
        let ready = ready.filter(|task| thread.tasks.unmet(task).is_empty());
        let start = |task: &model::Task| Driven {
            task: task.number,
            ..first.clone()
        };
        ready.map(start).take(jobs.max(2)).collect()
    }

    /// The fence of claims that begin with it; `None` if it was refused.
    pub fn drive(&mut self, moves: Vec<Driven>) -> Result<Option<Fence>, Broken> {
        if moves.is_empty() {
            return Ok(Some(Fence(0)));
        }
        let command = Command::Drive(Drive {
            thread: ThreadId::PRIMARY,
            last_seen: None,
            moves,
        });
        let by = self.driver.clone();
        let version = self.operate(&by, "run", &command)?;
        Ok(version.map(|version| Fence(version.0)))
    }

    pub fn renew<'a>(&mut self, agents: impl Iterator<Item = &'a AgentName>) -> Result<(), Broken> {
        let agents: BTreeSet<AgentName> = agents.cloned().collect();
        let thread = ThreadId::PRIMARY;
        agents
            .iter()
            .try_for_each(|agent| self.operate(agent, "renew", &Command::Renew { thread }).map(|_| ()))
    }

    /// Claims that a driver began and nobody ended.
    pub fn left_behind(&mut self) -> Result<Vec<(TaskNumber, AgentName, Fence)>, Broken> {
        let thread = self.thread()?;
        let tx = self.store.read()?;
        let mut left = Vec::new();
        for task in thread.tasks.rows() {
            if let TaskState::Doing(claim) = &task.state {
                let begun = tx.operations(&self.session, &LogQuery::one(OpVersion(claim.fence.0)))?;
                if begun.iter().any(|operation| operation.verb == "run") {
                    left.push((task.number, claim.agent.clone(), claim.fence));
                }
            }
        }
        Ok(left)
    }

    /// An agent with a will of its own: it does what it has, or takes what is next.
    pub fn somebody_else_works(&mut self) -> Result<(), Broken> {
        let name = self.dice.pick(&OTHERS).copied().unwrap_or("ann");
        let by = self.name(name)?;
        let thread = ThreadId::PRIMARY;
        let outlook = self.store.read()?.outlook(&self.session, thread, &by, self.at)?;
        let Some(outlook) = outlook else { return Ok(()) };
        let command = match now(&outlook) {
            Now::Resume(task) => {
                let fence = task.claim().map_or(Fence(0), |claim| claim.fence);
                self.earned.insert((task.number, fence));
                moved(task.number, Some(fence), Move::finish(None, Vec::new()))
            }
            Now::Work(task) if self.dice.percent(40) => Command::Claim {
                thread,
                task: task.reference(),
            },
            _ => return Ok(()),
        };
        self.operate(&by, "update", &command)?;
        Ok(())
    }

    /// A person puts right what a run cannot. Whether there is nothing left to do.
    pub fn settle_what_stops_it(&mut self) -> Result<bool, Broken> {
        let thread = self.thread()?;
        let driving = Driving {
            jobs: 1,
            iterations: 1,
            ..Driving::default()
        };
        let found = stage(&thread, &driving, self.at);
        if is_complete(&found) {
            self.seen.complete += 1;
            return Ok(true);
        }
        if let Stage::Replan(task) = found {
            self.seen.failed += 1;
            let by = self.driver.clone();
            self.operate(&by, "reopen", &moved(task.number, None, Move::Reopen))?;
        }
        Ok(false)
    }

    fn state(&mut self) -> Result<State, Broken> {
        let needs = Needs {
            whole: true,
            ..Needs::none(ThreadId::PRIMARY, self.driver.clone())
        };
        Ok(self.store.read()?.load(&self.session, &needs)?)
    }

    fn operate(&mut self, by: &AgentName, verb: &str, command: &Command) -> Result<Option<OpVersion>, Broken> {
        let mut tx = self.store.write()?;
        let state = tx.load(&self.session, &Needs::of(command, by))?;
        let Ok(events) = decide(&state, command, Ask { by, at: self.at }) else {
            return Ok(None);
        };
        if events.is_empty() {
            return Ok(Some(state.version()));
        }
        let operation = NewOperation {
            uid: self.ids.next(),
            author: by.clone(),
            at: self.at,
            verb: verb.to_owned(),
            events,
        };
        let version = tx.append(&self.session, operation)?;
        tx.commit()?;
        Ok(Some(version))
    }
}

fn thread_of(mut state: State) -> Result<ThreadState, Broken> {
    let thread = state.threads.remove(&ThreadId::PRIMARY);
    thread.ok_or_else(|| Broken::new(Law::Store, "the thread is gone"))
}

fn moved(task: TaskNumber, fence: Option<Fence>, to: Move) -> Command {
    Command::Change(Change {
        thread: ThreadId::PRIMARY,
        last_seen: None,
        add: Vec::new(),
        update: vec![TaskChange {
            task: TaskRef::Number(task),
            edit: Edit::default(),
            after: None,
            to: Some(to),
            fence,
        }],
        summary: None,
    })
}

fn new_task(dice: &mut Dice, ids: &mut Ids, number: u32) -> NewTask {
    let mut after = BTreeSet::new();
    for _ in 0..dice.below(3) {
        let earlier = dice.below_u32(number);
        after.extend((earlier > 0).then_some(TaskRef::Number(TaskNumber(earlier))));
    }
    let paths = (0..dice.below(3)).map(|_| TaskPath::read(dice.one_of(FILES)));
    NewTask {
        uid: ids.next(),
        key: None,
        brief: Brief {
            title: format!("t {number}"),
            paths: paths.collect(),
            ..Brief::default()
        },
        after: after.into_iter().collect(),
    }
}
