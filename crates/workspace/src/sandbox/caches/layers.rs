//! The private part of a project's package caches: layers that overlayfs puts on top of the user's own caches.
//!
//! Each running command writes to a layer of its own and reads the layers below it. A command that starts while another
//! one runs gets a new layer. A lock on its folder marks a layer as used. The kernel releases the lock when the
//! launcher dies, so no repair is needed after a crash.

use std::ffi::{CStr, CString};
use std::fs::{self, DirBuilder};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant, UNIX_EPOCH};

use model::limits::{CACHE_ENTRIES, CACHE_LAYERS, CACHE_LOCK_S};
use rustix::fs::{AtFlags, Dir, FlockOperation, Mode, OFlags, chmodat, flock, mkdirat, renameat, unlinkat};
use rustix::io::Errno;

use crate::Digest;
use crate::hostile_tree::{self, GONE};

/// The folder of all layers. A process locks it before it adds or removes a layer.
pub(super) struct Layers {
    path: PathBuf,
    folder: OwnedFd,
}

/// The layers of one command, in use while the locks exist.
#[derive(Debug, Default)]
pub(super) struct LayerStack {
    /// The layer that the command writes to, then the others from the newest to the oldest.
    pub(super) paths: Vec<PathBuf>,
    pub(super) locks: Vec<OwnedFd>,
}

/// One layer, or the folder of separate caches.
pub(super) struct Layer {
    name: CString,
    number: u32,
    folder: OwnedFd,
}

/// How many layers were removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RemovedLayers {
    pub removed: usize,
    /// Layers that were kept, because a running command uses at least one of them.
    pub busy: usize,
}

/// Why layers were removed before a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excess {
    Size,
    Unmeasurable,
}

/// The file that records to which folder the layers belong.
const OWNER: &str = "project";
const LOCK_ROUND: Duration = Duration::from_millis(10);

/// The name of the folder for separate caches, which needs no layers below it.
pub(super) const SEPARATE: &str = "separate";

