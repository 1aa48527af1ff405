//! The answer of `plan remove-thread`.

use model::ThreadId;
use serde::Serialize;

use super::DirView;
use super::json::{pretty, shown};
use crate::native::visible::visible;

#[derive(Serialize)]
struct RemoveShape<'a> {
    status: &'static str,
    #[serde(serialize_with = "shown")]
    thread_id: ThreadId,
    plan_dir: &'a str,
}

pub fn remove_json(view: DirView<'_>) -> String {
    pretty(&RemoveShape {
        status: "removed",
        thread_id: view.thread,
        plan_dir: view.plan_dir,
    })
}

pub fn remove_text(view: DirView<'_>) -> String {
    let (thread, dir) = (view.thread, visible(view.plan_dir));
    format!("Removed {thread} and its folder {dir}. The next `agentctl plan commit` leaves it out.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_gone() {
        let view = DirView {
            thread: ThreadId(3),
            plan_dir: "/x",
        };
        let answer: serde_json::Value = serde_json::from_str(&remove_json(view)).unwrap();
        let expected = serde_json::json!({"status": "removed", "thread_id": "thread_3", "plan_dir": "/x"});
        assert_eq!(answer, expected);
        assert!(remove_text(view).starts_with("Removed thread_3 and its folder /x."));
    }
}
