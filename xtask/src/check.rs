//! `cargo xtask check`: what the compiler cannot see. Reads the project, changes nothing, lists all faults at once.

mod arrows;
mod dependencies;
mod documents;
mod evidence;
mod findings;
mod ledger;
mod machine_paths;
mod opens;
mod purity;
mod sentences;
mod sizes;

use std::process::ExitCode;

use crate::cargo;
use crate::lines;
use crate::metadata;
use crate::project;
use crate::trouble::Trouble;

use findings::Findings;

pub fn run() -> Result<ExitCode, Trouble> {
    Ok(cargo::exit_code(report()?))
}

/// True if there is no fault.
pub fn report() -> Result<bool, Trouble> {
    let metadata = metadata::load()?;
    let sources = project::sources()?;
    let mut findings = Findings::default();
    arrows::check(&metadata.packages, &mut findings);
    dependencies::check(&metadata.packages, &project::read, &mut findings);
    purity::check(&sources, &mut findings);
    sentences::check(&lines::product_sources(sentences::ENGINE), &mut findings);
    opens::check(&sources, &mut findings);
    sizes::check(&sources, &mut findings);
    machine_paths::check(&sources, &mut findings);
    ledger::check(&project::read, &mut findings);
    documents::check(&project::read, &mut findings);
    Ok(findings.print())
}
