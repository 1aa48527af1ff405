//! One action of the log: what became of it.

use model::Action;
use model::report::{Details, Entry, Fate};

use super::{details, fields};
use crate::teddy::markdown::Page;
use crate::teddy::subject::subject;

pub(super) fn write(page: &mut Page, number: usize, entry: &Entry) {
    // A number alone before the verb would look like a plan's own heading.
    page.heading(4, &format!("No. {number}: {}", subject(&entry.action)));
    match &entry.fate {
        Fate::Skipped(why) | Fate::NotFetched(why) => page.field("Status", &with_reason("Skipped", why)),
        _ => page.field("Status", "Approved"),
    }
    match &entry.fate {
        Fate::Done => page.field("Execution", "Success"),
        Fate::Failed(why) => page.field("Execution", &with_reason("Failure", why)),
        Fate::Unknown => page.field("Execution", "Unknown: the run was interrupted while this was going on"),
        Fate::Skipped(_) | Fate::NotFetched(_) => {}
    }
    if let Some(millis) = entry.duration_ms.filter(|_| entry.fate.was_tried()) {
        page.field("Duration", &duration(millis));
    }
    fields::write(page, &entry.action);
    if let Some(what) = &entry.modified {
        write_modified(page, what);
    }
    fields::write_blocks(page, &entry.action);
    if let (Action::Research(research), Details::None) = (&entry.action, &entry.details) {
        // Where there are results, each stands below its query.
        fields::write_queries(page, research);
    }
    details::write(page, &entry.details);
}

/// A difference shows what was proposed and what was made of it.
fn write_modified(page: &mut Page, what: &str) {
    match what.starts_with("--- ") {
        true => {
            page.field("Modified by user", "");
            page.fence("diff", what);
        }
        false => page.field("Modified by user", what),
    }
}

fn with_reason(word: &str, why: &str) -> String {
    match why.trim().is_empty() {
        true => word.to_owned(),
        false => format!("{word}: {}", why.trim()),
    }
}

/// `85 ms`, `1.2 s`, `3 min 20 s`
fn duration(millis: u64) -> String {
    let (seconds, tenths) = (millis / 1_000, millis % 1_000 / 100);
    match seconds {
        0 => format!("{millis} ms"),
        1..60 => format!("{seconds}.{tenths} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_for_people() {
        for (millis, shown) in [
            (0, "0 ms"),
            (999, "999 ms"),
            (1_250, "1.2 s"),
            (59_999, "59.9 s"),
            (200_000, "3 min 20 s"),
            (7_200_000, "120 min 0 s"),
        ] {
            assert_eq!(duration(millis), shown);
        }
    }
}
