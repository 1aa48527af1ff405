//! The shell that gets the script. Bash can be made to say which command failed; plain `sh` only stops there.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use model::limits::{COMMAND_BYTES, FAILED_COMMAND_CHARS};

use super::outcome::FailedCommand;
use super::{FOLDERS, RunError};
use crate::sandbox::REPORT;

/// How the shell calls the script in its messages.
const NAME: &str = "execute";
const SCRIPT: &str = "PLANWRIGHT_SCRIPT";

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

/// The script is evaluated, so that its lines count from one and nothing of ours is left in its environment. A failure
/// in a subshell is told by the command that the subshell belongs to; one after `set +e` stops nothing.
fn prelude() -> String {
    let is_fatal = r"[[ \$BASH_SUBSHELL == 0 && \$- == *e* ]]";
    let report = format!(r#"builtin printf 'failed\0%s\0%s\0' \"\$LINENO\" \"\$BASH_COMMAND\" >&${REPORT}"#);
    format!(r#"trap "{is_fatal} && {report}" ERR; set -eE; eval "unset {SCRIPT} {REPORT}; ${SCRIPT}""#)
}

/// The last failure that the shell has reported. A script could write anything there, but only about itself.
pub(super) fn failed_command(report: &[u8]) -> Option<FailedCommand> {
    let fields: Vec<_> = report.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
    let mut failures = fields.windows(3).rev().filter(|fields| fields[0] == "failed");
    let [_, line, command] = failures.next()? else {
        return None;
    };
    Some(FailedCommand {
        line: line.parse().ok()?,
        command: command.chars().take(FAILED_COMMAND_CHARS).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_report_counts() {
        let report = b"failed\x001\0false\0failed\x0012\0cp a b\0";
        let failed = failed_command(report).unwrap();
        assert_eq!((failed.line, failed.command.as_str()), (12, "cp a b"));
        assert_eq!(failed_command(b"failed\0x\0y\0"), None);
        assert_eq!(failed_command(b""), None);
    }

    #[test]
    fn without_bash_sh_will_do() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("sh"), "").unwrap();
        let variables = vec![("PATH".into(), folder.path().into())];
        let shell = find(&variables).unwrap();
        assert_eq!(shell.kind, Kind::Sh);
        assert_eq!(shell.run("a", &mut Vec::new()).unwrap(), ["-e", "-c", "a", "execute"]);
        assert!(find(&[("PATH".into(), "/nowhere".into())]).is_none());
    }

    #[test]
    fn what_no_shell_can_take_is_refused() {
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
