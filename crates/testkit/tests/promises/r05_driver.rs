//! R5 for the driver: whatever dies or interferes, no step is done twice under one claim, nothing counts as done that is
//! not, and every run ends.

use planwright_testkit::sim::drive::{Carelessness, Drives, run};

const SEEDS: u64 = 2_000;
/// By then every mistake must have been made, and noticed.
const CARELESS_SEEDS: u64 = 300;

#[test]
fn r05_every_seed_drives_its_plan_to_the_end() {
    let seeds = std::env::var("PLANWRIGHT_SEEDS")
        .ok()
        .and_then(|seeds| seeds.parse().ok());
    let all = drive_all(seeds.unwrap_or(SEEDS));
    eprintln!("{all:?}");
    for (what, times) in [
        ("kills", all.kills),
        ("questions after a kill", all.asked),
        ("claims lost to others", all.lost),
        ("failures", all.failed),
        ("tasks that ran together", all.together),
    ] {
        assert!(times > 10, "only {times} {what}: the simulation passes over something");
    }
}

/// On every core that there is.
fn drive_all(seeds: u64) -> Drives {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let share = |first: u64| {
        let mut all = Drives::default();
        for seed in (first..seeds).step_by(usize::try_from(threads).unwrap_or(1)) {
            match run(seed, Carelessness::None) {
                Ok(seen) => add(&mut all, &seen),
                Err(broken) => panic!("seed {seed}: {broken}"),
            }
        }
        all
    };
    std::thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        let mut all = Drives::default();
        for one in shares {
            let seen = one.join().unwrap_or_else(|broken| std::panic::resume_unwind(broken));
            add(&mut all, &seen);
        }
        all
    })
}

/// Without this, a law that notices nothing would look like a driver without faults.
#[test]
fn r05_every_careless_driver_is_noticed() {
    for (carelessness, law) in Carelessness::ALL {
        let noticed = (0..CARELESS_SEEDS).find_map(|seed| run(seed, carelessness).err());
        assert_eq!(
            noticed.as_ref().map(|broken| broken.law),
            Some(law),
            "{carelessness:?}: {noticed:?}"
        );
    }
}

fn add(all: &mut Drives, seen: &Drives) {
    all.runs += seen.runs;
    all.started += seen.started;
    all.together += seen.together;
    all.kills += seen.kills;
    all.asked += seen.asked;
    all.lost += seen.lost;
    all.failed += seen.failed;
    all.complete += seen.complete;
}
