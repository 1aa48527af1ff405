//! How the lines of a file end.

/// What a new line of the file should end with.
pub(super) fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The text with another line at its end.
pub(super) fn with_line(text: &str, line: &str) -> String {
    let end = line_end(text);
    let gap = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        end
    };
    format!("{text}{gap}{line}{end}")
}
