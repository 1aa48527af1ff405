//! Diagnostics for people: the line they are about, with the place marked.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use dialect::text::visible::{visible, visible_lines};
use model::{Diagnostic, Severity};

/// How much of a line is shown before, at and after the place.
const BEFORE_CHARS: usize = 60;
const MARKED_CHARS: usize = 80;
const AFTER_CHARS: usize = 40;
const ELLIPSIS: &str = "…";

/// Each diagnostic with its source line, as compilers show it; those without a source with their place alone. `source_of` is asked
/// for the text behind a path.
pub fn snippets(diagnostics: &[Diagnostic], source_of: &dyn Fn(&str) -> Option<String>) -> String {
    let mut shown = String::new();
    let mut source: Option<(&str, Option<String>)> = None;
    for diagnostic in diagnostics {
        let text = diagnostic.place.path.as_deref().and_then(|path| {
            if source.as_ref().is_none_or(|(known, _)| *known != path) {
                source = Some((path, source_of(path)));
            }
            source.as_ref()?.1.as_deref()
        });
        shown.push_str(&match text.and_then(|text| Excerpt::new(diagnostic, text)) {
            Some(excerpt) => framed(diagnostic, &excerpt),
            None => unframed(diagnostic),
        });
        shown.push('\n');
    }
    shown
}

/// One line of a source, safe to print.
struct Excerpt {
    text: String,
    marked: Range<usize>,
    line: usize,
    column: usize,
}

impl Excerpt {
    fn new(diagnostic: &Diagnostic, text: &str) -> Option<Self> {
        let span = diagnostic.place.span.clone()?;
        let (line, column) = diagnostic.place.line_column?;
        let (before, rest) = (text.get(..span.start)?, text.get(span.start..)?);
        let before = before.rsplit('\n').next().unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let marked_bytes = (span.end - span.start).min(rest.len());
        let (marked, after) = (rest.get(..marked_bytes)?, &rest[marked_bytes..]);

        let mut shown = tail(before.trim_start_matches('\u{feff}'), BEFORE_CHARS);
        let start = shown.len();
        shown.push_str(&head(marked, MARKED_CHARS));
        let end = shown.len();
        shown.push_str(&head(after, AFTER_CHARS));
        Some(Self {
            text: shown,
            marked: start..end,
            line,
            column,
        })
    }
}

fn framed(diagnostic: &Diagnostic, excerpt: &Excerpt) -> String {
    let path = diagnostic.place.path.as_deref().map(visible).unwrap_or_default();
    let snippet = Snippet::source(excerpt.text.as_str())
        .path(path.as_ref())
        .line_start(excerpt.line)
        .annotation(AnnotationKind::Primary.span(excerpt.marked.clone()));
    let title = level(diagnostic)
        .primary_title(visible(&diagnostic.message))
        .id(diagnostic.rule.name);
    let hint = diagnostic.hint.as_deref().map(|hint| Level::HELP.message(lines(hint)));
    let report = title.element(snippet).elements(hint);
    let shown = Renderer::styled().render(&[report]) + "\n";
    // The renderer counts columns in what it was given, which is not the whole line if that was cut or made visible.
    let counted = excerpt.text[..excerpt.marked.start].chars().count() + 1;
    let place = |column| format!("{path}:{}:{column}", excerpt.line);
    match counted == excerpt.column {
        true => shown,
        false => shown.replacen(&place(counted), &place(excerpt.column), 1),
    }
}

fn unframed(diagnostic: &Diagnostic) -> String {
    let place = &diagnostic.place;
    let origin = place.path.as_deref().map(|path| {
        let origin = Origin::path(visible(path));
        match place.line_column {
            Some((line, column)) => origin.line(line).char_column(column),
            None => origin,
        }
    });
    let title = level(diagnostic)
        .primary_title(visible(&diagnostic.message))
        .id(diagnostic.rule.name);
    let hint = diagnostic.hint.as_deref().map(|hint| Level::HELP.message(lines(hint)));
    let report = Group::with_title(title).elements(origin).elements(hint);
    format!("{}\n", Renderer::styled().render(&[report]))
}

fn level(diagnostic: &Diagnostic) -> Level<'static> {
    match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

/// A hint may end in a diff.
fn lines(hint: &str) -> String {
    visible_lines(hint).collect::<Vec<_>>().join("\n")
}

