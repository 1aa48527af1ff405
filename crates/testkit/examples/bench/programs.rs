//! Starts the measured programs and measures their run time.

use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use planwright_testkit::bins;
use planwright_testkit::project::must;

pub struct Programs {
    pub planloop: PathBuf,
    pub minimal: PathBuf,
    pub launcher: PathBuf,
    pub front_matter: PathBuf,
}

impl Programs {
    /// Builds the programs that only the benchmark needs. The caller has built the binaries.
    pub fn build() -> Self {
        for (package, example) in [
            ("planwright-store", "minimal"),
            ("planwright-testkit", "launcher"),
            ("planwright-testkit", "front_matter"),
        ] {
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args([
                "build",
                "--quiet",
                "--release",
                "--package",
                package,
                "--example",
                example,
            ]);
            let status = must("cargo", cargo.status());
            assert!(status.success(), "{example} cannot be built");
        }
        let examples = bins::folder().join("examples");
        Self {
            planloop: bins::path("planloop"),
            minimal: examples.join("minimal"),
            launcher: examples.join("launcher"),
            front_matter: examples.join("front_matter"),
        }
    }
}

/// The time from before the start of the process until its end.
pub fn time(command: &mut Command) -> Duration {
    let (took, status) = run(command);
    assert!(status.success(), "{command:?}: {status}");
    took
}

/// As above, for any exit code.
pub fn time_any(command: &mut Command) -> Duration {
    run(command).0
}

fn run(command: &mut Command) -> (Duration, ExitStatus) {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status();
    let took = start.elapsed();
    (took, must(format_args!("{command:?}"), status))
}
