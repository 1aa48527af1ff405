//! Changes: new tasks, edits, moves, other dependencies, closing summaries.

use model::{
    Change, Command, DroppedAs, Edit, Fence, Kind, Move, NewTask, OpVersion, TaskChange, TaskNumber, TaskRef, ThreadId,
};

use super::{Scene, words};

impl Scene<'_> {
    pub(super) fn change(&mut self, thread: ThreadId) -> Command {
        let (adds, updates) = match self.dice.weighted(&[35, 45, 20]) {
            0 => (1 + self.dice.below(4), 0),
            1 => (0, 1 + self.dice.below(3)),
            _ => (1 + self.dice.below(2), 1 + self.dice.below(3)),
        };
        let add = self.new_tasks(thread, adds);
        let update = (0..updates).map(|_| self.update(thread, &add)).collect();
        Command::Change(Change {
            thread,
            last_seen: self.last_seen(),
            add,
            update,
            summary: self.dice.percent(6).then(|| words::text(self.dice)),
        })
    }

    /// A few tasks. Sometimes so many with the same dependencies that the store releases them in several steps.
    pub(super) fn opening_tasks(&mut self) -> Vec<NewTask> {
        const HUBS: u32 = 3;
        let first = TaskNumber(1);
        let is_wide = self.dice.percent(7);
        let count = if is_wide {
            20 + self.dice.below_u32(20)
        } else {
            self.dice.below_u32(6)
        };
        let mut tasks: Vec<_> = (1..=count)
            .map(|number| self.new_task(&[], first, TaskNumber(number)))
            .collect();
        if is_wide {
            for (task, number) in tasks.iter_mut().zip(1..) {
                let hubs = (1..=HUBS).filter(|hub| *hub < number && self.dice.percent(60));
                task.after = hubs.map(|hub| TaskRef::Number(TaskNumber(hub))).collect();
            }
        }
        tasks
    }

    /// The first tasks of an empty thread.
    pub(super) fn first_tasks(&mut self, thread: ThreadId) -> Command {
        let count = 2 + self.dice.below(4);
        Command::Change(Change {
            thread,
            last_seen: None,
            add: self.new_tasks(thread, count),
            update: Vec::new(),
            summary: None,
        })
    }

    fn last_seen(&mut self) -> Option<OpVersion> {
        match self.dice.weighted(&[80, 12, 6, 2]) {
            0 => None,
            1 => Some(self.state.version()),
            2 => Some(self.seen),
            _ => Some(OpVersion(self.dice.below(40))),
        }
    }

    pub(super) fn new_tasks(&mut self, thread: ThreadId, count: u64) -> Vec<NewTask> {
        let known = self.thread_state(thread);
        let rows = known.into_iter().flat_map(|state| state.tasks.rows());
        let names: Vec<_> = rows
            .flat_map(|task| [task.reference(), TaskRef::Key(task.key.clone())])
            .collect();
        let next = known.map_or(TaskNumber(1), |state| state.next_number);
        let numbers = (next.0..).zip(0..count).map(|(number, _)| TaskNumber(number));
        numbers.map(|number| self.new_task(&names, next, number)).collect()
    }

    /// A task that will get `number`, in a change whose first task gets `first`.
    pub(super) fn new_task(&mut self, names: &[TaskRef], first: TaskNumber, number: TaskNumber) -> NewTask {
        NewTask {
            uid: self.ids.next(),
            key: self.dice.percent(15).then(|| words::key(self.dice)),
            brief: words::brief(self.dice),
            after: (0..self.dice.below(4).saturating_sub(1))
                .map(|_| self.dependency(names, first, number))
                .collect(),
        }
    }

    /// An existing task, a task of the same change before or after this one, or a task that does not exist.
    fn dependency(&mut self, names: &[TaskRef], first: TaskNumber, number: TaskNumber) -> TaskRef {
        let earlier = number.0 - first.0;
        match self.dice.weighted(&[60, 32, 5, 3]) {
            0 if !names.is_empty() => self.dice.pick(names).cloned().unwrap_or(TaskRef::Number(first)),
            0 | 1 if earlier > 0 => TaskRef::Number(TaskNumber(first.0 + self.dice.below_u32(earlier))),
            0..=2 => TaskRef::Number(TaskNumber(number.0 + self.dice.below_u32(3))),
            _ => match self.dice.percent(50) {
                true => TaskRef::Key(words::key(self.dice)),
                false => TaskRef::Number(TaskNumber(self.dice.below_u32(60))),
            },
        }
    }

    fn update(&mut self, thread: ThreadId, added: &[NewTask]) -> TaskChange {
        let next = self
            .thread_state(thread)
            .map_or(TaskNumber(1), |state| state.next_number);
        let fresh = u32::try_from(added.len()).unwrap_or(0);
        let task = match added.is_empty() || self.dice.percent(60) {
            true => self.task(thread),
            false => TaskRef::Number(TaskNumber(next.0 + self.dice.below_u32(fresh))),
        };
        let relinks = self.dice.percent(22);
        let after = relinks.then(|| self.dependencies(thread, added.len()));
        TaskChange {
            edit: self.edit(),
            after,
            to: self.dice.percent(70).then(|| self.one_move()),
            fence: self.fence(thread, &task),
            task,
        }
    }

    fn dependencies(&mut self, thread: ThreadId, added: usize) -> Vec<TaskRef> {
        let next = self
            .thread_state(thread)
            .map_or(TaskNumber(1), |state| state.next_number);
        let fresh = u32::try_from(added).unwrap_or(0);
        let count = self.dice.below(4);
        (0..count)
            .map(|_| match self.dice.percent(85) {
                true => self.task(thread),
                false => TaskRef::Number(TaskNumber(next.0 + self.dice.below_u32(fresh + 1))),
            })
            .collect()
    }

    fn edit(&mut self) -> Edit {
        if self.dice.percent(75) {
            return Edit::default();
        }
        Edit {
            title: self.dice.percent(50).then(|| words::title(self.dice)),
            body: self.dice.percent(30).then(|| words::text(self.dice)),
            kind: self.dice.percent(30).then(|| self.dice.one_of(Kind::ALL)),
            hints: self.dice.percent(20).then(|| words::list(self.dice)),
            paths: self.dice.percent(20).then(|| words::paths(self.dice)),
            acceptance: None,
            agent: None,
        }
    }

    fn one_move(&mut self) -> Move {
        match self.dice.weighted(&[26, 36, 8, 10, 20]) {
            0 => Move::Start,
            1 => Move::Finish {
                note: self.dice.percent(30).then(|| words::text(self.dice)),
                files: words::list(self.dice),
                evidence: words::evidence(self.dice),
                report: self.dice.percent(10).then(|| words::text(self.dice)),
            },
            2 => Move::Fail {
                error: words::text(self.dice),
                files: words::list(self.dice),
                evidence: words::evidence(self.dice),
            },
            3 => Move::Drop {
                how: self.dice.one_of([DroppedAs::Cancelled, DroppedAs::Skipped]),
                reason: self.dice.percent(30).then(|| words::text(self.dice)),
            },
            _ => Move::Reopen,
        }
    }

    /// Mostly none, else the current lease token, an earlier one, or a random one.
    fn fence(&mut self, thread: ThreadId, task: &TaskRef) -> Option<Fence> {
        let found = self.thread_state(thread).and_then(|state| state.tasks.find(task));
        let current = found.and_then(|task| task.claim()).map(|claim| claim.fence);
        let number = found.map(|task| task.number);
        match self.dice.weighted(&[70, 18, 10, 2]) {
            0 => None,
            1 => current,
            2 => {
                let kept = self
                    .fences
                    .iter()
                    .filter(|(of, known, _)| *of == thread && Some(*known) == number);
                let kept: Vec<_> = kept.map(|(_, _, fence)| *fence).collect();
                self.dice.pick(&kept).copied()
            }
            _ => Some(Fence(self.dice.below(50))),
        }
    }
}
