//! Why a run is over, in the words of whoever watches it, and what keeps it from going on.

use model::schedule::Stop;
use model::{AgentName, Held, TaskNumber};

use super::driver::Driver;
use super::onlooker::StepLine;
use super::{End, Lack, RunEnd, RunFault};

impl Driver<'_> {
    /// Without a hold on the picture.
    pub(super) fn end(&self, stop: Stop<'_>) -> End {
        match stop {
            Stop::Complete => End::Complete,
            Stop::Empty => End::Empty,
            Stop::Blocked(signal) => End::Blocked(Box::new(signal.clone())),
            Stop::Stuck(stuck) => End::Stuck {
                step: self.numbered(stuck.task.number),
                on: self.numbered(stuck.on.number),
            },
            Stop::Held(held) => {
                let holder = |held: Held| (self.numbered(held.number), held.claim.agent);
                End::Held(held.into_iter().map(holder).collect())
            }
            Stop::NotReady(waiting_for) => {
                End::NotReady(waiting_for.into_iter().map(|number| self.numbered(number)).collect())
            }
            Stop::WithoutAgent(tasks) => {
                let lack = |number| Some((self.numbered(number), self.lacks.get(&number)?.clone()));
                End::WithoutAgent {
                    steps: tasks.into_iter().filter_map(lack).collect(),
                    known: self.roster.names(),
                }
            }
            Stop::OutOfIterations => End::OutOfIterations,
        }
    }

    /// How it went, whatever happened.
    pub(super) fn sum(&self, end: Result<End, RunFault>) -> Result<RunEnd, RunFault> {
        let (undeclared, undeclared_more) = self.scene.company.strays();
        Ok(RunEnd {
            end,
            counts: self.picture.thread_state()?.counts,
            tally: self.tally,
            elapsed_ms: self.elapsed_ms(self.began),
            cost: self.cost(),
            undeclared,
            undeclared_more,
            sandbox: self.scene.unasked(),
        })
    }

    /// Nobody is there for a task. Others go on.
    pub(super) fn lack(&mut self, number: TaskNumber, lack: Lack) {
        self.driving.without_agent.insert(number);
        self.lacks.insert(number, lack);
    }

    /// Whether the agent is one that could not be started. Then nobody is there for the task.
    pub(super) fn lacks_program(&mut self, number: TaskNumber, agent: &AgentName) -> bool {
        let Some(why) = self.unstarted.get(agent).cloned() else {
            return false;
        };
        let agent = agent.clone();
        self.lack(number, Lack::Unstarted { agent, why });
        true
    }

    /// Somebody has said meanwhile who should do it.
    pub(super) fn forget_lacks(&mut self) {
        let is_decided = |(number, lack): &(&TaskNumber, &Lack)| {
            let agent = self
                .picture
                .task(**number)
                .ok()
                .flatten()
                .and_then(|task| self.decided(task));
            agent.is_some_and(|agent| match lack {
                Lack::HandedBack { by } => !by.contains(&agent.name),
                Lack::Unstarted { agent: absent, .. } => *absent != agent.name,
                Lack::Restless { .. } => false,
                Lack::Undecided { .. } | Lack::NoChoice(_) => true,
            })
        };
        let decided: Vec<TaskNumber> = self
            .lacks
            .iter()
            .filter(is_decided)
            .map(|(number, _)| *number)
            .collect();
        for number in decided {
            self.lacks.remove(&number);
            self.driving.without_agent.remove(&number);
        }
    }

    /// A step has ended, and an agent may follow the one that did it. An arbiter is not asked the same thing twice, and nobody
    /// is given again what they gave back.
    pub(super) fn reconsider(&mut self) {
        self.lacks.retain(|_, lack| match lack {
            Lack::NoChoice(_) | Lack::HandedBack { .. } | Lack::Unstarted { .. } | Lack::Restless { .. } => true,
            Lack::Undecided { .. } => false,
        });
        self.driving.without_agent = self.lacks.keys().copied().collect();
    }

    fn numbered(&self, number: TaskNumber) -> StepLine {
        match self.picture.task(number) {
            Ok(Some(task)) => self.line(task),
            _ => StepLine {
                number,
                index: 0,
                key: String::new(),
                title: String::new(),
            },
        }
    }
}
