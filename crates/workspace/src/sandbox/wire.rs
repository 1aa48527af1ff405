//! The messages between planwright and its launcher: byte strings, each after its length. They are sent over a socket,
//! because other users of the machine can read arguments.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::Strength;
use super::caches::CommandCaches;

/// Larger than any command with its environment.
const STRING_BYTES_MAX: u32 = 16 * 1024 * 1024;
const LIST_ENTRIES_MAX: u32 = 100_000;
/// No descriptor has this number.
const NO_REPORT_FD: u32 = u32::MAX;

/// The command that a launcher starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LaunchBrief {
    /// `None` only tries out the sandbox.
    pub(crate) program: Option<PathBuf>,
    pub(crate) arguments: Vec<OsString>,
    /// The standard input of a program. A shell gets none.
    pub(crate) input: Option<Vec<u8>>,
    pub(crate) variables: Vec<(OsString, OsString)>,
    pub(crate) folder: PathBuf,
    pub(crate) confinement: Option<Confinement>,
    /// The descriptor of the pipe for the shell's report. Set by the launcher.
    pub(crate) report_fd: Option<u32>,
}

/// The sandbox of one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confinement {
    pub(crate) strength: Strength,
    pub(crate) root: PathBuf,
    pub(crate) temp: PathBuf,
    pub(crate) caches: CommandCaches,
    /// The memory limit of each process.
    pub(crate) memory_bytes: u64,
    /// Paths that the command cannot change, in the workspace or in its git repository.
    pub(crate) read_only: Vec<PathBuf>,
    /// Paths that the command can write to, but not move or replace. The git repository of a linked worktree is outside
    /// of the workspace. The longest matching path of both lists decides.
    pub(crate) pinned: Vec<PathBuf>,
}

/// The result of a launch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LaunchReport {
    pub(crate) ending: LaunchEnd,
    /// The number of processes that the command left running. They were ended.
    pub(crate) left_behind: u32,
    /// Whether no process of the command is left.
    pub(crate) is_cleared: bool,
    /// What the shell wrote about a failed command. Untrusted: a command can write to the pipe, too.
    pub(crate) shell_report: Vec<u8>,
    /// Messages of the launcher for the report.
    pub(crate) notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LaunchEnd {
    Exited(i32),
    Signaled(i32),
    NotStarted(StartError),
}

/// Why a command was not started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StartError {
    pub(crate) why: String,
    /// Whether the kernel lacks a feature that the sandbox needs. Other errors, such as too many processes, are temporary,
    /// and another program can cause them.
    pub(crate) is_unsupported: bool,
}

impl Default for LaunchEnd {
    fn default() -> Self {
        Self::NotStarted(StartError::default())
    }
}

impl From<&io::Error> for StartError {
    fn from(error: &io::Error) -> Self {
        use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
        let has_no_device = error.raw_os_error() == Some(Errno::NODEV.raw_os_error());
        Self {
            why: error.to_string(),
            is_unsupported: has_no_device || matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported),
        }
    }
}

impl StartError {
    /// A temporary error.
    pub(crate) fn new(why: &str) -> Self {
        Self {
            why: why.to_owned(),
            is_unsupported: false,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [&[u8::from(self.is_unsupported)], self.why.as_bytes()].concat()
    }

    /// `None` if there is no error.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (is_unsupported, why) = bytes.split_first()?;
        Some(Self {
            why: String::from_utf8_lossy(why).into_owned(),
            is_unsupported: *is_unsupported == 1,
        })
    }
}

