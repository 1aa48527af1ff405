//! What lies in the folder of a turn.

use dialect::teddy::{Meta, read_meta, reported_plan};
use model::{AgentName, RelPath, Resource, Timestamp, Turn, TurnId};
use workspace::{Change, Digest};

use super::bench::Workbench;
use super::error::{TurnError, UnreadableReason};
use super::group::change;
use super::place::TurnPlace;
use crate::error::EngineError;

pub(super) const PLAN: &str = "plan.md";
pub(super) const REPORT: &str = "report.md";
pub(super) const INPUT: &str = "input.md";
pub(super) const PROMPT: &str = "system_prompt.xml";
/// The key of `meta.yaml` that names the file of the project that replaces the built-in prompt of the turn's agent.
pub(super) const PROMPT_FILE: &str = "prompt";
/// The key of `meta.yaml` that counts the plans in a row that were rejected before the turn began.
pub(super) const REJECTED_PLANS: &str = "rejected_plans";
pub(super) const CONTEXT: &str = "turn.context";
pub(super) const META: &str = "meta.yaml";
pub(super) const MESSAGE: &str = "message.md";

pub(super) struct TurnFolder {
    pub place: TurnPlace,
    pub meta: Meta,
    /// The text of `turn.context`; empty if there is none.
    pub context: String,
    pub prompt: Option<String>,
    pub message: Option<String>,
    pub plan: Option<String>,
    pub has_report: bool,
    /// The turn that the report came from, if the folder was copied after that one had been executed.
    pub copied_from: Option<TurnId>,
}

impl TurnFolder {
    pub fn load(bench: &Workbench, place: &TurnPlace) -> Result<Self, EngineError> {
        let text = |name: &str| bench.text(&place.file(name));
        let report = text(REPORT)?;
        Ok(Self {
            meta: Self::meta(bench, place)?,
            context: text(CONTEXT)?.unwrap_or_default(),
            prompt: text(PROMPT)?,
            message: text(MESSAGE)?,
            plan: text(PLAN)?,
            has_report: report.is_some(),
            copied_from: report.as_deref().and_then(|report| other_turn(report, &place.id)),
            place: place.clone(),
        })
    }

    /// A copied report says nothing of this turn: neither that it was executed, nor that it was not.
    pub fn check_own(&self) -> Result<(), EngineError> {
        match &self.copied_from {
            None => Ok(()),
            Some(of) => Err(TurnError::Copied {
                session: self.place.session.clone(),
                turn: self.place.id.to_string(),
                of: of.to_string(),
            }
            .into()),
        }
    }

    pub fn has_own_report(&self) -> bool {
        self.has_report && self.copied_from.is_none()
    }

    pub fn meta(bench: &Workbench, place: &TurnPlace) -> Result<Meta, EngineError> {
        let Some(text) = bench.text(&place.file(META))? else {
            return Ok(Meta::new(unknown(&place.id)));
        };
        let meta = read_meta(&text).map_err(|why| TurnError::Unreadable {
            path: place.file(META),
            why: UnreadableReason::Other(why),
        })?;
        Ok(own(meta, &place.id))
    }

    pub fn turn(&self) -> &Turn {
        &self.meta.turn
    }

    /// The file of the project that replaces the built-in prompt, if there is one.
    pub fn prompt_file(&self) -> Option<String> {
        self.meta.extra(PROMPT_FILE).map(str::to_owned)
    }

    pub fn report_path(&self) -> RelPath {
        self.place.file(REPORT)
    }

    pub fn report_resource(&self) -> Resource {
        Resource::File(self.report_path())
    }
}

impl Workbench {
    /// Keeps what the user says for the plan of a turn, after what is there already. Whoever comes again after a kill says
    /// the same once more, and it is kept once.
    pub fn keep_message(&self, place: &TurnPlace, message: &str) -> Result<(), EngineError> {
        let path = place.file(MESSAGE);
        let message = self.setting.discretion.redact(message.trim());
        let old = self.text(&path)?;
        let content = match old.as_deref().map(str::trim_end) {
            Some(old) if old == message || old.ends_with(&format!("\n\n{message}")) => return Ok(()),
            Some(old) => format!("{old}\n\n{message}\n"),
            None => format!("{message}\n"),
        };
        let before = old.map(|old| Digest::of(old.as_bytes()));
        self.change(&[change(path, before, content.into_bytes())])
    }

    /// Changes files of a session, all or none, outside of an execution.
    pub(super) fn change(&self, changes: &[Change]) -> Result<(), EngineError> {
        let name = self.new_uid().to_string();
        Ok(self.records.apply_loose(&self.tree, &name, changes)?)
    }
}

/// A session may have been renamed, so only the turn counts.
fn other_turn(report: &str, id: &TurnId) -> Option<TurnId> {
    let folder = reported_plan(report)?.strip_suffix(PLAN)?.strip_suffix('/')?;
    let turn = TurnId::parse(folder.rsplit('/').next()?)?;
    (turn != *id).then_some(turn)
}

/// A folder that was copied is a turn of its own, and goes on from the one that it was copied from.
fn own(mut meta: Meta, id: &TurnId) -> Meta {
    if meta.turn.id != *id {
        meta.turn.parent = Some(std::mem::replace(&mut meta.turn.id, id.clone()));
        meta.turn.undone_at = None;
    }
    meta
}

/// A folder that somebody made by hand.
fn unknown(id: &TurnId) -> Turn {
    Turn {
        id: id.clone(),
        parent: None,
        caller: None,
        agent: AgentName::unnamed(),
        created_at: Timestamp::from_millis(0),
        task: None,
        undone_at: None,
    }
}
