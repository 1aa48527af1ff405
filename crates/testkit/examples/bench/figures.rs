//! Measurements of one scene.

use std::process::{Command, Stdio};

use planwright_testkit::project::finish;

use crate::programs::{Programs, time};
use crate::samples::Samples;
use crate::scene::Scene;
use crate::tools;
use crate::work::Work;

/// The share of the plan in the measurements.
pub struct Figures {
    pub tasks: usize,
    pub read: Samples,
    pub status: Samples,
    pub commit: Samples,
    pub update: Samples,
    /// Finishing the task on which all others depend.
    pub hub_done: Samples,
    pub answer_bytes: usize,
    pub status_use: Option<Use>,
    pub update_use: Option<Use>,
}

/// Resources that one process used.
#[derive(Debug, Clone, Copy)]
pub struct Use {
    pub syncs: Option<usize>,
    pub peak_kib: Option<u64>,
}

/// All sizes of one kind of plan, measured alternately, so that other load of the machine affects all sizes equally.
pub fn measure(programs: &Programs, work: Work, sizes: &[usize], rounds: usize) -> Vec<Figures> {
    let mut scenes: Vec<Scene<'_>> = sizes.iter().map(|tasks| Scene::new(programs, work, *tasks)).collect();
    let mut figures: Vec<Figures> = sizes.iter().map(|tasks| Figures::new(*tasks)).collect();
    for round in 0..rounds + WARM_UP {
        for (scene, figures) in scenes.iter_mut().zip(&mut figures) {
            let took = [
                time(&mut scene.minimal_read()),
                time(&mut scene.status()),
                time(&mut scene.minimal_commit()),
                time(&mut scene.next_update()),
            ];
            if round >= WARM_UP {
                let samples = [
                    &mut figures.read,
                    &mut figures.status,
                    &mut figures.commit,
                    &mut figures.update,
                ];
                samples
                    .into_iter()
                    .zip(took)
                    .for_each(|(samples, took)| samples.add(took));
            }
        }
    }
    for (scene, figures) in scenes.iter_mut().zip(&mut figures) {
        figures.take_stock(scene);
    }
    if work == Work::HubOpen {
        finish_hubs(&mut scenes, &mut figures, rounds);
    }
    figures
}

/// The first rounds fill the page cache and the kernel's own caches.
const WARM_UP: usize = 4;

/// Each of these starts with a fresh copy of the plan, so there are fewer.
fn finish_hubs(scenes: &mut [Scene<'_>], figures: &mut [Figures], rounds: usize) {
    for _ in 0..rounds.div_ceil(10) {
        for (scene, figures) in scenes.iter_mut().zip(figures.iter_mut()) {
            let mut finish = scene.hub_done(figures.tasks);
            figures.hub_done.add(time(&mut finish));
        }
    }
}

impl Figures {
    fn new(tasks: usize) -> Self {
        Self {
            tasks,
            read: Samples::default(),
            status: Samples::default(),
            commit: Samples::default(),
            update: Samples::default(),
            hub_done: Samples::default(),
            answer_bytes: 0,
            status_use: None,
            update_use: None,
        }
    }

    /// Measurements that need no repetition.
    fn take_stock(&mut self, scene: &mut Scene<'_>) {
        self.answer_bytes = finish(&mut scene.status()).done().stdout.len();
        self.status_use = Some(Use::of(|| scene.status()));
        self.update_use = Some(Use::of(|| scene.next_update()));
    }
}

impl Use {
    pub fn peak_mb(self) -> Option<f64> {
        let kib = u32::try_from(self.peak_kib?).ok()?;
        Some(f64::from(kib) * 1024.0 / 1e6)
    }

    /// The minimum of a few processes: some updates also checkpoint the log of the store, which is not their own work.
    fn of(mut command: impl FnMut() -> Command) -> Self {
        const TRIES: usize = 3;
        let mut silent = || {
            let mut command = command();
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let syncs = (0..TRIES).map(|_| tools::syncs(&silent())).min().flatten();
        let peak_kib = (0..TRIES).map(|_| tools::peak_kib(&silent())).max().flatten();
        Self { syncs, peak_kib }
    }
}
