//! Plan folders: the cost of checking and committing them, compared with a program that only reads the same files and
//! parses their front matters with the same library.

use crate::folder_scene::Scene;
use crate::programs::{Programs, time};
use crate::report::{number, took};
use crate::samples::Samples;

/// The number of threads, and of tasks in each.
const SIZES: [(usize, usize); 2] = [(1, 100), (50, 100)];
const ROUNDS: usize = 40;
/// Each first commit needs the original folders.
const COMMITS: usize = 10;
const WARM_UP: usize = 3;
/// The ratio of a check to the minimal program.
const AIM: f64 = 3.0;

struct Figures {
    threads: usize,
    tasks: usize,
    minimal: Samples,
    check: Samples,
    status: Samples,
    /// A commit of an unchanged folder.
    recommit: Samples,
    /// A commit of new tasks only.
    commit: Samples,
}

pub fn run(programs: &Programs) {
    println!("medians of {ROUNDS} whole processes each ({COMMITS} of first commits), run in turns");
    let sizes: Vec<Figures> = SIZES
        .iter()
        .map(|(threads, tasks)| Figures::measure(programs, *threads, *tasks))
        .collect();
    report(&sizes);
}

impl Figures {
    fn measure(programs: &Programs, threads: usize, tasks: usize) -> Self {
        let mut figures = Self {
            threads,
            tasks,
            minimal: Samples::default(),
            check: Samples::default(),
            status: Samples::default(),
            recommit: Samples::default(),
            commit: Samples::default(),
        };
        let scene = Scene::new(programs, threads, tasks);
        for _ in 0..COMMITS {
            scene.reset();
            figures.commit.add(time(&mut scene.plan("commit")));
        }
        for round in 0..ROUNDS + WARM_UP {
            let took = [
                scene.minimal(),
                scene.plan("check"),
                scene.plan("status"),
                scene.plan("commit"),
            ]
            .map(|mut command| time(&mut command));
            if round >= WARM_UP {
                let samples = [
                    &mut figures.minimal,
                    &mut figures.check,
                    &mut figures.status,
                    &mut figures.recommit,
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

fn report(sizes: &[Figures]) {
    println!("\n  threads × tasks        ms (least)  /minimal");
    for figures in sizes {
        let minimal = &figures.minimal;
        let row = |name: &str, samples: &Samples| {
            println!(
                "    {name:<17} {}  {:>8}",
                took(samples),
                number(samples.ratio_to(minimal))
            );
        };
        println!("  {} × {}", figures.threads, figures.tasks);
        row("minimal", minimal);
        row("check", &figures.check);
        row("status", &figures.status);
        row("commit, no change", &figures.recommit);
        row("commit, all new", &figures.commit);
    }
    if let [small, .., large] = sizes {
        let growth = large.commit.ratio_to(&small.commit);
        let more = large.threads * large.tasks / (small.threads * small.tasks);
        println!(
            "\n  {more} times as many new tasks take {} times as long to commit",
            number(growth)
        );
    }
    let worst = sizes.iter().map(|figures| figures.check.ratio_to(&figures.minimal));
    let worst = worst.reduce(f64::max).unwrap_or(f64::NAN);
    let mark = if worst <= AIM { "met" } else { "MISSED" };
    println!("\n  {mark}: check against the minimal program, at most {AIM} times: {worst:.2}");
}
