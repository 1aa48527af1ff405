//! The journal of a group: its operations and its progress, in lines of text that a person can read.

use super::change::Touched;
use super::op::{FileOp, FileState, Op};
use crate::{Access, Author, Digest, OffLimits, RelPath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Journal {
    pub(super) ops: Vec<Op>,
    pub(super) mark: JournalMark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JournalMark {
    Begun,
    Done,
    /// Rolled back, except for files that another program changed. Their copies are kept.
    Abandoned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// The journal was not completely written, so its group changed no file.
    Torn,
    Damaged,
}

const HEAD: &str = "planwright changes 1\n";
const END: &str = "end ";

impl JournalMark {
    /// All marks have the same length, so that a mark can be overwritten on a full disk.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Begun => "begun\n",
            Self::Done => "done.\n",
            Self::Abandoned => "left.\n",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Begun, Self::Done, Self::Abandoned]
            .into_iter()
            .find(|mark| mark.text() == text)
    }
}

impl Journal {
    pub(super) fn begun(ops: Vec<Op>) -> Self {
        Self {
            ops,
            mark: JournalMark::Begun,
        }
    }

    pub(super) fn files(&self) -> impl DoubleEndedIterator<Item = &FileOp> {
        self.ops.iter().filter_map(|op| match op {
            Op::File(op) => Some(op),
            Op::MakeFolder(_) | Op::RemoveFolder(_) => None,
        })
    }

    pub(super) fn touched(&self) -> Touched<'_> {
        Touched {
            paths: self.ops.iter().map(Op::path).collect(),
            created: Vec::new(),
        }
    }

    /// As [`Self::touched`], after all files are written.
    pub(super) fn touched_after(&self) -> Touched<'_> {
        let created = self.ops.iter().filter(|op| match op {
            Op::MakeFolder(_) => true,
            Op::File(op) => op.before.is_none(),
            Op::RemoveFolder(_) => false,
        });
        Touched {
            created: created.map(Op::path).collect(),
            ..self.touched()
        }
    }

    pub(super) fn permit(&self, author: Author) -> Result<(), OffLimits> {
        let mut paths = self.ops.iter().map(Op::path);
        paths.try_for_each(|path| path.permit(Access::Write(author)))
    }

    /// The temporary name of each file on its own file system, if it was staged on another one. The names of two groups
    /// differ.
    pub(super) fn temporary_names(&self) -> impl Fn(usize) -> String + use<> {
        let group = Digest::of(self.body().as_bytes()).to_string();
        move |slot| format!(".planwright-{}-{slot}.tmp", &group[..16])
    }

    pub(super) fn text(&self) -> String {
        let body = self.body();
        let digest = Digest::of(body.as_bytes());
        format!("{body}{END}{digest}\n{}", self.mark.text())
    }

    fn body(&self) -> String {
        let mut body = HEAD.to_owned();
        for op in &self.ops {
            body += &match op {
                Op::MakeFolder(path) => format!("mkdir {path}\n"),
                Op::RemoveFolder(path) => format!("rmdir {path}\n"),
                Op::File(op) => format!("file {} {} {}\n", written(op.before), written(op.after), op.path),
            };
        }
        body
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Unreadable> {
        // After a power failure, a file may have zeros in place of bytes that were not written.
        if bytes.contains(&0) {
            return Err(Unreadable::Torn);
        }
        let text = str::from_utf8(bytes).map_err(|_| Unreadable::Damaged)?;
        let end = text.rfind(&format!("\n{END}")).ok_or(Unreadable::Torn)? + 1;
        let (body, tail) = text.split_at(end);
        let (digest, mark) = tail[END.len()..].split_once('\n').ok_or(Unreadable::Torn)?;
        if mark.len() < JournalMark::Begun.text().len() {
            return Err(Unreadable::Torn);
        }
        if Digest::from_hex(digest) != Some(Digest::of(body.as_bytes())) {
            return Err(Unreadable::Damaged);
        }
        let mark = JournalMark::parse(mark).ok_or(Unreadable::Damaged)?;
        let ops = ops(body).ok_or(Unreadable::Damaged)?;
        Ok(Self { ops, mark })
    }
}

fn ops(body: &str) -> Option<Vec<Op>> {
    let mut slots = 0..;
    body.strip_prefix(HEAD)?
        .lines()
        .map(|line| {
            let (verb, rest) = line.split_once(' ')?;
            match verb {
                "mkdir" => Some(Op::MakeFolder(RelPath::new(rest).ok()?)),
                "rmdir" => Some(Op::RemoveFolder(RelPath::new(rest).ok()?)),
                "file" => file_op(slots.next()?, rest).map(Op::File),
                _ => None,
            }
        })
        .collect()
}

fn file_op(slot: usize, line: &str) -> Option<FileOp> {
    let mut parts = line.splitn(3, ' ');
    Some(FileOp {
        slot,
        before: read(parts.next()?)?,
        after: read(parts.next()?)?,
        path: RelPath::new(parts.next()?).ok()?,
    })
}

fn written(state: Option<FileState>) -> String {
    state.map_or("-".to_owned(), |FileState { digest, mode }| {
        format!("{mode:04o}:{digest}")
    })
}

fn read(text: &str) -> Option<Option<FileState>> {
    if text == "-" {
        return Some(None);
    }
    let (mode, digest) = text.split_once(':')?;
    Some(Some(FileState {
        mode: u32::from_str_radix(mode, 8).ok()?,
        digest: Digest::from_hex(digest)?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Journal {
        let state = |bytes: &[u8], mode| {
            Some(FileState {
                digest: Digest::of(bytes),
                mode,
            })
        };
        let file = |slot, path: &str, before, after| {
            Op::File(FileOp {
                slot,
                path: path.parse().unwrap(),
                before,
                after,
            })
        };
        Journal {
            ops: vec![
                Op::MakeFolder("a b".parse().unwrap()),
                file(0, "a b/end c", None, state(b"x", 0o644)),
                file(1, "d", state(b"y", 0o4755), None),
                Op::RemoveFolder("e".parse().unwrap()),
            ],
            mark: JournalMark::Done,
        }
    }

    #[test]
    fn a_journal_survives_a_round_trip() {
        assert_eq!(Journal::parse(sample().text().as_bytes()), Ok(sample()));
    }

    #[test]
    fn a_truncated_journal_counts_as_not_written() {
        let text = sample().text();
        for length in 0..text.len() {
            assert_eq!(
                Journal::parse(&text.as_bytes()[..length]),
                Err(Unreadable::Torn),
                "{length}"
            );
        }
    }

    #[test]
    fn a_changed_byte_makes_the_journal_unreadable() {
        let bytes = sample().text().into_bytes();
        for place in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1;
            assert!(Journal::parse(&bytes).is_err(), "{place}");
        }
    }
}
