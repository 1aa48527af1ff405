//! What a part of a proposal says about the blocks that may follow it.

/// The lines that begin a part, in the order of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opening {
    pub start: usize,
    pub slot: Slot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// One block and nothing else: a file, a command, a text to find.
    Single,
    /// Several blocks, one after the other.
    Several,
    /// Prose with any number of blocks: messages, and text that belongs to no part.
    Free,
}

const SECTIONS: [(&[u8], Slot); 3] = [
    (b"Rationale", Slot::Single),
    (b"Memos", Slot::Single),
    (b"Action Plan", Slot::Free),
];

const ACTIONS: [(&[u8], Slot); 9] = [
    (b"CREATE", Slot::Single),
    (b"READ", Slot::Single),
    (b"EDIT", Slot::Single),
    (b"EXECUTE", Slot::Single),
    (b"RESEARCH", Slot::Several),
    (b"CHAT_WITH_USER", Slot::Free),
    (b"INVOKE", Slot::Free),
    (b"CONCLUDE", Slot::Free),
    (b"PRUNE", Slot::Single),
];

const MARKERS: [&[u8]; 2] = [b"FIND", b"REPLACE"];

impl Slot {
    /// The slot that a line opens, if it names a part of a proposal.
    pub fn opened_by(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        match line.iter().take_while(|byte| **byte == b'#').count() {
            2 => section(&line[2..]),
            3 => action(&line[3..]).or_else(|| marker(line)),
            _ => marker(line),
        }
    }
}

fn section(words: &[u8]) -> Option<Slot> {
    let words = words.trim_ascii();
    let named = |(name, _): &&(&[u8], Slot)| words.eq_ignore_ascii_case(name);
    SECTIONS.iter().find(named).map(|(_, slot)| *slot)
}

/// Decoration and numbers before the name are common slips. The name itself must be in capitals: `### Create a file` is
/// an ordinary heading of many documents.
fn action(words: &[u8]) -> Option<Slot> {
    let start = words
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'`' | b'*' | b'_' | b'.' | b')' | b'0'..=b'9'))?;
    let words = &words[start..];
    let length = words.iter().take_while(|byte| is_name(**byte)).count();
    let named = |(name, _): &&(&[u8], Slot)| words[..length] == **name;
    ACTIONS.iter().find(named).map(|(_, slot)| *slot)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn marker(line: &[u8]) -> Option<Slot> {
    let decoration = |byte: &u8| matches!(byte, b'`' | b'*' | b'#' | b' ' | b':');
    let start = line.iter().position(|byte| !decoration(byte))?;
    let length = line[start..].iter().take_while(|byte| is_name(**byte)).count();
    let (name, after) = line[start..].split_at(length);
    let whole = after.iter().all(decoration) && line.len() > name.len();
    (whole && MARKERS.contains(&name)).then_some(Slot::Single)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_recognized_as_models_write_them() {
        for (line, slot) in [
            ("## Rationale", Some(Slot::Single)),
            ("##  action plan  ", Some(Slot::Free)),
            ("### `CREATE`", Some(Slot::Single)),
            ("### 2. RESEARCH", Some(Slot::Several)),
            ("### `READ**", Some(Slot::Single)),
            ("### `CHAT_WITH_USER`: hello", Some(Slot::Free)),
            ("`FIND:`", Some(Slot::Single)),
            ("#### REPLACE:", Some(Slot::Single)),
            ("**FIND:**", Some(Slot::Single)),
            ("FIND:", Some(Slot::Single)),
            ("### Create a file", None),
            ("### READER", None),
            ("### 1. Synthesis", None),
            ("FIND", None),
            ("FIND it:", None),
            ("# CREATE", None),
            ("###", None),
            ("", None),
        ] {
            assert_eq!(Slot::opened_by(line.as_bytes()), slot, "{line}");
        }
    }
}
