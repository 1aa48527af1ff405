//! Prints the measurements as tables.

use crate::aims::{self, Aim};
use crate::figures::{Figures, Use};
use crate::samples::Samples;
use crate::start::Start;
use crate::work::Work;

pub fn plan(work: Work, sizes: &[Figures]) {
    println!("\n{}", work.name().trim());
    println!(
        "  {:>7}  {:^29}  {:^29}  {:^11}  {:>6}  {:>6}",
        "", "status --brief --json", "update of one task", "syncs", "peak", "answer"
    );
    println!(
        "  {:>7}  {:>15} {:>6} {:>6}  {:>15} {:>6} {:>6}  {:>5} {:>5}  {:>6}  {:>6}",
        "tasks", "ms (least)", "/mini", "/10", "ms (least)", "/mini", "/10", "stat.", "upd.", "MB", "bytes"
    );
    let Some(smallest) = sizes.first() else { return };
    for figures in sizes {
        println!("{}", row(figures, smallest));
    }
    if work == Work::HubOpen {
        for figures in sizes {
            let against = figures.hub_done.ratio_to(&smallest.hub_done);
            let took = took(&figures.hub_done);
            println!(
                "  {:>7}  {took}        {against:>6.2}  freeing all the others",
                figures.tasks
            );
        }
    }
}

fn row(figures: &Figures, smallest: &Figures) -> String {
    let call = |call: &Samples, minimal: &Samples, small: &Samples| {
        format!(
            "{} {:>6.2} {:>6.2}",
            took(call),
            call.ratio_to(minimal),
            call.ratio_to(small)
        )
    };
    let syncs = |used: Option<Use>| shown(used.and_then(|used| used.syncs));
    let peak = [figures.status_use, figures.update_use]
        .into_iter()
        .flatten()
        .filter_map(Use::peak_mb);
    format!(
        "  {:>7}  {}  {}  {:>5} {:>5}  {:>6}  {:>6}",
        figures.tasks,
        call(&figures.status, &figures.read, &smallest.status),
        call(&figures.update, &figures.commit, &smallest.update),
        syncs(figures.status_use),
        syncs(figures.update_use),
        shown(peak.reduce(f64::max).map(|mb| format!("{mb:.1}"))),
        figures.answer_bytes
    )
}

/// The median, and the minimum in brackets.
pub fn took(samples: &Samples) -> String {
    format!(
        "{:>6.2} {:>8}",
        samples.median_ms(),
        format!("({:.2})", samples.least_ms())
    )
}

fn shown(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}

pub fn minimal(measured: &[(Work, Vec<Figures>)]) {
    println!("\nthe minimal program, ms (least)");
    for (work, sizes) in measured {
        for figures in sizes {
            let (read, commit) = (took(&figures.read), took(&figures.commit));
            println!(
                "  {:<22} {:>7}  read {read}  commit {commit}",
                work.name(),
                figures.tasks
            );
        }
    }
}

pub fn starts(starts: &[Start]) {
    println!("\nstart, ms (least), and size");
    for start in starts {
        println!(
            "  {:<20} {}  {:>6} kB",
            start.name,
            took(&start.samples),
            start.bytes / 1000
        );
    }
}

pub fn aims(measured: &[(Work, Vec<Figures>)]) {
    verdicts(&aims::judge(measured));
}

pub fn verdicts(aims: &[Aim]) {
    println!("\naims, with the worst that was measured");
    for aim in aims {
        println!("  {}", verdict(aim));
    }
}

fn verdict(aim: &Aim) -> String {
    let mark = match aim.is_met() {
        Some(true) => "met",
        Some(false) => "MISSED",
        None => "unknown",
    };
    let worst = aim.worst.as_ref().map_or_else(
        || "nothing measured: is strace or GNU time missing?".to_owned(),
        |(worst, place)| format!("{} ({place})", number(*worst)),
    );
    format!(
        "{mark:<8} {:<56} at most {:>5} {:<6} {worst}",
        aim.text,
        number(aim.limit),
        aim.unit
    )
}

pub fn number(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}