impl LaunchBrief {
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        put_option(
            &mut bytes,
            self.program.as_ref().map(|program| program.as_os_str().as_bytes()),
        );
        put_list(&mut bytes, self.arguments.iter().map(|argument| argument.as_bytes()));
        put_option(&mut bytes, self.input.as_deref());
        put_list(&mut bytes, self.variables.iter().map(|(name, _)| name.as_bytes()));
        put_list(&mut bytes, self.variables.iter().map(|(_, value)| value.as_bytes()));
        put(&mut bytes, self.folder.as_os_str().as_bytes());
        match &self.confinement {
            None => put(&mut bytes, b""),
            Some(confinement) => confinement.put(&mut bytes),
        }
        bytes.extend(self.report_fd.unwrap_or(NO_REPORT_FD).to_le_bytes());
        to.write_all(&bytes)
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let program = take_list(from)?.pop().map(PathBuf::from);
        let arguments = take_list(from)?;
        let input = take_list(from)?.pop().map(OsString::into_vec);
        let names = take_list(from)?;
        let variables = names.into_iter().zip(take_list(from)?).collect();
        Ok(Self {
            program,
            arguments,
            input,
            variables,
            folder: take_path(from)?,
            confinement: Confinement::take(from)?,
            report_fd: Some(u32::from_le_bytes(take_bytes(from)?)).filter(|number| *number != NO_REPORT_FD),
        })
    }
}

impl Confinement {
    fn put(&self, bytes: &mut Vec<u8>) {
        put(bytes, self.strength.word().as_bytes());
        put(bytes, self.root.as_os_str().as_bytes());
        put(bytes, self.temp.as_os_str().as_bytes());
        self.caches.put(bytes);
        for paths in [&self.read_only, &self.pinned] {
            put_paths(bytes, paths);
        }
        bytes.extend(self.memory_bytes.to_le_bytes());
    }

    fn take(from: &mut impl Read) -> io::Result<Option<Self>> {
        let name = take(from)?;
        if name.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            strength: str::from_utf8(&name)
                .ok()
                .and_then(Strength::from_word)
                .ok_or(io::ErrorKind::InvalidData)?,
            root: take_path(from)?,
            temp: take_path(from)?,
            caches: CommandCaches::take(from)?,
            read_only: take_paths(from)?,
            pinned: take_paths(from)?,
            memory_bytes: u64::from_le_bytes(take_bytes(from)?),
        }))
    }

    pub(crate) fn writable(&self) -> impl Iterator<Item = &Path> {
        self.written_directly().chain(self.caches.copied_on_write())
    }

    /// Without the caches that are copied on write.
    pub(crate) fn written_directly(&self) -> impl Iterator<Item = &Path> {
        let own = [self.root.as_path(), self.temp.as_path()];
        let pinned = self.pinned.iter().map(PathBuf::as_path);
        let outside = pinned.filter(|path| !path.starts_with(&self.root));
        own.into_iter().chain(outside).chain(self.caches.written_directly())
    }
}

impl LaunchReport {
    pub(super) fn not_started(error: &io::Error) -> Self {
        Self {
            ending: LaunchEnd::NotStarted(StartError::from(error)),
            ..Self::default()
        }
    }

    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (kind, number, error) = match &self.ending {
            LaunchEnd::Exited(code) => (0_u8, *code, Vec::new()),
            LaunchEnd::Signaled(signal) => (1, *signal, Vec::new()),
            LaunchEnd::NotStarted(error) => (2, 0, error.to_bytes()),
        };
        let mut bytes = vec![kind];
        bytes.extend(number.to_le_bytes());
        bytes.extend(self.left_behind.to_le_bytes());
        bytes.push(u8::from(self.is_cleared));
        put(&mut bytes, &error);
        put(&mut bytes, &self.shell_report);
        put_list(&mut bytes, self.notes.iter().map(String::as_bytes));
        to.write_all(&bytes)
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let [kind] = take_bytes(from)?;
        let number = i32::from_le_bytes(take_bytes(from)?);
        let left_behind = u32::from_le_bytes(take_bytes(from)?);
        let [is_cleared] = take_bytes(from)?;
        let error = StartError::from_bytes(&take(from)?);
        Ok(Self {
            ending: match kind {
                0 => LaunchEnd::Exited(number),
                1 => LaunchEnd::Signaled(number),
                _ => LaunchEnd::NotStarted(error.unwrap_or_default()),
            },
            left_behind,
            is_cleared: is_cleared == 1,
            shell_report: take(from)?,
            notes: take_list(from)?
                .into_iter()
                .map(|note| note.to_string_lossy().into_owned())
                .collect(),
        })
    }
}

