//! A command that somebody says yes to, line by line, each behind a mark of ours.
//!
//! On one line the end of a line would be an escape, which a command can hold as two plain characters: what follows a `#`
//! could then be a comment, or run.

use dialect::text::plural;
use dialect::text::visible::{hidden, visible};

use super::style::{WARNING, paint};
use super::wrap::Sheet;

/// `lead` stands before the first line, so that several commands can be told from several lines of one.
pub fn command_block(lead: &str, command: &str, columns: usize) -> String {
    let mut sheet = Sheet::new(columns);
    write_command(&mut sheet, lead, command);
    sheet.text
}

pub(crate) fn write_command(sheet: &mut Sheet, lead: &str, command: &str) {
    let mut lead = lead;
    let mut escapes = 0;
    // A carriage return before the end of a line is part of the line to a shell.
    for line in command.strip_suffix('\n').unwrap_or(command).split('\n') {
        let line = line.replace('\t', "    ");
        escapes += hidden(&line);
        sheet.line(&format!("{lead:>3} │ "), &visible(&line));
        lead = "";
    }
    if escapes > 0 {
        let words = format!("({}, shown as escapes)", plural(escapes, "hidden character"));
        sheet.line("    ", &paint(WARNING, words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planwright::testing::plain;

    #[track_caller]
    fn check(command: &str, shown: &str) {
        assert_eq!(plain(&command_block("1", command, 80)), shown);
    }

    #[test]
    fn a_line_break_is_a_line_and_two_characters_are_two_characters() {
        check("echo ok # a\ntouch b", "  1 │ echo ok # a\n    │ touch b\n");
        check(r"echo ok # a\ntouch b", "  1 │ echo ok # a\\ntouch b\n");
        check("a\tb", "  1 │ a    b\n");
        check(r"a\tb", "  1 │ a\\tb\n");
        check("a\n\nb\n", "  1 │ a\n    │ \n    │ b\n");
    }

    #[test]
    fn an_escape_of_ours_is_told_from_one_that_stands_there() {
        check(
            "a\r\nb\u{202e}",
            "  1 │ a\\r\n    │ b\\u{202e}\n    (2 hidden characters, shown as escapes)\n",
        );
        check(r"a\r", "  1 │ a\\r\n");
    }

    #[test]
    fn what_is_too_long_goes_on_behind_a_mark() {
        let shown = plain(&command_block("1", &"ab".repeat(20), 40));
        assert_eq!(
            shown,
            format!("  1 │ {}\n      ↪ {}\n", "ab".repeat(17), "ab".repeat(3))
        );
    }
}
