//! Every suite below `spec/`, run against our five binaries.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let planloop = Path::new(env!("CARGO_BIN_EXE_planloop"));
    testkit::spec::main(&spec, planloop.parent().unwrap_or(planloop))
}
