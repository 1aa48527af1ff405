//! Other participants that change the same plan at random.

use model::{
    Change, Command, DroppedAs, Edit, Fence, Level, Move, RestatedTask, Restatement, SignalDraft, SignalId, Standing,
    Task, TaskChange, TaskNumber, TaskPath, TaskRef, ThreadId,
};

use super::ground::{Ground, name};
use crate::project::must;
use crate::sim::broken::Broken;

/// People, and an agent of the run that also uses other front ends.
const OTHERS: [&str; 5] = ["ann", "ann", "bob", "bob", AGENT];
const AGENT: &str = "dev";
/// Removes obstacles of a run and claims no task.
const GUARD: &str = "guard";
const TASKS_MAX: usize = 12;
const BLOCKER: &str = "ci";
/// Actions from this index on are done by agents with their own tasks.
const OF_AGENTS: usize = 10;

impl Ground {
    /// Others act while the planner or the user thinks.
    pub fn interlude(&mut self) {
        self.others_act(40);
    }

    /// Others act with this probability, repeatedly until one does not.
    pub fn others_act(&mut self, percent: u64) {
        while !self.is_calm && self.dice.percent(percent) {
            let acted = self.another_acts();
            self.check(acted);
        }
    }

    pub fn another_acts(&mut self) -> Result<(), Broken> {
        let act = self.dice.weighted(&[24, 24, 4, 4, 8, 10, 10, 6, 5, 5, 6, 8]);
        // Only agents of a run have a task of the run to release.
        let by = if act >= OF_AGENTS {
            AGENT
        } else {
            self.dice.one_of(OTHERS)
        };
        let (what, command) = match act {
            0 => ("claims", self.claim()),
            1 => ("finishes", self.own(by, Move::finish(None, Vec::new()))),
            2 => ("fails", self.own(by, Move::fail("it does not work"))),
            3 => ("drops", self.drop_one()),
            4 => ("reopens", self.reopen()),
            5 => ("changes the criteria of", self.restate(false)),
            6 => ("declares", self.declare()),
            7 => ("adds", self.add()),
            8 => ("signals", self.signal()),
            9 => ("rewrites", self.restate(true)),
            OF_AGENTS => ("gives up", self.own(by, Move::fail("I cannot do it"))),
            _ => ("releases", self.own(by, Move::Reopen)),
        };
        let Some(command) = command else { return Ok(()) };
        let task = named(&command);
        let is_done = self.operate(by, "update", &command)?;
        self.seen.interfered += u64::from(is_done);
        let word = if is_done { "" } else { "unsuccessfully " };
        self.note(format!("{by} {word}{what} {task}"));
        Ok(())
    }

    /// A person removes what blocks a run.
    pub fn remove_obstacles(&mut self) -> Result<(), Broken> {
        let clear = Command::Clear {
            thread: ThreadId::PRIMARY,
            id: must("an id", SignalId::new(BLOCKER)),
        };
        self.operate(GUARD, "signal", &clear)?;
        let failed = self.some(|task| task.standing() == Standing::Failed);
        for number in failed {
            self.operate(GUARD, "reopen", &moved(number, None, Move::Reopen))?;
        }
        loop {
            let dropped = self.some(|task| task.standing() == Standing::Dropped);
            let waiting = self.some(|task| {
                let is_stuck = task.after.iter().any(|number| dropped.contains(number));
                !task.standing().is_settled() && is_stuck
            });
            let Some(number) = waiting.first() else { return Ok(()) };
            if !self.operate(GUARD, "drop", &moved(*number, None, cancel()))? {
                return Ok(());
            }
        }
    }

    /// Any task that can be claimed, including tasks with an expired claim.
    fn claim(&mut self) -> Option<Command> {
        let at = self.now();
        let let_go = self.some(|task| task.claim().is_some_and(|claim| !claim.is_live(at)));
        let free = match let_go.is_empty() {
            true => self.some(|task| task.standing() == Standing::Todo),
            false => let_go,
        };
        let task = TaskRef::Number(*self.dice.pick(&free)?);
        let thread = ThreadId::PRIMARY;
        Some(Command::Claim { thread, task })
    }

