//! The state of a project as its commands report it, without values that differ from run to run.

use serde_json::{Value, json};

use super::{Project, Ran};

impl Project {
    /// All sessions with their tasks and logs, from the JSON output of the binaries. Null if there is no session.
    ///
    /// # Panics
    ///
    /// If a command fails.
    pub fn status_json(&self) -> Value {
        let sessions = self.planloop(&["sessions", "--json"]);
        if sessions.code == Some(2) {
            return Value::Null;
        }
        let sessions = sessions.done().json();
        let list = sessions["sessions"].as_array().cloned().unwrap_or_default();
        if list.is_empty() {
            return Value::Null;
        }
        let plans = list.iter().filter_map(|session| session["id"].as_str()).map(|id| {
            let tasks = self.planwright(&["list", "--json", "--session", id]).done().json();
            json!({"tasks": tasks, "log": self.log(id)})
        });
        let mut status = json!({"plans": plans.collect::<Vec<_>>(), "sessions": sessions});
        forget_ids(&mut status);
        status
    }

    /// The operations of a session, newest first.
    ///
    /// # Panics
    ///
    /// If `planwright log` fails.
    pub fn log(&self, session: &str) -> Value {
        let mut log = self.planwright(&["log", "--json", "--limit", "1000000", "--session", session]);
        log = log.done();
        log.json()["operations"].take()
    }

    pub fn doctor(&self) -> Ran {
        self.planwright(&["doctor", "--json"])
    }

    /// # Panics
    ///
    /// If the doctor reports a problem. A project without a store is sound.
    #[track_caller]
    pub fn assert_sound(&self) {
        let found = self.doctor();
        let is_sound = match found.code {
            Some(0) => found.json()["healthy"] == true,
            code => code == Some(2) && !self.database().exists(),
        };
        assert!(is_sound, "{found:?}");
    }

    /// For use after a kill: the project is sound, or the doctor reports half-written files. Returns whether it reports
    /// them.
    ///
    /// # Panics
    ///
    /// If the doctor reports another problem.
    #[track_caller]
    pub fn assert_sound_or_interrupted(&self) -> bool {
        let found = self.doctor();
        let is_interrupted = found.code == Some(1) && found.json()["interrupted"]["files"] == "half written";
        if !is_interrupted {
            self.assert_sound();
            return false;
        }
        let findings = found.json()["findings"].take();
        let faults = findings.as_array().into_iter().flatten();
        let faults: Vec<&Value> = faults.filter(|finding| finding["level"] == "fault").collect();
        assert_eq!(faults.len(), 1, "{found:?}");
        true
    }

    /// Runs a command of another front end that changes nothing itself, but recovers half-written files first.
    pub fn write_elsewhere(&self) -> Ran {
        self.planloop(&["alert", "--id", "not-raised", "--close"])
    }
}

fn forget_ids(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("uid");
            fields.values_mut().for_each(forget_ids);
        }
        Value::Array(items) => items.iter_mut().for_each(forget_ids),
        _ => {}
    }
}
