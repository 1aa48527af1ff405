//! The kernel's table of mounts.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use rustix::mount::MountFlags;

pub(super) struct Mount {
    pub(super) target: PathBuf,
    /// A user without rights over the mount must keep these flags.
    pub(super) flags: MountFlags,
}

pub(super) fn read() -> io::Result<Vec<Mount>> {
    // Names of folders need not be UTF-8.
    let table = fs::read("/proc/self/mountinfo")?;
    Ok(table.split(|byte| *byte == b'\n').filter_map(parse).collect())
}

fn parse(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|byte| *byte == b' ');
    let target = fields.nth(4)?;
    let options = str::from_utf8(fields.next()?).ok()?;
    Some(Mount {
        target: PathBuf::from(OsString::from_vec(unescape(target))),
        flags: options.split(',').map(flag).collect(),
    })
}

fn flag(option: &str) -> MountFlags {
    match option {
        "ro" => MountFlags::RDONLY,
        "nosuid" => MountFlags::NOSUID,
        "nodev" => MountFlags::NODEV,
        "noexec" => MountFlags::NOEXEC,
        "noatime" => MountFlags::NOATIME,
        "nodiratime" => MountFlags::NODIRATIME,
        "relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    }
}

/// White space and backslashes are written as three octal digits.
fn unescape(field: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = field;
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match escaped {
            Some(escaped) if byte == b'\\' => {
                bytes.push(escaped);
                rest = &after[3..];
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_table_is_parsed() {
        let line = b"29 26 0:26 / /mnt/a\\040b\\134c\xe9 rw,nosuid,relatime shared:7 - devpts devpts rw,mode=600";
        let mount = parse(line).unwrap();
        assert_eq!(mount.target.as_os_str().as_encoded_bytes(), b"/mnt/a b\\c\xe9");
        assert_eq!(mount.flags, MountFlags::NOSUID | MountFlags::RELATIME);
    }
}
