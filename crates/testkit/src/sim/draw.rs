//! Draws the next command: mostly sensible, often wrong, sometimes absurd.

mod adopt;
mod change;
mod drive;
mod duty;
mod replan;
mod signal;
mod thread;
mod words;

use model::{
    AgentName, Command, Consultation, Fence, OpVersion, Opening, Operation, SessionId, State, TaskNumber, ThreadId,
};
use model::{Purpose, TaskRef, ThreadState, Timestamp};

use super::dice::Dice;
use super::world::{Ids, World};

#[derive(Debug, Clone)]
pub(super) enum DrawnCommand {
    Command(Box<Command>),
    /// The operation to undo. Its events are looked up in the log.
    Undo(OpVersion),
}

/// The inputs of a random command.
struct Scene<'a> {
    dice: &'a mut Dice,
    ids: &'a mut Ids,
    state: &'a State,
    log: &'a [Operation],
    session: &'a SessionId,
    by: &'a AgentName,
    at: Timestamp,
    fences: &'a [(ThreadId, TaskNumber, Fence)],
    seen: OpVersion,
}

pub(super) fn draw(world: &mut World, session: &SessionId, by: &AgentName, state: &State) -> DrawnCommand {
    let mut scene = Scene {
        dice: &mut world.dice,
        ids: &mut world.ids,
        state,
        log: world.memory.log(session),
        session,
        by,
        at: world.at,
        fences: &world.fences,
        seen: *world
            .seen
            .get(&(session.clone(), by.clone()))
            .unwrap_or(&OpVersion::ZERO),
    };
    if scene.state.session.is_none() && scene.dice.percent(85) {
        return DrawnCommand::Command(Box::new(scene.open()));
    }
    if scene.dice.percent(17) {
        return scene.undo();
    }
    DrawnCommand::Command(Box::new(scene.command()))
}

impl Scene<'_> {
    fn command(&mut self) -> Command {
        let thread = self.thread();
        let is_empty = self.thread_state(thread).is_some_and(|state| state.tasks.is_empty());
        if is_empty && self.dice.percent(60) {
            return self.first_tasks(thread);
        }
        match self
            .dice
            .weighted(&[24, 30, 8, 4, 6, 4, 4, 2, 3, 5, 1, 2, 2, 5, 5, 4, 4, 1, 8])
        {
            0 => self.duty(thread),
            1 => self.change(thread),
            2 => Command::Claim {
                thread,
                task: self.task(thread),
            },
            3 => Command::Renew { thread },
            4 => self.raise(thread),
            5 => self.clear(thread),
            6 => self.open_thread(),
            7 => Command::CloseThread { thread },
            8 => self.set_topic(thread),
            9 => self.adopt(thread),
            10 => self.open(),
            11 => self.set_folder(thread),
            12 => Command::ReleaseThread { thread },
            13 => self.commit(),
            14 => self.replan(thread),
            15 => self.insert(thread),
            16 => self.restate(thread),
            17 => self.consult(),
            _ => self.drive(thread),
        }
    }

    fn consult(&mut self) -> Command {
        Command::Consult(Consultation {
            purpose: self.dice.one_of(Purpose::ALL),
            planner: "stub".to_owned(),
            outcome: words::text(self.dice),
            input_tokens: self.dice.percent(50).then_some(7),
            output_tokens: None,
            cost: None,
        })
    }

    fn open(&mut self) -> Command {
        Command::Open(Opening {
            id: self.session.clone(),
            session: self.ids.next(),
            thread: self.ids.next(),
            plan: self.ids.next(),
            goal: self.dice.percent(80).then(|| words::text(self.dice)),
            author: self.dice.percent(30).then(|| self.by.clone()),
            metadata: self.metadata(),
            grounds: words::grounds(self.dice),
            tasks: self.opening_tasks(),
        })
    }

    /// The author's own latest operation, the newest of all, or any. Rarely an operation that cannot be undone.
    fn undo(&mut self) -> DrawnCommand {
        let can_go = |operation: &&Operation| {
            operation.version.0 > 1
                && !operation
                    .events
                    .iter()
                    .all(|event| event.is_claim() || event.is_telling())
        };
        let anything = self.dice.percent(8);
        let candidates: Vec<_> = self
            .log
            .iter()
            .filter(|operation| anything || can_go(operation))
            .collect();
        let chosen = match self.dice.weighted(&[4, 4, 3]) {
            0 => candidates.iter().rev().find(|operation| operation.author == *self.by),
            1 => candidates.last(),
            _ => self.dice.pick(&candidates),
        };
        match chosen.map(|operation| operation.version) {
            Some(version) => DrawnCommand::Undo(version),
            None => DrawnCommand::Command(Box::new(self.command())),
        }
    }

    fn thread(&mut self) -> ThreadId {
        let known: Vec<_> = self.state.threads.keys().copied().collect();
        match self.dice.weighted(&[70, 27, 3]) {
            0 => ThreadId::PRIMARY,
            1 => self.dice.pick(&known).copied().unwrap_or(ThreadId::PRIMARY),
            _ => ThreadId(self.dice.below_u32(6)),
        }
    }

    fn thread_state(&self, thread: ThreadId) -> Option<&ThreadState> {
        self.state.threads.get(&thread)
    }

    /// A task by number or key. Sometimes a task that never existed, is gone, or does not exist yet.
    fn task(&mut self, thread: ThreadId) -> TaskRef {
        if self.dice.percent(4) {
            return match self.dice.percent(50) {
                true => TaskRef::Number(TaskNumber(self.dice.below_u32(30))),
                false => TaskRef::Key(words::key(self.dice)),
            };
        }
        let by_key = self.dice.percent(35);
        let count = self.thread_state(thread).map_or(0, |state| state.tasks.len());
        let position = self.dice.index(count);
        let task = self
            .thread_state(thread)
            .and_then(|state| state.tasks.rows().nth(position));
        match task {
            Some(task) if by_key => TaskRef::Key(task.key.clone()),
            Some(task) => TaskRef::Number(task.number),
            None => TaskRef::Number(TaskNumber(1)),
        }
    }
}
