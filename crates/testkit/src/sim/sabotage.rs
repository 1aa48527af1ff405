//! Deliberate mistakes, one at a time. Each must violate a law.

use model::{Ask, Command, Event, Fence, Outlook, Refusals, State, TaskState, decide};

use super::broken::Law;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sabotage {
    None,
    /// The lease token of a command is ignored.
    SkipFence,
    /// A task with a live claim is given to another agent.
    StealClaim,
    /// A new claim gets an old lease token.
    ReuseFence,
    /// A task starts although a dependency is not done.
    StartEarly,
    /// An edit stores a wrong old title.
    LieAboutOld,
    /// A new task depends on itself.
    WaitForItself,
    /// Open work does not reopen the session.
    KeepClosed,
    /// An undo leaves out an event.
    UndoHalf,
    /// The real store loses the last event of an operation.
    LoseEvent,
    /// A crash of the real store happens after the commit instead of before it.
    CommitCrash,
    /// The real store finds no ready task.
    SeeNothingReady,
    /// The real store decides differently from the in-memory one.
    SkipDependencies,
}

impl Sabotage {
    /// Each mistake with the law that must detect it.
    pub const ALL: [(Self, Law); 12] = [
        (Self::SkipFence, Law::Fence),
        (Self::StealClaim, Law::Holder),
        (Self::ReuseFence, Law::Fence),
        (Self::StartEarly, Law::Ready),
        (Self::LieAboutOld, Law::Truth),
        (Self::WaitForItself, Law::Graph),
        (Self::KeepClosed, Law::Closing),
        (Self::UndoHalf, Law::Undo),
        (Self::LoseEvent, Law::Rows),
        (Self::CommitCrash, Law::Version),
        (Self::SeeNothingReady, Law::Outlook),
        (Self::SkipDependencies, Law::SameDecision),
    ];

    /// `decide` with the mistake.
    pub(super) fn decide(self, state: &State, command: &Command, ask: Ask<'_>) -> Result<Vec<Event>, Refusals> {
        let truth = state;
        let mut state = state.clone();
        let mut command = command.clone();
        match (self, &mut command) {
            (Self::SkipFence, Command::Change(change)) => {
                change.update.iter_mut().for_each(|update| update.fence = None);
            }
            (Self::StealClaim, Command::Claim { .. }) => rewrite(&mut state, freed),
            (Self::StartEarly, Command::Claim { .. }) => rewrite(&mut state, unlinked),
            _ => {}
        }
        let mut events = decide(&state, &command, ask)?;
        match self {
            Self::StealClaim if matches!(command, Command::Claim { .. }) => {
                events.iter_mut().for_each(|event| cover_up(event, truth));
            }
            Self::ReuseFence => events.iter_mut().for_each(age_fence),
            Self::LieAboutOld => events.iter_mut().for_each(lie),
            Self::WaitForItself => events.iter_mut().for_each(tie),
            Self::KeepClosed if !matches!(command, Command::Undo(_)) => {
                events.retain(|event| !matches!(event, Event::SummarySet { new: None, .. }));
            }
            Self::UndoHalf if matches!(command, Command::Undo(_)) && events.len() > 1 => drop(events.pop()),
            _ => {}
        }
        Ok(events)
    }

    /// The decision of the real store.
    pub(super) fn decide_real(self, state: &State, command: &Command, ask: Ask<'_>) -> Result<Vec<Event>, Refusals> {
        let mut events = self.decide(state, command, ask)?;
        if self == Self::SkipDependencies {
            events.retain(|event| !matches!(event, Event::DependenciesSet { .. }));
        }
        Ok(events)
    }

    /// The events that are appended to the real store.
    pub(super) fn appended(self, mut events: Vec<Event>) -> Vec<Event> {
        if self == Self::LoseEvent && events.len() > 1 {
            events.pop();
        }
        events
    }

    pub(super) fn commits_crashes(self) -> bool {
        self == Self::CommitCrash
    }

    pub(super) fn seen(self, mut outlook: Option<Outlook>) -> Option<Outlook> {
        if self == Self::SeeNothingReady
            && let Some(outlook) = &mut outlook
        {
            outlook.ready = None;
        }
        outlook
    }
}

fn rewrite(state: &mut State, change: fn(&model::Task, model::ThreadId) -> Option<Event>) {
    let threads = state.threads.iter();
    let changes: Vec<_> = threads
        .flat_map(|(id, thread)| thread.tasks.rows().filter_map(|task| change(task, *id)))
        .collect();
    changes.iter().for_each(|event| state.apply(event));
}

fn freed(task: &model::Task, thread: model::ThreadId) -> Option<Event> {
    task.claim()?;
    Some(Event::TaskMoved {
        thread,
        number: task.number,
        old: task.state.clone(),
        new: TaskState::Todo,
    })
}

fn unlinked(task: &model::Task, thread: model::ThreadId) -> Option<Event> {
    Some(Event::DependenciesSet {
        thread,
        number: task.number,
        old: task.after.clone(),
        new: Vec::new(),
    })
}

/// Corrects the old value of the event, so that only the theft of the claim can be detected.
fn cover_up(event: &mut Event, truth: &State) {
    if let Event::TaskMoved {
        thread, number, old, ..
    } = event
    {
        let rows = truth
            .threads
            .get(thread)
            .into_iter()
            .flat_map(|thread| thread.tasks.rows());
        if let Some(task) = rows.into_iter().find(|task| task.number == *number) {
            old.clone_from(&task.state);
        }
    }
}

fn age_fence(event: &mut Event) {
    let is_renewal = event.is_renewal();
    if let Event::TaskMoved {
        new: TaskState::Doing(claim),
        ..
    } = event
        && !is_renewal
    {
        claim.fence = Fence(1);
    }
}

fn lie(event: &mut Event) {
    if let Event::TaskEdited { old, .. } = event {
        old.title.push('!');
    }
}

fn tie(event: &mut Event) {
    if let Event::TaskAdded { task, .. } = event {
        task.after.push(task.number);
    }
}
