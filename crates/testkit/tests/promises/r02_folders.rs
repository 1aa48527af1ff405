//! R2 for plan folders: reading an existing allocation makes no sync.

use planwright_testkit::strace::{self, Call};

use crate::r01_folder_scenes as folders;
use crate::r02_sync::is_possible;

#[test]
fn r02_reading_folders_makes_no_sync() {
    if !is_possible("r02_reading_folders_makes_no_sync") {
        return;
    }
    let project = folders::drafted();
    project.agentctl(&["plan", "commit"]).done();
    for question in [
        &["agentctl", "plan", "status", "--json"][..],
        &["agentctl", "plan", "check", "--json"],
        &["agentctl", "plan", "dir", "--json"],
        // Nothing changes, so the command only reads.
        &["agentctl", "plan", "commit", "--json"],
        &["planwright", "context", "--json"],
        &["planwright", "prompt", "overseer", "--json"],
    ] {
        let (ran, calls) = strace::trace(&project, question[0], &question[1..]);
        ran.done();
        let syncs: Vec<&Call> = calls.iter().filter(|call| call.is_sync()).collect();
        assert!(syncs.is_empty(), "{question:?}: {syncs:?}");
    }
}
