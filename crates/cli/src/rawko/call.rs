//! One call of a rawko verb: about which plan, by whom, and how the answer is to be written.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use engine::rawko::{PlanName, PlanSource};
use engine::{Engine, EngineError, PlanError, PlanFileError, ProjectError};
use model::AgentName;
use render::Address;
use render::errors::{Trouble, engine_error};
use render::rawko::{commands, imported_note, invalid_json, invalid_text};

use crate::answer::{Answer, exit};
use crate::door::Door;
use crate::{run, stdin, trouble};

#[derive(clap::Args, Clone, Default)]
pub struct Common {
    /// Print the answer as JSON
    #[arg(long, global = true, help_heading = crate::flags::GLOBAL)]
    pub json: bool,
    /// The plan, if not the current one [default: $RAWKO_PLAN]
    #[arg(long, global = true, help_heading = crate::flags::GLOBAL, value_name = "ID")]
    pub plan: Option<String>,
    /// The file of the store, if it is not in the project [default: $PLANWRIGHT_STORE]
    #[arg(long, global = true, help_heading = crate::flags::GLOBAL, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

pub struct Call<'a> {
    pub door: &'a Door,
    pub common: Common,
    /// What was done before the verb began.
    notes: RefCell<String>,
}

pub type Answered = Result<Answer, EngineError>;

impl<'a> Call<'a> {
    pub fn new(door: &'a Door, common: Common) -> Self {
        Self {
            door,
            common,
            notes: RefCell::default(),
        }
    }

    /// For a verb that shows the plan that is meant.
    pub fn reading(&self) -> Result<Engine, EngineError> {
        Ok(Engine::open_for_plan(&self.door.setting, &self.plan(), None)?.0)
    }

    /// For a verb that changes the plan that is meant. A plan that is only in a file is imported first.
    pub fn writing(&self, plan: &PlanName) -> Result<Engine, EngineError> {
        let (engine, source) = Engine::open_for_plan(&self.door.setting, plan, Some(&self.person()))?;
        if let PlanSource::Imported(imported) = source {
            self.notes.borrow_mut().push_str(&imported_note(&imported));
        }
        Ok(engine)
    }

    /// Beside the answer, which stays what it is.
    pub fn noted(&self, mut answer: Answer) -> Answer {
        answer.stderr.insert_str(0, &self.notes.borrow());
        answer
    }

    pub fn plan(&self) -> PlanName {
        let own = || self.door.assignment.plan.as_ref().map(ToString::to_string);
        PlanName(self.common.plan.clone().or_else(own))
    }

    /// What is said about a plan that is there, where one is made.
    pub fn needs_no_plan(&self, verb: &str) -> Option<Trouble> {
        let plan = self.common.plan.as_ref()?;
        let message = format!("`{verb}` makes a plan of its own, and --plan {plan} names one that is there");
        Some(
            Trouble::new("usage", message)
                .with_exit(exit::USAGE)
                .with_hint("leave --plan out; the new plan gets its name from its task"),
        )
    }

    pub fn person(&self) -> AgentName {
        self.door.person()
    }

    pub fn columns(&self) -> usize {
        self.door.columns
    }

    /// Reads steps from a file, or from standard input for `-`. Returns the name for diagnostics, and the text.
    pub fn input(&self, path: &Path) -> Result<(String, String), EngineError> {
        if path.as_os_str() == "-" {
            return Ok((stdin::NAME.to_owned(), stdin::text(&mut std::io::stdin())?));
        }
        let text = engine::read_given(&self.door.setting, path)?;
        Ok((path.display().to_string(), text))
    }

    /// The one place where an answer becomes JSON or text.
    pub fn answer(&self, json: impl FnOnce() -> String, text: impl FnOnce() -> String) -> Answer {
        Answer::done(if self.common.json { json() } else { text() })
    }

    pub fn failed(&self, error: &EngineError) -> Answer {
        match error {
            EngineError::PlanFile(PlanFileError::Unfit { diagnostics, .. }) if self.common.json => {
                Answer::machine_error(invalid_json(diagnostics), exit::INVALID)
            }
            EngineError::PlanFile(PlanFileError::Unfit { diagnostics, sources }) => {
                let text = invalid_text(diagnostics, &|path| sources.get(path));
                Answer::error(text, exit::INVALID)
            }
            other => trouble::answer(&self.trouble_of(other), self.common.json),
        }
    }

    /// A run could not begin.
    pub fn refused(&self, error: &EngineError) -> Answer {
        match error {
            EngineError::PlanFile(PlanFileError::Unfit { diagnostics, sources }) => {
                run::unfit(diagnostics, sources, self.common.json)
            }
            other => run::refused(&self.trouble_of(other), self.common.json),
        }
    }

    fn trouble_of(&self, error: &EngineError) -> Trouble {
        self.door.assignment.explain(error, trouble_of(error))
    }
}

fn trouble_of(error: &EngineError) -> Trouble {
    match error {
        EngineError::Project(ProjectError::NoSession) => {
            Trouble::new("no_session", "there is no plan in this project yet")
                .with_exit(exit::USAGE)
                .with_hint(format!("make one: {}", commands::CREATE))
        }
        EngineError::Plan(PlanError::InvalidName(_)) => Trouble::new("invalid_name", error.to_string())
            .with_hint("names are made of letters, digits, `.`, `_` and `-`, at most 64 of them"),
        other => engine_error(other, &Address::NONE),
    }
}