pub(super) fn put(bytes: &mut Vec<u8>, string: &[u8]) {
    let length = u32::try_from(string.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_le_bytes());
    bytes.extend(string);
}

fn put_list<'a>(bytes: &mut Vec<u8>, list: impl ExactSizeIterator<Item = &'a [u8]>) {
    let entries = u32::try_from(list.len()).unwrap_or(u32::MAX);
    bytes.extend(entries.to_le_bytes());
    list.for_each(|string| put(bytes, string));
}

fn put_option(bytes: &mut Vec<u8>, string: Option<&[u8]>) {
    put_list(bytes, string.as_slice().iter().copied());
}

pub(super) fn put_paths(bytes: &mut Vec<u8>, paths: &[PathBuf]) {
    put_list(bytes, paths.iter().map(|path| path.as_os_str().as_bytes()));
}

pub(super) fn take_bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn take_length(from: &mut impl Read, max: u32) -> io::Result<u32> {
    let length = u32::from_le_bytes(take_bytes(from)?);
    if length > max {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(length)
}

pub(super) fn take(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = take_length(from, STRING_BYTES_MAX)?;
    let mut string = vec![0; length as usize];
    from.read_exact(&mut string)?;
    Ok(string)
}

fn take_path(from: &mut impl Read) -> io::Result<PathBuf> {
    Ok(PathBuf::from(OsString::from_vec(take(from)?)))
}

fn take_list(from: &mut impl Read) -> io::Result<Vec<OsString>> {
    let entries = take_length(from, LIST_ENTRIES_MAX)?;
    (0..entries).map(|_| take(from).map(OsString::from_vec)).collect()
}

pub(super) fn take_paths(from: &mut impl Read) -> io::Result<Vec<PathBuf>> {
    Ok(take_list(from)?.into_iter().map(PathBuf::from).collect())
}

#[cfg(test)]
mod tests {
    use super::super::caches::{CacheAccess, CacheSetup};
    use super::*;

    #[test]
    fn messages_survive_a_round_trip() {
        let brief = LaunchBrief {
            program: Some("/bin/bash".into()),
            arguments: vec!["-c".into(), OsString::from_vec(vec![0xff, b'\n'])],
            input: Some(b"Do it.\n".to_vec()),
            variables: vec![("A".into(), "".into()), ("B".into(), "ü".into())],
            folder: "/a b".into(),
            confinement: Some(Confinement {
                strength: Strength::Landlock,
                root: "/a b".into(),
                temp: "/t".into(),
                caches: CommandCaches {
                    access: CacheAccess::CopyOnWrite,
                    setup: CacheSetup {
                        folders: vec!["/c".into()],
                        shared: vec!["/s".into()],
                        private: Some("/p".into()),
                        limit_bytes: 7,
                    },
                    chosen: vec!["/p/1".into()],
                },
                memory_bytes: 1 << 40,
                read_only: vec!["/a b/.git".into()],
                pinned: vec!["/a b/.git/worktrees/w".into()],
            }),
            report_fd: Some(7),
        };
        let mut bytes = Vec::new();
        brief.write(&mut bytes).unwrap();
        assert_eq!(LaunchBrief::read(&mut bytes.as_slice()).unwrap(), brief);
        assert!(LaunchBrief::read(&mut &bytes[..bytes.len() - 1]).is_err());
        let silent = LaunchBrief {
            program: None,
            report_fd: None,
            ..brief
        };
        let mut bytes = Vec::new();
        silent.write(&mut bytes).unwrap();
        assert_eq!(LaunchBrief::read(&mut bytes.as_slice()).unwrap(), silent);

        let report = LaunchReport {
            ending: LaunchEnd::NotStarted(StartError {
                why: "no".into(),
                is_unsupported: true,
            }),
            left_behind: 3,
            is_cleared: true,
            shell_report: b"failed\0".to_vec(),
            notes: vec!["the cache was cleared".into()],
        };
        let mut bytes = Vec::new();
        report.write(&mut bytes).unwrap();
        assert_eq!(LaunchReport::read(&mut bytes.as_slice()).unwrap(), report);
    }
}
