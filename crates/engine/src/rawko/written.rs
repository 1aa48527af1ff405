//! What the files of this worktree looked like when they were written: a file that looks otherwise was changed by hand.
//!
//! It lies beside the store, one folder for each worktree, since each has files of its own.

use std::collections::BTreeMap;
use std::io;

use model::{OpVersion, SessionId, limits};
use workspace::{Digest, OwnPath};

use crate::error::{EngineError, PlanFileError};

/// Texts of a file that are remembered: the one that is there, the one that was about to be written when somebody died,
/// and a few that a version control system may bring back.
const REMEMBERED: usize = 64;
const FILE: &str = "written.tsv";

pub(super) struct Written {
    file: OwnPath,
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// The session whose plan it shows.
    pub session: String,
    /// Of the session, when it was written.
    pub version: OpVersion,
    /// The newest last.
    digests: Vec<String>,
}

impl Written {
    /// `place` is a folder.
    pub fn open(place: &OwnPath) -> Result<Self, EngineError> {
        let file = place.join(FILE);
        let failed = |source| EngineError::at(file.to_path())(source);
        let bytes = file.read(limits::STEPS_FILE_BYTES).map_err(failed)?.unwrap_or_default();
        let text = workspace::into_text(bytes).map_err(|place| failed(io::Error::other(place)))?;
        Ok(Self {
            entries: text.lines().filter_map(read).collect(),
            file,
        })
    }

    /// The sessions whose plans have files.
    pub fn sessions(&self) -> impl Iterator<Item = SessionId> {
        let entries = self.entries.values();
        entries.filter_map(|entry| SessionId::new(&entry.session).ok())
    }

    pub fn paths_of(&self, session: &SessionId) -> Vec<String> {
        let is_of = |(_, entry): &(&String, &Entry)| entry.session == session.as_str();
        self.entries
            .iter()
            .filter(is_of)
            .map(|(path, _)| path.clone())
            .collect()
    }

    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// Whether we know this text of the file.
    pub fn knows(&self, path: &str, text: &[u8]) -> bool {
        let digest = Digest::of(text).to_string();
        self.get(path).is_some_and(|entry| entry.digests.contains(&digest))
    }

    /// Whether it is the text that was written last, of that version.
    pub fn is_newest(&self, path: &str, version: OpVersion, text: &[u8]) -> bool {
        let digest = Digest::of(text).to_string();
        let entry = self.get(path).filter(|entry| entry.version == version);
        entry.is_some_and(|entry| entry.digests.last() == Some(&digest))
    }

    /// From now on this text is known. Told before the file is written, so that nobody takes it for a stranger's.
    pub fn note(&mut self, path: &str, session: &str, version: OpVersion, text: &[u8]) -> Result<(), EngineError> {
        let digest = Digest::of(text).to_string();
        let entry = self.entries.entry(path.to_owned()).or_insert_with(|| Entry {
            session: String::new(),
            version,
            digests: Vec::new(),
        });
        entry.session = session.to_owned();
        entry.version = version;
        entry.digests.retain(|known| *known != digest);
        entry.digests.push(digest);
        let surplus = entry.digests.len().saturating_sub(REMEMBERED);
        entry.digests.drain(..surplus);
        self.save()
    }

    pub fn forget(&mut self, path: &str) -> Result<(), EngineError> {
        match self.entries.remove(path) {
            Some(_) => self.save(),
            None => Ok(()),
        }
    }

    fn save(&self) -> Result<(), EngineError> {
        let line = |(path, entry): (&String, &Entry)| {
            format!(
                "{path}\t{}\t{}\t{}\n",
                entry.session,
                entry.version,
                entry.digests.join(",")
            )
        };
        let text: String = self.entries.iter().map(line).collect();
        let put = self.file.put(text.as_bytes());
        Ok(put.map_err(PlanFileError::mirror(self.file.to_path()))?)
    }
}

/// A line that cannot be read is as good as none: the file is compared with the store then.
fn read(line: &str) -> Option<(String, Entry)> {
    let mut fields = line.split('\t');
    let (path, session, version) = (fields.next()?, fields.next()?, fields.next()?);
    let entry = Entry {
        session: session.to_owned(),
        version: OpVersion(version.parse().ok()?),
        digests: fields.next()?.split(',').map(str::to_owned).collect(),
    };
    Some((path.to_owned(), entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_known_until_many_others_came_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = OwnPath::below(folder.path(), &[]);
        let mut written = Written::open(&place).unwrap();
        written.note("a", "s", OpVersion(1), b"one").unwrap();
        written.note("a", "s", OpVersion(2), b"two").unwrap();
        let again = Written::open(&place).unwrap();
        assert!(again.knows("a", b"one") && again.knows("a", b"two") && !again.knows("a", b"three"));
        assert!(again.is_newest("a", OpVersion(2), b"two"));
        assert!(!again.is_newest("a", OpVersion(2), b"one") && !again.is_newest("a", OpVersion(1), b"two"));
        for number in 0..REMEMBERED {
            written
                .note("a", "s", OpVersion(3), number.to_string().as_bytes())
                .unwrap();
        }
        assert!(!written.knows("a", b"two") && written.knows("a", b"0"));
        written.forget("a").unwrap();
        assert_eq!(Written::open(&place).unwrap().sessions().count(), 0);
    }
}
