//! Explains text that is not JSON: where it breaks, and what the writer probably did.

use model::Diagnostic;

use super::fault::JSON;

/// The byte at which the text stops being JSON.
pub(crate) fn offset(text: &str, error: &serde_json::Error) -> usize {
    locate(text, error.line(), error.column()).offset
}

pub(super) fn fault(text: &str, error: &serde_json::Error) -> Diagnostic {
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    let place = locate(text, error.line(), error.column());
    let message = format!(
        "The payload is not valid JSON: {reason} at line {}, column {}.",
        place.line, place.column
    );
    let diagnostic = Diagnostic::error(JSON, message)
        .at_line(place.line, place.column)
        .with_hint(hint(text, place.offset, error));
    Diagnostic {
        place: model::Place {
            span: Some(place.offset..place.offset),
            ..diagnostic.place
        },
        ..diagnostic
    }
}

struct Spot {
    line: usize,
    /// In characters, 1-based.
    column: usize,
    offset: usize,
}

/// serde_json counts columns in bytes, and a line break as column 0 of the next line.
fn locate(text: &str, line: usize, column_bytes: usize) -> Spot {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let offset = text_floor(text, (line_start + column_bytes).saturating_sub(1));
    let before = &text[..offset];
    let last_line = before.rsplit_once('\n').map_or(before, |(_, last)| last);
    Spot {
        line: before.matches('\n').count() + 1,
        column: last_line.chars().count() + 1,
        offset,
    }
}

/// The nearest character boundary at or before `index`.
fn text_floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

fn hint(text: &str, offset: usize, error: &serde_json::Error) -> String {
    let rest = &text[offset..];
    let before = text[..offset].trim_end();
    let reason = error.to_string();
    let hint = if text.trim_start().starts_with("```") {
        "Send the JSON alone, without a Markdown fence around it."
    } else if rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#') {
        "JSON has no comments: take them out."
    } else if reason.starts_with("trailing comma") || (before.ends_with(',') && rest.starts_with(['}', ']'])) {
        "Remove the comma after the last entry."
    } else if rest.starts_with('\'') {
        "JSON wants double quotes around keys and strings."
    } else if reason.starts_with("trailing characters") {
        "Send one JSON object and nothing after it."
    } else if reason.starts_with("control character") {
        "Write a line break inside a string as \\n and a tab as \\t."
    } else if reason.starts_with("recursion limit") {
        "A payload is nested four levels deep at most; this one goes far beyond that."
    } else if error.is_eof() {
        "The text ends too early. If the shell cut it at a quote, send it through a quoted here-document: planloop update <<'EOF'."
    } else {
        "Check the text just before this place; if the shell may have changed it, send it through a quoted here-document: planloop update <<'EOF'."
    };
    hint.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planloop::payload::tree::Json;

    fn check(text: &str, line_column: (usize, usize), hint: &str) {
        let error = serde_json::from_str::<Json>(text).unwrap_err();
        let fault = fault(text, &error);
        let found = fault.hint.unwrap_or_default();
        assert_eq!(fault.place.line_column, Some(line_column), "{text}: {}", fault.message);
        assert!(found.contains(hint), "{text}: {found}");
    }

    #[test]
    fn names_the_place_and_the_likely_slip() {
        check("{\n  \"a\": 1, // one\n}", (2, 11), "no comments");
        check("{\"a\": 1 /* one */}", (1, 9), "no comments");
        check("{\"a\": 1,}", (1, 9), "comma");
        check("{\"a\": [1,]}", (1, 10), "comma");
        check("{'a': 1}", (1, 2), "double quotes");
        check("{} {}", (1, 4), "nothing after it");
        check("{\"a\": \"x\ny\"}", (1, 9), "\\n");
        check("{\"a\": ", (1, 6), "too early");
        check("```json\n{}\n```", (1, 1), "fence");
        check("{\"é\": nope}", (1, 8), "just before");
        check(&"[".repeat(200), (1, 128), "nested");
        check("{\"a\": \"\\ud800\"}", (1, 14), "just before");
    }

    #[test]
    fn every_truncation_has_a_place_inside_the_text() {
        let whole = "{\"é\": [1, \"日本\\n\"],\n \"ü\": {}}";
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let text = &whole[..end];
            let error = serde_json::from_str::<Json>(text).unwrap_err();
            let span = fault(text, &error).place.span.unwrap();
            assert!(text.is_char_boundary(span.start), "{text}");
        }
    }
}
