//! The answers about one thread and its folder.

use dialect::agentctl::plan_dirs;
use dialect::text::json::{compact, pretty};
use dialect::text::plural;
use dialect::text::shell::shell_quoted;
use dialect::text::visible::visible;
use engine::ThreadFolder;
use model::{SessionId, ThreadId};
use serde_json::{Value, json};

/// The answer of `plan dir`; `plan request-thread-dir` gives it in every case.
pub fn dir_json(folder: &ThreadFolder) -> String {
    compact(&json!({"thread_id": folder.thread.to_string(), "plan_dir": folder.shown()}))
}

/// The path alone, for `"$(agentctl plan dir)"`.
pub fn dir_text(folder: &ThreadFolder) -> String {
    format!("{}\n", folder.shown())
}

pub fn topic_json(thread: ThreadId, topic: &str) -> String {
    pretty(&json!({"status": "topic_set", "thread_id": thread.to_string(), "topic": topic}))
}

pub fn topic_text(thread: ThreadId, topic: &str) -> String {
    format!("The topic of {thread} is now: {}\n", visible(topic))
}

/// `files` were removed, each by its path within the folder.
pub fn clear_json(folder: &ThreadFolder, files: &[String]) -> String {
    pretty(&json!({
        "status": "cleared",
        "thread_id": folder.thread.to_string(),
        "plan_dir": folder.shown(),
        "removed_files": files,
    }))
}

pub fn clear_text(folder: &ThreadFolder, files: &[String]) -> String {
    let (thread, dir) = (folder.thread, folder.shown());
    let dir = visible(&dir);
    match files.len() {
        0 => format!("{dir} was empty already.\n"),
        count => {
            let files = plural(count, "file");
            format!("Removed {files} from {dir}. The next `agentctl plan commit` withdraws the plan of {thread}.\n")
        }
    }
}

pub fn remove_json(folder: &ThreadFolder) -> String {
    pretty(&json!({
        "status": "removed",
        "thread_id": folder.thread.to_string(),
        "plan_dir": folder.shown(),
    }))
}

pub fn remove_text(folder: &ThreadFolder) -> String {
    let (thread, dir) = (folder.thread, folder.shown());
    let dir = visible(&dir);
    format!("Removed {thread} and its folder {dir}. The next `agentctl plan commit` leaves it out.\n")
}

/// What a planning agent must know at its start: the folder of the current thread, then those of the others.
#[derive(Debug, Clone, Copy)]
pub struct PlanningContext<'a> {
    pub session: &'a SessionId,
    pub current: &'a ThreadFolder,
    pub additional: &'a [ThreadFolder],
}

pub fn context_json(context: PlanningContext<'_>) -> String {
    let folder = |folder: &ThreadFolder| -> Value {
        json!({"thread_id": folder.thread.to_string(), "plan_dir": folder.shown()})
    };
    pretty(&json!({
        "session_id": context.session.as_str(),
        "current_thread_id": context.current.thread.to_string(),
        "CURRENT_PLAN_DIR": context.current.shown(),
        "ADDITIONAL_PLAN_DIRS": context.additional.iter().map(folder).collect::<Vec<_>>(),
    }))
}

/// Lines for a shell. The additional folders are in one variable, a line each: `thread_2=/path`.
pub fn context_env(context: PlanningContext<'_>) -> String {
    let line = |name: &str, value: &str| format!("export {name}={}\n", shell_quoted(value));
    let additional: Vec<_> = context
        .additional
        .iter()
        .map(|folder| (folder.thread, folder.shown()))
        .collect();
    line("AGENTCTL_SESSION_ID", context.session.as_str())
        + &line("CURRENT_PLAN_DIR", &context.current.shown())
        + &line("ADDITIONAL_PLAN_DIRS", &plan_dirs(&additional))
}

pub fn context_text(context: PlanningContext<'_>) -> String {
    let mut text = format!("Session {}\n\n", context.session);
    for folder in std::iter::once(context.current).chain(context.additional) {
        text.push_str(&format!("  {}  {}\n", folder.thread, visible(&folder.shown())));
    }
    text
}

pub fn prompt_json(name: &str, prompt: &str) -> String {
    pretty(&json!({"name": name, "prompt": prompt}))
}
