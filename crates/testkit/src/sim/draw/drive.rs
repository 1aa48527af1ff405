//! Reports of a driver about its agents, some of which have lost their tasks.

use model::{AgentName, Command, Drive, Driven, Fence, Move, Task, TaskNumber, ThreadId};

use super::{Scene, words};

const AGENTS: [&str; 3] = ["ada", "bob", "tester"];

impl Scene<'_> {
    pub(super) fn drive(&mut self, thread: ThreadId) -> Command {
        let moves = (0..=self.dice.below(3)).filter_map(|_| self.driven(thread)).collect();
        Command::Drive(Drive {
            thread,
            last_seen: None,
            moves,
        })
    }

    fn driven(&mut self, thread: ThreadId) -> Option<Driven> {
        let count = self.thread_state(thread).map_or(0, |state| state.tasks.len());
        let position = self.dice.index(count);
        let task = self.thread_state(thread)?.tasks.rows().nth(position).cloned();
        let number = match &task {
            Some(task) if !self.dice.percent(4) => task.number,
            _ => TaskNumber(self.dice.below_u32(30)),
        };
        let holder = task.as_ref().and_then(Task::claim).cloned();
        let agent = match &holder {
            Some(claim) if self.dice.percent(80) => claim.agent.clone(),
            _ => AgentName::new(self.dice.one_of(AGENTS)).ok()?,
        };
        let fence = match self.dice.weighted(&[5, 4, 1]) {
            0 => holder.map(|claim| claim.fence),
            1 => None,
            _ => Some(Fence(self.dice.below(30))),
        };
        let to = match self.dice.weighted(&[5, 4, 2, 2]) {
            0 => Move::Start,
            1 => Move::finish(Some(words::text(self.dice)), vec!["src/a.rs".to_owned()]),
            2 => Move::fail(words::text(self.dice)),
            _ => Move::Reopen,
        };
        Some(Driven {
            agent,
            task: number,
            to,
            fence,
        })
    }
}
