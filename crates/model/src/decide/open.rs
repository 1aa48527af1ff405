//! A session is born with its primary thread, a first plan, and the tasks it begins with.

use super::draft::Draft;
use super::{add, size};
use crate::command::Opening;
use crate::event::Event;
use crate::id::ThreadId;
use crate::limits;
use crate::operation::OpVersion;
use crate::plan::Plan;
use crate::refusal::{Refusal, Refusals};
use crate::session::Session;
use crate::thread::{Role, Thread};

pub(super) fn open(draft: &mut Draft<'_>, opening: &Opening) -> Result<(), Refusals> {
    if let Some(session) = &draft.state().session {
        return Err(Refusal::SessionExists(session.id.clone()).into());
    }
    let goal = opening.goal.clone();
    size::chars("goal", goal.as_deref().unwrap_or_default(), limits::GOAL_CHARS)?;
    size::metadata(&opening.metadata)?;
    size::grounds(&opening.grounds)?;
    draft.record(Event::SessionOpened(Session {
        id: opening.id.clone(),
        uid: opening.session,
        goal: goal.clone(),
        opened_at: draft.ask.at,
        opened_by: draft.ask.by.clone(),
        version: OpVersion::ZERO,
        next_thread: ThreadId::PRIMARY,
        summary: None,
    }));
    draft.record(Event::ThreadOpened(Thread {
        id: ThreadId::PRIMARY,
        uid: opening.thread,
        role: Role::Primary,
        topic: None,
        folder: None,
    }));
    // A session without a goal has nothing to plan yet.
    if goal.is_some() || !opening.tasks.is_empty() {
        draft.record(Event::PlanAdopted {
            thread: ThreadId::PRIMARY,
            old: None,
            new: Some(Plan {
                uid: opening.plan,
                version: 1,
                supersedes: None,
                title: goal.unwrap_or_default(),
                body: String::new(),
                author: opening.author.clone().unwrap_or_else(|| draft.ask.by.clone()),
                metadata: opening.metadata.clone(),
                filed: None,
                made: Some(draft.ask.at),
                replans: 0,
                grounds: Box::new(opening.grounds.clone()),
            }),
        });
    }
    add::add(draft, ThreadId::PRIMARY, &opening.tasks)
}
