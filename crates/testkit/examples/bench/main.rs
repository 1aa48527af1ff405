//! `cargo xtask bench [quick | start | folders | proposals | turns | run | choosing | review | board]` measures ratios:
//!
//! - a call as a whole process, compared with the cheapest program that uses the same store, and with the same call in
//!   a small plan;
//! - reading, compared with a bare parser;
//! - executing a plan, compared with the same changes made by hand;
//! - a run, compared with a loop that does the same work;
//! - a key press on a screen, compared with a frame.
//!
//! Every result is a ratio within one run, because times of different runs or machines are not comparable.

mod aims;
mod board;
mod choosing;
mod drive;
mod figures;
mod folder_scene;
mod folders;
mod place;
mod programs;
mod proposal_scene;
mod proposals;
mod report;
mod review;
mod review_scene;
mod samples;
mod scene;
mod shape;
mod start;
mod tools;
mod turn_scene;
mod turns;
mod work;

use std::process::ExitCode;

use planwright_testkit::project::must;
use programs::Programs;
use work::Work;

/// What to measure, and how often.
struct Extent {
    sizes: &'static [usize],
    rounds: usize,
}

enum Wanted {
    Plans(Extent),
    Start,
    Folders,
    Proposals,
    Turns,
    Run,
    Review,
    Board,
    Choosing,
}

const FULL: Extent = Extent {
    sizes: &[10, 1_000, 10_000, 100_000],
    rounds: 200,
};
const QUICK: Extent = Extent {
    sizes: &[10, 1_000],
    rounds: 30,
};
const STARTS: usize = 300;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => Wanted::Plans(FULL),
        ["quick"] => Wanted::Plans(QUICK),
        ["start"] => Wanted::Start,
        ["folders"] => Wanted::Folders,
        ["proposals"] => Wanted::Proposals,
        ["turns"] => Wanted::Turns,
        ["run"] => Wanted::Run,
        ["choosing"] => Wanted::Choosing,
        ["review"] => Wanted::Review,
        ["board"] => Wanted::Board,
        _ => {
            eprintln!(
                "usage: cargo xtask bench [quick | start | folders | proposals | turns | run | choosing | review | board]"
            );
            return ExitCode::from(2);
        }
    };
    let folder = place::choose();
    must(
        "the folder for temporary files",
        tempfile::env::override_temp_dir(&folder),
    );
    println!("{}", place::describe(&folder));
    match wanted {
        Wanted::Proposals => proposals::run(),
        Wanted::Turns => turns::run(),
        Wanted::Run => drive::run(&Programs::build()),
        Wanted::Review => review::run(),
        Wanted::Board => board::run(),
        Wanted::Choosing => choosing::run(),
        Wanted::Folders => folders::run(&Programs::build()),
        Wanted::Start => starts(&Programs::build()),
        Wanted::Plans(extent) => {
            let programs = Programs::build();
            plans(&programs, &extent);
            starts(&programs);
        }
    }
    ExitCode::SUCCESS
}

fn plans(programs: &Programs, extent: &Extent) {
    println!("medians of {} whole processes each, run in turns", extent.rounds);
    let mut measured = Vec::new();
    for work in Work::ALL {
        let figures = figures::measure(programs, work, extent.sizes, extent.rounds);
        report::plan(work, &figures);
        measured.push((work, figures));
    }
    report::minimal(&measured);
    report::aims(&measured);
}

fn starts(programs: &Programs) {
    report::starts(&start::measure(programs, STARTS));
}
