//! Durations of repeated work.

use std::time::Duration;

#[derive(Debug, Clone, Default)]
pub struct Samples {
    sorted: Vec<Duration>,
}

impl Samples {
    pub fn add(&mut self, took: Duration) {
        let place = self.sorted.partition_point(|earlier| *earlier <= took);
        self.sorted.insert(place, took);
    }

    pub fn median_ms(&self) -> f64 {
        let middle = self.sorted.get(self.sorted.len() / 2);
        milliseconds(middle)
    }

    pub fn least_ms(&self) -> f64 {
        milliseconds(self.sorted.first())
    }

    /// The ratio of the medians.
    pub fn ratio_to(&self, other: &Self) -> f64 {
        self.median_ms() / other.median_ms()
    }
}

fn milliseconds(took: Option<&Duration>) -> f64 {
    took.map_or(f64::NAN, |took| took.as_secs_f64() * 1000.0)
}
