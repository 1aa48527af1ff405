//! Short facts that outlive sessions.

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Memos(Vec<String>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoChange {
    Add(String),
    Remove(String),
}

impl MemoChange {
    pub fn text(&self) -> &str {
        match self {
            Self::Add(text) | Self::Remove(text) => text,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MemoFault {
    #[error("the memo is already there: {0}")]
    Duplicate(String),
    #[error("there is no such memo: {0}")]
    Missing(String),
}

impl Memos {
    pub fn new(memos: Vec<String>) -> Self {
        Self(memos)
    }

    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// Applies all changes in order, or none, naming every one that does not fit.
    pub fn apply(&self, changes: &[MemoChange]) -> Result<Self, Vec<MemoFault>> {
        let mut memos = self.0.clone();
        let mut faults = Vec::new();
        for change in changes {
            match change {
                MemoChange::Add(text) if memos.contains(text) => faults.push(MemoFault::Duplicate(text.clone())),
                MemoChange::Add(text) => memos.push(text.clone()),
                MemoChange::Remove(text) => match memos.iter().position(|memo| memo == text) {
                    Some(index) => drop(memos.remove(index)),
                    None => faults.push(MemoFault::Missing(text.clone())),
                },
            }
        }
        if faults.is_empty() {
            Ok(Self(memos))
        } else {
            Err(faults)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_apply_whole_or_not_at_all() {
        let memos = Memos::new(vec!["uses C#".into()]);
        let add = |text: &str| MemoChange::Add(text.into());
        let remove = |text: &str| MemoChange::Remove(text.into());

        let after = memos.apply(&[remove("uses C#"), add("uses Rust")]).unwrap();
        assert_eq!(after.as_slice(), ["uses Rust"]);

        let faults = memos.apply(&[add("uses C#"), add("new"), remove("gone")]).unwrap_err();
        assert_eq!(
            faults,
            [
                MemoFault::Duplicate("uses C#".into()),
                MemoFault::Missing("gone".into())
            ]
        );
    }
}
