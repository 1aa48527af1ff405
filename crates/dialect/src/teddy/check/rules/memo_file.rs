use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "memo-file",
    severity: Severity::Error,
    summary: "The file of memos is a list of texts.",
    why: "Nobody can tell which memos there are, and a change would overwrite what the file holds.",
    bad: Example::memo_file("memos: Use pnpm.\n"),
    good: Example::memo_file("- Use pnpm.\n"),
};

/// Where the memos are that count outside of a session.
pub const PATH: &str = ".teddy/memos.yaml";

pub(in crate::teddy::check) fn fault(why: &str) -> Diagnostic {
    RULE.broken(format!("The memos cannot be read: {why}."))
        .at_path(PATH)
        .with_hint("Write one line such as `- Use pnpm.` for each memo.")
}
