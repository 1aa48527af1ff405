//! What a planning agent must know at its start.

use model::{SessionId, ThreadId};
use serde::Serialize;

use super::json::{pretty, shown};
use crate::agentctl::quote::shell_quoted;
use crate::native::visible::visible;

#[derive(Debug, Clone, Copy)]
pub struct ContextView<'a> {
    pub session: &'a SessionId,
    /// The current thread and its folder.
    pub thread: ThreadId,
    pub current: &'a str,
    pub additional: &'a [(ThreadId, String)],
}

#[derive(Serialize)]
struct ContextShape<'a> {
    session_id: &'a str,
    #[serde(serialize_with = "shown")]
    current_thread_id: ThreadId,
    #[serde(rename = "CURRENT_PLAN_DIR")]
    current: &'a str,
    #[serde(rename = "ADDITIONAL_PLAN_DIRS")]
    additional: Vec<AdditionalShape<'a>>,
}

#[derive(Serialize)]
struct AdditionalShape<'a> {
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    plan_dir: &'a str,
}

pub fn context_json(view: &ContextView<'_>) -> String {
    let additional = view.additional.iter().map(|(thread_id, plan_dir)| AdditionalShape {
        thread_id: *thread_id,
        plan_dir,
    });
    pretty(&ContextShape {
        session_id: view.session.as_str(),
        current_thread_id: view.thread,
        current: view.current,
        additional: additional.collect(),
    })
}

/// Lines for a shell. The additional folders stand in one variable, a line each: `thread_2=/path`.
pub fn context_env(view: &ContextView<'_>) -> String {
    let line = |name: &str, value: &str| format!("export {name}={}\n", shell_quoted(value));
    line("AGENTCTL_SESSION_ID", view.session.as_str())
        + &line("CURRENT_PLAN_DIR", view.current)
        + &line("ADDITIONAL_PLAN_DIRS", &plan_dirs(view.additional))
}

/// The value of `ADDITIONAL_PLAN_DIRS`.
pub fn plan_dirs(additional: &[(ThreadId, String)]) -> String {
    let lines: Vec<_> = additional
        .iter()
        .map(|(thread, folder)| format!("{thread}={folder}"))
        .collect();
    lines.join("\n")
}

pub fn context_text(view: &ContextView<'_>) -> String {
    let mut text = format!("Session {}\n\n", view.session);
    let folders = [(view.thread, view.current)].into_iter();
    let additional = view
        .additional
        .iter()
        .map(|(thread, folder)| (*thread, folder.as_str()));
    for (thread, folder) in folders.chain(additional) {
        text.push_str(&format!("  {thread}  {}\n", visible(folder)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_told_to_programs_shells_and_people() {
        let session = SessionId::new("s").unwrap();
        let additional = [(ThreadId(2), "/p/it's".to_owned())];
        let view = ContextView {
            session: &session,
            thread: ThreadId::PRIMARY,
            current: "/p/s",
            additional: &additional,
        };
        let answer: serde_json::Value = serde_json::from_str(&context_json(&view)).unwrap();
        let expected = serde_json::json!({
            "session_id": "s", "current_thread_id": "thread_1", "CURRENT_PLAN_DIR": "/p/s",
            "ADDITIONAL_PLAN_DIRS": [{"thread_id": "thread_2", "plan_dir": "/p/it's"}],
        });
        assert_eq!(answer, expected);
        assert_eq!(
            context_env(&view),
            "export AGENTCTL_SESSION_ID='s'\nexport CURRENT_PLAN_DIR='/p/s'\n\
             export ADDITIONAL_PLAN_DIRS='thread_2=/p/it'\\''s'\n"
        );
        assert_eq!(
            context_text(&view),
            "Session s\n\n  thread_1  /p/s\n  thread_2  /p/it's\n"
        );
    }
}
