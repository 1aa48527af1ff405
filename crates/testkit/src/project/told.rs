//! What a project says of itself, without what differs from run to run.

use serde_json::{Value, json};

use super::{Project, Ran};

impl Project {
    /// Every session with its tasks and its whole history, as the binaries tell it; null where there is none.
    ///
    /// # Panics
    ///
    /// If one of them cannot be told.
    pub fn told(&self) -> Value {
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
        let mut told = json!({"plans": plans.collect::<Vec<_>>(), "sessions": sessions});
        forget_ids(&mut told);
        told
    }

    /// The session's operations, the newest first.
    ///
    /// # Panics
    ///
    /// If they cannot be told.
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
    /// If something is wrong with the store. Where there is none, nothing is.
    #[track_caller]
    pub fn assert_sound(&self) {
        let found = self.doctor();
        let is_sound = match found.code {
            Some(0) => found.json()["healthy"] == true,
            code => code == Some(2) && !self.database().exists(),
        };
        assert!(is_sound, "{found:?}");
    }

    /// For use after a kill: the project is sound, or the doctor reports half-written files. Returns whether it does.
    ///
    /// # Panics
    ///
    /// If something else is wrong.
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

    /// Runs a writing command of another front end that changes nothing itself, but recovers first.
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
