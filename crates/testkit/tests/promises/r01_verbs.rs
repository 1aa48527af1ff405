//! All commands that change something, for R1 and R2.

use planwright_testkit::project::Project;

use crate::r01_scenes as scene;

/// A command line, and the project in which it changes something.
#[derive(Clone, Copy)]
pub struct Verb {
    pub program: &'static str,
    pub line: &'static [&'static str],
    pub scene: fn() -> Project,
}

const fn planloop(line: &'static [&'static str], scene: fn() -> Project) -> Verb {
    Verb {
        program: "planloop",
        line,
        scene,
    }
}

pub const fn planwright(line: &'static [&'static str], scene: fn() -> Project) -> Verb {
    Verb {
        program: "planwright",
        line,
        scene,
    }
}

/// These commands create the store.
pub const CREATING: &[Verb] = &[
    planloop(&["start", "--goal", "Add user login"], scene::empty),
    planwright(&["init", "--goal", "Add user login", "--json"], scene::empty),
    planwright(&["restore", "--json"], scene::cleaned),
];

pub const PLANLOOP: &[Verb] = &[
    planloop(&["start", "--goal", "Something else"], scene::planned),
    planloop(
        &[
            "update",
            "--json",
            r#"{"add_tasks": [{"title": "Greet", "type": "docs", "dependencies": [3],
                "context_hints": ["See section 3."], "relevant_file_paths": ["+greeting.md"]}]}"#,
        ],
        scene::planned,
    ),
    planloop(
        &[
            "update",
            "--agent",
            "ada",
            "--json",
            r#"{"update_tasks": [{"id": 2, "status": "IN_PROGRESS"}]}"#,
        ],
        scene::planned,
    ),
    planloop(
        &[
            "update",
            "--agent",
            "ada",
            "--json",
            r#"{"update_tasks": [{"id": 2, "status": "DONE"}]}"#,
        ],
        scene::claimed,
    ),
    planloop(
        &["update", "--json", r#"{"final_summary": "Login works."}"#],
        scene::finished,
    ),
    planloop(&["status", "--json", "--agent", "ada"], scene::claimed_for_long),
    planloop(
        &[
            "alert",
            "--id",
            "slow_ci",
            "--level",
            "blocker",
            "--message",
            "CI is slow",
        ],
        scene::planned,
    ),
    planloop(&["alert", "--id", "broken_build", "--close"], scene::signaled),
    planloop(&["suggest", "--offline", "--apply"], scene::noted),
    planloop(
        &["sessions", "switch", "add-user-login-1794733200", "--json"],
        scene::two_sessions,
    ),
];

pub const PLANWRIGHT: &[Verb] = &[
    planwright(&["init", "--goal", "Something else", "--json"], scene::planned),
    planwright(&["add", "Greet the guest", "--after", "3", "--json"], scene::planned),
    planwright(
        &["edit", "3", "--title", "Check it", "--after", "none", "--json"],
        scene::planned,
    ),
    planwright(&["next", "--claim", "--agent", "ada", "--json"], scene::planned),
    planwright(
        &["done", "2", "--agent", "ada", "--note", "Merged", "--json"],
        scene::claimed,
    ),
    planwright(
        &["fail", "2", "The API is gone", "--agent", "ada", "--json"],
        scene::claimed,
    ),
    planwright(
        &["drop", "2", "--reason", "Not needed", "--agent", "ada", "--json"],
        scene::claimed,
    ),
    planwright(&["reopen", "2", "--agent", "ada", "--json"], scene::failed),
    planwright(&["close", "Login works", "--json"], scene::finished),
    planwright(&["signal", "slow_ci", "CI is slow", "--json"], scene::planned),
    planwright(&["signal", "broken_build", "--close", "--json"], scene::signaled),
    planwright(&["undo", "--agent", "ada", "--json"], scene::planned),
];

/// These commands run with a full log, and with a log that was just checkpointed.
pub const FOLDING: &[Verb] = &[
    planloop(
        &[
            "update",
            "--agent",
            "ada",
            "--json",
            r#"{"add_tasks": [{"title": "Greet", "type": "docs", "dependencies": [3],
                "context_hints": ["See section 3."], "relevant_file_paths": ["+greeting.md"]}],
                "update_tasks": [{"id": 2, "status": "IN_PROGRESS"}]}"#,
        ],
        scene::nearly_full_log,
    ),
    planwright(&["done", "2", "--agent", "ada", "--json"], scene::checkpointed),
];
