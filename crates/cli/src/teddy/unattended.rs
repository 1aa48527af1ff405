//! Nobody looks at the plan: everything was approved beforehand, or nothing can be.

use engine::turns::{Audience, Decision, News, Review};
use model::report::Approver;

use crate::terminal::{Progress, show};

/// `-y`
pub struct Yes {
    /// Somebody watches, even if nobody is asked.
    progress: Option<Progress>,
}

impl Yes {
    pub fn new(is_watched: bool) -> Self {
        Self {
            progress: is_watched.then(Progress::default),
        }
    }
}

impl Audience for Yes {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        if let (Some(_), Some(sandbox)) = (&self.progress, review.sandbox) {
            show(&format!("sandbox: {sandbox}\n"));
        }
        Decision::Approve {
            by: Approver::Flag,
            chosen: None,
        }
    }

    fn reply(&mut self, _message: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, news: News<'_>) {
        if let Some(progress) = &mut self.progress {
            progress.tell(&news);
        }
    }
}

/// No terminal, and no `-y`.
pub struct Nobody;

impl Audience for Nobody {
    fn decide(&mut self, _review: &Review<'_>) -> Decision {
        Decision::Absent
    }

    fn reply(&mut self, _message: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _news: News<'_>) {}
}
