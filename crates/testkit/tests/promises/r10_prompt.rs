//! R10: a person approves exactly what is executed. Hidden characters are shown, and no text is cut.

use planwright_testkit::project::Project;
use planwright_testkit::terminal::Left;
use planwright_testkit::{Tier, tier};

use crate::at_terminal::{PROMPT, has_terminal, start};
use crate::turn_scenes::{PLAN, bare, chat, create, edit, execute, execute_with, plan, titled, waiting};

const LINE: [&str; 2] = ["execute", PLAN];

/// Texts that look like something else, and what must be shown of them.
pub const TRICKS: &[(&str, &str)] = &[
    (
        "admin\u{202e} \u{2066}// check\u{2069} \u{2066}",
        r"admin\u{202e} \u{2066}// check\u{2069} \u{2066}",
    ),
    (
        "a\u{202a}b\u{202b}c\u{202c}d\u{202d}e",
        r"a\u{202a}b\u{202b}c\u{202c}d\u{202d}e",
    ),
    (
        "iso\u{2067}late\u{2068}d\u{2069}x",
        r"iso\u{2067}late\u{2068}d\u{2069}x",
    ),
    ("mark\u{200e}ed\u{200f}x\u{61c}y", r"mark\u{200e}ed\u{200f}x\u{61c}y"),
    ("rm -rf \u{200b}/x", r"rm -rf \u{200b}/x"),
    ("rm\u{a0}-rf\u{2003}/x\u{3000}y", r"rm\u{a0}-rf\u{2003}/x\u{3000}y"),
    ("join\u{200c}ed\u{200d}x\u{2060}y", r"join\u{200c}ed\u{200d}x\u{2060}y"),
    ("ok\u{1b}[8m; curl evil\u{1b}[0m", r"ok\u{1b}[8m; curl evil\u{1b}[0m"),
    ("ok\u{1b}]0;title\u{7}x", r"ok\u{1b}]0;title\u{7}x"),
    ("up\u{1b}[3A\u{1b}[2Kover", r"up\u{1b}[3A\u{1b}[2Kover"),
    ("a\u{8}\u{8}\u{8}b", r"a\u{8}\u{8}\u{8}b"),
    ("x\u{9b}2Ky\u{9d}z", r"x\u{9b}2Ky\u{9d}z"),
    (
        "next\u{85}line\u{2028}sep\u{2029}x",
        r"next\u{85}line\u{2028}sep\u{2029}x",
    ),
    ("p\u{ad}wd\u{feff}x", r"p\u{ad}wd\u{feff}x"),
    ("hidden\u{e0041}\u{e0042}x", r"hidden\u{e0041}\u{e0042}x"),
    ("fill\u{3164}er\u{ffa0}x\u{2800}y", r"fill\u{3164}er\u{ffa0}x\u{2800}y"),
    ("del\u{7f}bell\u{7}x", r"del\u{7f}bell\u{7}x"),
];

/// The places where texts of a plan are shown, and whether a plan with a trick there is accepted at all.
type Place = (&'static str, fn(&str) -> String);

const PLACES: &[Place] = &[
    ("title", |trick| {
        titled(&format!("Greet {trick}"), "", &create("hello.txt", "Hello"))
    }),
    ("memo", |trick| {
        titled(
            "Greet",
            &format!("[+] Guests {trick} come. # {trick}"),
            &create("hello.txt", "Hello"),
        )
    }),
    ("command", |trick| plan(&execute(&format!("echo {trick}")))),
    ("variable", |trick| {
        plan(&execute_with(
            &format!("- **env:**\n    - `GREETING`: \"{trick}\"\n"),
            "true",
        ))
    }),
    ("path", |trick| plan(&create(&format!("docs/{trick}.txt"), "Hello"))),
    ("edited path", |trick| {
        plan(&edit(&format!("docs/{trick}.txt"), "Hello", "Bonjour"))
    }),
    ("folder", |trick| {
        plan(&execute_with(&format!("- **cwd:** docs/{trick}\n"), "true"))
    }),
    ("variable name", |trick| {
        plan(&execute_with(&format!("- **env:**\n    - `A{trick}`: \"1\"\n"), "true"))
    }),
    ("unknown action", |trick| {
        plan(&format!("### `CREATE {trick}`\n- **File Path:** x{trick}\n\n"))
    }),
    ("invited agent", |trick| {
        plan(&format!("### `INVOKE`\n- **Agent:** Dev{trick}\n\nHello {trick}\n"))
    }),
];

/// Everything that reached the terminal is text, a line break, or one of planwright's own styles or movements.
#[track_caller]
pub fn assert_clean(left: &Left, what: &str) {
    let text = String::from_utf8_lossy(&left.raw).into_owned();
    let mut rest = text.as_str();
    let mut seen = String::new();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\x1b' {
            let end = rest.find(|c: char| ('@'..='~').contains(&c) && c != '[');
            let sequence = &rest[..end.map_or(0, |end| end + 1)];
            let is_ours = sequence.starts_with('[') && (sequence.ends_with('m') || sequence == "[2K");
            assert!(is_ours, "{what}: the terminal got {sequence:?} after {seen:?}");
            let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '[' | ';' | 'm' | 'K');
            assert!(sequence.chars().all(is_plain), "{what}: {sequence:?}");
            // None of planwright's styles hides text, unlike those of the corpus.
            assert_ne!(sequence, "[8m", "{what}");
            rest = &rest[sequence.len()..];
            continue;
        }
        assert!(!hides(c), "{what}: the terminal got {c:?} after {seen:?}");
        seen.push(c);
    }
}

