//! How far a plan has come, as a bar and in numbers.

use model::{Counts, Standing};

use super::style::{DIM, GOOD, paint};
use crate::planwright::state::word;

/// `████████░░░░  2 of 3 settled: 1 done, 1 dropped, 1 todo`
pub(crate) fn progress(counts: Counts, columns: usize) -> String {
    if counts.total() == 0 {
        return "No tasks yet.".to_owned();
    }
    let standings = [
        Standing::Done,
        Standing::Dropped,
        Standing::Failed,
        Standing::Doing,
        Standing::Todo,
    ];
    let parts: Vec<_> = standings
        .into_iter()
        .filter(|standing| counts.of(*standing) > 0)
        .map(|standing| format!("{} {}", counts.of(standing), word(standing)))
        .collect();
    let bar = bar(counts.settled(), counts.total(), bar_cells(columns));
    format!(
        "{bar}  {} of {} settled: {}",
        counts.settled(),
        counts.total(),
        parts.join(", ")
    )
}

pub(crate) fn bar_cells(columns: usize) -> usize {
    (columns / 4).clamp(10, 30)
}

pub(crate) fn bar(settled: u64, total: u64, cells: usize) -> String {
    let full = full_cells(settled, total, cells);
    paint(GOOD, "█".repeat(full)) + &paint(DIM, "░".repeat(cells - full))
}

/// How much of a bar is filled. All of it only when everything is settled, and nothing only when nothing is.
pub fn full_cells(settled: u64, total: u64, cells: usize) -> usize {
    if total == 0 {
        return 0;
    }
    let rounded = (settled.saturating_mul(cells as u64) + total / 2) / total;
    let mut full = usize::try_from(rounded).unwrap_or(cells);
    if settled > 0 {
        full = full.max(1);
    }
    if settled < total {
        full = full.min(cells.saturating_sub(1));
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planwright::testing::plain;

    #[test]
    fn the_bar_is_honest_at_both_ends() {
        let check = |done, todo, expected: &str| {
            let counts = Counts {
                done,
                todo,
                ..Counts::default()
            };
            assert_eq!(plain(&progress(counts, 40)), expected);
        };
        check(0, 0, "No tasks yet.");
        check(0, 3, "░░░░░░░░░░  0 of 3 settled: 3 todo");
        check(1, 999, "█░░░░░░░░░  1 of 1000 settled: 1 done, 999 todo");
        check(1, 1, "█████░░░░░  1 of 2 settled: 1 done, 1 todo");
        check(999, 1, "█████████░  999 of 1000 settled: 999 done, 1 todo");
        check(3, 0, "██████████  3 of 3 settled: 3 done");
    }
}
