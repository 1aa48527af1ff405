//! The submodules that git's index names.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// Times, device, inode, mode, owner, group and size.
const STAT_BYTES: usize = 40;
const MODE_AT: usize = 24;
const GITLINK: u32 = 0o160_000;
const EXTENDED: u16 = 0x4000;

/// The paths of gitlinks in an index of version 2, 3 or 4; `None` if the index cannot be parsed. A split index counts
/// as unparsable, because the shared file may contain gitlinks, too.
pub(super) fn gitlinks(index: &[u8], hash_bytes: usize) -> Option<BTreeSet<PathBuf>> {
    let mut reader = Reader { all: index, at: 0 };
    if reader.take(4)? != b"DIRC" {
        return None;
    }
    let version = reader.number()?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let count = reader.number()?;
    let mut found = BTreeSet::new();
    let mut name = Vec::new();
    for _ in 0..count {
        let mode = reader.entry(version, hash_bytes, &mut name)?;
        if mode == GITLINK {
            if name.is_empty() {
                return None;
            }
            found.insert(PathBuf::from(OsString::from_vec(name.clone())));
        }
    }
    let end = index.len().checked_sub(hash_bytes)?;
    while reader.at < end {
        let signature = reader.take(4)?;
        if signature == b"link" {
            return None;
        }
        let length = reader.number()?;
        reader.take(usize::try_from(length).ok()?)?;
    }
    (reader.at == end).then_some(found)
}

struct Reader<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.all.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    /// Reads the next entry: returns its mode, and updates `name`.
    fn entry(&mut self, version: u32, hash_bytes: usize, name: &mut Vec<u8>) -> Option<u32> {
        let start = self.at;
        let stat = self.take(STAT_BYTES)?;
        let mode = u32::from_be_bytes(stat[MODE_AT..MODE_AT + 4].try_into().ok()?);
        self.take(hash_bytes)?;
        let flags = u16::from_be_bytes(self.take(2)?.try_into().ok()?);
        if flags & EXTENDED != 0 {
            self.take(2)?;
        }
        match version {
            // Version 4 stores a name as a suffix that replaces the end of the previous name.
            4 => {
                let removed = self.offset()?;
                name.truncate(name.len().checked_sub(removed)?);
            }
            _ => name.clear(),
        }
        let rest = self.all.get(self.at..)?;
        let length = rest.iter().position(|byte| *byte == 0)?;
        name.extend(self.take(length)?);
        let padding = match version {
            4 => 1,
            _ => 8 - (self.at - start) % 8,
        };
        self.take(padding)?;
        Some(mode)
    }

    /// A variable-length number as in pack offsets: seven bits per byte, and each further byte adds one.
    fn offset(&mut self) -> Option<usize> {
        let mut byte = self.take(1)?[0];
        let mut value = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = self.take(1)?[0];
            value = value
                .checked_add(1)?
                .checked_mul(128)?
                .checked_add(usize::from(byte & 0x7f))?;
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(folder);
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    #[test]
    fn gitlinks_are_found_in_every_version() {
        for (format, hash_bytes) in [("sha1", 20), ("sha256", 32)] {
            for version in ["2", "3", "4"] {
                let temp = tempfile::tempdir().unwrap();
                git(temp.path(), &["init", "-q", "--object-format", format]);
                for name in ["a", "deep/file", "deep/file-longer", "z"] {
                    let path = temp.path().join(name);
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, name).unwrap();
                }
                git(temp.path(), &["add", "."]);
                git(temp.path(), &["update-index", "--index-version", version]);
                if version == "3" {
                    git(temp.path(), &["add", "-N", "a"]);
                }
                for name in ["deep/sub", "sub"] {
                    let entry = format!("160000,{},{name}", "1".repeat(hash_bytes * 2));
                    git(temp.path(), &["update-index", "--add", "--cacheinfo", &entry]);
                }
                let index = fs::read(temp.path().join(".git/index")).unwrap();
                let found = gitlinks(&index, hash_bytes).unwrap();
                let expected = BTreeSet::from([PathBuf::from("deep/sub"), PathBuf::from("sub")]);
                assert_eq!(found, expected, "{format} {version}");
                for length in 0..index.len() {
                    assert_eq!(gitlinks(&index[..length], hash_bytes), None, "{length}");
                }
            }
        }
    }

    #[test]
    fn a_split_index_cannot_be_read() {
        let temp = tempfile::tempdir().unwrap();
        git(temp.path(), &["init", "-q"]);
        fs::write(temp.path().join("a"), "").unwrap();
        git(temp.path(), &["add", "a"]);
        git(temp.path(), &["update-index", "--split-index"]);
        let index = fs::read(temp.path().join(".git/index")).unwrap();
        assert_eq!(gitlinks(&index, 20), None);
    }
}
