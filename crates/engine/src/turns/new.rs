//! A new session, ready for its first turn.

use dialect::teddy::{Meta, SESSION_CONTEXT, write_meta};
use model::{AgentName, TaskRef, Turn, TurnId, limits};
use workspace::{ApplyError, Change};

use super::bench::Workbench;
use super::error::{NameProblem, TurnError};
use super::folder::{CONTEXT, META, PROMPT, PROMPT_FILE};
use super::place::{TurnPlace, session_path, teddy_path};
use crate::error::EngineError;
use crate::plan::sessions::Target;

/// What a session is opened for.
pub struct NewSession<'a> {
    /// In kebab case; the date is put before it.
    pub name: &'a str,
    /// Who begins; the default agent if nobody is named.
    pub agent: Option<&'a str>,
    pub task: Option<TaskWork<'a>>,
}

/// The task of a plan that the session's turns advance.
pub struct TaskWork<'a> {
    pub target: &'a Target,
    pub by: &'a AgentName,
    pub task: &'a TaskRef,
}

pub struct Opened {
    pub place: TurnPlace,
    pub turn: Turn,
}

impl Workbench {
    pub fn new_session(&self, wanted: &NewSession<'_>) -> Result<Opened, EngineError> {
        check_name(wanted.name)?;
        self.setting.discretion.check_name(wanted.name)?;
        let session = format!("{}-{}", self.today(), wanted.name);
        if self.tree.look_up(&teddy_path(&session))? != workspace::Found::Missing {
            return Err(TurnError::SessionExists(session).into());
        }
        let prompt = self.agent(wanted.agent.unwrap_or(super::prompts::DEFAULT))?;
        let task = wanted.task.as_ref().map(|work| self.claim(work)).transpose()?;
        let message = task.as_ref().map(|(_, brief)| self.secrets.redact(brief));
        let turn = Turn {
            id: TurnId::first(),
            parent: None,
            caller: None,
            agent: prompt.agent,
            created_at: self.now(),
            task: task.map(|(link, _)| link),
            undone_at: None,
        };
        let place = TurnPlace {
            session,
            id: turn.id.clone(),
        };
        let mut meta = Meta::new(turn.clone());
        if let Some(path) = &prompt.replaced_by {
            meta.set_text(PROMPT_FILE, path.as_str());
        }
        let mut files = vec![
            (
                session_path(&place.session, "session.context"),
                SESSION_CONTEXT.to_owned(),
            ),
            (place.file(PROMPT), prompt.text),
            (place.file(CONTEXT), String::new()),
            (place.file(META), write_meta(&meta)),
        ];
        files.extend(message.map(|message| (place.file(super::folder::MESSAGE), message)));
        let create = |(path, text): (_, String)| Change::Create {
            path,
            content: text.into_bytes(),
        };
        let changes: Vec<Change> = files.into_iter().map(create).collect();
        match self.change(&changes) {
            Ok(()) => Ok(Opened { place, turn }),
            // Somebody was quicker.
            Err(EngineError::Apply(ApplyError::Stale(_))) => Err(TurnError::SessionExists(place.session).into()),
            Err(error) => Err(error),
        }
    }

    fn today(&self) -> String {
        let now = jiff::Timestamp::from_millisecond(self.now().as_millis()).unwrap_or_default();
        now.strftime("%Y%m%d").to_string()
    }
}

/// The name becomes a folder, and is typed by people.
fn check_name(name: &str) -> Result<(), EngineError> {
    let why = |why| {
        Err(TurnError::InvalidName {
            given: name.to_owned(),
            why,
        }
        .into())
    };
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    match name {
        "" => why(NameProblem::Empty),
        _ if !name.chars().all(is_plain) => why(NameProblem::Characters),
        _ if name.starts_with(['.', '-']) => why(NameProblem::Start),
        _ if name.chars().count() > limits::NAME_CHARS => why(NameProblem::TooLong),
        _ => Ok(()),
    }
}
