//! Removes text that looks like a secret from a stream. A rule decides whether a secret starts at a position. Its decision
//! must not change when more text arrives.

use super::MARK;
use super::looks::{self, SecretMatch};

/// Which further bytes belong to the last secret.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum SecretTail {
    #[default]
    Nothing,
    /// The rest of a token.
    While(fn(u8) -> bool),
    /// The body of a PEM key up to its end mark. `seen` is the number of matched bytes of the mark.
    Key { seen: usize, bytes_left: usize },
}

const KEY_BYTES_MAX: usize = 32 * 1024;
const KEY_END: &[u8] = b"-----END";

impl SecretTail {
    pub(super) const KEY: Self = Self::Key {
        seen: 0,
        bytes_left: KEY_BYTES_MAX,
    };

    /// Whether the byte belongs to the secret.
    fn takes(&mut self, byte: u8) -> bool {
        match self {
            Self::Nothing => false,
            Self::While(belongs) => belongs(byte),
            Self::Key { seen, bytes_left } => {
                *seen = match byte {
                    _ if byte == KEY_END[*seen] => *seen + 1,
                    b'-' if *seen == 5 => 5,
                    b'-' => 1,
                    _ => 0,
                };
                *bytes_left -= 1;
                let is_in_key = *bytes_left > 0 && looks::is_in_key(byte);
                if *seen == KEY_END.len() {
                    *self = Self::While(looks::is_in_key_mark);
                }
                is_in_key
            }
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct LookStage {
    held: Vec<u8>,
    /// The byte before `held`.
    before: Option<u8>,
    tail: SecretTail,
}

impl LookStage {
    pub(super) fn push(&mut self, chunk: &[u8]) -> Vec<u8> {
        self.held.extend_from_slice(chunk);
        self.advance(false)
    }

    pub(super) fn finish(&mut self) -> Vec<u8> {
        self.advance(true)
    }

    fn advance(&mut self, is_end: bool) -> Vec<u8> {
        let mut clean = Vec::with_capacity(self.held.len());
        let mut at = 0;
        while let Some(&byte) = self.held.get(at) {
            if self.tail.takes(byte) {
                self.before = Some(byte);
                at += 1;
                continue;
            }
            self.tail = SecretTail::Nothing;
            let skipped = looks::skip(&self.held[at..]);
            if skipped > 0 {
                clean.extend_from_slice(&self.held[at..at + skipped]);
                at += skipped;
                self.before = Some(self.held[at - 1]);
                continue;
            }
            match looks::judge(&self.held[at..], self.before, is_end) {
                SecretMatch::Wait => break,
                SecretMatch::Pass => {
                    clean.push(byte);
                    self.before = Some(byte);
                    at += 1;
                }
                SecretMatch::Hide { shown, taken, then } => {
                    clean.extend_from_slice(&self.held[at..at + shown]);
                    clean.extend_from_slice(MARK.as_bytes());
                    at += taken;
                    self.before = Some(self.held[at - 1]);
                    self.tail = then;
                }
            }
        }
        self.held.drain(..at);
        clean
    }
}
