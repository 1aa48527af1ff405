//! The rules for how a plan fits its workspace. One file is one rule: what it asks, why, and how it is told.
//!
//! Their examples are meant for a project with the files `docs/a.md`, `src/main.rs`, `notes.txt` and `logo.png`, all of
//! them shown to the agent, `old.md`, which was not shown, a memo `Use pnpm.`, and an agent called Architect.

pub mod conclude_caller;
pub mod create_exists;
pub mod create_twice;
pub mod edit_context;
pub mod edit_exists;
pub mod edit_overwrite;
pub mod edit_text;
pub mod execute_cwd;
pub mod find_missing;
pub mod find_several;
pub mod find_shifted;
pub mod handoff_resource;
pub mod invoke_agent;
pub mod memo_duplicate;
pub mod memo_file;
pub mod memo_missing;
pub mod path_outside;
pub mod path_parent;
pub mod path_protected;
pub mod prune_context;
pub mod prune_session;
pub mod read_exists;
pub mod replace_present;
pub mod replace_same;

use crate::rule::Rule;

/// Every rule of this folder, by name.
pub const RULES: [&Rule; 24] = [
    &conclude_caller::RULE,
    &create_exists::RULE,
    &create_twice::RULE,
    &edit_context::RULE,
    &edit_exists::RULE,
    &edit_overwrite::RULE,
    &edit_text::RULE,
    &execute_cwd::RULE,
    &find_missing::RULE,
    &find_several::RULE,
    &find_shifted::RULE,
    &handoff_resource::RULE,
    &invoke_agent::RULE,
    &memo_duplicate::RULE,
    &memo_file::RULE,
    &memo_missing::RULE,
    &path_outside::RULE,
    &path_parent::RULE,
    &path_protected::RULE,
    &prune_context::RULE,
    &prune_session::RULE,
    &read_exists::RULE,
    &replace_present::RULE,
    &replace_same::RULE,
];

/// For files that are not there: what else could be the matter.
fn hint_for_missing(advice: &str, ran_command: bool) -> String {
    match ran_command {
        true => format!("{advice} If an earlier `EXECUTE` is to make it, use it in the next turn."),
        false => advice.to_owned(),
    }
}
