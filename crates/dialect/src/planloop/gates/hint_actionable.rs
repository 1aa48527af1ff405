use model::Diagnostic;

use super::{HINT_ACTIONABLE, Subject, reference, verbs};
use crate::data::quoted;

pub fn check<'a>(task: &'a Subject<'_>) -> impl Iterator<Item = Diagnostic> + 'a {
    let hints = task.hints.unwrap_or_default().iter().enumerate();
    hints.filter(|(_, hint)| !is_actionable(hint)).map(move |(index, hint)| {
        let what = match hint.trim() {
            "" => "has an empty hint".to_owned(),
            text => format!("has a hint that is not actionable: '{}'", quoted(text)),
        };
        let advice = "Begin it with what to do (\"Read …\", \"Follow …\", \"Reuse …\"), or point at something: a file or name in back-ticks, a section, a URL.";
        task.fault(HINT_ACTIONABLE, "context_hints", Some(index), &what).with_hint(advice)
    })
}

fn is_actionable(hint: &str) -> bool {
    reference::holds_any(hint) || verbs::holds_any(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_and_references_count() {
        for good in [
            "Read `file.md`",
            "See section X",
            "Read the 'Database Schema' section in `spec.md`.",
            "Review existing models in `src/models/` for conventions.",
            "Endpoints should follow the pattern in `src/api/existing_routes.py`.",
            "Refer to the 'User API' section of `spec.md` for required fields.",
            "Edit the User class in `src/models/user.py`.",
            "Use the helper that the tests already have",
            "run the whole suite before and after",
            "Keep the old flag working",
            "Please make sure that nothing else changes",
            "Do not touch the parser",
            "Don't log the password",
            "src/main.py",
            "spec.md, second half",
            "https://example.com/rfc",
            "Background: RFC 9110",
            "section 2.1",
            "The 'User API' section",
            "Task 3 has the details",
            "UserStore::open is the entry point",
            "password_hash must stay private",
            "Names: at most 64 characters, validate before storing.",
            "Then test it with an empty name",
        ] {
            assert!(is_actionable(good), "{good}");
        }
    }

    #[test]
    fn moods_and_nouns_do_not() {
        for bad in [
            "",
            "   ",
            "Important!",
            "Be careful.",
            "The database",
            "auth stuff",
            "This is a hard one, e.g. because of time zones etc.",
            "good tests",
            "the design",
            "Users",
            "v1.2",
            "``",
            "TBD",
            "...",
        ] {
            assert!(!is_actionable(bad), "{bad}");
        }
    }
}
