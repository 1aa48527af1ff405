//! The agent's report: tasks added, changed and finished, checked by the gates, applied whole or not at all.

use std::collections::BTreeMap;

use dialect::data::locate;
use dialect::planloop::gates::{self, Facts, OnDisk};
use dialect::planloop::{Payload, read_update};
use model::{AgentName, Change, Command, Diagnostic, Event, Needs, OpVersion, Refusal, Signal, State, TaskNumber};
use store::Store;
use workspace::Found;

use crate::error::EngineError;
use crate::operate::Doing;
use crate::project::Engine;
use crate::sessions::Target;
use crate::status::{PlanWarning, namesake_warning};

#[derive(Debug)]
pub struct Updated {
    pub version: OpVersion,
    pub added: Vec<TaskNumber>,
    /// What still stops everybody.
    pub blockers: Vec<Signal>,
    pub warnings: Vec<PlanWarning>,
}

/// Who applies a payload, and where.
pub(crate) struct Applying<'a> {
    pub target: &'a Target,
    pub by: &'a AgentName,
    /// Check everything, change nothing.
    pub dry_run: bool,
}

impl<'a> Applying<'a> {
    pub fn of(target: &'a Target, by: &'a AgentName) -> Self {
        Self {
            target,
            by,
            dry_run: false,
        }
    }
}

impl Engine {
    /// `named` wins over the agent that the payload names; `fallback` is the agent if neither names one. A dry run checks
    /// everything and changes nothing.
    pub fn update(
        &mut self,
        target: &Target,
        named: Option<&AgentName>,
        fallback: &AgentName,
        text: &str,
        dry_run: bool,
    ) -> Result<Updated, EngineError> {
        let (payload, diagnostics) = read_update(text);
        let session = self.session_id(target)?;
        if !diagnostics.is_empty() {
            return Err(EngineError::Invalid {
                diagnostics: self.discretion.clean_faults(diagnostics),
                version: self.version(&session)?,
            });
        }
        let by = named.or(payload.agent.as_ref()).unwrap_or(fallback);
        let mut updated = self.apply_payload(&Applying { target, by, dry_run }, &payload);
        if let Err(EngineError::Rejected { diagnostics, .. }) = &mut updated {
            locate(text, diagnostics);
        }
        updated
    }

    /// The same for a payload that was read already.
    pub(crate) fn apply_payload(&mut self, applying: &Applying<'_>, payload: &Payload) -> Result<Updated, EngineError> {
        let session = self.session_id(applying.target)?;
        let by = applying.by;
        let (at, uid, thread) = (self.now(), self.new_uid(), applying.target.thread());
        let on_disk = self.look_up(payload);
        let change = payload.clone().into_change(thread, &mut || self.new_uid());
        let clean = self.discretion.clean(Command::Change(change.clone()), by)?;
        let doing = Doing {
            uid,
            session: &session,
            by,
            at,
            verb: "update",
        };
        let mut needs = Needs::of(clean.command(), by);
        needs.ancestors |= payload.needs_ancestors(&on_disk);
        needs.paths = on_disk.keys().cloned().collect();

        let mut tx = self.store.write()?;
        let state = tx.load(&session, &needs)?;
        if !state.threads.contains_key(&thread) {
            return Err(EngineError::UnknownThread { session, thread });
        }
        check_version(&state, &change)?;
        check_gates(&state, &change, payload, &on_disk).map_err(|faults| EngineError::Rejected {
            diagnostics: self.discretion.clean_faults(faults),
            version: state.version(),
        })?;
        let events = doing.decide(&state, &clean)?;
        let blockers = blockers(&state, &change);
        let mut warnings = Vec::new();
        if events.is_empty() {
            warnings.push(PlanWarning::NothingChanged);
        }
        if by.is_unnamed() && is_start(&change, &events) {
            let before = tx.outlook(&session, thread, by, at)?;
            warnings.extend(before.and_then(|before| namesake_warning(&before, by, at)));
        }
        let added = added(&events);
        let version = match applying.dry_run {
            true => state.version(),
            false => {
                let version = doing.store(tx.as_mut(), &state, events)?;
                tx.commit()?;
                version
            }
        };
        Ok(Updated {
            version,
            added,
            blockers,
            warnings,
        })
    }

    fn look_up(&self, payload: &Payload) -> BTreeMap<String, OnDisk> {
        let on_disk = |path: &str| match workspace::look_up(&self.workspace.root, path) {
            Found::File => OnDisk::File,
            Found::Folder => OnDisk::Folder,
            Found::Missing => OnDisk::Missing,
        };
        let paths = gates::paths_to_look_up(payload);
        paths.into_iter().map(|path| (path.clone(), on_disk(&path))).collect()
    }
}

/// A caller with an old picture should look again before it reads about faults that may be gone.
fn check_version(state: &State, change: &Change) -> Result<(), EngineError> {
    let current = state.version();
    match change.last_seen {
        Some(seen) if seen != current => Err(EngineError::Refused {
            refusals: Refusal::VersionConflict { seen, current }.into(),
            version: current,
        }),
        _ => Ok(()),
    }
}

fn check_gates(
    state: &State,
    change: &Change,
    payload: &Payload,
    on_disk: &BTreeMap<String, OnDisk>,
) -> Result<(), Vec<Diagnostic>> {
    let Some(thread) = state.threads.get(&change.thread) else {
        return Ok(());
    };
    let diagnostics = gates::check(payload, &Facts { thread, on_disk });
    match diagnostics.is_empty() {
        true => Ok(()),
        false => Err(diagnostics),
    }
}

/// An update is accepted all the same, but the agent should know.
fn blockers(state: &State, change: &Change) -> Vec<Signal> {
    let Some(thread) = state.threads.get(&change.thread) else {
        return Vec::new();
    };
    let signals = thread.signals_by_urgency().into_iter();
    signals.filter(Signal::blocks).collect()
}

fn is_start(change: &Change, events: &[Event]) -> bool {
    events.iter().any(Event::is_claim) || change.update.iter().any(|update| update.to == Some(model::Move::Start))
}

fn added(events: &[Event]) -> Vec<TaskNumber> {
    let number = |event: &Event| match event {
        Event::TaskAdded { task, .. } => Some(task.number),
        _ => None,
    };
    events.iter().filter_map(number).collect()
}
