//! The shell that runs a script. Bash reports which command failed; `sh` only stops there.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use model::limits::{COMMAND_BYTES, FAILED_COMMAND_CHARS};

use super::outcome::FailedCommand;
use super::{FOLDERS, RunError};
use crate::sandbox::REPORT;

/// The name of the script in the shell's messages.
const NAME: &str = "execute";
const SCRIPT: &str = "PLANWRIGHT_SCRIPT";
/// The start of the line that evaluates the script.
const OURS: &str = "unset PLANWRIGHT_SCRIPT";

#[derive(Debug)]
pub(super) struct Shell {
    pub(super) program: PathBuf,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bash,
    Sh,
}

pub(super) fn find(variables: &[(OsString, OsString)]) -> Option<Shell> {
    let path = variables.iter().find(|(name, _)| name == "PATH");
    let path = path.map_or(OsStr::new(FOLDERS), |(_, path)| path.as_os_str());
    [("bash", Kind::Bash), ("sh", Kind::Sh)]
        .into_iter()
        .find_map(|(name, kind)| {
            let programs = std::env::split_paths(path).map(|folder| folder.join(name));
            let mut usable = programs.filter(|program| program.is_absolute() && program.is_file());
            usable.next().map(|program| Shell { program, kind })
        })
}

impl Shell {
    /// The arguments that run the script.
    pub(super) fn run(
        &self,
        script: &str,
        variables: &mut Vec<(OsString, OsString)>,
    ) -> Result<Vec<OsString>, RunError> {
        if script.len() > COMMAND_BYTES {
            return Err(RunError::TooLong { max: COMMAND_BYTES });
        }
        if script.contains('\0') {
            return Err(RunError::Nul);
        }
        Ok(match self.kind {
            Kind::Bash => {
                variables.push((SCRIPT.into(), script.into()));
                vec!["-c".into(), prelude().into(), NAME.into()]
            }
            Kind::Sh => vec!["-e".into(), "-c".into(), script.into(), NAME.into()],
        })
    }
}

/// Evaluates the script, so that its lines are numbered from 1 and planwright's variables are not in its environment. A
/// failure in a subshell is reported by the command that contains the subshell. A failure after `set +e` is not reported.
fn prelude() -> String {
    let is_fatal = r"[[ \$BASH_SUBSHELL == 0 && \$- == *e* ]]";
    let report = format!(r#"builtin printf 'failed\0%s\0%s\0' \"\$LINENO\" \"\$BASH_COMMAND\" >&${REPORT}"#);
    format!(r#"trap "{is_fatal} && {report}" ERR; set -eE; eval "{OURS} {REPORT}; ${SCRIPT}""#)
}

/// The last failure in the shell's report. A script could write anything there, but only about itself.
///
/// A script can fail although bash blames none of its commands, such as with `false && true` at its end. Then bash reports
/// the line of [`prelude`], which is ignored.
pub(super) fn failed_command(report: &[u8]) -> Option<FailedCommand> {
    let fields: Vec<_> = report.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
    let is_failure = |fields: &&[Cow<'_, str>]| fields[0] == "failed" && !is_ours(&fields[2]);
    let mut failures = fields.windows(3).rev().filter(is_failure);
    let [_, line, command] = failures.next()? else {
        return None;
    };
    Some(FailedCommand {
        line: line.parse().ok()?,
        command: command.chars().take(FAILED_COMMAND_CHARS).collect(),
    })
}

fn is_ours(command: &str) -> bool {
    command
        .strip_prefix("eval \"")
        .is_some_and(|text| text.starts_with(OURS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_prelude_is_not_reported() {
        let script = format!("{OURS} REPORT; $PLANWRIGHT_SCRIPT");
        let report = format!("failed\x001\0eval \"{script}\"\0");
        assert_eq!(failed_command(report.as_bytes()), None);
        assert!(prelude().contains(&format!("eval \"{OURS}")));
    }

    #[test]
    fn the_last_reported_failure_is_returned() {
        let report = b"failed\x001\0false\0failed\x0012\0cp a b\0";
        let failed = failed_command(report).unwrap();
        assert_eq!((failed.line, failed.command.as_str()), (12, "cp a b"));
        assert_eq!(failed_command(b"failed\0x\0y\0"), None);
        assert_eq!(failed_command(b""), None);
    }

    #[test]
    fn sh_is_used_without_bash() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("sh"), "").unwrap();
        let variables = vec![("PATH".into(), folder.path().into())];
        let shell = find(&variables).unwrap();
        assert_eq!(shell.kind, Kind::Sh);
        assert_eq!(shell.run("a", &mut Vec::new()).unwrap(), ["-e", "-c", "a", "execute"]);
        assert!(find(&[("PATH".into(), "/nowhere".into())]).is_none());
    }

    #[test]
    fn long_scripts_and_nul_characters_are_refused() {
        let shell = Shell {
            program: PathBuf::new(),
            kind: Kind::Bash,
        };
        let run = |script: &str| shell.run(script, &mut Vec::new());
        assert!(matches!(run("a\0b"), Err(RunError::Nul)));
        assert!(matches!(
            run(&"a".repeat(COMMAND_BYTES + 1)),
            Err(RunError::TooLong { .. })
        ));
    }
}
