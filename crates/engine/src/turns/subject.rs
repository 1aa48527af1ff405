//! The plan that a call is about, in a session or by itself.

use std::io::ErrorKind;
use std::io::{self, ErrorKind::InvalidInput};
use std::path::{Path, PathBuf};

use dialect::records::LockOwner;
use dialect::teddy::check::{Ending, TurnView};
use dialect::teddy::read_context;
use model::{RelPath, Resource, TurnId, limits};
use workspace::{FileError, Hold};

use super::bench::Workbench;
use super::error::{TurnError, UnreadableReason};
use super::folder::{PLAN, TurnFolder};
use super::place::{TurnPlace, session_path, teddy_path};
use crate::error::{EngineError, FileProblem};

pub(super) struct Subject {
    /// `None` outside of every session.
    pub turn: Option<TurnFolder>,
    pub file: PathBuf,
    /// From the root if it lies below it.
    pub name: String,
    pub source: String,
}

impl Workbench {
    pub(super) fn subject(&self, plan: Option<&Path>, session: Option<&str>) -> Result<Subject, EngineError> {
        let place = match plan {
            Some(plan) => self.turn_of_plan(plan),
            None => Some(self.locate(session)?),
        };
        match (place, plan) {
            (Some(place), _) => self.turn_subject(&place),
            (None, plan) => self.loose_subject(plan.unwrap_or(Path::new(PLAN))),
        }
    }

    fn turn_subject(&self, place: &TurnPlace) -> Result<Subject, EngineError> {
        let turn = TurnFolder::load(self, place)?;
        let path = place.file(PLAN);
        Ok(Subject {
            source: turn.plan.clone().ok_or_else(|| TurnError::NoPlan(path.clone()))?,
            file: self.root.join(path.as_str()),
            name: path.to_string(),
            turn: Some(turn),
        })
    }

    fn loose_subject(&self, plan: &Path) -> Result<Subject, EngineError> {
        let file = self.here.join(plan);
        // One plan has one name, however it is spelled: its lock and its record go by it.
        let file = file.canonicalize().unwrap_or(file);
        if let Some(root) = project_of_turn(&file).filter(|root| *root != self.root) {
            return Err(TurnError::ElsewhereTurn {
                plan: file.to_string_lossy().into_owned(),
                root,
            }
            .into());
        }
        // Opening a pipe would wait for ever.
        if file.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let source = io::Error::new(InvalidInput, FileProblem::Irregular);
            return Err(EngineError::at(file)(source));
        }
        let source = crate::proposals::read_file(&file)?;
        let name = self
            .relative(&file)
            .map_or_else(|| file.to_string_lossy().into_owned(), |path| path.to_string());
        Ok(Subject {
            turn: None,
            file,
            name,
            source,
        })
    }

    /// Held until it is dropped, or the process dies.
    pub(super) fn hold(&self, name: &str) -> Result<Hold, EngineError> {
        let file = self.records.lock_file(&self.lock_name(name))?;
        Ok(Hold::take(&file, &LockOwner::Turn(name).to_string())?)
    }

    /// Whether a live process works on this plan.
    pub(super) fn is_held(&self, name: &str) -> bool {
        self.records.is_locked(&self.lock_name(name))
    }

    fn lock_name(&self, plan: &str) -> String {
        let digest = workspace::Digest::of(format!("{}\n{plan}", self.root.display()).as_bytes());
        digest.to_string()[..16].to_owned()
    }

    /// What the agent of a turn knows.
    pub(super) fn turn_view(&self, turn: &TurnFolder) -> Result<TurnView, EngineError> {
        let levels = self.context_levels(turn)?;
        Ok(TurnView {
            context: levels.turn.iter().cloned().collect(),
            shown: levels.all().cloned().collect(),
            ending: match (&turn.turn().caller, &turn.turn().task) {
                (Some(_), _) => Ending::Return,
                (None, Some(_)) => Ending::Finish,
                (None, None) => Ending::Nowhere,
            },
        })
    }

    pub(super) fn context_levels(&self, turn: &TurnFolder) -> Result<Levels, EngineError> {
        let listed = |path: RelPath| -> Result<Vec<Resource>, EngineError> {
            let text = self.text(&path)?.unwrap_or_default();
            let (resources, faults) = read_context(&text);
            match faults
                .into_iter()
                .find(|fault| fault.severity == model::Severity::Error)
            {
                Some(fault) => Err(TurnError::Unreadable {
                    path,
                    why: in_line(fault),
                }
                .into()),
                None => Ok(resources),
            }
        };
        Ok(Levels {
            turn: listed(turn.place.file(super::folder::CONTEXT))?,
            session: listed(session_path(&turn.place.session, "session.context"))?,
            global: listed(teddy_path("global.context"))?,
        })
    }
}

/// The project whose session a plan belongs to, by where it lies: `ROOT/.teddy/SESSION/TURN/plan.md`.
fn project_of_turn(plan: &Path) -> Option<PathBuf> {
    let turn = plan
        .parent()
        .filter(|_| plan.file_name().is_some_and(|name| name == PLAN))?;
    TurnId::parse(turn.file_name()?.to_str()?)?;
    let teddy = turn.parent()?.parent()?;
    let is_teddy = teddy.file_name().is_some_and(|name| name == super::place::TEDDY);
    Some(teddy.parent().filter(|_| is_teddy)?.to_owned())
}

impl Subject {
    /// The plan's bytes as they are now; none if it is gone, or cannot be a plan any more.
    pub fn read_again(&self, bench: &Workbench) -> Result<Vec<u8>, EngineError> {
        if let Some(turn) = &self.turn {
            return match bench.tree.read(&turn.place.file(PLAN), limits::PROPOSAL_BYTES) {
                Ok(content) => Ok(content.bytes),
                Err(FileError::Missing { .. } | FileError::TooLarge { .. }) => Ok(Vec::new()),
                Err(error) => Err(error.into()),
            };
        }
        match workspace::read_text(&self.file, limits::PROPOSAL_BYTES) {
            Ok(text) => Ok(text.unwrap_or_default().into_bytes()),
            Err(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::FileTooLarge) => Ok(Vec::new()),
            Err(source) => Err(EngineError::at(&self.file)(source)),
        }
    }
}

/// What the context files list.
pub(super) struct Levels {
    pub turn: Vec<Resource>,
    pub session: Vec<Resource>,
    pub global: Vec<Resource>,
}

impl Levels {
    /// Turn before session before global.
    pub fn all(&self) -> impl Iterator<Item = &Resource> {
        self.turn.iter().chain(&self.session).chain(&self.global)
    }
}

fn in_line(fault: model::Diagnostic) -> UnreadableReason {
    let problem = fault.message;
    match fault.place.line_column {
        Some((line, _)) => UnreadableReason::Line { line, problem },
        None => UnreadableReason::Other(problem),
    }
}
