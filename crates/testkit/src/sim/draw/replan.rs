//! Replans after a failure, and tasks that are inserted between others.

use model::{
    Claim, Command, Dropped, DroppedAs, Failure, Fence, Link, Outcome, ReplannedTask, Replanning, RestatedTask,
    Restatement, Task, TaskNumber, TaskState, ThreadId, ThreadState, limits,
};

use super::{Scene, words};

impl Scene<'_> {
    /// Sometimes for an outdated version, without having seen all removed tasks, without a new task, or beyond the
    /// allowed number of replans.
    pub(super) fn replan(&mut self, thread: ThreadId) -> Command {
        let plan = self.thread_state(thread).and_then(|state| state.plan.as_ref());
        let seen = plan.map_or(1, |plan| plan.version);
        let mut replaced = self.thread_state(thread).map(ThreadState::replaced).unwrap_or_default();
        if self.dice.percent(5) {
            replaced.pop_last();
        }
        let count = self.dice.below_u32(4) as usize + usize::from(!self.dice.percent(5));
        let tasks = (0..count).map(|position| self.replanned(thread, position, count));
        let tasks = tasks.collect();
        Command::Replan(Box::new(Replanning {
            thread,
            plan: self.ids.next(),
            author: self.by.clone(),
            seen: if self.dice.percent(5) { seen + 1 } else { seen },
            replaced,
            limit: if self.dice.percent(20) { 1 } else { limits::REPLANS },
            force: self.dice.percent(35),
            grounds: words::grounds(self.dice),
            tasks,
        }))
    }

    fn replanned(&mut self, thread: ThreadId, position: usize, count: usize) -> ReplannedTask {
        let mut after = Vec::new();
        if position > 0 && self.dice.percent(40) {
            after.push(Link::New(self.dice.index(position)));
        }
        if self.dice.percent(5) {
            after.push(Link::New(self.dice.index(count + 1)));
        }
        if self.dice.percent(30) {
            after.push(Link::Kept(self.number(thread)));
        }
        ReplannedTask {
            uid: self.ids.next(),
            brief: words::brief(self.dice),
            after,
        }
    }

    pub(super) fn insert(&mut self, thread: ThreadId) -> Command {
        let after = self.number(thread);
        match self.new_tasks(thread, 1).pop() {
            Some(task) => Command::Insert { thread, after, task },
            None => self.replan(thread),
        }
    }

    /// The current plan with a few edits by hand.
    pub(super) fn restate(&mut self, thread: ThreadId) -> Command {
        let state = self.thread_state(thread).cloned();
        let plan = state.as_ref().and_then(|state| state.plan.clone());
        let mut known: Vec<Task> = state
            .into_iter()
            .flat_map(|state| state.tasks.rows().cloned().collect::<Vec<_>>())
            .collect();
        known.sort_by_key(|task| (task.order, task.number));
        if self.dice.percent(20) {
            self.dice.shuffle(&mut known);
        }
        known.retain(|_| !self.dice.percent(5));
        let position = |number: &TaskNumber| known.iter().position(|task| task.number == *number);
        let mut tasks: Vec<_> = known
            .iter()
            .map(|task| RestatedTask {
                known: Some(task.number),
                uid: self.ids.next(),
                brief: if self.dice.percent(10) {
                    words::brief(self.dice)
                } else {
                    task.brief.clone()
                },
                after: task.after.iter().filter_map(position).collect(),
                state: self.dice.percent(15).then(|| self.written_state()),
            })
            .collect();
        if self.dice.percent(30) {
            tasks.push(RestatedTask {
                known: None,
                uid: self.ids.next(),
                brief: words::brief(self.dice),
                after: if self.dice.percent(40) {
                    vec![self.dice.index(known.len() + 1)]
                } else {
                    Vec::new()
                },
                state: self.dice.percent(30).then(|| self.written_state()),
            });
        }
        Command::Restate(Box::new(Restatement {
            thread,
            seen: if self.dice.percent(5) {
                self.seen
            } else {
                self.state.version()
            },
            version: plan.as_ref().map_or(1, |plan| plan.version),
            title: plan.as_ref().map_or_else(String::new, |plan| plan.title.clone()),
            author: plan
                .as_ref()
                .map_or_else(|| self.by.clone(), |plan| plan.author.clone()),
            made: plan.as_ref().and_then(|plan| plan.made),
            metadata: if self.dice.percent(20) {
                self.metadata()
            } else {
                plan.map(|plan| plan.metadata).unwrap_or_default()
            },
            tasks,
        }))
    }

    fn written_state(&mut self) -> TaskState {
        let (by, at, started) = (self.by.clone(), self.at, None);
        match self.dice.below(5) {
            0 => TaskState::Todo,
            1 => TaskState::Doing(Claim {
                agent: by,
                since: at,
                until: at,
                fence: Fence(0),
            }),
            2 => TaskState::Done(Outcome {
                by,
                at,
                started,
                note: self.dice.percent(50).then(|| words::text(self.dice)),
                files: words::list(self.dice),
                evidence: Vec::new(),
                report: None,
                claim: None,
            }),
            3 => TaskState::Failed(Failure {
                by,
                at,
                started,
                error: words::text(self.dice),
                files: Vec::new(),
                evidence: Vec::new(),
            }),
            _ => TaskState::Dropped(Dropped {
                by,
                at,
                how: DroppedAs::Skipped,
                reason: None,
            }),
        }
    }

    /// The number of an existing task or of one that never existed.
    fn number(&mut self, thread: ThreadId) -> TaskNumber {
        let numbers: Vec<_> = self
            .thread_state(thread)
            .map(|state| state.tasks.rows().map(|task| task.number).collect())
            .unwrap_or_default();
        match self.dice.percent(4) {
            true => TaskNumber(self.dice.below_u32(30)),
            false => self.dice.pick(&numbers).copied().unwrap_or(TaskNumber(1)),
        }
    }
}
