//! Which turn is meant: the one the caller stands in, or the latest of the latest session.

use std::path::Path;

use model::{RelPath, Timestamp, TurnId};
use workspace::Kind;

use super::bench::Workbench;
use super::error::TurnError;
use super::folder;
use crate::error::EngineError;

pub(super) const TEDDY: &str = ".teddy";

/// A turn of a session, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnPlace {
    /// The folder's name below `.teddy`.
    pub session: String,
    pub id: TurnId,
}

impl TurnPlace {
    pub fn folder(&self) -> RelPath {
        session_path(&self.session, self.id.as_str())
    }

    pub fn file(&self, name: &str) -> RelPath {
        session_path(&self.session, &format!("{}/{name}", self.id))
    }

    pub(super) fn at(&self, id: &TurnId) -> Self {
        Self {
            session: self.session.clone(),
            id: id.clone(),
        }
    }
}

/// Something below a session's folder.
pub(super) fn session_path(session: &str, rest: &str) -> RelPath {
    teddy_path(&format!("{session}/{rest}"))
}

/// Something below `.teddy`. Names come from folders that were listed and ids that were parsed.
#[expect(clippy::expect_used, reason = "every caller hands in names that were judged before")]
pub(super) fn teddy_path(rest: &str) -> RelPath {
    let path = format!("{TEDDY}/{rest}");
    RelPath::new(&path).expect("names of sessions and turns are safe in paths")
}

/// Whether a path leads to the report of a turn.
pub(super) fn is_report(path: &RelPath) -> bool {
    let names: Vec<&str> = path.names().collect();
    matches!(names[..], [TEDDY, _, turn, folder::REPORT] if TurnId::parse(turn).is_some())
}

impl Workbench {
    /// The turn that a call is about. `session` is a folder's name or path.
    pub fn locate(&self, session: Option<&str>) -> Result<TurnPlace, EngineError> {
        if let Some(wanted) = session {
            let session = self.session_named(wanted)?;
            return self.latest_turn(&session);
        }
        match self.standing_in(&self.here) {
            Some((session, Some(id))) => Ok(TurnPlace { session, id }),
            Some((session, None)) => self.latest_turn(&session),
            None => self.latest_turn(&self.latest_session()?),
        }
    }

    /// The turn whose plan this file is; `None` outside of every session.
    pub fn turn_of_plan(&self, plan: &Path) -> Option<TurnPlace> {
        if plan.file_name()? != folder::PLAN {
            return None;
        }
        match self.standing_in(self.here.join(plan).parent()?)? {
            (session, Some(id)) => Some(TurnPlace { session, id }),
            (_, None) => None,
        }
    }

    /// The sessions of the project, the latest last.
    pub fn sessions(&self) -> Result<Vec<String>, EngineError> {
        let mut sessions: Vec<(Timestamp, String)> = Vec::new();
        for name in self.folders_in(&teddy_path(""))? {
            let turns = self.turns_of(&name)?;
            if let Some(first) = turns.first() {
                let place = TurnPlace {
                    session: name.clone(),
                    id: first.clone(),
                };
                // One that is damaged must not stand in the way of the others.
                let opened_at = self.opened_at(&place).unwrap_or(Timestamp::from_millis(0));
                sessions.push((opened_at, name));
            }
        }
        sessions.sort();
        Ok(sessions.into_iter().map(|(_, name)| name).collect())
    }

    /// By number; branches after the main line.
    pub(super) fn turns_of(&self, session: &str) -> Result<Vec<TurnId>, EngineError> {
        let names = self.folders_in(&teddy_path(session))?;
        let mut turns: Vec<TurnId> = names.iter().filter_map(|name| TurnId::parse(name)).collect();
        turns.sort_by_key(|turn| (turn.number(), turn.branch().to_owned()));
        Ok(turns)
    }

    /// Of the main line; a branch is meant only by who stands in it.
    pub(super) fn latest_turn(&self, session: &str) -> Result<TurnPlace, EngineError> {
        let turns = self.turns_of(session)?;
        let newest = turns.iter().rev().find(|turn| turn.branch().is_empty());
        let id = newest.or(turns.last()).cloned();
        let id = id.ok_or_else(|| TurnError::EmptySession(session.to_owned()))?;
        Ok(TurnPlace {
            session: session.to_owned(),
            id,
        })
    }

    /// Whoever stands in a turn that is over goes on with the last one of the same branch.
    pub(super) fn newest_of_line(&self, place: &TurnPlace) -> Result<TurnPlace, EngineError> {
        let turns = self.turns_of(&place.session)?;
        let newest = turns.iter().rev().find(|turn| turn.branch() == place.id.branch());
        Ok(newest.map_or_else(|| place.clone(), |id| place.at(id)))
    }

    fn latest_session(&self) -> Result<String, EngineError> {
        Ok(self.sessions()?.pop().ok_or(TurnError::NoSession)?)
    }

    fn session_named(&self, wanted: &str) -> Result<String, EngineError> {
        let known = self.sessions()?;
        if let Some(name) = known.iter().find(|name| *name == wanted) {
            return Ok(name.clone());
        }
        let by_path = self.standing_in(&self.here.join(wanted)).map(|(session, _)| session);
        match by_path.filter(|name| known.contains(name)) {
            Some(name) => Ok(name),
            None => Err(TurnError::UnknownSession {
                wanted: wanted.to_owned(),
                known,
            }
            .into()),
        }
    }

    fn opened_at(&self, first: &TurnPlace) -> Result<Timestamp, EngineError> {
        Ok(folder::TurnFolder::load(self, first)?.turn().created_at)
    }

    /// The session and perhaps the turn that a folder belongs to.
    fn standing_in(&self, folder: &Path) -> Option<(String, Option<TurnId>)> {
        let relative = self.relative(folder)?;
        let mut names = relative.names();
        let is_ours = names.next()? == TEDDY;
        let session = names.next().filter(|_| is_ours)?.to_owned();
        let id = names.next().and_then(TurnId::parse);
        // `.teddy/prompts` and the like are no sessions.
        self.turns_of(&session).ok().filter(|turns| !turns.is_empty())?;
        Some((session, id))
    }

    fn folders_in(&self, path: &RelPath) -> Result<Vec<String>, EngineError> {
        match self.tree.look_up(path)? {
            workspace::Found::Folder => {}
            _ => return Ok(Vec::new()),
        }
        let entries = self.tree.list(Some(path))?;
        let folders = entries.into_iter().filter(|entry| entry.kind == Kind::Folder);
        Ok(folders
            .map(|entry| entry.name)
            .filter(|name| RelPath::new(name).is_ok())
            .collect())
    }
}
