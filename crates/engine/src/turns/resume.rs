//! What to do next in a session.

use super::bench::Workbench;
use super::folder::TurnFolder;
use super::place::TurnPlace;
use crate::error::EngineError;

/// Where a session stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resumption {
    /// There is a plan that nobody has executed.
    Execute(TurnPlace),
    /// A plan is missing.
    Plan(TurnPlace),
    /// The session has come to its end.
    Over(TurnPlace),
}

impl Workbench {
    pub fn resumption(&self, session: Option<&str>) -> Result<Resumption, EngineError> {
        let place = self.newest_of_line(&self.locate(session)?)?;
        let turn = TurnFolder::load(self, &place)?;
        turn.check_own()?;
        Ok(match (turn.plan.is_some(), turn.has_report) {
            (_, true) => Resumption::Over(place),
            (true, false) => Resumption::Execute(place),
            (false, false) => Resumption::Plan(place),
        })
    }
}
