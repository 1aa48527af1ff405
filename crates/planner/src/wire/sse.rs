//! Server-sent events, taken out of bytes that come in any pieces.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event<'a> {
    pub(crate) data: &'a str,
}

/// The provider's names of events are in their data as well, so only the data is kept.
#[derive(Debug, Default)]
pub(crate) struct EventReader {
    line: Vec<u8>,
    data: Option<String>,
    has_events: bool,
}

impl EventReader {
    /// Whether anything came that looks like an event.
    pub(crate) fn has_events(&self) -> bool {
        self.has_events
    }

    /// Stops at the first error.
    pub(crate) fn push<E>(
        &mut self,
        mut bytes: &[u8],
        take: &mut dyn FnMut(Event<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            self.line.extend_from_slice(&bytes[..end]);
            bytes = &bytes[end + 1..];
            let line = std::mem::take(&mut self.line);
            self.read_line(&String::from_utf8_lossy(&line), take)?;
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn read_line<E>(&mut self, line: &str, take: &mut dyn FnMut(Event<'_>) -> Result<(), E>) -> Result<(), E> {
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            return match self.data.take() {
                Some(data) => take(Event { data: &data }),
                None => Ok(()),
            };
        }
        let Some(value) = line.strip_prefix("data:") else {
            return Ok(());
        };
        self.has_events = true;
        let value = value.strip_prefix(' ').unwrap_or(value);
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            None => self.data = Some(value.to_owned()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str, size: usize) -> Vec<String> {
        let mut reader = EventReader::default();
        let mut seen = Vec::new();
        for chunk in text.as_bytes().chunks(size) {
            let mut take = |event: Event<'_>| {
                seen.push(event.data.to_owned());
                Ok::<(), ()>(())
            };
            reader.push(chunk, &mut take).unwrap();
        }
        seen
    }

    #[test]
    fn pieces_of_any_size_give_the_same_events() {
        let text = ": hello\n\nevent: a\ndata: {\"ü\":1}\n\ndata:x\r\ndata: y\r\n\r\nid: 3\n\ndata: cut";
        for size in 1..text.len() {
            assert_eq!(events(text, size), ["{\"ü\":1}", "x\ny"], "{size}");
        }
    }

    #[test]
    fn what_is_no_stream_has_no_events() {
        let mut reader = EventReader::default();
        reader
            .push(b"<html>\n\n</html>\n\n", &mut |_| Err::<(), ()>(()))
            .unwrap();
        assert!(!reader.has_events());
    }
}
