//! A driver's agents move their tasks, several at once.

use super::draft::Draft;
use super::{Ask, change, moves};
use crate::command::{Drive, Driven};
use crate::id::{Fence, ThreadId};
use crate::refusal::{Refusal, Refusals};
use crate::task::{Task, TaskRef, TaskState};
use crate::time::Timestamp;

/// In the order that was told, so that what one has finished lets the next begin. Whole or not at all.
pub(super) fn drive<'a>(draft: &mut Draft<'a>, drive: &'a Drive) -> Result<(), Refusals> {
    let driver = draft.ask;
    let mut refusals = Vec::new();
    for driven in &drive.moves {
        draft.ask = Ask {
            by: &driven.agent,
            ..driver
        };
        refusals.extend(step(draft, drive.thread, driven).err());
    }
    draft.ask = driver;
    Refusals::check(refusals)?;
    draft.reopen_if_incomplete(drive.thread);
    Ok(())
}

impl Driven {
    /// What the task becomes if the move is allowed. Only a claim that it begins has another fence then.
    pub fn foreseen(&self, task: &Task, at: Timestamp) -> TaskState {
        let ask = Ask { by: &self.agent, at };
        moves::reached(task, &self.to, ask, self.fence.unwrap_or(Fence(0)))
    }
}

fn step(draft: &mut Draft<'_>, thread: ThreadId, driven: &Driven) -> Result<(), Refusal> {
    let tasks = &draft.thread(thread)?.tasks;
    let unknown = || Refusal::UnknownTask(TaskRef::Number(driven.task));
    let task = tasks.get(driven.task).ok_or_else(unknown)?;
    moves::check_fence(task, driven.fence, draft.ask)?;
    change::move_task(draft, thread, driven.task, &driven.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, Move};
    use crate::decide::testing::{Session, agent, finish};
    use crate::id::TaskNumber;
    use crate::task::Standing;

    fn driven(agent_name: &str, number: u32, to: Move, fence: Option<u64>) -> Driven {
        Driven {
            agent: agent(agent_name),
            task: TaskNumber(number),
            to,
            fence: fence.map(Fence),
        }
    }

    fn drive(moves: Vec<Driven>) -> Command {
        Command::Drive(Drive {
            thread: ThreadId::PRIMARY,
            moves,
        })
    }

    #[test]
    fn what_one_agent_finishes_another_builds_on_at_once() {
        let mut session = Session::open(&[&[], &[1]]);
        session.must("ann", &drive(vec![driven("dev", 1, Move::Start, None)]));
        let fence = session.task(1).claim().unwrap().fence.0;
        let moves = vec![
            driven("dev", 1, finish(), Some(fence)),
            driven("tester", 2, Move::Start, None),
        ];
        assert_eq!(session.must("ann", &drive(moves)).len(), 2);
        let TaskState::Done(outcome) = &session.task(1).state else {
            panic!("{:?}", session.task(1));
        };
        assert_eq!(outcome.by, agent("dev"));
        assert_eq!(session.task(2).claim().unwrap().agent, agent("tester"));
    }

    #[test]
    fn a_lost_claim_takes_nothing_else_with_it_half_way() {
        let mut session = Session::open(&[&[], &[]]);
        session.must("ann", &drive(vec![driven("dev", 1, Move::Start, None)]));
        let moves = vec![
            driven("dev", 2, Move::Start, None),
            driven("dev", 1, finish(), Some(99)),
        ];
        let refusal = session.refusal("ann", &drive(moves));
        assert!(matches!(refusal, Refusal::StaleFence { .. }), "{refusal:?}");
        assert_eq!(session.task(2).standing(), Standing::Todo);
    }

    #[test]
    fn a_task_of_somebody_else_is_not_taken() {
        let mut session = Session::open(&[&[]]);
        session.claim("bob", 1);
        let refusal = session.refusal("ann", &drive(vec![driven("dev", 1, Move::Start, None)]));
        assert!(matches!(refusal, Refusal::Taken { .. }), "{refusal:?}");
        let unknown = session.refusal("ann", &drive(vec![driven("dev", 9, Move::Start, None)]));
        assert!(matches!(unknown, Refusal::UnknownTask(_)), "{unknown:?}");
    }
}
