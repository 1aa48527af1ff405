//! Filters the output of a command: decodes it, removes control sequences, overwritten lines and secrets, and keeps its
//! beginning and end.

use std::fmt;

use super::clip::Clip;
use super::decode::Utf8Decoder;
use super::overwritten::Overwritten;
use super::plain::Plain;
use crate::redact::{Redactor, Secrets};

/// Standard output or standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// The kept output of one stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    pub head: String,
    /// Between the head and the tail.
    pub left_out_bytes: u64,
    pub tail: String,
}

impl fmt::Display for Output {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.head)?;
        if self.left_out_bytes > 0 {
            write!(formatter, "\n[… {} bytes left out …]\n", self.left_out_bytes)?;
        }
        formatter.write_str(&self.tail)
    }
}

#[derive(Debug)]
pub(super) struct Recorder<'a> {
    decoder: Utf8Decoder,
    plain: Plain,
    overwritten: Overwritten,
    redactor: Redactor<'a>,
    clip: Clip,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(secrets: &'a Secrets, bytes_max: usize) -> Self {
        Self {
            decoder: Utf8Decoder::default(),
            plain: Plain::default(),
            overwritten: Overwritten::default(),
            redactor: secrets.redactor(),
            clip: Clip::new(bytes_max),
        }
    }

    /// Returns the text that can be shown so far.
    pub(super) fn push(&mut self, chunk: &[u8]) -> String {
        let text = self.plain.push(&self.decoder.push(chunk));
        let text = self.overwritten.push(&text);
        let clean = self.redactor.push(&text);
        self.clip.push(&clean);
        clean
    }

    /// Returns the rest of the text to show, and the kept output.
    pub(super) fn finish(mut self) -> (String, Output) {
        let text = self.plain.push(&self.decoder.finish());
        let mut text = self.overwritten.push(&text);
        text.push_str(&self.overwritten.finish());
        let mut clean = self.redactor.push(&text);
        clean.push_str(&self.redactor.finish());
        self.clip.push(&clean);
        (clean, self.clip.finish())
    }
}
