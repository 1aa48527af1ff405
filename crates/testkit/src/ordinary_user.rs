//! Runs programs as a user who is not root, for tests that run as root.

use std::cell::{Cell, RefCell};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::project::{Project, must};

/// An unprivileged user that exists on every Linux.
const ID: u32 = 65534;

/// Mode bits that the kernel clears when the owner changes.
const SET_ID: u32 = 0o6000;

thread_local! {
    static COPIES: RefCell<Option<TempDir>> = const { RefCell::new(None) };
    static IS_ON_DISK: Cell<bool> = const { Cell::new(false) };
}

/// Runs a test as root and as an ordinary user: the user owns the projects that the test creates and runs their
/// programs. If we are not root, the test runs once.
pub fn as_each_user(test: impl Fn()) {
    test();
    as_ordinary_user(test);
}

/// Runs a test as an ordinary user if we are root, else not at all.
pub fn as_ordinary_user(test: impl Fn()) {
    if is_root() {
        eprintln!("as an ordinary user:");
        let copies = tempfile::Builder::new().prefix("planwright-bins-").tempdir();
        COPIES.set(Some(must("a temporary folder", copies)));
        let _reset = OnExit(|| COPIES.set(None));
        test();
    }
}

/// As [`as_each_user`], once with namespaces and once with Landlock alone: a project in `/dev/shm` cannot have a
/// private `/dev/shm`.
pub fn in_each_sandbox(test: impl Fn()) {
    as_each_user(|| {
        eprintln!("with Landlock alone:");
        test();
        eprintln!("with namespaces:");
        IS_ON_DISK.set(true);
        let _reset = OnExit(|| IS_ON_DISK.set(false));
        test();
    });
}

/// Resets the user when a test panics, so that the next test of this thread does not inherit it.
struct OnExit(fn());

impl Drop for OnExit {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Whether the test of this thread runs programs as the ordinary user.
pub(crate) fn is_active() -> bool {
    COPIES.with_borrow(Option::is_some)
}

/// Whether the test of this thread needs namespaces. Projects in memory do not have them.
pub(crate) fn is_on_disk() -> bool {
    IS_ON_DISK.get()
}

pub fn is_root() -> bool {
    must("our user", fs::metadata("/proc/self")).uid() == 0
}

/// Makes the user the owner of a path and of everything below it. Skips files that vanish meanwhile.
pub fn give(path: &Path) {
    let found = match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return,
        found => must(path.display(), found),
    };
    if found.uid() != ID {
        match lchown(path, Some(ID), Some(ID)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            changed => must("an owner", changed),
        }
        if !found.is_symlink() && found.mode() & SET_ID != 0 {
            must("a mode", fs::set_permissions(path, found.permissions()));
        }
    }
    if found.is_dir() {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            give(&entry.path());
        }
    }
}

/// A command that the user runs.
pub(crate) fn command(program: &OsStr) -> Command {
    let [setpriv, words @ ..] = setpriv();
    let mut command = Command::new(setpriv);
    command.args(words).arg(program);
    command
}

/// The arguments of a command line that runs a program as the user.
pub fn words(project: &Project, program: &Path) -> Vec<OsString> {
    let program = match program.is_absolute() {
        true => runnable(project, program),
        false => program.to_owned(),
    };
    setpriv().into_iter().chain([program.into_os_string()]).collect()
}

fn setpriv() -> [OsString; 5] {
    let (user, group) = (format!("--reuid={ID}"), format!("--regid={ID}"));
    ["setpriv", &user, &group, "--clear-groups", "--"].map(OsString::from)
}

/// The path of one of the binaries, where the user can read it.
pub fn runnable(project: &Project, program: &Path) -> PathBuf {
    readable(program, &project.scene().join("bin"))
}

/// The path of one of the binaries, where the user of this thread's test can read it.
pub(crate) fn reachable(program: PathBuf) -> PathBuf {
    COPIES.with_borrow(|copies| match copies {
        Some(copies) => readable(&program, copies.path()),
        None => program,
    })
}

/// Copies the binaries if other users cannot read the build folder.
fn readable(program: &Path, folder: &Path) -> PathBuf {
    if is_open_to_all(program) {
        return program.to_owned();
    }
    let copy = folder.join(program.file_name().unwrap_or_default());
    if !copy.exists() {
        must("a folder", fs::create_dir_all(folder));
        must("a copy", fs::copy(program, &copy));
        must("a mode", fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)));
        give(folder);
    }
    copy
}

fn is_open_to_all(program: &Path) -> bool {
    let has = |path: &Path, bits: u32| path.metadata().is_ok_and(|found| found.mode() & bits == bits);
    has(program, 0o005) && program.ancestors().skip(1).all(|folder| has(folder, 0o001))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::finish;

    #[test]
    fn a_test_runs_as_each_user_on_each_file_system() {
        let seen = RefCell::new(Vec::new());
        in_each_sandbox(|| {
            let project = Project::in_memory();
            let owner = finish(project.command("stat").args(["-c", "%u", "."])).done().stdout;
            let user = finish(project.command("id").arg("-u")).done().stdout;
            let is_in_memory = project.scene().starts_with("/dev/shm");
            seen.borrow_mut().push((owner, user, is_in_memory));
        });
        let mut expected = Vec::new();
        let own = must("our user", fs::metadata("/proc/self")).uid();
        for user in if is_root() { vec![0, ID] } else { vec![own] } {
            let user = format!("{user}\n");
            expected.extend([true, false].map(|is_in_memory| (user.clone(), user.clone(), is_in_memory)));
        }
        assert_eq!(seen.into_inner(), expected);
        assert!(!is_active() && !is_on_disk());
    }
}