impl Layers {
    /// Creates the folder if it is missing.
    pub(super) fn open_or_create(path: &Path) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        Self::open(path)
    }

    /// Waits until no other launcher has the folder locked, but not for long: every program that can read the folder can
    /// lock it, also a sandboxed command of another project.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let layers = Self::open_unlocked(path)?;
        let until = Instant::now() + Duration::from_secs(CACHE_LOCK_S);
        while !lock(&layers.folder, FlockOperation::NonBlockingLockExclusive)? {
            if Instant::now() > until {
                let locked = format!("another process has locked {} for {CACHE_LOCK_S} s", path.display());
                return Err(io::Error::new(io::ErrorKind::TimedOut, locked));
            }
            sleep(LOCK_ROUND);
        }
        Ok(layers)
    }

    /// Only for reading.
    pub(super) fn open_unlocked(path: &Path) -> io::Result<Self> {
        let folder = match open_folder(path) {
            // Without a mount namespace, a command can change modes of the user's files.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let (above, name) = path.parent().zip(path.file_name()).ok_or(error)?;
                hostile_tree::open_closed(open_folder(above)?, &CString::new(name.as_encoded_bytes())?)?
            }
            opened => opened?,
        };
        let path = path.to_owned();
        Ok(Self { path, folder })
    }

    /// Removes the layers if they belong to another folder that had the same path as `root`, and records to which folder
    /// they belong.
    pub(super) fn bind(&self, root: &Path) -> io::Result<()> {
        let (owner, file) = (identity(root)?, self.path.join(OWNER));
        if fs::read_to_string(&file).is_ok_and(|recorded| recorded == owner) {
            return Ok(());
        }
        if self.clear()?.busy > 0 {
            return Err(io::Error::other(
                "a running command uses the private package caches of an earlier project with the same path; wait until it ends",
            ));
        }
        fs::write(file, owner)
    }

    /// Chooses the layers for one command, and creates a folder for each cache in the layer that it writes to.
    pub(super) fn take(&self, caches: &[PathBuf]) -> io::Result<LayerStack> {
        let mut stack = LayerStack::default();
        let mut layers = self.list()?;
        layers.retain(|layer| layer.number > 0);
        self.merge_if_many(&mut layers, caches)?;
        // Only the newest layer may be written: its files must hide those of older layers.
        let newest = match layers.pop() {
            Some(newest) if newest.lock(FlockOperation::NonBlockingLockExclusive)? => newest,
            busy => {
                let number = busy.as_ref().map_or(0, |busy| busy.number) + 1;
                layers.extend(busy);
                self.add(number)?
            }
        };
        for cache in caches {
            self.make_place(&newest, cache)?;
        }
        stack.push(&self.path, newest);
        for layer in layers.into_iter().rev() {
            if stack.locks.len() <= LOWER_LAYERS_MAX && layer.lock(FlockOperation::NonBlockingLockShared)? {
                stack.push(&self.path, layer);
            }
        }
        Ok(stack)
    }

    /// The folder of separate caches, which several commands share.
    pub(super) fn separate(&self) -> io::Result<LayerStack> {
        make_folder(&self.folder, &CString::new(SEPARATE)?)?;
        let mut stack = LayerStack::default();
        for layer in self.list()?.into_iter().filter(|layer| layer.number == 0) {
            // This lock always succeeds: a launcher that removes the folder also locks the folder of all layers.
            layer.lock(FlockOperation::NonBlockingLockShared)?;
            stack.push(&self.path, layer);
        }
        Ok(stack)
    }

    /// From the oldest to the newest.
    pub(super) fn list(&self) -> io::Result<Vec<Layer>> {
        let mut layers = Vec::new();
        for entry in Dir::read_from(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let number = match name.to_str() {
                Ok(SEPARATE) => Some(0),
                Ok(other) => other.parse().ok().filter(|number| *number > 0),
                Err(_) => None,
            };
            match number.map(|number| self.layer(name, number)) {
                Some(Ok(layer)) => layers.push(layer),
                // Another process removed it.
                Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Some(Err(error)) => return Err(error),
                None => {}
            }
        }
        layers.sort_unstable_by_key(|layer| layer.number);
        Ok(layers)
    }

    /// Finishes removals that an interrupted launcher began.
    pub(super) fn sweep(&self) -> io::Result<()> {
        for entry in Dir::read_from(&self.folder)? {
            let entry = entry?;
            if entry.file_name().to_bytes().starts_with(GONE.as_bytes()) {
                hostile_tree::remove(&self.folder, &self.folder, entry.file_name())?;
            }
        }
        Ok(())
    }

    /// Removes all layers if they exceed `limit_bytes` or cannot be measured, and returns why they were removed.
    pub(super) fn trim(&self, limit_bytes: u64) -> io::Result<Option<Excess>> {
        let (mut entries, mut bytes) = (CACHE_ENTRIES, Some(0_u64));
        for layer in self.list()? {
            let more = layer.measure(&mut entries)?;
            bytes = bytes.zip(more).map(|(bytes, more)| bytes.saturating_add(more));
        }
        let excess = match bytes {
            Some(bytes) if bytes <= limit_bytes => return Ok(None),
            Some(_) => Excess::Size,
            None => Excess::Unmeasurable,
        };
        Ok((self.clear()?.removed > 0).then_some(excess))
    }

    /// Removes all layers if none is in use. Never removes a single layer, because a newer one may hold whiteouts for
    /// its files.
    pub(super) fn clear(&self) -> io::Result<RemovedLayers> {
        let layers = self.list()?;
        let count = layers.len();
        if !lock_all(&layers)? {
            return Ok(RemovedLayers {
                removed: 0,
                busy: count,
            });
        }
        layers.iter().try_for_each(|layer| self.remove(layer))?;
        match unlinkat(&self.folder, OWNER, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(RemovedLayers {
            removed: count,
            busy: 0,
        })
    }

    /// Renames the layer first, because a half-removed layer would be a damaged cache.
    fn remove(&self, layer: &Layer) -> io::Result<()> {
        let gone = CString::new(format!("{GONE}{}", layer.name.to_string_lossy()))?;
        renameat(&self.folder, &layer.name, &self.folder, &gone)?;
        hostile_tree::remove(&self.folder, &self.folder, &gone)
    }

    /// Merges many layers into one if none is in use. On an error, removes all: the rest could be half a package.
    fn merge_if_many(&self, layers: &mut Vec<Layer>, caches: &[PathBuf]) -> io::Result<()> {
        if layers.len() <= CACHE_LAYERS || !lock_all(layers)? {
            return Ok(());
        }
        let mut rest = std::mem::take(layers);
        let oldest = rest.remove(0);
        let merged = rest.iter().try_for_each(|layer| self.merge(layer, &oldest, caches));
        rest.iter().try_for_each(|layer| self.remove(layer))?;
        match merged {
            Ok(()) => layers.push(oldest),
            Err(_) => self.remove(&oldest)?,
        }
        Ok(())
    }

    fn merge(&self, upper: &Layer, lower: &Layer, caches: &[PathBuf]) -> io::Result<()> {
        for entry in Dir::read_from(&upper.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if is_place(name) {
                let cache = caches
                    .iter()
                    .find(|cache| place_name(cache).as_bytes() == name.to_bytes());
                let real = cache.and_then(|cache| open_folder(cache).ok());
                make_folder(&lower.folder, name)?;
                let target = hostile_tree::open_closed(&lower.folder, name)?;
                let source = hostile_tree::open_closed(&upper.folder, name)?;
                hostile_tree::merge(&self.folder, &source, &target, real.as_ref())?;
            }
        }
        Ok(())
    }

    fn add(&self, number: u32) -> io::Result<Layer> {
        let name = CString::new(number.to_string())?;
        mkdirat(&self.folder, &name, PRIVATE)?;
        let layer = self.layer(&name, number)?;
        layer.lock(FlockOperation::NonBlockingLockExclusive)?;
        Ok(layer)
    }

    fn layer(&self, name: &CStr, number: u32) -> io::Result<Layer> {
        Ok(Layer {
            name: name.to_owned(),
            number,
            folder: hostile_tree::open_closed(&self.folder, name)?,
        })
    }

    /// Creates the folder for the cache's files, and the work folder that overlayfs needs beside it.
    fn make_place(&self, layer: &Layer, cache: &Path) -> io::Result<()> {
        let place = place_name(cache);
        make_folder(&layer.folder, &CString::new(place.as_str())?)?;
        let work = format!("{place}{WORK}");
        match mkdirat(&layer.folder, work.as_str(), PRIVATE) {
            Err(Errno::EXIST) => {}
            made => return Ok(made?),
        }
        if unmark(&layer.folder, &work).is_err() {
            let work = CString::new(work)?;
            hostile_tree::remove(&self.folder, &layer.folder, &work)?;
            mkdirat(&layer.folder, &work, PRIVATE)?;
        }
        Ok(())
    }
}

