//! Renders the warning about an execution that was interrupted while it changed files.

use dialect::text::json::with_key;
use dialect::text::shell::shell_word;
use dialect::text::visible::visible;
use serde_json::json;

use crate::show::page::Page;
use crate::show::style::{HINT, WARNING, paint};

const HALF_WRITTEN: &str = "half written";
/// For changes that only a person can recover.
pub(crate) const REFUSED_HINT: &str = "Check the file that the message names, and repair it by hand if you need to. Then remove the folder with the changes.";

/// An execution whose process died while it changed files.
pub struct InterruptionView<'a> {
    /// `None` if the changes belong to no plan.
    pub plan: Option<&'a str>,
    /// The error of the recovery, if the command tried one, or the reason why there is none.
    pub why: Option<&'a str>,
    /// No command recovers the files.
    pub is_refused: bool,
}

impl InterruptionView<'_> {
    /// One sentence.
    pub fn what(&self) -> String {
        let plan = self.plan.map_or_else(
            || "A command was interrupted".to_owned(),
            |plan| format!("The execution of {} was interrupted", visible(plan)),
        );
        match self.why {
            None => format!("{plan} while it changed files, and some may be half written."),
            Some(why) => format!("{plan} while it changed files, and they could not be recovered: {why}"),
        }
    }

    pub fn hint(&self) -> String {
        if self.is_refused {
            return REFUSED_HINT.to_owned();
        }
        let next = "The next writing command repairs the files.";
        match self.plan {
            None => next.to_owned(),
            Some(plan) => {
                let plan = shell_word(plan);
                format!("{next} To continue the plan: teddy execute {}", visible(&plan))
            }
        }
    }
}

/// A command whose execution died before the command ended.
pub struct UnknownOutcomeView<'a> {
    pub plan: &'a str,
    pub command: &'a str,
}

impl UnknownOutcomeView<'_> {
    /// One sentence.
    pub fn what(&self) -> String {
        let command = visible(self.command.lines().next().unwrap_or_default());
        let plan = visible(self.plan);
        format!("The execution of {plan} was interrupted, and the outcome of `{command}` is unknown.")
    }

    pub fn hint(&self) -> String {
        let word = shell_word(self.plan);
        let plan = visible(&word);
        format!(
            "Check what the command did. If the command succeeded: teddy execute {plan} --resolve done. If it failed: teddy execute {plan} --resolve failed"
        )
    }
}

/// Adds the key `interrupted` to an answer; `None` if the answer is not a JSON object.
pub fn with_interruption(answer: &str, view: &InterruptionView<'_>) -> Option<String> {
    let mut value = json!({ "plan": view.plan, "files": HALF_WRITTEN, "hint": view.hint() });
    if let Some(why) = view.why {
        value["error"] = why.into();
    }
    with_key(answer, "interrupted", value)
}

pub fn interruption_text(view: &InterruptionView<'_>) -> String {
    let mut page = Page::default();
    page.line(format!("{}: {}", paint(WARNING, "warning"), view.what()));
    page.line(format!("{}: {}", paint(HINT, "hint"), view.hint()));
    page.finish()
}

/// The note of a command that recovered files before its own work.
pub fn recovered_text(plan: Option<&str>) -> String {
    let what = plan.map_or_else(
        || "an interrupted command".to_owned(),
        |plan| format!("the interrupted execution of {}", visible(plan)),
    );
    let mut page = Page::default();
    page.line(format!(
        "note: recovered the files of {what}: its last changes are finished or reverted"
    ));
    page.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_key_is_added_and_other_keys_stay_the_same() {
        let view = InterruptionView {
            plan: Some("plan.md"),
            why: None,
            is_refused: false,
        };
        for answer in ["{}", "{\"a\":1}", "{\n  \"a\": {\n    \"b\": []\n  }\n}\n"] {
            let noted = with_interruption(answer, &view).unwrap();
            let mut read: Value = serde_json::from_str(&noted).unwrap();
            let added = read.as_object_mut().unwrap().remove("interrupted").unwrap();
            assert_eq!(
                (&added["plan"], &added["files"]),
                (&"plan.md".into(), &HALF_WRITTEN.into())
            );
            assert_eq!(read, serde_json::from_str::<Value>(answer).unwrap());
        }
        assert_eq!(with_interruption("added task 2\n", &view), None);
    }

    #[test]
    fn the_hint_quotes_the_plan_for_the_shell() {
        let hint = |plan| {
            let view = InterruptionView {
                plan: Some(plan),
                why: None,
                is_refused: false,
            };
            view.hint()
        };
        let next = "The next writing command repairs the files. To continue the plan: teddy execute";
        assert_eq!(hint("plans/01.md"), format!("{next} plans/01.md"));
        assert_eq!(hint("my plan.md; rm x"), format!("{next} 'my plan.md; rm x'"));
        assert_eq!(hint("it's.md"), format!(r"{next} 'it'\''s.md'"));
    }
}
