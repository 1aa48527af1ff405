use super::call::{Answered, Call, Planning};
use dialect::agentctl::answer::{CheckedThread, check_json, check_text};

/// Check every folder, commit nothing
///
/// Says what a commit would say: every fault of every folder, or what stands in its way now.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan check --json")]
pub struct Args;

pub fn run(_: &Args, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    let checked = match engine.check_plans(&session, &by) {
        Ok(checked) => checked,
        Err(error) => return Ok(call.failed_commit(&error)),
    };
    let folders: Vec<String> = checked.threads.iter().map(|thread| thread.place.shown()).collect();
    let threads: Vec<_> = checked
        .threads
        .iter()
        .zip(&folders)
        .map(|(thread, plan_dir)| CheckedThread {
            thread: thread.place.thread,
            plan_dir,
            plan: thread.plan.as_ref(),
        })
        .collect();
    let source_of = |path: &str| checked.sources.get(path);
    Ok(call.answer(
        || check_json(&threads, &checked.warnings),
        || check_text(&threads, &checked.warnings, &source_of),
    ))
}
