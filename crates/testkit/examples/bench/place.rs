//! The machine and file system of the measurements.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_testkit::bins;
use planwright_testkit::project::must;

/// A folder on the disk of the project, because a file system in memory has no syncs to count.
pub fn choose() -> PathBuf {
    let release = bins::folder();
    let folder = release.parent().unwrap_or(release).join("bench");
    must(folder.display(), fs::create_dir_all(&folder));
    must(folder.display(), folder.canonicalize())
}

pub fn describe(folder: &Path) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    format!(
        "{} on {}, {cores} cores, load {load}",
        file_system(folder),
        folder.display()
    )
}

/// The type of the longest mount point above the folder.
fn file_system(folder: &Path) -> String {
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let fields = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let above = fields.filter(|fields| fields.len() > 2 && folder.starts_with(fields[1]));
    let nearest = above.max_by_key(|fields| fields[1].len());
    nearest.map_or_else(|| "an unknown file system".to_owned(), |fields| fields[2].to_owned())
}
