//! What there is to run.

use std::process::ExitCode;

use crate::trouble::Trouble;

pub const USAGE: &str = "\
Usage: cargo xtask VERB

  check                     Rooms, sources, sizes, the clause ledger and the documents agree
  test                      Everything that decides whether a change lands
  spec [--update] [FILTER]  The conformance suites; --update rewrites their expected outputs
  bench [NAME]              Benchmarks with release binaries
  crash                     Proofs against kills, power loss and failing disks (R1, R2, R3, R13), full tier
  contend                   Many processes at once, and others who mean no good (R4, R8 to R12), full tier
  sim [--seeds N]           Seeded simulation (R5), full tier
  fuzz TARGET [SECONDS]     Random input guided by what it reaches (R6): fence, proposal, front_matter, update,
                            rawko
  lines                     Lines of product code, per crate and module
  language [--list]         Counts about the language: comments, avoided phrases, duplicate type names, documentation
  language --draw SEED      Comments, messages and type names for a reader who has not seen the code
  help                      This text

Examples:

  cargo xtask test
  cargo xtask spec 003/02-gates
  cargo xtask spec --update every-fault
  cargo xtask sim --seeds 20000
";

pub fn run() -> Result<ExitCode, Trouble> {
    print!("{USAGE}");
    Ok(ExitCode::SUCCESS)
}
