//! The answer of `planloop alert`.

use model::{OpVersion, Signal};
use serde::Serialize;

use super::STATUS_COMMAND;
use super::cut::Cut;
use super::json::pretty;
use super::signal::SignalShape;
use crate::address::Address;

#[derive(Serialize)]
struct AlertShape<'a> {
    status: &'static str,
    message: String,
    /// `opened`, `closed` or `unchanged`.
    outcome: &'static str,
    signal: SignalShape<'a>,
    version: u64,
    next_command: String,
}

/// `changed` is false if the signal stood like that already.
pub fn alerted(address: &Address<'_>, signal: &Signal, changed: bool, version: OpVersion) -> String {
    let (outcome, happened) = match (signal.is_open(), changed) {
        (true, true) => ("opened", "is open"),
        (false, true) => ("closed", "is closed"),
        (true, false) => ("unchanged", "was open already"),
        (false, false) => ("unchanged", "was closed already"),
    };
    pretty(&AlertShape {
        status: "success",
        message: format!("Signal '{}' {happened}.", signal.id),
        outcome,
        signal: SignalShape::raised(signal, &Cut::none()),
        version: version.0,
        next_command: address.on(STATUS_COMMAND),
    })
}

#[cfg(test)]
mod tests {
    use model::{Level, SignalState};
    use serde_json::{Value, json};

    use super::*;
    use crate::planloop::answer::testing;

    #[test]
    fn says_what_became_of_the_signal() {
        let open = testing::signal("test_failure", Level::Blocker, "2 tests fail.");
        let closed = Signal {
            state: SignalState::Closed {
                by: testing::agent("ada"),
                at: testing::AT,
            },
            ..open.clone()
        };
        let check = |signal: &Signal, changed, outcome: &str, message: &str| {
            let answer: Value = serde_json::from_str(&alerted(&Address::NONE, signal, changed, OpVersion(5))).unwrap();
            let expected = json!({
                "status": "success", "message": message, "outcome": outcome,
                "signal": {"id": "test_failure", "task_id": 2, "level": "blocker", "message": "2 tests fail.",
                    "link": "https://ci.example/7"},
                "version": 5, "next_command": "planloop status --json",
            });
            assert_eq!(answer, expected);
        };
        check(&open, true, "opened", "Signal 'test_failure' is open.");
        check(&open, false, "unchanged", "Signal 'test_failure' was open already.");
        check(&closed, true, "closed", "Signal 'test_failure' is closed.");
        check(&closed, false, "unchanged", "Signal 'test_failure' was closed already.");
    }
}
