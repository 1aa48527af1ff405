//! Reports every test that this machine cannot run, so that no test is skipped silently.

use std::fs::OpenOptions;
use std::io::Write;

/// Reports that the test `name` was skipped and why, on standard error and in the file that `PLANWRIGHT_SKIPS` names.
/// `cargo xtask test` lists these at its end, and fails on them in CI.
///
/// # Panics
///
/// If the file cannot be written: the skip would otherwise look like a pass.
pub fn skip(name: &str, reason: &str) {
    let line = entry(name, reason);
    eprint!("skipped: {line}");
    let Some(path) = std::env::var_os("PLANWRIGHT_SKIPS") else {
        return;
    };
    let written = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .and_then(|mut file| file.write_all(line.as_bytes()));
    assert!(
        written.is_ok(),
        "cannot record the skipped test {name} in {}: {written:?}",
        path.display()
    );
}

/// One line per skip; line breaks in the texts are replaced.
fn entry(name: &str, reason: &str) -> String {
    let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    format!("{}\t{}\n", plain(name), plain(reason))
}

#[cfg(test)]
mod tests {
    use super::entry;

    #[test]
    fn a_skip_is_one_line() {
        assert_eq!(entry("r01", "no strace\nhere"), "r01\tno strace here\n");
    }
}
