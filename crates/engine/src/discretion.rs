//! What must not be told. Everything that enters the store comes past here first.
//!
//! Texts lose their secrets. Names cannot: others will use them, so a name that holds a secret is refused.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use dialect::config::AgentWork;
use dialect::teddy::split_command;
use model::{AgentName, Command, Diagnostic};
use workspace::redact::{Secrets, secrets_in};

use crate::config::{self, Config, ResearchConfig};
use crate::error::{EngineError, PlanError};

/// Where the words of a program stand beside the configuration.
const COMMAND_VARIABLE: &str = "PLANWRIGHT_PLANNER_COMMAND";
/// Shorter values are words like `postgres` too often to refuse a name for them.
const NAME_SECRET_CHARS_MIN: usize = 12;

/// Knows the user's secrets. Clones are one and the same.
#[derive(Clone, Default)]
pub struct Discretion(Arc<Inner>);

#[derive(Default)]
struct Inner {
    variables: Vec<(OsString, OsString)>,
    config_folder: Option<PathBuf>,
    /// Looked for when the first text comes along: whoever only asks does not wait for it.
    known: OnceLock<Arc<Known>>,
    has_hidden: AtomicBool,
}

struct Known {
    in_texts: Secrets,
    in_names: Secrets,
}

/// A command that tells no secret. There is no other way to one than [`Discretion::clean`], and nothing else is decided.
#[derive(Debug, Clone)]
pub(crate) struct Clean(Command);

impl Clean {
    pub fn command(&self) -> &Command {
        &self.0
    }
}

impl std::fmt::Debug for Discretion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Discretion").finish_non_exhaustive()
    }
}

impl Discretion {
    /// `variables` is the environment of the caller.
    pub fn new(variables: Vec<(OsString, OsString)>, config_folder: Option<PathBuf>) -> Self {
        Self(Arc::new(Inner {
            variables,
            config_folder,
            ..Inner::default()
        }))
    }

    /// The environment of the caller.
    pub(crate) fn variables(&self) -> &[(OsString, OsString)] {
        &self.0.variables
    }

    /// Whether anything was taken out of what the caller gave.
    pub fn has_hidden(&self) -> bool {
        self.0.has_hidden.load(Ordering::Relaxed)
    }

    /// Takes the secrets out, and remembers that there were some.
    pub fn redact(&self, text: &str) -> String {
        let clean = self.redact_quietly(text);
        if clean != text {
            self.0.has_hidden.store(true, Ordering::Relaxed);
        }
        clean
    }

    /// The same for texts that the caller did not give.
    pub(crate) fn redact_quietly(&self, text: &str) -> String {
        self.known().in_texts.redact(text)
    }

    /// Refuses everything while the configuration cannot be understood: nobody knows which secrets it holds.
    pub(crate) fn clean(&self, mut command: Command, by: &AgentName) -> Result<Clean, EngineError> {
        self.check_name(by.as_str())?;
        for name in command.new_names() {
            self.check_name(name)?;
        }
        command.visit_texts(&mut |text| {
            let clean = self.redact(text);
            if clean != *text {
                *text = clean;
            }
        });
        Ok(Clean(command))
    }

    /// Faults quote what they are about.
    pub(crate) fn clean_faults(&self, mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for fault in &mut faults {
            fault.message = self.redact(&fault.message);
            fault.hint = fault.hint.as_deref().map(|hint| self.redact(hint));
        }
        faults
    }

    pub(crate) fn check_name(&self, name: &str) -> Result<(), EngineError> {
        let (known, fault) = self.look();
        if let Some(fault) = fault {
            return Err(fault);
        }
        match known.in_names.redact(name) {
            clean if clean == name => Ok(()),
            clean => Err(PlanError::SecretName(clean).into()),
        }
    }

    fn known(&self) -> Arc<Known> {
        self.look().0
    }

    /// With what is wrong with the configuration. What is read of such a file counts, but is not kept for later.
    fn look(&self) -> (Arc<Known>, Option<EngineError>) {
        if let Some(known) = self.0.known.get() {
            return (Arc::clone(known), None);
        }
        let (config, fault) = config::read(self.0.config_folder.as_deref());
        let known = Arc::new(Known::of(&secret_values(&self.0.variables, &config)));
        match fault {
            None => (Arc::clone(self.0.known.get_or_init(|| known)), None),
            fault => (known, fault),
        }
    }
}

impl Known {
    fn of(values: &[String]) -> Self {
        let is_long = |value: &&String| value.trim().chars().count() >= NAME_SECRET_CHARS_MIN;
        Self {
            in_texts: Secrets::new(values),
            in_names: Secrets::new(values.iter().filter(is_long)),
        }
    }
}

