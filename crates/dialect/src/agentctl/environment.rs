//! Variables of an agent that works on thread plans.

use model::ThreadId;

/// The value of `ADDITIONAL_PLAN_DIRS`.
pub fn plan_dirs(additional: &[(ThreadId, String)]) -> String {
    let lines: Vec<_> = additional
        .iter()
        .map(|(thread, folder)| format!("{thread}={folder}"))
        .collect();
    lines.join("\n")
}
