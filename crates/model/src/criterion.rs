//! What an acceptance criterion asks for.

/// How a criterion begins that is a command.
const MARK: &str = "run:";

/// The command that has to succeed; `None` if the criterion is one for people. Nobody can run an empty one.
pub fn command(criterion: &str) -> Option<&str> {
    criterion.trim_start().strip_prefix(MARK).map(str::trim)
}

/// Whether it announces a command, and names none. Nothing could fail it, and nobody would notice.
pub fn is_hollow(criterion: &str) -> bool {
    command(criterion).is_some_and(str::is_empty)
}

/// Whether there is a command among them that says whether the work is done.
pub fn has_commands(criteria: &[String]) -> bool {
    criteria
        .iter()
        .any(|text| command(text).is_some_and(|command| !command.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_mark_is_a_command() {
        assert_eq!(command("run: cargo test"), Some("cargo test"));
        assert_eq!(command("  run:make\n"), Some("make"));
        assert_eq!(command("It should run: fast"), None);
        assert!(is_hollow("run:") && is_hollow(" run: \t"));
        assert!(!is_hollow("run: true") && !is_hollow(""));
    }
}
