//! Runs programs as a user who is not root, for tests that run as root.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, lchown};
use std::path::{Path, PathBuf};

use crate::project::{Project, must};

/// `nobody` on every Linux.
const ID: u32 = 65534;

/// Gives a path to the user, with everything below it.
pub fn give(path: &Path) {
    must("an owner", lchown(path, Some(ID), Some(ID)));
    if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        for entry in must("a folder", fs::read_dir(path)) {
            give(&must("an entry", entry).path());
        }
    }
}

/// The words of a command line that starts a program as the user.
pub fn words(project: &Project, program: &Path) -> Vec<OsString> {
    let program = match program.is_absolute() {
        true => runnable(project, program),
        false => program.to_owned(),
    };
    let (user, group) = (format!("--reuid={ID}"), format!("--regid={ID}"));
    let setpriv = ["setpriv", &user, &group, "--clear-groups", "--"].map(OsString::from);
    setpriv.into_iter().chain([program.into_os_string()]).collect()
}

/// A copy of one of our own programs: the folder of builds may be closed to other users.
pub fn runnable(project: &Project, program: &Path) -> PathBuf {
    let folder = project.scene().join("bin");
    let copy = folder.join(program.file_name().unwrap_or_default());
    if !copy.exists() {
        must("a folder", fs::create_dir_all(&folder));
        must("a copy", fs::copy(program, &copy));
        must("a mode", fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)));
        give(&folder);
    }
    copy
}
