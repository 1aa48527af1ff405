//! How the lines of a file end.

/// What a new line of the file should end with.
pub(super) fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