    fn own(&mut self, by: &str, to: Move) -> Option<Command> {
        let by = name(by);
        let held = self.some(|task| task.claim().is_some_and(|claim| claim.agent == by));
        let number = *self.dice.pick(&held)?;
        let fence = self.audit.task(number)?.claim()?.fence;
        Some(moved(number, Some(fence), to))
    }

    fn drop_one(&mut self) -> Option<Command> {
        let open = self.some(|task| !task.standing().is_settled());
        Some(moved(*self.dice.pick(&open)?, None, cancel()))
    }

    fn reopen(&mut self) -> Option<Command> {
        let closed = self.some(|task| !matches!(task.standing(), Standing::Todo | Standing::Doing));
        Some(moved(*self.dice.pick(&closed)?, None, Move::Reopen))
    }

    /// Changes the declared files of a task, which decide with which tasks it can run.
    fn declare(&mut self) -> Option<Command> {
        let all = self.some(|_| true);
        let number = *self.dice.pick(&all)?;
        let paths = vec![TaskPath::read(self.dice.one_of(["a", "c", "x/y"]))];
        let edit = Edit {
            paths: Some(paths),
            ..Edit::default()
        };
        Some(changed(number, None, edit, None))
    }

    fn add(&mut self) -> Option<Command> {
        let count = self.some(|_| true).len();
        let title = format!("t {}", count + 1);
        let task = self.new_task(title, u32::try_from(count).ok()?);
        (count < TASKS_MAX).then(|| {
            Command::Change(Change {
                add: vec![task],
                ..nothing()
            })
        })
    }

    fn signal(&mut self) -> Option<Command> {
        let thread = ThreadId::PRIMARY;
        let id = SignalId::new(BLOCKER).ok()?;
        let is_open = self.audit.thread()?.open_signals().any(|signal| signal.id == id);
        Some(match is_open {
            true => Command::Clear { thread, id },
            false => Command::Raise {
                thread,
                signal: SignalDraft {
                    id,
                    task: None,
                    level: Level::Blocker,
                    message: "red".to_owned(),
                    link: None,
                },
            },
        })
    }

    /// The plan as edited by hand: one task has another state, or is removed.
    fn restate(&mut self, is_removal: bool) -> Option<Command> {
        let all = self.some(|_| true);
        let chosen = *self.dice.pick(&all)?;
        let acceptance = self.acceptance();
        let tasks: Vec<Task> = self.audit.tasks().cloned().collect();
        let is_kept = |task: &&Task| !is_removal || task.number != chosen;
        let kept: Vec<&Task> = tasks.iter().filter(is_kept).collect();
        let position = |number: &TaskNumber| kept.iter().position(|task| task.number == *number);
        let restated = |task: &&Task| {
            let mut brief = task.brief.clone();
            if task.number == chosen {
                brief.acceptance.clone_from(&acceptance);
            }
            RestatedTask {
                known: Some(task.number),
                uid: task.uid,
                brief,
                after: task.after.iter().filter_map(position).collect(),
                state: None,
            }
        };
        let plan = self.audit.thread()?.plan.as_ref()?;
        Some(Command::Restate(Box::new(Restatement {
            thread: ThreadId::PRIMARY,
            seen: self.version(),
            version: plan.version,
            title: plan.title.clone(),
            author: plan.author.clone(),
            made: None,
            metadata: plan.metadata.clone(),
            tasks: kept.iter().map(restated).collect(),
        })))
    }

    pub fn some(&self, is_meant: impl Fn(&Task) -> bool) -> Vec<TaskNumber> {
        let meant = self.audit.tasks().filter(|task| is_meant(task));
        meant.map(|task| task.number).collect()
    }
}

fn cancel() -> Move {
    Move::Drop {
        how: DroppedAs::Cancelled,
        reason: None,
    }
}

fn moved(task: TaskNumber, fence: Option<Fence>, to: Move) -> Command {
    changed(task, fence, Edit::default(), Some(to))
}

fn changed(task: TaskNumber, fence: Option<Fence>, edit: Edit, to: Option<Move>) -> Command {
    Command::Change(Change {
        update: vec![TaskChange {
            task: TaskRef::Number(task),
            edit,
            after: None,
            to,
            fence,
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

fn named(command: &Command) -> String {
    match command {
        Command::Change(change) => change.update.iter().map(|update| update.task.to_string()).collect(),
        Command::Claim { task, .. } => task.to_string(),
        _ => String::new(),
    }
}
