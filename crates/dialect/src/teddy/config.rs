//! `.teddy/config.yaml`: what a user wants of the `teddy` command.

use model::{Diagnostic, Severity};

use super::command_line::split_command;
use super::rules::quoted;
use crate::config::rules::{KEY as CONFIG_KEY, VALUE as CONFIG_VALUE};
use crate::data::locate;
use crate::spelling;
use crate::yaml::{self, Held, Pair};

const PREVIEW_COMMAND: &str = "preview_command";
const KEYS: [&str; 1] = [PREVIEW_COMMAND];

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TeddyConfig {
    /// What shows a file. Its path becomes the last argument.
    pub preview_command: Option<String>,
}

/// What is wrong is left out of the configuration and told.
pub fn read_config(text: &str) -> (TeddyConfig, Vec<Diagnostic>) {
    let mut config = TeddyConfig::default();
    let pairs = match yaml::pairs(text) {
        Ok(pairs) => pairs,
        Err(why) => return (config, vec![unreadable(&why)]),
    };
    let mut faults = Vec::new();
    for pair in &pairs {
        let fault = match (pair.key.text.as_str(), &pair.value) {
            (PREVIEW_COMMAND, Held::Word(command)) => match usable(command) {
                Ok(()) => {
                    config.preview_command = Some(command.clone());
                    continue;
                }
                Err(why) => bad_command(&why),
            },
            (PREVIEW_COMMAND, Held::Nothing) => continue,
            (PREVIEW_COMMAND, Held::Nested) => bad_command("it is no text"),
            _ => unknown_key(pair),
        };
        faults.push(fault.at_span(pair.key.span.clone()));
    }
    locate(text, &mut faults);
    (config, faults)
}

fn usable(command: &str) -> Result<(), String> {
    match split_command(command)?.is_empty() {
        true => Err("it is empty".to_owned()),
        false => Ok(()),
    }
}

fn unreadable(why: &str) -> Diagnostic {
    Diagnostic::error(CONFIG_VALUE, format!("The configuration cannot be read: {why}."))
        .with_hint("Write one `key: value` on each line, such as `preview_command: \"nvim -R\"`.")
}

fn bad_command(why: &str) -> Diagnostic {
    Diagnostic::error(
        CONFIG_VALUE,
        format!("The value of `{PREVIEW_COMMAND}` is no command: {why}."),
    )
    .with_hint("Write the program and its arguments, such as `preview_command: \"nvim -R\"`.")
}

fn unknown_key(pair: &Pair) -> Diagnostic {
    let given = &pair.key.text;
    let hint = match spelling::nearest(given, KEYS) {
        Some(meant) => format!("Did you mean `{meant}`?"),
        None => format!("The keys are: `{}`.", KEYS.join("`, `")),
    };
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error(CONFIG_KEY, format!("The key {} means nothing here.", quoted(given))).with_hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, command: Option<&str>, faults: &[&str]) {
        let (config, diagnostics) = read_config(text);
        assert_eq!(config.preview_command.as_deref(), command, "{text}");
        let shown = |fault: &Diagnostic| {
            let line = fault.place.line_column.map_or(0, |(line, _)| line);
            format!("{line} {} {:?}", fault.rule, fault.severity)
        };
        let diagnostics: Vec<_> = diagnostics.iter().map(shown).collect();
        assert_eq!(diagnostics, faults, "{text}");
    }

    #[test]
    fn a_previewer_can_be_chosen() {
        check("", None, &[]);
        check("# none\n", None, &[]);
        check("preview_command: \"nvim -R\"\n", Some("nvim -R"), &[]);
        check("preview_command: code # no wait\n", Some("code"), &[]);
        check("preview_command:\n", None, &[]);
    }

    #[test]
    fn slips_are_told() {
        check(
            "\npreveiw_command: x\ncolor: red\n",
            None,
            &["2 config-key Warning", "3 config-key Warning"],
        );
        check("preview_command: [a]\n", None, &["1 config-value Error"]);
        check("preview_command: \"  \"\n", None, &["1 config-value Error"]);
        check("preview_command: \"a 'b\"\n", None, &["1 config-value Error"]);
        check("preview_command: !!str x\n", None, &["0 config-value Error"]);
        check("- a\n", None, &["0 config-value Error"]);
        let (_, faults) = read_config("preveiw_command: x\n");
        assert_eq!(faults[0].hint.as_deref(), Some("Did you mean `preview_command`?"));
    }
}
