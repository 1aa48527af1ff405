//! The answers of `plan dir` and `plan request-thread-dir`.

use model::ThreadId;
use serde::Serialize;

use super::json::{compact, shown};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DirView<'a> {
    pub thread: ThreadId,
    /// Absolute.
    pub plan_dir: &'a str,
}

#[derive(Serialize)]
struct DirShape<'a> {
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    plan_dir: &'a str,
}

/// `{"thread_id":"thread_2","plan_dir":"/abs/path"}`. It is what `request-thread-dir` answers in every case.
pub fn dir_json(view: DirView<'_>) -> String {
    compact(&DirShape {
        thread_id: view.thread,
        plan_dir: view.plan_dir,
    })
}

/// The path alone, for `"$(agentctl plan dir)"`.
pub fn dir_text(view: DirView<'_>) -> String {
    format!("{}\n", view.plan_dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_one_line() {
        let view = DirView {
            thread: ThreadId(2),
            plan_dir: "/h/.agentflow/plans/s-2",
        };
        let expected = "{\"thread_id\":\"thread_2\",\"plan_dir\":\"/h/.agentflow/plans/s-2\"}\n";
        assert_eq!(dir_json(view), expected);
        assert_eq!(dir_text(view), "/h/.agentflow/plans/s-2\n");
    }
}
