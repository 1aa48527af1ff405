use model::report::{Details, Entry, Hit, Run, Search};
use model::{Action, Diagnostic, Severity, Timestamp};
use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag};

use super::*;
use crate::teddy::markdown::Page;
use crate::teddy::{read, unified_diff};

const NOON: Timestamp = Timestamp::from_millis(1_793_880_000_000);

fn example() -> Vec<Action> {
    let proposal = read(include_str!("../example.md")).proposal;
    proposal.actions.into_iter().map(|action| action.value).collect()
}

fn entry(action: &Action, fate: Fate, details: Details) -> Entry {
    Entry {
        action: action.clone(),
        fate,
        duration_ms: None,
        modified: None,
        details,
    }
}

fn report(entries: Vec<Entry>) -> Report {
    Report {
        title: "Let the Importer Skip \"Broken\" Rows".to_owned(),
        verdict: Verdict::of(&entries),
        plan: ".teddy/20261105-import/02/plan.md".to_owned(),
        started: NOON,
        ended: NOON.plus_millis(1_234),
        prompt: None,
        approved_by: Some(Approver::Human),
        digest: "af13".to_owned(),
        sandbox: None,
        faults: Vec::new(),
        rationale: "### 1. Synthesis\nAll is well.\n".to_owned(),
        memos: Vec::new(),
        memo_choices: Vec::new(),
        entries,
    }
}

fn details(verb: model::Verb) -> Details {
    match verb {
        model::Verb::Edit => Details::Edited {
            diff: unified_diff("src/import/mod.rs", "a\n", "b\n"),
            notes: vec!["The lines were indented by 4 more blanks.".to_owned()],
        },
        model::Verb::Execute => Details::Ran(Run {
            end: "exit code 101".to_owned(),
            stdout: "running 3 tests\n".to_owned(),
            stderr: String::new(),
            notes: vec!["line 1 failed: cargo test import".to_owned()],
            changed: vec![RelPath::new("Cargo.lock").unwrap()],
        }),
        model::Verb::Research => Details::Searched(vec![
            Search {
                query: "csv import".to_owned(),
                hits: vec![Hit {
                    title: "RFC [4180]".to_owned(),
                    url: "https://example.org/a (b)".to_owned(),
                    snippet: "About\ncommas.".to_owned(),
                }],
            },
            Search {
                query: "nothing".to_owned(),
                hits: Vec::new(),
            },
        ]),
        model::Verb::Chat => Details::Replied(Some("List them.\n".to_owned())),
        _ => Details::None,
    }
}

#[test]
fn a_report_tells_everything() {
    let fates = [
        Fate::Done,
        Fate::Done,
        Fate::Done,
        Fate::Done,
        Fate::Done,
        Fate::Failed("exit code 101".to_owned()),
        Fate::Skipped("an earlier action failed".to_owned()),
        Fate::Unknown,
    ];
    let mut entries: Vec<_> = example()
        .iter()
        .zip(fates)
        .map(|(action, fate)| entry(action, fate, details(action.verb())))
        .collect();
    entries[1].modified = Some("the content: 4 lines became 6".to_owned());
    entries[5].duration_ms = Some(65_000);
    let mut report = report(entries);
    report.prompt = Some("Go on.\n\nBut slowly.".to_owned());
    report.sandbox = Some("files: workspace only; network: none".to_owned());
    report.memos = vec![
        MemoChange::Add("One.".to_owned()),
        MemoChange::Remove("Two.".to_owned()),
    ];
    let expected = include_str!("example.md");
    assert_eq!(write_report(&report), expected, "\n{}", write_report(&report));
}

#[test]
fn details_can_be_kept_and_put_in_later() {
    for action in example() {
        let details = details(action.verb());
        let written = write_details(&details);
        assert_eq!(write_details(&Details::Written(written.clone())), written);
    }
}

const PIECES: [&str; 22] = [
    "\n",
    "\r",
    "\r\n",
    "# a",
    "## Action Plan",
    "### `READ`",
    "#### x",
    "````",
    "`",
    "~~~~",
    "---",
    "===",
    "<!--",
    "<pre>",
    "- ",
    "> ",
    "    ",
    "\t",
    "[a]: b",
    "a",
    "](",
    "\u{202e}",
];

fn hostile() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES), 0..10).prop_map(|pieces| pieces.concat())
}

fn headings(markdown: &str) -> usize {
    let is_heading = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
    Parser::new(markdown).filter(is_heading).count()
}

#[test]
fn hidden_characters_of_names_notes_and_headings_are_escaped() {
    let run = Run {
        notes: vec!["`\u{202e}x` is a new git repository".to_owned()],
        changed: vec![RelPath::new("rtl\u{202e}gpj.sh").unwrap()],
        ..Run::default()
    };
    let mut page = Page::default();
    page.heading(4, "`EXECUTE` of `touch zero\u{200b}w`");
    let written = page.text + &write_details(&Details::Ran(run));
    assert!(
        written.contains(r"[rtl\u{202e}gpj.sh](/rtl%E2%80%AEgpj.sh)"),
        "{written}"
    );
    assert!(!written.contains(['\u{202e}', '\u{200b}']), "{written}");
}

#[test]
fn changed_files_above_the_limit_are_counted() {
    let path = |number: usize| RelPath::new(&format!("f{number}")).unwrap();
    let changed = |count: usize| {
        let run = Run {
            changed: (0..count).map(path).collect(),
            ..Run::default()
        };
        write_details(&Details::Ran(run))
    };
    let most = model::limits::CHANGED_FILES_SHOWN;
    assert!(!changed(most).contains(" more"));
    let text = changed(most + 7);
    assert_eq!(text.matches("](/f").count(), most);
    assert!(text.contains("  - and 7 more\n"), "{text}");
}

proptest! {
    #[test]
    fn no_content_breaks_out(texts in prop::collection::vec(hostile(), 16)) {
        let text = |index: usize| texts[index].clone();
        let run = Run { end: text(0), stdout: text(1), stderr: text(2), notes: vec![text(3)], changed: Vec::new() };
        let hit = Hit { title: text(4), url: text(5), snippet: text(6) };
        let details = [
            Details::Ran(run),
            Details::Searched(vec![Search { query: text(7), hits: vec![hit] }]),
            Details::Replied(Some(text(8))),
            Details::Edited { diff: text(9), notes: vec![text(10)] },
            Details::Written(text(11)),
        ];
        let mut actions = example();
        if let Action::Chat(chat) = &mut actions[3] {
            chat.message.value = text(12);
        }
        let count = actions.len();
        let details = details.into_iter().chain(std::iter::repeat(Details::None));
        let entries = actions.iter().zip(details).map(|(action, details)| entry(action, Fate::Failed(text(13)), details));
        let mut report = report(entries.collect());
        report.title = text(14);
        report.rationale = text(15);
        report.prompt = Some(text(0));
        report.digest = text(1);
        report.sandbox = Some(text(2));
        report.memos = vec![MemoChange::Add(text(3)), MemoChange::Remove(text(4))];
        report.faults = vec![Diagnostic::error(crate::rules::ANY, text(5)).with_hint(text(6))];
        report.entries[0].modified = Some(text(7));
        let written = write_report(&report);
        prop_assert_eq!(headings(&written), 6 + count, "{}", written);

        let reading = read(&written);
        prop_assert!(reading.diagnostics.iter().any(|fault| fault.severity == Severity::Error));
        prop_assert_eq!(reading.proposal.actions.len(), 0, "{}", written);
    }
}
