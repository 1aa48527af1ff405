//! `cargo xtask check`: checks that the compiler cannot make. Reads the project, changes nothing, lists all problems.

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
use crate::docs;
use crate::error::XtaskError;
use crate::language;
use crate::lines;
use crate::metadata;
use crate::project;

use findings::Findings;

pub fn run() -> Result<ExitCode, XtaskError> {
    Ok(cargo::exit_code(report()?))
}

/// True if there is no problem.
pub fn report() -> Result<bool, XtaskError> {
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
    for path in docs::outdated(&sources) {
        findings.problem(format!("{path} is outdated: run `cargo xtask docs`"));
    }
    let language = language::problems(&sources);
    findings.note(format!("{} language problems, {}", language.len(), language::summary()));
    Ok(findings.print())
}
