//! The answer of `plan clear-current`.

use model::ThreadId;
use serde::Serialize;

use super::counted;
use super::json::{pretty, shown};
use crate::native::visible::visible;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClearView<'a> {
    pub thread: ThreadId,
    pub plan_dir: &'a str,
    /// What was removed, by its path within the folder.
    pub files: &'a [String],
}

#[derive(Serialize)]
struct ClearShape<'a> {
    status: &'static str,
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    plan_dir: &'a str,
    removed_files: &'a [String],
}

pub fn clear_json(view: &ClearView<'_>) -> String {
    pretty(&ClearShape {
        status: "cleared",
        thread_id: view.thread,
        plan_dir: view.plan_dir,
        removed_files: view.files,
    })
}

pub fn clear_text(view: &ClearView<'_>) -> String {
    let dir = visible(view.plan_dir);
    match view.files.len() {
        0 => format!("{dir} was empty already.\n"),
        count => {
            let files = counted(count, "file");
            format!(
                "Removed {files} from {dir}. The next `agentctl plan commit` withdraws the plan of {}.\n",
                view.thread
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_it_removed() {
        let files = ["plan.md".to_owned()];
        let view = |files| ClearView {
            thread: ThreadId::PRIMARY,
            plan_dir: "/x",
            files,
        };
        let answer: serde_json::Value = serde_json::from_str(&clear_json(&view(&[]))).unwrap();
        assert_eq!(answer["removed_files"], serde_json::json!([]));
        assert_eq!(clear_text(&view(&[])), "/x was empty already.\n");
        assert!(clear_text(&view(&files)).starts_with("Removed 1 file from /x."));
    }
}
