//! The agent's report: tasks added, changed and finished, checked by the gates, applied whole or not at all.

use std::collections::BTreeMap;

use dialect::data::locate;
use dialect::planloop::gates::{self, Facts, OnDisk};
use dialect::planloop::{PayloadOrigin, read_update};
use model::{AgentName, Change, Command, Event, Needs, OpVersion, Signal, TaskNumber};
use store::Store;
use workspace::Found;

use crate::error::{EngineError, PlanError};
use crate::plan::operate::Doing;
use crate::plan::sessions::Target;
use crate::plan::status::{PlanWarning, namesake_warning};
use crate::project::Engine;

#[derive(Debug)]
pub struct Updated {
    pub version: OpVersion,
    pub added: Vec<TaskNumber>,
    /// What still stops everybody.
    pub blockers: Vec<Signal>,
    pub warnings: Vec<PlanWarning>,
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
        let (change, origin, diagnostics) = read_update(text);
        if !diagnostics.is_empty() {
            let session = self.session_id(target)?;
            return Err(PlanError::Invalid {
                diagnostics: self.discretion.clean_faults(diagnostics),
                version: self.version(&session)?,
            }
            .into());
        }
        let by = named.or(origin.agent.as_ref()).unwrap_or(fallback);
        let mut updated = self.apply(target, by, &change, &origin, dry_run);
        if let Err(EngineError::Plan(PlanError::Rejected { diagnostics, .. })) = &mut updated {
            locate(text, diagnostics);
        }
        updated
    }

    /// Applies a change to the thread of the target, under new ids. `origin` is where the change was read.
    pub(crate) fn apply(
        &mut self,
        target: &Target,
        by: &AgentName,
        change: &Change,
        origin: &PayloadOrigin,
        dry_run: bool,
    ) -> Result<Updated, EngineError> {
        let (at, uid, thread) = (self.now(), self.new_uid(), target.thread());
        let on_disk = self.look_up(change);
        // The command loses its secrets, but the gates look for files under the names that they have on disk.
        let mut wanted = Change {
            thread,
            ..change.clone()
        };
        for task in &mut wanted.add {
            task.uid = self.new_uid();
        }

        let mut tx = self.store.write()?;
        let session = target.session_in(tx.as_read())?;
        let clean = self.discretion.clean(Command::Change(wanted), by)?;
        let doing = Doing {
            uid,
            session: &session,
            by,
            at,
            verb: "update".into(),
        };
        let mut needs = Needs::of(clean.command(), by);
        needs.ancestors |= gates::needs_ancestors(change, &on_disk);
        needs.paths = on_disk.keys().cloned().collect();
        let state = tx.load(&session, &needs)?;
        let Some(plan) = state.threads.get(&thread) else {
            return Err(PlanError::UnknownThread { session, thread }.into());
        };
        // An agent with an old version must look again before it reads about errors that may be gone.
        if change.last_seen.is_none_or(|seen| seen == state.version()) {
            let facts = Facts {
                thread: plan,
                on_disk: &on_disk,
            };
            let diagnostics = gates::check(change, origin, &facts);
            if !diagnostics.is_empty() {
                return Err(PlanError::Rejected {
                    diagnostics: self.discretion.clean_faults(diagnostics),
                    version: state.version(),
                }
                .into());
            }
        }
        let events = doing.decide(&state, &clean)?;
        let blockers = plan.signals_by_urgency().into_iter().filter(Signal::blocks).collect();
        let mut warnings = Vec::new();
        if events.is_empty() {
            warnings.push(PlanWarning::NothingChanged);
        }
        if by.is_unnamed() && is_start(change, &events) {
            let before = tx.outlook(&session, thread, by, at)?;
            warnings.extend(before.and_then(|before| namesake_warning(&before, by, at)));
        }
        let added = added(&events);
        let mut version = state.version();
        if !dry_run {
            version = doing.store(tx.as_mut(), &state, events)?;
            tx.commit()?;
        }
        Ok(Updated {
            version,
            added,
            blockers,
            warnings,
        })
    }

    fn look_up(&self, change: &Change) -> BTreeMap<String, OnDisk> {
        let on_disk = |path: &str| match workspace::look_up(&self.workspace.root, path) {
            Found::File => OnDisk::File,
            Found::Folder => OnDisk::Folder,
            Found::Missing => OnDisk::Missing,
        };
        let paths = gates::paths_to_look_up(change);
        paths.into_iter().map(|path| (path.clone(), on_disk(&path))).collect()
    }
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
