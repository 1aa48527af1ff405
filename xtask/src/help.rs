//! The help text of `cargo xtask`.

use std::process::ExitCode;

use crate::error::XtaskError;

pub const USAGE: &str = "\
Usage: cargo xtask COMMAND

  check                     Check architecture, sources, language, the clause ledger and documents
  test                      Run everything that a change must pass
  spec [--update] [FILTER]  Run the conformance suites; --update rewrites their expected outputs
  bench [NAME]              Run benchmarks with release binaries
  crash                     Test kills, power loss and failing disks (R1, R2, R3, R13), full tier
  contend                   Test many processes at once, and attacks (R4, R8 to R12), full tier
  sim [--seeds N]           Run the seeded simulation (R5), full tier
  fuzz TARGET [SECONDS]     Fuzz a parser (R6): fence, proposal, front_matter, update, rawko
  docs                      Write the generated documents: docs/board.svg and docs/proofs.md
  lines                     Count the lines of product code, per crate and module
  language [--list]         Count comments, avoided phrases, duplicate type names and documented items
  language --draw SEED      Draw comments, messages and type names for a fresh reader
  help                      Print this text

Examples:

  cargo xtask test
  cargo xtask spec 003/02-gates
  cargo xtask spec --update every-fault
  cargo xtask sim --seeds 20000
";

pub fn run() -> Result<ExitCode, XtaskError> {
    print!("{USAGE}");
    Ok(ExitCode::SUCCESS)
}
