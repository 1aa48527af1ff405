//! The rules for how a Markdown plan fits its project.
//!
//! Their examples in `docs/rules` are meant for a project with the files `docs/a.md`, `src/main.rs`, `notes.txt` and
//! `logo.png`, all shown to the agent, the file `old.md`, which was not shown, a memo `Use pnpm.`, and an agent called
//! Architect.

pub mod edits;
pub mod files;
pub mod session;

pub(in crate::teddy::check) use {edits::*, files::*, session::*};

/// Adds to the hint for a missing file that an earlier command may create the file.
fn hint_for_missing(advice: &str, ran_command: bool) -> String {
    match ran_command {
        true => format!("{advice} If an earlier `EXECUTE` is to make it, use it in the next turn."),
        false => advice.to_owned(),
    }
}
