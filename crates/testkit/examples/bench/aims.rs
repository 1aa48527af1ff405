//! Targets, and whether the measurements meet them.

use crate::figures::{Figures, Use};
use crate::work::Work;

pub struct Aim {
    pub text: &'static str,
    pub limit: f64,
    pub unit: &'static str,
    /// The worst measurement, and where it was taken.
    pub worst: Option<(f64, String)>,
}

impl Aim {
    pub fn new(text: &'static str, limit: f64, unit: &'static str) -> Self {
        Self {
            text,
            limit,
            unit,
            worst: None,
        }
    }

    pub fn see(&mut self, value: f64, place: &str) {
        if self.worst.as_ref().is_none_or(|(worst, _)| value > *worst) {
            self.worst = Some((value, place.to_owned()));
        }
    }

    pub fn is_met(&self) -> Option<bool> {
        self.worst.as_ref().map(|(worst, _)| *worst <= self.limit)
    }
}

pub fn judge(measured: &[(Work, Vec<Figures>)]) -> Vec<Aim> {
    let mut aims = [
        Aim::new("status against the minimal read", 2.0, "times"),
        Aim::new("update against the minimal commit", 2.0, "times"),
        Aim::new("status against the same at the smallest size", 2.0, "times"),
        Aim::new("update against the same at the smallest size", 2.0, "times"),
        Aim::new("freeing all tasks against the same at the smallest size", 2.0, "times"),
        Aim::new("syncs of a status", 0.0, "syncs"),
        Aim::new("syncs of an update", 1.0, "syncs"),
        Aim::new("peak memory", 20.0, "MB"),
        Aim::new("answer of status --brief", 2_000.0, "bytes"),
    ];
    for (work, sizes) in measured {
        for figures in sizes {
            let place = format!("{}, {} tasks", work.name().trim(), figures.tasks);
            for (aim, value) in aims.iter_mut().zip(values(figures, &sizes[0])) {
                if let Some(value) = value {
                    aim.see(value, &place);
                }
            }
        }
    }
    aims.into()
}

/// In the order of the targets.
fn values(figures: &Figures, smallest: &Figures) -> [Option<f64>; 9] {
    let hub_done = figures.hub_done.ratio_to(&smallest.hub_done);
    let uses = [figures.status_use, figures.update_use];
    let peak = uses.into_iter().flatten().filter_map(Use::peak_mb).reduce(f64::max);
    [
        Some(figures.status.ratio_to(&figures.read)),
        Some(figures.update.ratio_to(&figures.commit)),
        Some(figures.status.ratio_to(&smallest.status)),
        Some(figures.update.ratio_to(&smallest.update)),
        Some(hub_done).filter(|ratio| ratio.is_finite()),
        figures.status_use.and_then(|used| used.syncs).map(count),
        figures.update_use.and_then(|used| used.syncs).map(count),
        peak,
        Some(count(figures.answer_bytes)),
    ]
}

fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}
