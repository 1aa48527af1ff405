//! One line of a trace.

use std::path::{Path, PathBuf};

/// A system call with the files that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub name: String,
    /// The open file for calls on a file descriptor, else the paths in their order.
    pub paths: Vec<PathBuf>,
    pub creates: bool,
    /// `ftruncate` to zero bytes.
    pub empties: bool,
    pub failed: bool,
}

/// How the arguments of a call on standard output begin.
const STDOUT: &str = "1<";

impl Call {
    /// Represents standard output.
    pub const ANSWER: &'static str = "stdout";

    /// Parses `PID name(arguments) = result`, the format of `strace -f -y`. `None` for exits and signals.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let (name, rest) = line.split_once('(')?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return None;
        }
        let (arguments, result) = rest.rsplit_once(" = ")?;
        let failed = result.starts_with('-') || result.starts_with('?');
        let paths = match name {
            "openat" if !failed => open_file(result).into_iter().collect(),
            "openat" | "mkdir" | "mkdirat" | "link" | "linkat" | "rename" | "renameat" | "renameat2" | "unlink"
            | "unlinkat" => quoted(arguments),
            // The source comes first, the target second.
            "copy_file_range" => last_open_file(arguments).into_iter().collect(),
            _ => open_file(arguments).into_iter().collect(),
        };
        Some(Self {
            name: name.to_owned(),
            paths,
            creates: arguments.contains("O_CREAT"),
            empties: name == "ftruncate" && arguments.trim_end().ends_with(", 0)"),
            failed,
        })
    }

    pub fn is_sync(&self) -> bool {
        matches!(self.name.as_str(), "fsync" | "fdatasync")
    }

    pub fn is_on(&self, path: &Path) -> bool {
        self.paths.iter().any(|found| found == path)
    }

    pub fn is_below(&self, folder: &Path) -> bool {
        self.paths.iter().any(|path| path.starts_with(folder))
    }
}

/// The first of `3</tmp/x>, 4</tmp/y>, …`.
fn open_file(text: &str) -> Option<PathBuf> {
    if text.trim_start().starts_with(STDOUT) {
        return Some(PathBuf::from(Call::ANSWER));
    }
    let (path, _) = text.split_once('<')?.1.split_once('>')?;
    Some(PathBuf::from(path.trim_end_matches("(deleted)")))
}

/// The last path of the list.
fn last_open_file(text: &str) -> Option<PathBuf> {
    let start = text[..text.rfind('<')?].rfind(' ').map_or(0, |space| space + 1);
    open_file(&text[start..])
}

fn quoted(text: &str) -> Vec<PathBuf> {
    text.split('"').skip(1).step_by(2).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, name: &str, paths: &[&str]) {
        let call = Call::read(line).unwrap();
        let found: Vec<_> = call.paths.iter().filter_map(|path| path.to_str()).collect();
        assert_eq!((call.name.as_str(), found.as_slice()), (name, paths), "{line}");
    }

    #[test]
    fn the_files_of_a_call() {
        check("12 fsync(4</p/a-wal>) = 0", "fsync", &["/p/a-wal"]);
        check("pwrite64(4</p/a>, \"\"..., 24, 0) = 24", "pwrite64", &["/p/a"]);
        check(
            "1 linkat(AT_FDCWD</p>, \"/p/a\", AT_FDCWD</p>, \"/p/b\", 0) = 0",
            "linkat",
            &["/p/a", "/p/b"],
        );
        check(
            "1 openat(AT_FDCWD</p>, \"a\", O_RDWR|O_CREAT, 0666) = 3</p/a>",
            "openat",
            &["/p/a"],
        );
        check(
            "1 openat(AT_FDCWD</p>, \"/p/a\", O_RDONLY) = -1 ENOENT (No such file)",
            "openat",
            &["/p/a"],
        );
        check("7 write(1<pipe:[44630]>, \"\"..., 157) = 157", "write", &[Call::ANSWER]);
        let copied = "7 copy_file_range(3</p/a>, NULL, 4</p/b>, NULL, 9, 0) = 9";
        check(copied, "copy_file_range", &["/p/b"]);
        assert_eq!(Call::read("7 +++ exited with 0 +++"), None);
        assert_eq!(Call::read("7 --- SIGSTOP {si_signo=SIGSTOP} ---"), None);
    }
}
