//! R5: any interleaving is safe and replayable.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use planwright_testkit::sim::{self, Sabotage, Tally};

const SEEDS: u64 = 2_000;
const STEPS: u32 = 40;

#[test]
fn every_seed_keeps_the_laws() {
    if let Some(seed) = number("PLANWRIGHT_SEED_ONLY") {
        let ended = sim::run(seed, STEPS, Sabotage::None, Some(|line| eprintln!("{line}")));
        ended.unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        return;
    }
    let seeds = number("PLANWRIGHT_SEEDS").unwrap_or(SEEDS);
    let (tally, failures) = run_all(seeds);
    eprintln!("{seeds} seeds: {tally}");
    assert!(failures.is_empty(), "{}", report(&failures));
    if seeds >= SEEDS {
        assert_eq!(tally.missing(), [""; 0], "the simulation passes over something");
    }
}

struct Failure {
    seed: u64,
    how: String,
}

fn run_all(seeds: u64) -> (Tally, Vec<Failure>) {
    let next = AtomicU64::new(0);
    let found = Mutex::new((Tally::default(), Vec::new()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                break;
            }
            let ended = catch_unwind(AssertUnwindSafe(|| sim::run(seed, STEPS, Sabotage::None, None)));
            let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match ended {
                Ok(Ok(tally)) => found.0.add(&tally),
                Ok(Err(broken)) => found.1.push(Failure {
                    seed,
                    how: broken.to_string(),
                }),
                Err(panic) => found.1.push(Failure {
                    seed,
                    how: format!("panicked: {:?}", panic.downcast_ref::<String>()),
                }),
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn report(failures: &[Failure]) -> String {
    let shown: Vec<_> = failures
        .iter()
        .take(40)
        .map(|f| format!("seed {}: {}", f.seed, f.how))
        .collect();
    format!(
        "{} seeds failed. Replay one with\n  PLANWRIGHT_SEED_ONLY={} cargo test -p planwright-testkit --test promises r05 -- --nocapture\n{}",
        failures.len(),
        failures[0].seed,
        shown.join("\n")
    )
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
