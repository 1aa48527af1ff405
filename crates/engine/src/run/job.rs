//! One command on behalf of a step: an agent, or a check of its work.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use model::TaskNumber;
use workspace::run::{Job, Limits, Ran, RunError, Work, run};

use super::onlooker::News;
use super::scene::Scene;
use crate::turns::Cage;

pub(super) struct Errand<'a> {
    pub number: TaskNumber,
    pub work: Work<'a>,
    pub variables: Vec<(OsString, OsString)>,
    pub limits: Limits,
    pub cage: Option<&'a Cage>,
    pub cancelled: &'a AtomicBool,
}

impl Scene<'_> {
    /// To its end, or until it is cancelled.
    pub fn run(&self, errand: &Errand<'_>) -> Result<Ran, RunError> {
        let job = Job {
            work: errand.work,
            root: &self.bench.root,
            folder: "",
            variables: errand.variables.clone(),
            added: Vec::new(),
            limits: errand.limits,
            sandbox: errand.cage.and_then(Cage::sandbox),
            secrets: &self.bench.secrets,
            cancelled: errand.cancelled,
        };
        run(&self.bench.launcher, &job, &mut |_, text| {
            self.tell(&News::Output {
                number: errand.number,
                text: text.to_owned(),
            });
        })
    }
}
