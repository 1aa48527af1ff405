//! The commands of a well-behaved agent: ask what is next, and do exactly that.

use model::{Change, Command, Edit, Move, Now, SignalId, Task, TaskChange, ThreadId, now};

use super::{Scene, words};

impl Scene<'_> {
    pub(super) fn duty(&mut self, thread: ThreadId) -> Command {
        let Some(outlook) = self.state.outlook(thread, self.by, self.at) else {
            return self.open_thread();
        };
        match now(&outlook) {
            Now::Wait(signal) => Command::Clear {
                thread,
                id: signal.id.clone(),
            },
            Now::Replan(task) => self.retry(thread, task),
            Now::Resume(task) | Now::Review(task, _) => self.finish(thread, task),
            Now::Work(task) => Command::Claim {
                thread,
                task: task.reference(),
            },
            Now::Held(_) => self.warn(thread),
            Now::Blocked(stuck) => match self.dice.percent(50) {
                true => moved(thread, &stuck.on, Move::Reopen),
                false => Command::Change(Change {
                    update: vec![TaskChange {
                        after: Some(Vec::new()),
                        ..untouched(&stuck.task)
                    }],
                    ..nothing(thread)
                }),
            },
            Now::Decompose => self.change(thread),
            Now::Summarize => Command::Change(Change {
                summary: Some(words::text(self.dice)),
                ..nothing(thread)
            }),
            Now::Rest(_) => self.change(thread),
        }
    }

    fn retry(&mut self, thread: ThreadId, task: &Task) -> Command {
        let to = match self.dice.percent(60) {
            true => Move::Start,
            false => Move::Reopen,
        };
        moved(thread, task, to)
    }

    /// With the lease token of the claim.
    fn finish(&mut self, thread: ThreadId, task: &Task) -> Command {
        let note = Some(words::text(self.dice));
        let done = TaskChange {
            fence: task.claim().map(|claim| claim.fence),
            to: Some(Move::finish(note, vec!["src/a.rs".to_owned()])),
            ..untouched(task)
        };
        let closes = self.dice.percent(10);
        Command::Change(Change {
            update: vec![done],
            summary: closes.then(|| words::text(self.dice)),
            ..nothing(thread)
        })
    }

    fn warn(&mut self, thread: ThreadId) -> Command {
        match SignalId::new("waiting") {
            Ok(id) => self.raise_as(thread, id),
            Err(_) => Command::Renew { thread },
        }
    }
}

fn moved(thread: ThreadId, task: &Task, to: Move) -> Command {
    Command::Change(Change {
        update: vec![TaskChange {
            to: Some(to),
            ..untouched(task)
        }],
        ..nothing(thread)
    })
}

fn untouched(task: &Task) -> TaskChange {
    TaskChange {
        task: task.reference(),
        edit: Edit::default(),
        after: None,
        to: None,
        fence: None,
    }
}

fn nothing(thread: ThreadId) -> Change {
    Change {
        thread,
        last_seen: None,
        add: Vec::new(),
        update: Vec::new(),
        summary: None,
    }
}
