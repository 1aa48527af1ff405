//! Tools that some proofs need. Installing them is a courtesy: without them, the proofs say that they were skipped.

use std::path::Path;
use std::process::{Command, Stdio};

/// Limits the delay by an unreachable mirror.
const PATIENCE: [&str; 4] = ["-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1"];

pub fn install() {
    if on_path("strace") || !on_path("apt-get") || !is_root() {
        return;
    }
    let installed =
        apt_get(&["install", "-y", "strace"]) || (apt_get(&["update"]) && apt_get(&["install", "-y", "strace"]));
    println!(
        "strace: {}",
        if installed {
            "installed"
        } else {
            "could not be installed"
        }
    );
}

fn apt_get(arguments: &[&str]) -> bool {
    let mut command = Command::new("apt-get");
    command
        .arg("-qq")
        .args(PATIENCE)
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    // Everything below /proc/self belongs to the user that we run as.
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|metadata| metadata.uid() == 0)
}
