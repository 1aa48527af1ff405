//! R5 for the driver: at any kill and with any interference, no step is done twice under one claim, only finished work
//! counts as done, reports are true, and every run ends.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use planwright_testkit::sim::drive::{Carelessness, Drives, Failure, run};
use planwright_testkit::{Tier, tier};

const QUICK_SEEDS: u64 = 200;
const SEEDS: u64 = 2_000;
/// After this many seeds every mistake must have occurred and been detected.
const CARELESS_SEEDS: u64 = 60;

/// `PLANWRIGHT_SEEDS` sets the number of seeds, `PLANWRIGHT_SEED_ONLY` selects one.
#[test]
fn r05_every_seed_drives_its_plan_to_the_end() {
    if let Some(seed) = number("PLANWRIGHT_SEED_ONLY") {
        let lived = run(seed, Carelessness::None);
        return assert!(lived.is_ok(), "{}", lived.unwrap_err());
    }
    let usual = match tier() {
        Tier::Quick => QUICK_SEEDS,
        Tier::Full => SEEDS,
    };
    let seeds = number("PLANWRIGHT_SEEDS").unwrap_or(usual);
    let (all, failures) = drive_all(seeds);
    eprintln!("{all:?}");
    let lines: Vec<String> = failures
        .iter()
        .map(|failure| format!("seed {}: {}", failure.seed, failure.broken))
        .collect();
    if let Some(first) = failures.first() {
        panic!(
            "{}\nthe first of them with all that happened:\n{first}",
            lines.join("\n")
        );
    }
    for (what, times) in all.each().into_iter().filter(|_| seeds >= QUICK_SEEDS) {
        assert!(times > 4, "only {times} {what}: the simulation passes over something");
    }
}

/// Shows that each law can fail.
#[test]
fn r05_every_careless_driver_is_detected() {
    for (carelessness, law) in Carelessness::ALL {
        let mut noticed = (0..CARELESS_SEEDS).filter_map(|seed| run(seed, carelessness).err());
        let is_noticed = noticed.any(|failure| failure.broken.law == law);
        assert!(is_noticed, "{carelessness:?} does not break the law of {law:?}");
    }
}

#[test]
fn r05_a_seed_repeats_its_run() {
    let lived = |seed| run(seed, Carelessness::Forgets).map_err(|failure| failure.history);
    let live = || (0..5).map(lived).collect::<Vec<_>>();
    let first = live();
    let has_events = first
        .iter()
        .any(|life| life.as_ref().is_err_and(|history| history.len() > 10));
    assert!(has_events, "nothing is compared");
    assert_eq!(first, live());
}

/// Runs the seeds on all cores and returns the failures by seed.
fn drive_all(seeds: u64) -> (Drives, Vec<Failure>) {
    let next = AtomicU64::new(0);
    let found = Mutex::new((Drives::default(), Vec::new()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                break;
            }
            let lived = run(seed, Carelessness::None);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match lived {
                Ok(seen) => found.0.add(&seen),
                Err(failure) => found.1.push(failure),
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let (all, mut failures) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    failures.sort_by_key(|failure| failure.seed);
    (all, failures)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
