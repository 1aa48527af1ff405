//! The turns that were taken for a task of a plan.

use std::path::Path;

use dialect::teddy::read_meta;
use model::{RelPath, TaskKey, TaskLink, Turn};
use workspace::Found;

use super::bench::Workbench;
use super::folder::{META, PLAN, REPORT};
use super::place::{TEDDY, TurnPlace};
use crate::error::EngineError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedTurn {
    /// Of the task.
    pub key: TaskKey,
    pub place: TurnPlace,
    pub state: TurnState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnState {
    /// There is no plan for it yet.
    Planless,
    /// Somebody has to look at its plan.
    Waiting,
    /// It was executed, and its report tells what came of it.
    Reported,
}

impl LinkedTurn {
    pub fn report(&self) -> RelPath {
        self.place.file(REPORT)
    }

    pub fn plan(&self) -> RelPath {
        self.place.file(PLAN)
    }
}

impl Workbench {
    /// Whether there can be any turns at all. Costs one lookup.
    pub fn has_turns(root: &Path) -> bool {
        workspace::has_folder(root, TEDDY)
    }

    /// The newest session first, in each the turns in their order. A turn that cannot be read is left out, since
    /// nobody knows whose it is.
    pub fn turns_for(&self, is_meant: impl Fn(&TaskLink) -> bool) -> Result<Vec<LinkedTurn>, EngineError> {
        let mut linked = Vec::new();
        for session in self.sessions()?.into_iter().rev() {
            for id in self.turns_of(&session)? {
                let place = TurnPlace {
                    session: session.clone(),
                    id,
                };
                let link = self.told(&place).and_then(|turn| turn.task);
                if let Some(link) = link.filter(&is_meant) {
                    linked.push(LinkedTurn {
                        key: link.key,
                        state: self.state_of(&place)?,
                        place,
                    });
                }
            }
        }
        Ok(linked)
    }

    /// The newest that somebody has to look at. Only the last turn of a session can wait, so the others are not read.
    pub fn waiting_plan(&self, is_meant: impl Fn(&TaskLink) -> bool) -> Result<Option<RelPath>, EngineError> {
        for session in self.sessions()?.into_iter().rev() {
            let place = self.latest_turn(&session)?;
            let link = self.told(&place).and_then(|turn| turn.task);
            if link.is_some_and(|link| is_meant(&link)) && self.state_of(&place)? == TurnState::Waiting {
                return Ok(Some(place.file(PLAN)));
            }
        }
        Ok(None)
    }

    /// What a report says; `None` if there is none.
    pub fn read_report(&self, turn: &LinkedTurn) -> Result<Option<String>, EngineError> {
        self.text(&turn.report())
    }

    /// What the turn's folder says of it. One that cannot be read is nobody's.
    pub(super) fn told(&self, place: &TurnPlace) -> Option<Turn> {
        let text = self.text(&place.file(META)).ok()??;
        Some(read_meta(&text).ok()?.turn)
    }

    pub(super) fn state_of(&self, place: &TurnPlace) -> Result<TurnState, EngineError> {
        let has = |name| Ok::<_, EngineError>(self.tree.look_up(&place.file(name))? == Found::File);
        Ok(match (has(REPORT)?, has(PLAN)?) {
            (true, _) => TurnState::Reported,
            (false, true) => TurnState::Waiting,
            (false, false) => TurnState::Planless,
        })
    }
}
