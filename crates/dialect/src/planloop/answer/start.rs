//! The answer of `planloop start`.

use model::Session;
use serde::Serialize;

use super::STATUS_COMMAND;
use super::json::pretty;

#[derive(Serialize)]
struct StartShape<'a> {
    status: &'static str,
    session_id: &'a str,
    message: &'static str,
    next_command: &'static str,
    version: u64,
}

pub fn started(session: &Session) -> String {
    pretty(&StartShape {
        status: "session_created",
        session_id: session.id.as_str(),
        message: "Session created. Agent can now begin work.",
        next_command: STATUS_COMMAND,
        version: session.version.0,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::planloop::answer::testing;

    #[test]
    fn says_how_to_go_on() {
        let answer: Value = serde_json::from_str(&started(&testing::session())).unwrap();
        let expected = json!({
            "status": "session_created",
            "session_id": "user-auth-1",
            "message": "Session created. Agent can now begin work.",
            "next_command": "planloop status --json",
            "version": 17,
        });
        assert_eq!(answer, expected);
    }
}
