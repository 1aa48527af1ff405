//! Shares the baseline of a project's oldest running command with commands of other processes, through a folder that no
//! sandboxed command can write to.

use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rustix::fs::{FileType, OFlags};

use super::GuardError;
use super::baseline::Baseline;
use super::copies::{Copied, Copies};
use super::layout::WatchKind;
use crate::files::make_folders;
use crate::tree::is_missing;
use crate::{Hold, HoldError, OwnPath};

/// Locked while a command is added or the baseline is removed.
const GATE: &str = "gate.lock";
/// One file for each running command.
const COMMAND: &str = "command-";
const BASELINE: &str = "baseline";
const POLL: Duration = Duration::from_millis(20);

const KINDS: [WatchKind; 7] = [
    WatchKind::Exact,
    WatchKind::Link,
    WatchKind::Tree,
    WatchKind::Config,
    WatchKind::Todo,
    WatchKind::Pointer,
    WatchKind::Index,
];

/// RepositoryMarks a command as running until it is dropped.
#[derive(Debug)]
pub(super) struct Membership {
    folder: PathBuf,
    /// `None` only while it is dropped.
    own: Option<Hold>,
}

/// Takes a new baseline, or completes it by the one of the commands that already run. If theirs does not fit, this waits
/// for their end.
pub(super) fn join(
    folder: &Path,
    is_stopped: &dyn Fn() -> bool,
    take: &dyn Fn() -> Result<Baseline, GuardError>,
) -> Result<Baseline, GuardError> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let file = OwnPath::below(folder, &[BASELINE]);
    let failed = |source| GuardError::Lock {
        path: file.to_path(),
        source,
    };
    loop {
        let made = make_folders(folder).map_err(failed);
        let gate = match made.and_then(|()| lock(&folder.join(GATE))) {
            Ok(gate) => gate,
            Err(GuardError::Lock { source, .. }) if cannot_exist(&source) => return take(),
            Err(error) => return Err(error),
        };
        if gate.is_some() {
            let mut baseline = take()?;
            let is_fit = match runs_other(folder)? {
                true => adopt(&file, &mut baseline).map_err(failed)?,
                false => publish(&file, &baseline).map(|()| true).map_err(failed)?,
            };
            if is_fit {
                // A command may keep the lock of a killed process that had the same process ID.
                let own = loop {
                    let count = COUNT.fetch_add(1, Ordering::Relaxed);
                    let name = format!("{COMMAND}{}-{count}.lock", std::process::id());
                    if let Some(own) = lock(&folder.join(name))? {
                        break own;
                    }
                };
                baseline.membership = Some(Membership {
                    folder: folder.to_owned(),
                    own: Some(own),
                });
                return Ok(baseline);
            }
        }
        drop(gate);
        if is_stopped() {
            return Err(GuardError::Busy);
        }
        thread::sleep(POLL);
    }
}

/// Whether no process can have a lock there. A command can cause other errors: it can change modes and fill the disk.
fn cannot_exist(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, ReadOnlyFilesystem};
    matches!(error.kind(), NotADirectory | ReadOnlyFilesystem)
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.own = None;
        let gate = lock(&self.folder.join(GATE));
        if matches!(gate, Ok(Some(_))) && matches!(runs_other(&self.folder), Ok(false)) {
            // A file that is left is replaced by the next command.
            let _ = OwnPath::below(&self.folder, &[BASELINE]).remove_file();
        }
    }
}

/// `None` if another process has the lock.
fn lock(path: &Path) -> Result<Option<Hold>, GuardError> {
    match Hold::take(path, "a command") {
        Ok(taken) => Ok(Some(taken)),
        Err(HoldError::HeldBy { .. }) => Ok(None),
        Err(HoldError::Io { path, source }) => Err(GuardError::Lock { path, source }),
    }
}

