//! Where the plan begins in an answer that may hold more than the plan.

use std::ops::Range;

use super::heading;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// What stands before the plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Start {
    pub plan: usize,
    pub has_title: bool,
    pub byte_order_mark: Option<Range<usize>>,
    pub preamble: Option<Range<usize>>,
    /// The fence around all of the plan.
    pub wrapper: Option<Range<usize>>,
}

pub(super) fn start(source: &str) -> Start {
    let mark = source
        .starts_with(BYTE_ORDER_MARK)
        .then_some(0..BYTE_ORDER_MARK.len_utf8());
    let begin = mark.as_ref().map_or(0, |mark| mark.end);
    let thought = after_thought(source, begin);
    let title = title(source, thought);
    let plan = title.as_ref().map_or(thought, |title| title.at);
    let has_title = title.is_some();
    let is_fenced = title.is_some_and(|title| title.is_fenced);
    let before = &source[begin..plan];
    let last_line = before.trim_end().rfind('\n').map_or(begin, |end| begin + end + 1);
    let is_wrapped = is_fenced && is_wrapper(source[last_line..plan].trim());
    let wrapper = is_wrapped.then(|| last_line..begin + before.trim_end().len());
    let preamble = begin..wrapper.as_ref().map_or(plan, |wrapper| wrapper.start);
    let text = source[preamble.clone()].trim_end();
    let lead = text.len() - text.trim_start().len();
    Start {
        plan,
        has_title,
        byte_order_mark: mark,
        preamble: (!text.trim().is_empty()).then(|| begin + lead..begin + text.len()),
        wrapper,
    }
}

/// The end of the `<think>` elements that the text begins with.
fn after_thought(source: &str, begin: usize) -> usize {
    let mut end = begin;
    while let Some(next) = thought_end(source, end) {
        end = next;
    }
    end
}

fn thought_end(source: &str, begin: usize) -> Option<usize> {
    let text = source[begin..].trim_start();
    let tags = [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("<thought>", "</thought>"),
    ];
    let (_, close) = tags.into_iter().find(|(open, _)| text.starts_with(open))?;
    let end = text.find(close)?;
    Some(source.len() - text.len() + end + close.len())
}

#[derive(Clone, Copy)]
struct Title {
    at: usize,
    is_fenced: bool,
}

/// The line that is most likely the title: one with a header below it, else the last before the first section.
fn title(source: &str, begin: usize) -> Option<Title> {
    let (mut outside, mut inside) = (None, None);
    let mut is_fenced = false;
    let mut candidate = None;
    let mut at = begin;
    for line in source[begin..].split_inclusive('\n') {
        let text = line.trim();
        if let Some(start) = candidate.take_if(|_| !text.is_empty())
            && is_header_line(text)
        {
            return Some(start);
        }
        if is_section_line(text) {
            break;
        }
        if text.starts_with("```") || text.starts_with("~~~") {
            is_fenced = !is_fenced;
        } else if is_title_line(line) {
            candidate = Some(Title { at, is_fenced });
            *(if is_fenced { &mut inside } else { &mut outside }) = candidate;
        }
        at += line.len();
    }
    outside.or(inside)
}

fn is_title_line(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    line.len() - text.len() < 4 && text.starts_with('#') && !text.starts_with("##") && !text.starts_with("#!")
}

fn is_section_line(text: &str) -> bool {
    let name = text.trim_start_matches('#');
    name.len() < text.len() && (heading::section(name.trim()).is_some() || heading::action(name.trim()).is_some())
}

fn is_header_line(text: &str) -> bool {
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    ["Status", "Plan Type", "Agent"].iter().any(|name| {
        let rest = bare.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name));
        rest.is_some() && bare[name.len()..].trim_start_matches('*').starts_with(':')
    })
}

fn is_wrapper(line: &str) -> bool {
    let info = line.trim_start_matches('`').trim_start_matches('~');
    let is_fence = line.len() - info.len() >= 3;
    is_fence
        && matches!(
            info.trim().to_ascii_lowercase().as_str(),
            "" | "markdown" | "md" | "text" | "txt" | "plan"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, preamble: Option<&str>, wrapper: Option<&str>) {
        let found = start(source);
        assert!(
            source[found.plan..].trim_start().starts_with("# T"),
            "{source:?} {found:?}"
        );
        assert_eq!(found.preamble.map(|span| &source[span]), preamble, "{source:?}");
        assert_eq!(found.wrapper.map(|span| &source[span]), wrapper, "{source:?}");
    }

    #[test]
    fn the_title_is_found() {
        const PLAN: &str = "# T\n- **Status:** Green\n\n## Rationale\n";
        for (before, preamble, wrapper) in [
            ("", None, None),
            ("\n\n", None, None),
            ("\u{feff}", None, None),
            ("Here is the plan:\n\n", Some("Here is the plan:"), None),
            (
                "<think>\n# No\n```\n</think>\n",
                Some("<think>\n# No\n```\n</think>"),
                None,
            ),
            (
                "<think>a</think>\n<think>\n# T\n- **Status:** Red\n</think>\n",
                Some("<think>a</think>\n<think>\n# T\n- **Status:** Red\n</think>"),
                None,
            ),
            ("```markdown\n", None, Some("```markdown")),
            ("Sure!\n\n````md\n\n", Some("Sure!"), Some("````md")),
            ("# Thoughts\n\nFirst.\n\n", Some("# Thoughts\n\nFirst."), None),
            ("```sh\n# install\nls\n```\n\n", Some("```sh\n# install\nls\n```"), None),
        ] {
            check(&format!("{before}{PLAN}"), preamble, wrapper);
        }
        check("# a\nx\n# T\n\n## Rationale\n# b\n", Some("# a\nx"), None);
    }
}
