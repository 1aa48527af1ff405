//! Counts of events in a simulation, to see that the interesting ones happen.

use std::collections::BTreeMap;
use std::fmt;

use model::{Event, Refusal, Refusals};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub accepted: u64,
    pub refused: u64,
    pub unchanged: u64,
    pub crashed: u64,
    pub undone: u64,
    pub undone_undos: u64,
    /// Counts of accepted events and of refusals, by kind.
    pub kinds: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(super) fn event(&mut self, event: &Event) {
        *self.kinds.entry(event_kind(event)).or_default() += 1;
    }

    pub(super) fn refusals(&mut self, refusals: &Refusals) {
        self.refused += 1;
        for refusal in refusals.iter() {
            *self.kinds.entry(refusal_kind(refusal)).or_default() += 1;
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.unchanged += other.unchanged;
        self.crashed += other.crashed;
        self.undone += other.undone;
        self.undone_undos += other.undone_undos;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    /// The kinds of events and refusals that never occurred.
    pub fn missing(&self) -> Vec<&'static str> {
        EVENTS
            .into_iter()
            .chain(REFUSALS)
            .filter(|kind| !self.kinds.contains_key(kind))
            .collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} accepted ({} undos, {} of undos), {} refused, {} unchanged, {} crashed",
            self.accepted, self.undone, self.undone_undos, self.refused, self.unchanged, self.crashed
        )
    }
}

const EVENTS: [&str; 15] = [
    "session opened",
    "summary set",
    "thread opened",
    "thread closed",
    "topic set",
    "plan adopted",
    "task added",
    "task removed",
    "task edited",
    "task reordered",
    "dependencies set",
    "task moved",
    "signal set",
    "folder set",
    "consulted",
];

fn event_kind(event: &Event) -> &'static str {
    let position = match event {
        Event::SessionOpened(_) => 0,
        Event::SummarySet { .. } => 1,
        Event::ThreadOpened(_) => 2,
        Event::ThreadClosed(_) => 3,
        Event::TopicSet { .. } => 4,
        Event::PlanAdopted { .. } => 5,
        Event::TaskAdded { .. } => 6,
        Event::TaskRemoved { .. } => 7,
        Event::TaskEdited { .. } => 8,
        Event::TaskReordered { .. } => 9,
        Event::DependenciesSet { .. } => 10,
        Event::TaskMoved { .. } => 11,
        Event::SignalSet { .. } => 12,
        Event::FolderSet { .. } => 13,
        Event::Consulted(_) => 14,
    };
    EVENTS[position]
}

const REFUSALS: [&str; 26] = [
    "session exists",
    "unknown thread",
    "primary thread",
    "unknown task",
    "unknown dependency",
    "cycle",
    "duplicate key",
    "not ready",
    "settled",
    "taken",
    "stale fence",
    "version conflict",
    "plan not complete",
    "unknown signal",
    "derived signal",
    "limit",
    "first operation",
    "only claims",
    "changed since",
    "no plan",
    "nothing failed",
    "replans spent",
    "plan replaced",
    "empty replan",
    "too early",
    "replaced otherwise",
];

fn refusal_kind(refusal: &Refusal) -> &'static str {
    let position = match refusal {
        Refusal::SessionExists(_) => 0,
        Refusal::UnknownThread(_) => 1,
        Refusal::PrimaryThread => 2,
        Refusal::UnknownTask(_) => 3,
        Refusal::UnknownDependency { .. } => 4,
        Refusal::Cycle(_) => 5,
        Refusal::DuplicateKey(_) => 6,
        Refusal::NotReady { .. } => 7,
        Refusal::Settled { .. } => 8,
        Refusal::Taken { .. } => 9,
        Refusal::StaleFence { .. } => 10,
        Refusal::VersionConflict { .. } => 11,
        Refusal::PlanNotComplete { .. } => 12,
        Refusal::UnknownSignal(_) => 13,
        Refusal::DerivedSignal(_) => 14,
        Refusal::Limit { .. } => 15,
        Refusal::FirstOperation(_) => 16,
        Refusal::OnlyClaims(_) => 17,
        Refusal::ChangedSince { .. } => 18,
        Refusal::NoPlan => 19,
        Refusal::NothingFailed => 20,
        Refusal::ReplansSpent { .. } => 21,
        Refusal::PlanReplaced { .. } => 22,
        Refusal::EmptyReplan => 23,
        Refusal::TooEarly { .. } => 24,
        Refusal::ReplacedOtherwise(_) => 25,
        // Only the commands of a dialect return this refusal; decisions of the model never do.
        Refusal::Illegal(_) => return "illegal transition",
        // No simulated agent announces a command without naming it.
        Refusal::HollowCheck { .. } => return "hollow check",
    };
    REFUSALS[position]
}