/// Every value that is secret by its name: of a variable, or of a flag.
pub(crate) fn secret_values(variables: &[(OsString, OsString)], config: &Config) -> Vec<String> {
    let variables = variables
        .iter()
        .filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?)));
    let said = variables.clone().find(|(name, _)| *name == COMMAND_VARIABLE);
    let said = said.and_then(|(_, line)| split_command(line).ok()).unwrap_or_default();
    let researcher = match &config.research {
        Some(ResearchConfig::Command(words)) => words.as_slice(),
        Some(ResearchConfig::Endpoint(_)) | None => &[],
    };
    let planner = config.planner.command.as_deref().unwrap_or_default();
    let agents = config.agents.values().filter_map(|agent| match &agent.work {
        AgentWork::Command(words) => Some(words.as_slice()),
        AgentWork::Planner => None,
    });
    let flags = [&said, planner, researcher].into_iter().chain(agents).flat_map(flags);
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    secrets_in(variables.chain(flags))
}

/// Some hand a key to a program as an argument: `--api-key VALUE`, or `--api-key=VALUE`.
fn flags(words: &[String]) -> Vec<(String, String)> {
    let joined = words.iter().filter_map(|word| word.split_once('='));
    let apart = words.windows(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
    joined
        .chain(apart)
        .filter(|(flag, _)| flag.starts_with('-'))
        .map(|(flag, value)| (flag.trim_start_matches('-').replace('-', "_"), value.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use model::{Level, SignalDraft, SignalId, ThreadId};

    use super::*;

    fn knowing(all: &[(&str, &str)]) -> Discretion {
        let variables = all.iter().map(|(name, value)| (name.into(), value.into()));
        Discretion::new(variables.collect(), None)
    }

    fn signal(id: &str, message: &str) -> Command {
        Command::Raise {
            thread: ThreadId::PRIMARY,
            signal: SignalDraft {
                id: SignalId::new(id).unwrap(),
                task: None,
                level: Level::Info,
                message: message.to_owned(),
                link: None,
            },
        }
    }

    fn message(clean: &Clean) -> &str {
        match clean.command() {
            Command::Raise { signal, .. } => &signal.message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn texts_lose_their_secrets_and_that_is_remembered() {
        let discretion = knowing(&[("DB_PASSWORD", "hunter2-hunter2")]);
        let by = AgentName::unnamed();
        let clean = discretion.clean(signal("ci", "All is well."), &by).unwrap();
        assert_eq!((message(&clean), discretion.has_hidden()), ("All is well.", false));
        let clean = discretion.clean(signal("ci", "It is hunter2-hunter2."), &by).unwrap();
        assert_eq!((message(&clean), discretion.has_hidden()), ("It is [redacted].", true));
        assert!(discretion.clone().has_hidden());
    }

    #[test]
    fn a_name_with_a_secret_is_refused_without_telling_it() {
        let discretion = knowing(&[("DB_PASSWORD", "hunter2-hunter2"), ("PGPASSWORD", "postgres")]);
        let by = AgentName::unnamed();
        let error = discretion.clean(signal("ci-hunter2-hunter2", "x"), &by).unwrap_err();
        assert!(matches!(&error, EngineError::Plan(PlanError::SecretName(name)) if name == "ci-[redacted]"));
        let agent = AgentName::new("hunter2-hunter2").unwrap();
        assert!(discretion.clean(signal("ci", "x"), &agent).is_err());
        assert!(discretion.clean(signal("start-postgres", "x"), &by).is_ok());
    }

    #[test]
    fn nothing_is_told_while_the_configuration_cannot_be_understood() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("planwright")).unwrap();
        let path = folder.path().join("planwright/config.toml");
        let agent = "[agents.dev]\ncommand = [\"dev\", \"--api-key=open-sesame\"]\n";
        fs::write(&path, format!("{agent}[run]\njobs = \"two\"\n")).unwrap();
        let discretion = Discretion::new(Vec::new(), Some(folder.path().to_owned()));
        let by = AgentName::unnamed();
        for command in [signal("ci", "It says open-sesame."), signal("ci", "All is well.")] {
            let error = discretion.clean(command, &by).unwrap_err();
            assert!(matches!(error, EngineError::Project(_)), "{error}");
        }
        assert_eq!(discretion.redact("open-sesame"), "[redacted]");
        fs::write(&path, agent).unwrap();
        let clean = discretion.clean(signal("ci", "It says open-sesame."), &by).unwrap();
        assert_eq!(message(&clean), "It says [redacted].");
    }

    #[test]
    fn keys_among_the_arguments_of_programs_count() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("planwright")).unwrap();
        let config = "[planner]\ncommand = [\"llm\", \"--api-key\", \"open-sesame\"]\n\
                      [research]\ncommand = [\"find\", \"--token=barbarossa\"]\n\
                      [agents.dev]\ncommand = [\"work\", \"--token\", \"rumpelstilz\"]\n";
        fs::write(folder.path().join("planwright/config.toml"), config).unwrap();
        let variables = vec![(COMMAND_VARIABLE.into(), "llm --key 'speak friend'".into())];
        let discretion = Discretion::new(variables, Some(folder.path().to_owned()));
        let text = "open-sesame, barbarossa, rumpelstilz, speak friend, llm";
        assert_eq!(
            discretion.redact(text),
            "[redacted], [redacted], [redacted], [redacted], llm"
        );
    }
}