/// Removes the mark that a volatile overlay leaves in its work folder, because it would prevent the next mount. No
/// command can write to the work folder, so these paths contain no links.
fn unmark(layer: &OwnedFd, work: &str) -> rustix::io::Result<()> {
    let inner = format!("{work}/work");
    chmodat(layer, &inner, PRIVATE, AtFlags::empty())?;
    unlinkat(layer, format!("{inner}/incompat/volatile/dirty"), AtFlags::empty())?;
    unlinkat(layer, format!("{inner}/incompat/volatile"), AtFlags::REMOVEDIR)?;
    unlinkat(layer, format!("{inner}/incompat"), AtFlags::REMOVEDIR)
}

/// The kernel allows 500, but the options of a mount must fit into one page.
const LOWER_LAYERS_MAX: usize = 64;
const PRIVATE: Mode = Mode::RWXU;
pub(crate) const WORK: &str = ".work";
pub(crate) const UNLIMITED: u64 = u64::MAX;

/// The name of a cache's folder in a layer.
pub(crate) fn place_name(cache: &Path) -> String {
    let digest = Digest::of(cache.as_os_str().as_encoded_bytes()).to_string();
    let digest: String = digest.chars().filter(char::is_ascii_hexdigit).take(12).collect();
    let name = cache.file_name().unwrap_or_default().to_string_lossy();
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = name.chars().filter(is_plain).take(40).collect();
    format!("{name}-{digest}")
}

fn open_folder(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path, flags, Mode::empty())?)
}

/// Returns whether the lock was free.
fn lock(folder: &OwnedFd, operation: FlockOperation) -> io::Result<bool> {
    match flock(folder, operation) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Tells a folder from a later one with the same path. Numbers of devices are left out, because some change when the
/// machine restarts.
fn identity(root: &Path) -> io::Result<String> {
    let found = fs::symlink_metadata(root)?;
    // Some file systems do not record when a folder was created.
    let created = found.created().ok();
    let created = created.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let created = created.unwrap_or_default().as_nanos();
    Ok(format!("{} {created}\n", found.ino()))
}

/// Locks all layers, or none if one is in use. Returns whether they are locked; closing them releases the locks.
fn lock_all(layers: &[Layer]) -> io::Result<bool> {
    for layer in layers {
        if !layer.lock(FlockOperation::NonBlockingLockExclusive)? {
            layers.iter().try_for_each(Layer::unlock)?;
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_place(name: &CStr) -> bool {
    !name.to_bytes().starts_with(b".") && !name.to_bytes().ends_with(WORK.as_bytes())
}

fn make_folder(parent: &OwnedFd, name: &CStr) -> io::Result<()> {
    match mkdirat(parent, name, PRIVATE) {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

impl Layer {
    /// The bytes on disk, or `None` if they cannot be measured; see [`hostile_tree::measure`].
    pub(super) fn measure(&self, entries: &mut u64) -> io::Result<Option<u64>> {
        let mut bytes: u64 = 0;
        for entry in Dir::read_from(&self.folder)? {
            let entry = entry?;
            if !is_place(entry.file_name()) {
                continue;
            }
            let place = hostile_tree::open_closed(&self.folder, entry.file_name())?;
            match hostile_tree::measure(&place, entries)? {
                Some(more) => bytes = bytes.saturating_add(more),
                None => return Ok(None),
            }
        }
        Ok(Some(bytes))
    }

    /// Returns whether the lock was free. Never waits.
    fn lock(&self, operation: FlockOperation) -> io::Result<bool> {
        lock(&self.folder, operation)
    }

    fn unlock(&self) -> io::Result<()> {
        Ok(flock(&self.folder, FlockOperation::Unlock)?)
    }
}

impl LayerStack {
    fn push(&mut self, above: &Path, layer: Layer) {
        self.paths.push(above.join(layer.name.to_string_lossy().as_ref()));
        self.locks.push(layer.folder);
    }
}