/// A lock that cannot be opened is an error: a command may have changed its mode.
fn runs_other(folder: &Path) -> Result<bool, GuardError> {
    let names = OwnPath::below(folder, &[]).folder().and_then(|folder| folder.names());
    let names = names.map_err(|source| GuardError::Lock {
        path: folder.to_owned(),
        source,
    })?;
    for name in names.iter().filter(|name| name.starts_with(COMMAND)) {
        if lock(&folder.join(name))?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What must be equal for two commands to share a baseline.
fn tag(baseline: &Baseline) -> String {
    format!("{:?} {:?}", baseline.scope, baseline.layout.global)
}

fn publish(file: &OwnPath, baseline: &Baseline) -> io::Result<()> {
    let mut bytes = Vec::new();
    let mut put = |tag: u8, path: &Path, extra: &[u8]| {
        bytes.push(tag);
        for part in [path.as_os_str().as_bytes(), extra] {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
    };
    put(b't', Path::new(&tag(baseline)), b"");
    let (found, layout) = (&baseline.found, &baseline.layout);
    found.hidden.iter().for_each(|path| put(b'h', path, b""));
    found.entries.keys().for_each(|path| put(b'e', path, b""));
    layout.folders.iter().for_each(|path| put(b'f', path, b""));
    baseline.mounted_read_only.iter().for_each(|path| put(b'r', path, b""));
    baseline.missing.iter().for_each(|path| put(b'm', path, b""));
    for (tag, list) in [(b'w', &layout.watched), (b'n', &layout.named)] {
        for (path, kind) in list {
            let kind = KINDS.iter().position(|other| other == kind).unwrap_or_default();
            put(tag, path, &[kind as u8]);
        }
    }
    for (path, copied) in &baseline.copies.all {
        match copied {
            Copied::File { bytes, mode } => put(b'F', path, &[&mode.to_le_bytes(), bytes.as_slice()].concat()),
            Copied::Link(target) => put(b'L', path, target.as_bytes()),
            Copied::Folder => put(b'D', path, b""),
            Copied::Unfit(_) => {}
        }
    }
    file.remove_file().or_else(|error| match is_missing(&error) {
        true => Ok(()),
        false => Err(error),
    })?;
    file.create(OFlags::WRONLY, 0o600)?.write_all(&bytes)
}

/// Whether the baseline in the file is for the same kind of command.
fn adopt(file: &OwnPath, baseline: &mut Baseline) -> io::Result<bool> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let mut bytes = Vec::new();
    let opened = file.open(OFlags::RDONLY)?;
    opened.ok_or(io::ErrorKind::NotFound)?.read_to_end(&mut bytes)?;
    let mut rest = bytes.as_slice();
    let expected = tag(baseline);
    baseline.copies = Copies::default();
    baseline.found.hidden.clear();
    baseline.found.entries.clear();
    baseline.layout.folders.clear();
    let mounted = std::mem::take(&mut baseline.mounted_read_only);
    while let Some((tag, more)) = rest.split_first() {
        rest = more;
        let mut part = || -> Option<Vec<u8>> {
            let (length, more) = rest.split_first_chunk()?;
            let (part, more) = more.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            rest = more;
            Some(part.to_vec())
        };
        let (path, extra) = part().zip(part()).ok_or_else(invalid)?;
        if *tag == b't' && path != expected.as_bytes() {
            return Ok(false);
        }
        add(baseline, *tag, PathBuf::from(std::ffi::OsString::from_vec(path)), extra).ok_or_else(invalid)?;
    }
    baseline.mounted_read_only.retain(|path| mounted.contains(path));
    Ok(true)
}

fn add(baseline: &mut Baseline, tag: u8, path: PathBuf, extra: Vec<u8>) -> Option<()> {
    let kind = || KINDS.get(usize::from(*extra.first()?)).copied();
    let (found, layout) = (&mut baseline.found, &mut baseline.layout);
    let mut copy = |copied| baseline.copies.all.insert(path.clone(), copied).is_none();
    let _is_new = match tag {
        b't' => true,
        b'h' => found.hidden.insert(path),
        b'e' => found.entries.insert(path, FileType::Unknown).is_none(),
        b'f' => layout.folders.insert(path),
        b'r' => baseline.mounted_read_only.insert(path),
        b'm' => baseline.missing.insert(path),
        b'w' => layout.watched.insert(path, kind()?).is_none(),
        b'n' => layout.named.insert(path, kind()?).is_none(),
        b'F' => {
            let (mode, bytes) = extra.split_first_chunk()?;
            let (bytes, mode) = (bytes.to_vec(), u32::from_le_bytes(*mode));
            copy(Copied::File { bytes, mode })
        }
        b'L' => copy(Copied::Link(std::ffi::OsString::from_vec(extra))),
        b'D' => copy(Copied::Folder),
        _ => return None,
    };
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git_guard::baseline::WriteScope;
    use crate::git_guard::project::GuardedProject;
    use crate::git_guard::{GitSurroundings, find};
    use crate::sandbox::{Files, GitAccess};

    #[test]
    fn r09_a_command_is_marked_as_running_although_the_lock_of_its_process_id_is_held() {
        let place = tempfile::tempdir().unwrap();
        let (root, running) = (place.path().join("root"), place.path().join("running"));
        std::fs::create_dir(&root).unwrap();
        std::fs::create_dir(&running).unwrap();
        let name = |count: usize| running.join(format!("{COMMAND}{}-{count}.lock", std::process::id()));
        let stale: Vec<_> = (0..50).map(|count| lock(&name(count)).unwrap()).collect();
        let project = GuardedProject::open(&root, GitSurroundings::default(), false).unwrap();
        let take = || {
            let found = find::find_top(&project.roots)?;
            let scope = WriteScope::of(&project, GitAccess::ReadOnly, Files::Guarded);
            Baseline::of(&project, found, scope, &|| false)
        };
        publish(&OwnPath::below(&running, &[BASELINE]), &take().unwrap()).unwrap();
        let baseline = join(&running, &|| true, &take).unwrap();
        drop(stale);
        assert!(runs_other(&running).unwrap());
        drop(baseline);
        assert!(!runs_other(&running).unwrap());
    }
}
