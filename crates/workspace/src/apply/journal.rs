//! The journal of a group: what is renamed over what, and how far it got.
//!
//! Lines of text, so that a person can read them in need; paths cannot hold line ends.

use super::change::Touched;
use super::op::{FileOp, Op, State};
use crate::{Access, Author, Digest, OffLimits, RelPath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Journal {
    pub ops: Vec<Op>,
    pub mark: Mark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Begun,
    Done,
    /// Rolled back, but for paths that somebody else has changed: what was kept of them is still here.
    Abandoned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It was never finished, so nothing was done by it.
    Torn,
    Damaged,
}

const HEAD: &str = "planwright changes 1\n";
const END: &str = "end ";

impl Mark {
    /// All of one length: marking overwrites, and needs no room on a full disk.
    pub fn text(self) -> &'static str {
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
    pub fn begun(ops: Vec<Op>) -> Self {
        Self { ops, mark: Mark::Begun }
    }

    pub fn files(&self) -> impl DoubleEndedIterator<Item = &FileOp> {
        self.ops.iter().filter_map(|op| match op {
            Op::File(op) => Some(op),
            Op::MakeFolder(_) | Op::RemoveFolder(_) => None,
        })
    }

    pub fn touched(&self) -> Touched<'_> {
        Touched {
            paths: self.ops.iter().map(Op::path).collect(),
            created: Vec::new(),
        }
    }

    /// As [`Self::touched`], when all files are in their places.
    pub fn touched_after(&self) -> Touched<'_> {
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

    pub fn permit(&self, author: Author) -> Result<(), OffLimits> {
        let mut paths = self.ops.iter().map(Op::path);
        paths.try_for_each(|path| path.permit(Access::Write(author)))
    }

    /// Where a file of each number waits if it could not be staged on the file system that it belongs to. No two
    /// groups share such a name.
    pub fn stopovers(&self) -> impl Fn(usize) -> String + use<> {
        let group = Digest::of(self.body().as_bytes()).to_string();
        move |slot| format!(".planwright-{}-{slot}.tmp", &group[..16])
    }

    pub fn text(&self) -> String {
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

    pub fn parse(bytes: &[u8]) -> Result<Self, Unreadable> {
        // A file system that was stopped may have made room for what it did not write.
        if bytes.contains(&0) {
            return Err(Unreadable::Torn);
        }
        let text = str::from_utf8(bytes).map_err(|_| Unreadable::Damaged)?;
        let end = text.rfind(&format!("\n{END}")).ok_or(Unreadable::Torn)? + 1;
        let (body, tail) = text.split_at(end);
        let (digest, mark) = tail[END.len()..].split_once('\n').ok_or(Unreadable::Torn)?;
        if mark.len() < Mark::Begun.text().len() {
            return Err(Unreadable::Torn);
        }
        if Digest::from_hex(digest) != Some(Digest::of(body.as_bytes())) {
            return Err(Unreadable::Damaged);
        }
        let mark = Mark::parse(mark).ok_or(Unreadable::Damaged)?;
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

fn written(state: Option<State>) -> String {
    state.map_or("-".to_owned(), |State { digest, mode }| format!("{mode:04o}:{digest}"))
}

fn read(text: &str) -> Option<Option<State>> {
    if text == "-" {
        return Some(None);
    }
    let (mode, digest) = text.split_once(':')?;
    Some(Some(State {
        mode: u32::from_str_radix(mode, 8).ok()?,
        digest: Digest::from_hex(digest)?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Journal {
        let state = |bytes: &[u8], mode| {
            Some(State {
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
            mark: Mark::Done,
        }
    }

    #[test]
    fn a_journal_is_read_as_it_was_written() {
        assert_eq!(Journal::parse(sample().text().as_bytes()), Ok(sample()));
    }

    #[test]
    fn a_journal_cut_anywhere_was_never_written() {
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
    fn a_changed_byte_shows() {
        let bytes = sample().text().into_bytes();
        for place in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1;
            assert!(Journal::parse(&bytes).is_err(), "{place}");
        }
    }
}
