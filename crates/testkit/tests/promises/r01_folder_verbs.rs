//! All commands that allocate, remove or commit plan folders, for R1 and R2.

use planwright_testkit::project::Project;

use crate::r01_folder_scenes as folders;
use crate::r01_scenes as scene;
use crate::r01_verbs::{Verb, planwright};

const fn agentctl(line: &'static [&'static str], scene: fn() -> Project) -> Verb {
    Verb {
        program: "agentctl",
        line,
        scene,
    }
}

/// Commands that open a session first and allocate its folder.
pub const OPENING: &[Verb] = &[
    agentctl(&["plan", "request-thread-dir"], scene::empty),
    agentctl(&["set-topic", "Login", "--json"], scene::empty),
    agentctl(&["plan", "dir", "--json"], scene::empty),
    agentctl(&["plan", "clear-current", "--json"], scene::empty),
    agentctl(&["plan", "commit", "--json"], scene::empty),
    planwright(&["context", "--json"], scene::empty),
];

/// Commands that find a session without a folder, or with some.
pub const FOLDERS: &[Verb] = &[
    agentctl(&["plan", "dir", "--json"], scene::fresh),
    agentctl(&["set-topic", "Login", "--json"], folders::allocated),
    agentctl(&["plan", "request-thread-dir"], folders::drafted),
    agentctl(
        &["plan", "remove-thread", "--thread-id", "thread_2", "--json"],
        folders::drafted,
    ),
    agentctl(&["plan", "clear-current", "--json"], folders::drafted),
    agentctl(&["plan", "commit", "--json"], folders::drafted),
    agentctl(&["plan", "commit", "--json"], folders::redrafted),
];
