//! Proposals: the cost of reading, checking and repairing them, compared with a bare Markdown pass over the same bytes;
//! and the cost of a FIND text that a long file lacks, compared with one search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use dialect::teddy::find::{Found, IndexedText, NearestBudget, Nowhere, Wanted, find, nowhere};
use dialect::teddy::{check, fence, read};
use memchr::memmem;
use pulldown_cmark::{Options, Parser};

use crate::aims::Aim;
use crate::proposal_scene::{Scene, haystack};
use crate::report::{number, took, verdicts};
use crate::samples::Samples;

/// Megabytes, and the number of repetitions.
const SIZES: [(usize, usize); 2] = [(1, 100), (50, 15)];
const LINES: usize = 200_000;
const FINDS: usize = 40;
const WARM_UP: usize = 2;

struct Figures {
    megabytes: usize,
    bare: Samples,
    read: Samples,
    /// Reading and checking.
    both: Samples,
    repair: Samples,
}

struct Search {
    once: Samples,
    find: Samples,
}

pub fn run() {
    let sizes: Vec<Figures> = SIZES
        .iter()
        .map(|(megabytes, rounds)| Figures::measure(*megabytes, *rounds))
        .collect();
    let search = Search::measure();
    report(&sizes, &search);
}

impl Figures {
    fn measure(megabytes: usize, rounds: usize) -> Self {
        let scene = Scene::new(megabytes * 1_000_000);
        let source = scene.proposal.as_str();
        assert_eq!(faults(&scene), Vec::<String>::new());
        let mut figures = Self {
            megabytes,
            bare: Samples::default(),
            read: Samples::default(),
            both: Samples::default(),
            repair: Samples::default(),
        };
        for round in 0..rounds + WARM_UP {
            let took = [
                time(|| bare(source)),
                time(|| read(source)),
                time(|| {
                    let reading = read(source);
                    let faults = check::check(source, &reading, &scene);
                    (reading, faults)
                }),
                time(|| fence::repair(source)),
            ];
            if round >= WARM_UP {
                let samples = [
                    &mut figures.bare,
                    &mut figures.read,
                    &mut figures.both,
                    &mut figures.repair,
                ];
                samples
                    .into_iter()
                    .zip(took)
                    .for_each(|(samples, took)| samples.add(took));
            }
        }
        figures
    }
}

/// The proposal must be valid: otherwise the benchmark would measure diagnostics.
fn faults(scene: &Scene) -> Vec<String> {
    let source = &scene.proposal;
    let reading = read(source);
    let mended = fence::repair(source).diagnostics;
    let checked = check::check(source, &reading, scene);
    let all = reading.diagnostics.iter().chain(&mended).chain(&checked);
    all.take(5).map(|fault| format!("{fault:?}")).collect()
}

fn bare(source: &str) -> usize {
    Parser::new_ext(source, Options::empty()).map(black_box).count()
}

impl Search {
    fn measure() -> Self {
        let (text, absent) = haystack(LINES);
        let wanted = Wanted {
            find: &absent,
            replace: Some("nothing of this"),
        };
        let found = closest(&text, wanted);
        assert!(found.nearest.is_some(), "{found:?}");
        let mut search = Self {
            once: Samples::default(),
            find: Samples::default(),
        };
        for round in 0..FINDS + WARM_UP {
            let once = time(|| memmem::find(text.as_bytes(), absent.as_bytes()));
            let whole = time(|| closest(&text, wanted));
            if round >= WARM_UP {
                search.once.add(once);
                search.find.add(whole);
            }
        }
        search
    }
}

fn closest(text: &str, wanted: Wanted<'_>) -> Nowhere {
    let text = IndexedText::new(text, &[wanted.find]);
    assert_eq!(find(&text, wanted), Found::Nowhere);
    nowhere(&text, wanted, &mut NearestBudget::default())
}

/// Dropping the result is part of the work.
fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    drop(black_box(work()));
    start.elapsed()
}

fn report(sizes: &[Figures], search: &Search) {
    let rounds: Vec<String> = SIZES
        .iter()
        .map(|(size, rounds)| format!("{rounds} at {size} MB"))
        .collect();
    println!("medians in one process, in turns: {}", rounds.join(", "));
    println!("\n  proposal                    ms (least)     /bare  of the least");
    let mut reading = Aim::new("reading and checking against a bare pass", 2.5, "times");
    let mut repair = Aim::new("repairing fences against a bare pass", 0.5, "times");
    for figures in sizes {
        println!("  {} MB", figures.megabytes);
        row("bare pass", &figures.bare, &figures.bare);
        row("read", &figures.read, &figures.bare);
        row("read and check", &figures.both, &figures.bare);
        row("repair", &figures.repair, &figures.bare);
        let place = format!("{} MB", figures.megabytes);
        reading.see(figures.both.ratio_to(&figures.bare), &place);
        repair.see(figures.repair.ratio_to(&figures.bare), &place);
    }
    println!("\n  a text that {LINES} lines lack, {FINDS} times");
    row("looked for once", &search.once, &search.once);
    row("find", &search.find, &search.once);
    let mut absent = Aim::new("an absent FIND against looking for it once", 100.0, "times");
    absent.see(search.find.ratio_to(&search.once), &format!("{LINES} lines"));
    verdicts(&[reading, repair, absent]);
}

fn row(name: &str, samples: &Samples, against: &Samples) {
    println!(
        "    {name:<17} {:>17}  {:>8}  {:>12}",
        took(samples),
        number(samples.ratio_to(against)),
        number(samples.least_ms() / against.least_ms())
    );
}
