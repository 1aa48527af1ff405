//! A driver's agents move their tasks, several at once.

use super::draft::Draft;
use super::{Ask, moves, size};
use crate::command::{Drive, Driven, Move};
use crate::event::Event;
use crate::id::{Fence, ThreadId};
use crate::refusal::{Refusal, Refusals};
use crate::task::{Claim, Failure, Outcome, Task, TaskRef, TaskState};
use crate::time::Timestamp;

/// In the order that was told, so that what one has finished lets the next begin. Whole or not at all.
pub(super) fn drive<'a>(draft: &mut Draft<'a>, drive: &'a Drive) -> Result<(), Refusals> {
    let current = draft.state().version();
    if let Some(seen) = drive.last_seen.filter(|seen| *seen != current) {
        return Err(Refusal::VersionConflict { seen, current }.into());
    }
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
        let fence = self.fence.unwrap_or(Fence(0));
        self.settled(task, moves::reached(task, &self.to, ask, fence))
    }

    /// What a driver has seen to is not checked again, and began when its agent began.
    fn settled(&self, task: &Task, state: TaskState) -> TaskState {
        let began = self.called_done(task).and_then(|outcome| outcome.started);
        match state {
            TaskState::Done(outcome) => TaskState::Done(Outcome {
                started: began.or(outcome.started),
                claim: outcome.claim.filter(|_| self.fence.is_none()),
                ..outcome
            }),
            TaskState::Failed(failure) => TaskState::Failed(Failure {
                started: began.or(failure.started),
                ..failure
            }),
            other => other,
        }
    }

    /// What its agent has said of the task itself.
    fn called_done<'t>(&self, task: &'t Task) -> Option<&'t Outcome> {
        let is_word = matches!(self.to, Move::Finish { .. } | Move::Fail { .. });
        match &task.state {
            TaskState::Done(outcome) if is_word && self.fence.is_some() && outcome.by == self.agent => Some(outcome),
            _ => None,
        }
    }
}

fn step(draft: &mut Draft<'_>, thread: ThreadId, driven: &Driven) -> Result<(), Refusal> {
    let tasks = &draft.thread(thread)?.tasks;
    let unknown = || Refusal::UnknownTask(TaskRef::Number(driven.task));
    let task = tasks.get(driven.task).ok_or_else(unknown)?;
    moves::check_fence(task, driven.fence, draft.ask)?;
    size::words(&driven.to)?;
    // Whose driver it is has the last word on what its agent called done.
    let is_settled_anew = driven.called_done(task).is_some();
    let new = match is_settled_anew || is_abandoned(task, driven, draft.ask.at) {
        true => {
            moves::check_ready(tasks, task)?;
            Some(moves::reached(task, &driven.to, draft.ask, draft.fence()))
        }
        false => moves::moved(tasks, task, &driven.to, draft.ask, draft.fence())?,
    };
    let Some(new) = new else { return Ok(()) };
    let event = Event::TaskMoved {
        thread,
        number: driven.task,
        old: task.state.clone(),
        new: driven.settled(task, new),
    };
    draft.record(event);
    Ok(())
}

/// The lease of an earlier claim under the same name is over. Whoever begins now has nothing to do with that one.
fn is_abandoned(task: &Task, driven: &Driven, at: Timestamp) -> bool {
    let is_over = |claim: &Claim| claim.agent == driven.agent && !claim.is_live(at);
    driven.to == Move::Start && task.claim().is_some_and(is_over)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::decide::testing::{Session, agent, finish};
    use crate::id::TaskNumber;
    use crate::limits;
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
            last_seen: None,
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

    #[test]
    fn moves_that_were_decided_on_another_version_are_refused() {
        let mut session = Session::open(&[&[]]);
        let seen = session.state.version();
        let start = |seen| {
            Command::Drive(Drive {
                thread: ThreadId::PRIMARY,
                last_seen: Some(seen),
                moves: vec![driven("dev", 1, Move::Start, None)],
            })
        };
        let refusal = session.refusal("ann", &start(seen.next()));
        assert!(matches!(refusal, Refusal::VersionConflict { .. }), "{refusal:?}");
        assert_eq!(session.must("ann", &start(seen)).len(), 1);
    }

    #[test]
    fn a_driver_has_the_last_word_on_what_its_agent_called_done() {
        let begun = || {
            let mut session = Session::open(&[&[]]);
            session.must("ann", &drive(vec![driven("dev", 1, Move::Start, None)]));
            let (began, fence) = (session.at, session.task(1).claim().unwrap().fence);
            session.at = session.at.plus_millis(1000);
            session.must("dev", &drive(vec![driven("dev", 1, finish(), None)]));
            let TaskState::Done(outcome) = &session.task(1).state else {
                panic!("{:?}", session.task(1));
            };
            assert_eq!((outcome.claim, outcome.started), (Some(fence), Some(began)));
            session.at = session.at.plus_millis(1000);
            (session, began, fence.0)
        };
        let (mut session, began, fence) = begun();
        session.must("ann", &drive(vec![driven("dev", 1, finish(), Some(fence))]));
        let TaskState::Done(outcome) = &session.task(1).state else {
            panic!("{:?}", session.task(1));
        };
        assert_eq!(
            (outcome.claim, outcome.started, outcome.at),
            (None, Some(began), session.at)
        );
        let (mut session, began, fence) = begun();
        session.must("ann", &drive(vec![driven("dev", 1, Move::fail("no"), Some(fence))]));
        let TaskState::Failed(failure) = &session.task(1).state else {
            panic!("{:?}", session.task(1));
        };
        assert_eq!(failure.started, Some(began));
    }

    /// A driver would start it again and again, and nothing would begin.
    #[test]
    fn an_abandoned_claim_of_the_same_name_is_begun_anew() {
        let mut session = Session::open(&[&[]]);
        session.claim("dev", 1);
        let old = session.task(1).claim().unwrap().fence;
        let start = drive(vec![driven("dev", 1, Move::Start, None)]);
        assert_eq!(session.must("ann", &start), [], "it is held");
        session.at = session.at.plus_millis(limits::LEASE_MS);
        assert_eq!(session.must("ann", &start).len(), 1);
        let claim = session.task(1).claim().unwrap();
        assert!(claim.fence > old && claim.is_live(session.at), "{claim:?}");
    }
}