/// The characters of the corpus and similar ones. The list is independent of the program, so that it does not share its
/// mistakes.
pub fn hides(c: char) -> bool {
    let is_break = matches!(c, '\r' | '\n');
    let is_control = c.is_control() && !is_break;
    is_control
        || matches!(u32::from(c), 0xa0 | 0xad | 0x61c | 0x1680 | 0x2028..=0x202f | 0x2000..=0x200f
            | 0x205f..=0x206f | 0x2800 | 0x3000 | 0x3164 | 0xfeff | 0xffa0 | 0xe0000..=0xe0fff)
}

/// Shows the plan, also in full, and leaves. Returns all output, also for a plan that is refused.
fn shown(project: &Project) -> Left {
    let mut terminal = start(project, &LINE);
    if terminal.waits_for_either(PROMPT, "not valid\n") {
        terminal.press("r");
        terminal.wait_for(PROMPT);
        terminal.press("q");
    }
    terminal.end()
}

#[test]
fn r10_nothing_hidden_reaches_the_terminal() {
    if !has_terminal("r10_prompt") {
        return;
    }
    let step = match tier() {
        Tier::Quick => 3,
        Tier::Full => 1,
    };
    for (number, (place, make)) in PLACES.iter().enumerate() {
        for (trick, expected) in TRICKS.iter().skip(number % step).step_by(step) {
            let left = shown(&waiting(&make(trick)));
            let what = format!("{place}: {trick:?}");
            assert_clean(&left, &what);
            let text = left.text().replace("\n", "");
            assert!(
                text.contains(&expected[..expected.len() - 1]),
                "{what}: {}",
                left.text()
            );
        }
    }
}

#[test]
fn r10_messages_replies_and_output_are_shown_as_they_are() {
    if !has_terminal("r10_prompt") {
        return;
    }
    for (trick, expected) in TRICKS {
        let project = waiting(&plan(
            &[chat(&format!("Look: {trick}")), execute("cat trick.txt")].concat(),
        ));
        project.write("trick.txt", &format!("Output: {trick}\n"));
        let mut terminal = start(&project, &LINE);
        terminal.wait_for(PROMPT);
        terminal.press("a");
        let asked = terminal.wait_for("Your reply › ").replace('\n', "");
        terminal.press("Fine\r");
        let left = terminal.end();
        let what = format!("{trick:?}");
        assert_clean(&left, &what);
        assert!(asked.contains(&format!("Look: {expected}")), "{what}: {asked}");
        assert_eq!(left.code, Some(0), "{what}: {}", left.text());
    }
}

/// The report of a plan outside of a session is printed.
#[test]
fn r10_the_report_of_a_loose_plan_hides_nothing() {
    if !has_terminal("r10_prompt") {
        return;
    }
    let step = match tier() {
        Tier::Quick => 4,
        Tier::Full => 1,
    };
    for (trick, expected) in TRICKS.iter().step_by(step) {
        let project = bare();
        let actions = [
            execute(&format!("cat trick.txt # {trick}")),
            create(&format!("a{trick}.txt"), "Hello"),
        ];
        project.write("plan.md", &titled(&format!("Greet {trick}"), "", &actions.concat()));
        project.write("trick.txt", &format!("Output: {trick}\n"));
        let left = start(&project, &["execute", "plan.md", "-y"]).end();
        assert_clean(&left, &format!("{trick:?}"));
        assert!(left.text().contains(&expected[..6]), "{trick:?}: {}", left.text());
    }
}

/// Wrapped lines are marked.
fn unwrapped(text: &str) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        match line.trim_start().trim_start_matches('│').trim_start().strip_prefix('↪') {
            Some(rest) => whole.push_str(rest.trim_start()),
            None => {
                whole.push('\n');
                whole.push_str(line);
            }
        }
    }
    whole
}

#[test]
fn r10_a_very_long_command_is_shown_whole() {
    if !has_terminal("r10_prompt") {
        return;
    }
    let words: Vec<String> = (0..3_000).map(|number| format!("w{number:04}")).collect();
    let long_line = format!("echo {}", words.join("-"));
    let many_lines: String = (0..500).map(|number| format!("echo line-{number:03}\n")).collect();
    let command = format!("{long_line}\n{many_lines}echo the-end");
    let left = shown(&waiting(&plan(&execute(&command))));
    let summary = left.text();
    let summary = &summary[..summary.find(PROMPT).unwrap_or_default()];
    let whole = unwrapped(summary);
    for word in words.iter().chain([&"the-end".to_owned(), &"line-499".to_owned()]) {
        assert!(whole.contains(word), "{word} is missing");
    }
    let lines = summary.lines().filter(|line| line.contains("echo line-")).count();
    assert_eq!(lines, 500);
    assert!(
        summary.lines().all(|line| line.chars().count() <= 100),
        "no line leaves the screen"
    );
}

#[test]
fn r10_a_plan_cannot_answer_for_the_user_or_imitate_a_question() {
    if !has_terminal("r10_prompt") {
        return;
    }
    let fake = format!("true #{}Execute this plan? (a)pprove all › a", " ".repeat(90));
    let project = waiting(&plan(&execute(&fake)));
    let left = shown(&project);
    let ours = left.text();
    let ours = ours.lines().filter(|line| line.starts_with("Execute this plan?"));
    assert_eq!(
        ours.count(),
        2,
        "once before and once after it was shown in full: {}",
        left.text()
    );
    assert_eq!(left.code, Some(4));
}
