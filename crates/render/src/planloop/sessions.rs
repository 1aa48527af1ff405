//! Sessions and their counts; the answer of `planloop sessions`.

use dialect::text::json::pretty;
use dialect::text::time::rfc3339;
use dialect::text::visible::visible;
use engine::SessionLine;
use model::{Counts, Session, SessionId};
use serde_json::{Value, json};

use super::sparse;
use crate::show::style::{BOLD, DIM, GOOD, paint};
use crate::show::width::{blanks, clip, width};

pub fn sessions_json(lines: &[SessionLine], current: Option<&SessionId>) -> String {
    let line = |SessionLine { session, counts }: &SessionLine| {
        let value = json!({
            "id": session.id.as_str(),
            "goal": session.goal,
            "final_summary": session.summary.as_ref().map(|summary| &summary.text),
            "state": state(session),
            "is_current": Some(&session.id) == current,
            "opened_at": rfc3339(session.opened_at),
            "opened_by": session.opened_by.as_str(),
            "counts": counts_value(*counts),
            "version": session.version.0,
        });
        sparse(value, &["goal"])
    };
    pretty(&json!({
        "sessions": lines.iter().map(line).collect::<Value>(),
        "current": current.map(SessionId::as_str),
    }))
}

/// By the words that tasks show: a failed task is open, so it counts as `todo` and again as `failed`.
pub(super) fn counts_value(counts: Counts) -> Value {
    json!({
        "total": counts.total(),
        "todo": counts.todo + counts.failed,
        "in_progress": counts.doing,
        "done": counts.done,
        "cancelled": counts.dropped,
        "failed": counts.failed,
    })
}

pub fn sessions_text(lines: &[SessionLine], current: Option<&SessionId>) -> String {
    const GOAL_COLUMNS: usize = 60;
    if lines.is_empty() {
        return "No sessions yet. Begin one with: planloop start --goal \"...\"\n".to_owned();
    }
    let id_columns = lines.iter().map(|line| width(line.session.id.as_str())).max();
    let line = |SessionLine { session, counts }: &SessionLine| {
        let (mark, name) = match Some(&session.id) == current {
            true => (paint(GOOD, "*"), paint(BOLD, &session.id)),
            false => (" ".to_owned(), session.id.to_string()),
        };
        let gap = blanks(session.id.as_str(), id_columns.unwrap_or_default());
        let settled = format!("{}/{}", counts.settled(), counts.total());
        let state = paint(DIM, format!("{:<6}", state(session)));
        let goal = visible(session.goal.as_deref().unwrap_or("no goal given"));
        let goal = clip(&goal, GOAL_COLUMNS);
        format!("{mark} {name}{gap}  {settled:>9}  {state}  {goal}\n")
    };
    lines.iter().map(line).collect()
}

fn state(session: &Session) -> &'static str {
    if session.summary.is_some() { "closed" } else { "open" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planloop::testing::{plain, session};

    #[test]
    fn columns_align_and_a_missing_goal_is_named() {
        let first = SessionLine {
            session: session(),
            counts: Counts::default(),
        };
        let mut second = first.clone();
        second.session.id = SessionId::new("old").unwrap();
        second.session.goal = None;
        let current = first.session.id.clone();
        let expected =
            "* user-auth-1        0/0  open    Let users log in\n  old                0/0  open    no goal given\n";
        assert_eq!(plain(&sessions_text(&[first, second], Some(&current))), expected);
    }
}
