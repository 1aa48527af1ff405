//! R5: any interleaving is safe and replayable.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use planwright_testkit::sim::{self, Broken, Sabotage, Tally};

const SEEDS: u64 = 2_000;
const STEPS: u32 = 40;
/// After this many seeds every mistake must have occurred and been detected.
const SABOTAGED_SEEDS: u64 = 200;

#[test]
fn every_seed_keeps_the_laws() {
    if let Some(seed) = number("PLANWRIGHT_SEED_ONLY") {
        let ended = sim::run(seed, STEPS, Sabotage::None, Some(|line| eprintln!("{line}")));
        assert!(ended.is_ok(), "seed {seed}: {}", ended.unwrap_err());
        return;
    }
    let seeds = number("PLANWRIGHT_SEEDS").unwrap_or(SEEDS);
    let found = run_all(seeds);
    eprintln!("{seeds} seeds: {}", found.tally);
    assert!(found.failures.is_empty(), "{}", report(&found.failures));
    if seeds >= SEEDS {
        assert_eq!(found.tally.missing(), [""; 0], "the simulation passes over something");
    }
}

/// Shows that each law can fail.
#[test]
fn every_sabotage_is_detected() {
    for (sabotage, law) in Sabotage::ALL {
        let noticed = (0..SABOTAGED_SEEDS).find_map(|seed| sim::run(seed, STEPS, sabotage, None).err());
        let by = noticed.as_ref().map(|broken| broken.law);
        assert_eq!(by, Some(law), "{sabotage:?}: {noticed:?}");
    }
}

#[test]
fn a_seed_replays_the_world() {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    fn lines() -> MutexGuard<'static, Vec<String>> {
        TOLD.lock().unwrap_or_else(PoisonError::into_inner)
    }
    let live = || {
        let ended = sim::run(7, STEPS, Sabotage::None, Some(|line| lines().push(line.to_owned())));
        (ended, std::mem::take(&mut *lines()))
    };
    let (first, second) = (live(), live());
    assert!(first.0.is_ok() && first.1.len() > STEPS as usize);
    assert_eq!(first, second);
}

#[derive(Default)]
struct Found {
    tally: Tally,
    failures: Vec<Failure>,
}

struct Failure {
    seed: u64,
    how: String,
}

fn run_all(seeds: u64) -> Found {
    let next = AtomicU64::new(0);
    let found = Mutex::new(Found::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                break;
            }
            // A partial state panics when it is asked for something that was not loaded.
            let ended = catch_unwind(AssertUnwindSafe(|| sim::run(seed, STEPS, Sabotage::None, None)));
            let how = ended.as_ref().map_or_else(|_| Some("it panicked".to_owned()), how);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.failures.extend(how.map(|how| Failure { seed, how }));
            if let Ok(Ok(tally)) = &ended {
                found.tally.add(tally);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn how(ended: &Result<Tally, Broken>) -> Option<String> {
    ended.as_ref().err().map(ToString::to_string)
}

fn report(failures: &[Failure]) -> String {
    const SHOWN: usize = 3;
    let shown = failures.iter().take(SHOWN);
    let lines: Vec<_> = shown
        .map(|failure| {
            format!(
                "seed {}: {}\n  replay: PLANWRIGHT_SEED_ONLY={} cargo test -p planwright-testkit --test promises r05_ -- --nocapture",
                failure.seed, failure.how, failure.seed
            )
        })
        .collect();
    format!("{} seeds broke a law\n{}", failures.len(), lines.join("\n"))
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