/// A tab hides nothing, but has no fixed width.
fn shown(text: &str) -> String {
    visible(&text.replace('\t', "    ")).into_owned()
}

fn head(text: &str, room: usize) -> String {
    match text.char_indices().nth(room) {
        Some((end, _)) => shown(&text[..end]) + ELLIPSIS,
        None => shown(text),
    }
}

fn tail(text: &str, room: usize) -> String {
    match text.char_indices().rev().nth(room) {
        Some((start, cut)) => ELLIPSIS.to_owned() + &shown(&text[start + cut.len_utf8()..]),
        None => shown(text),
    }
}

#[cfg(test)]
mod tests {
    use model::Place;

    use super::*;

    fn fault(path: &str, line_column: (usize, usize), span: Range<usize>) -> Diagnostic {
        Diagnostic {
            place: Place {
                path: Some(path.to_owned()),
                line_column: Some(line_column),
                span: Some(span),
            },
            ..Diagnostic::error(dialect::agentctl::rules::TASK_ID, "The id `A` is not valid.")
                .with_hint("Write it like `a`.")
        }
    }

    fn plain(diagnostics: &[Diagnostic], source: Option<&str>) -> String {
        let styled = snippets(diagnostics, &|_| source.map(str::to_owned));
        let mut plain = String::new();
        let mut rest = styled.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            plain.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        plain + rest
    }

    #[test]
    fn the_place_is_marked() {
        let shown = plain(
            &[fault("/p/tasks/01-a.md", (2, 5), 8..9)],
            Some("---\nid: A # x\n---\n"),
        );
        let expected = "\
error[task-id]: The id `A` is not valid.
 --> /p/tasks/01-a.md:2:5
  |
2 | id: A # x
  |     ^
  |
  = help: Write it like `a`.

";
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_hint_may_have_lines() {
        let mut long = fault("/p/a", (1, 1), 0..1);
        long.hint = Some("Compare:\n-a\u{1b}\n+b".into());
        let shown = plain(&[long], Some("x\n"));
        assert!(
            shown.ends_with("  = help: Compare:\n          -a\\u{1b}\n          +b\n\n"),
            "{shown}"
        );
    }

    #[test]
    fn without_a_source_the_place_is_named() {
        let bare = Diagnostic::error(dialect::agentctl::rules::PLAN_FILE, "There is no plan.")
            .at_path("/p/plan.md")
            .with_hint("Write it.");
        let expected = "error[plan-file]: There is no plan.\n--> /p/plan.md\n = help: Write it.\n\n";
        assert_eq!(plain(&[bare], Some("text")), expected);
        let shown = plain(&[fault("/p/a", (2, 5), 8..9)], None);
        assert!(shown.contains("\n--> /p/a:2:5\n"), "{shown}");
        let shown = plain(&[fault("/p/a", (9, 9), 90..91)], Some("short"));
        assert!(shown.contains("\n--> /p/a:9:9\n"), "{shown}");
        assert_eq!(snippets(&[], &|_| None), "");
    }

    #[test]
    fn what_hides_is_shown_and_long_lines_are_cut() {
        let text = format!("{}\u{202e}\tX\u{1b}[31m\r\n", "é".repeat(500));
        let start = text.find('X').unwrap();
        let mut hostile = fault("/p/\u{202e}a", (1, 503), start..start + 200);
        hostile.message = "No \u{1b}[0m.".into();
        let shown = plain(&[hostile], Some(&text));
        assert!(shown.contains("error[task-id]: No \\u{1b}[0m."), "{shown}");
        assert!(shown.contains("/p/\\u{202e}a:1:503"), "{shown}");
        assert!(shown.contains("ééé\\u{202e}    X\\u{1b}[31m\n"), "{shown}");
        assert!(shown.chars().filter(|c| *c == 'é').count() < 70, "{shown}");
    }

    #[test]
    fn any_span_is_drawn() {
        snippets(&[fault("/p", (1, 1), 0..0)], &|_| Some(String::new()));
        let text = "a\nbé\r\n";
        for start in 0..=text.len() + 1 {
            for end in start..=text.len() + 2 {
                snippets(&[fault("/p", (1, 1), start..end)], &|_| Some(text.to_owned()));
            }
        }
    }
}
