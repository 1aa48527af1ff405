//! The answer of `planloop sessions`.

use model::{Counts, Session, SessionId};
use serde::Serialize;

use super::cut::Cut;
use super::json::pretty;
use super::session::{CountsShape, SessionShape};
use super::time::rfc3339;
use crate::native::style::{BOLD, DIM, GOOD, paint};
use crate::native::visible::visible;
use crate::native::width::{blanks, clip, width};

#[derive(Serialize)]
struct SessionsShape<'a> {
    sessions: Vec<SessionLineShape<'a>>,
    current: Option<&'a str>,
}

#[derive(Serialize)]
struct SessionLineShape<'a> {
    #[serde(flatten)]
    session: SessionShape<'a>,
    state: &'static str,
    is_current: bool,
    opened_at: String,
    opened_by: &'a str,
    counts: CountsShape,
    version: u64,
}

pub fn sessions(list: &[(Session, Counts)], current: Option<&SessionId>) -> String {
    pretty(&SessionsShape {
        sessions: list
            .iter()
            .map(|(session, counts)| SessionLineShape::new(session, *counts, current))
            .collect(),
        current: current.map(SessionId::as_str),
    })
}

pub fn sessions_text(list: &[(Session, Counts)], current: Option<&SessionId>) -> String {
    const GOAL_COLUMNS: usize = 60;
    if list.is_empty() {
        return "No sessions yet. Begin one with: planloop start --goal \"...\"\n".to_owned();
    }
    let id_columns = list
        .iter()
        .map(|(session, _)| width(session.id.as_str()))
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (session, counts) in list {
        let is_current = Some(&session.id) == current;
        let mark = if is_current { paint(GOOD, "*") } else { " ".to_owned() };
        let name = if is_current {
            paint(BOLD, &session.id)
        } else {
            session.id.to_string()
        };
        let gap = blanks(session.id.as_str(), id_columns);
        let settled = format!("{:>9}", format!("{}/{}", counts.settled(), counts.total()));
        let goal = visible(session.goal.as_deref().unwrap_or("no goal given"));
        let goal = clip(&goal, GOAL_COLUMNS);
        text += &format!(
            "{mark} {name}{gap}  {settled}  {}  {goal}\n",
            paint(DIM, format!("{:<6}", state(session)))
        );
    }
    text
}

impl<'a> SessionLineShape<'a> {
    fn new(session: &'a Session, counts: Counts, current: Option<&SessionId>) -> Self {
        Self {
            session: SessionShape::new(session, session.goal.as_deref(), &Cut::none()),
            state: state(session),
            is_current: Some(&session.id) == current,
            opened_at: rfc3339(session.opened_at),
            opened_by: session.opened_by.as_str(),
            counts: counts.into(),
            version: session.version.0,
        }
    }
}

fn state(session: &Session) -> &'static str {
    if session.summary.is_some() { "closed" } else { "open" }
}

#[cfg(test)]
mod tests {
    use model::Summary;
    use serde_json::Value;

    use super::*;
    use crate::planloop::answer::testing::{AT, agent, plain, session};

    fn two() -> [(Session, Counts); 2] {
        let counts = Counts {
            done: 1,
            todo: 2,
            failed: 1,
            ..Counts::default()
        };
        let closed = Session {
            id: SessionId::new("old").unwrap(),
            goal: None,
            summary: Some(Summary {
                text: "Done.".into(),
                by: agent("ada"),
                at: AT,
            }),
            ..session()
        };
        [(session(), counts), (closed, Counts::default())]
    }

    #[test]
    fn lists_sessions_for_machines() {
        let (list, current) = (two(), SessionId::new("user-auth-1").unwrap());
        let answer: Value = serde_json::from_str(&sessions(&list, Some(&current))).unwrap();
        assert_eq!(answer["current"], "user-auth-1");
        let [first, second] = [&answer["sessions"][0], &answer["sessions"][1]];
        assert_eq!(first["id"], "user-auth-1");
        assert_eq!(first["goal"], "Let users log in");
        assert_eq!(first["is_current"], true);
        assert_eq!(first["state"], "open");
        assert_eq!(first["counts"]["todo"], 3);
        assert_eq!(first["counts"]["total"], 4);
        assert_eq!(second["state"], "closed");
        assert_eq!(second["final_summary"], "Done.");
        assert_eq!(second["goal"], Value::Null);
    }

    #[test]
    fn lists_sessions_for_people() {
        let (list, current) = (two(), SessionId::new("user-auth-1").unwrap());
        let text = plain(&sessions_text(&list, Some(&current)));
        let expected =
            "* user-auth-1        1/4  open    Let users log in\n  old                0/0  closed  no goal given\n";
        assert_eq!(text, expected);
        assert!(sessions_text(&[], None).starts_with("No sessions yet."));
    }
}
