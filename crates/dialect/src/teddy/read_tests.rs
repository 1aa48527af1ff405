use model::proposal::Execute;
use model::{Action, MemoChange, Severity, limits};

use super::testing::{HEAD, RATIONALE, actions, places, rules_of};
use super::{read, rules, write, write_action};

/// The only action of a plan, which must be without any fault.
fn only(text: &str) -> Action {
    let source = actions(text);
    assert_eq!(places(&source), [""; 0], "{source}");
    let mut actions = read(&source).proposal.actions;
    assert_eq!(actions.len(), 1);
    actions.remove(0).value
}

fn execute(fields: &str) -> Execute {
    let text = format!("### `EXECUTE`\n- **Description:** d\n- **Expected Outcome:** e\n{fields}```sh\nls\n```\n");
    match only(&text) {
        Action::Execute(execute) => execute,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_example_is_clean_and_canonical() {
    let source = include_str!("example.md");
    assert_eq!(places(source), [""; 0]);
    let proposal = read(source).proposal;
    assert_eq!(proposal.actions.len(), 8);
    assert_eq!(read(&write(&proposal)).proposal, proposal);
    assert_eq!(write(&proposal), source);
    for action in &proposal.actions {
        assert_eq!(&source[action.span.clone()], write_action(&action.value).trim_end());
    }
}

#[test]
fn the_head_is_read() {
    let proposal = read(include_str!("example.md")).proposal;
    assert_eq!(proposal.title.value, "Let the Importer Skip \"Broken\" Rows");
    assert_eq!(proposal.status(), Some("Green"));
    assert_eq!(proposal.header("plan type").unwrap().value, "Implementation");
    assert!(proposal.rationale.synthesis.value.starts_with("One malformed row"));
    assert!(proposal.rationale.state_dashboard.value.ends_with("blanks means"));
    let memo = MemoChange::Add("Imports report every row that they leave out.".to_owned());
    assert_eq!(proposal.memos[0].value.change, memo);
}

#[test]
fn parts_know_their_places() {
    let source = include_str!("example.md");
    let proposal = read(source).proposal;
    assert_eq!(&source[proposal.title.span.clone()], proposal.title.value);
    let justification = &proposal.rationale.justification;
    assert_eq!(&source[justification.span.clone()], justification.value);
    let Action::Edit(edit) = &proposal.actions[2].value else {
        panic!("not an edit");
    };
    let find = &edit.pairs[0].find;
    assert_eq!(&source[find.value.span()], find.value.text());
    assert!(source[find.span.clone()].starts_with("````rust\n    let record"));
    assert_eq!(
        &source[edit.path.span.clone()],
        "[src/import/mod.rs](/src/import/mod.rs)"
    );
}

#[test]
fn an_action_can_be_replaced_in_its_source() {
    let source = include_str!("example.md");
    let mut proposal = read(source).proposal;
    let span = proposal.actions[3].span.clone();
    let Action::Chat(chat) = &mut proposal.actions[3].value else {
        panic!("not a message");
    };
    chat.message.value = "Shorter.".to_owned();
    let text = write_action(&proposal.actions[3].value);
    let edited = format!("{}{}{}", &source[..span.start], text.trim_end(), &source[span.end..]);
    assert_eq!(read(&edited).proposal, proposal);
}

#[test]
fn content_is_verbatim() {
    for (block, text, bare) in [
        ("````\n````", "", ""),
        ("````\n\n````", "\n", ""),
        (
            "````rs\n  a\n\n```\nb\n```\n````",
            "  a\n\n```\nb\n```\n",
            "  a\n\n```\nb\n```",
        ),
        ("~~~\n`FIND:`\n~~~", "`FIND:`\n", "`FIND:`"),
    ] {
        let plan = format!("### `CREATE`\n- **File Path:** [a](/a)\n- **Description:** d\n{block}\n");
        let Action::Create(create) = only(&plan) else {
            panic!("not a file");
        };
        let content = &create.content.value;
        assert_eq!((content.text(), content.bare()), (text, bare));
    }
}

#[test]
fn commands_have_options() {
    let plain = execute("");
    assert_eq!(
        (plain.cwd, plain.env, plain.timeout_s, plain.allow_failure),
        (None, vec![], None, false)
    );
    let fields = "- **cwd:** (Optional) a/b\n- **env:** (Optional)\n    - `A`: \"x: y\"\n    - `B`: ''\n- **Timeout:** 9\n- **Allow Failure:** true\n";
    let full = execute(fields);
    assert_eq!(full.cwd.unwrap().value.as_str(), "a/b");
    let env: Vec<_> = full
        .env
        .iter()
        .map(|v| (v.name.value.as_str(), v.value.value.as_str()))
        .collect();
    assert_eq!(env, [("A", "x: y"), ("B", "")]);
    assert_eq!(full.timeout_s.unwrap().value, 9);
    assert!(full.allow_failure);
    assert_eq!(execute("- **cwd:** .\n").cwd, None);
}

#[test]
fn resources_are_files_or_pages() {
    for (value, resource) in [
        ("[a b.md](/a%20b.md)", "a b.md"),
        ("[a/[id].ts](/a/[id].ts)", "a/[id].ts"),
        ("[variables.tf](/variables.tf)", "variables.tf"),
        ("[docs](https://example.com/a%20b)", "https://example.com/a%20b"),
        ("[x.md](HTTP://example.com)", "HTTP://example.com"),
    ] {
        let Action::Read(read) = only(&format!("### `READ`\n- **Resource:** {value}\n- **Description:** d\n")) else {
            panic!("not a read");
        };
        assert_eq!(read.resource.value.to_string(), resource);
    }
}

#[test]
fn every_fault_is_told_at_once_and_in_its_place() {
    let source = format!(
        "{HEAD}\n{RATIONALE}\n## Action Plan\n\n### read\n- **Foo:** x\n\n### `CREATE`\n- **File Path:** [a](/../a)\n"
    );
    let expected = [
        "23:1 action-heading?",
        "23:1 field-recommended?",
        "23:1 field-required",
        "24:5 field-unknown?",
        "26:1 block-missing",
        "26:1 field-recommended?",
        "27:18 path-unsafe",
    ];
    assert_eq!(places(&source), expected);
}

#[test]
fn broken_actions_are_told_beside_the_proposal() {
    let source =
        actions("### `PRUNE`\n- **Resource:** [a](/a)\n- **Description:** d\n\n### `EDIT`\n- **File Path:** [b](/b)\n");
    let reading = read(&source);
    assert_eq!(reading.proposal.actions.len(), 1);
    let broken = &reading.broken[0];
    assert_eq!((broken.before, broken.path.as_ref().unwrap().as_str()), (1, "b"));
    assert!(source[broken.span.clone()].starts_with("### `EDIT`"));
}

#[test]
fn an_error_is_not_lost_among_warnings() {
    let breaks = "---\n\n".repeat(limits::DIAGNOSTICS + 10);
    let reading = read(&actions(&format!("{breaks}### `CREATE`\n")));
    assert!(reading.diagnostics.len() <= 2 * limits::DIAGNOSTICS);
    assert!(
        reading
            .diagnostics
            .iter()
            .any(|fault| fault.severity == Severity::Error)
    );
}

#[test]
fn nothing_is_a_plan_with_everything_missing() {
    assert_eq!(
        rules_of(""),
        ["action-missing", "header-missing", "rationale-missing", "title-missing"]
    );
}

#[test]
fn a_link_definition_is_told_like_other_text() {
    let read = "### `READ`\n- **Resource:** [a.md](/a.md)\n- **Description:** d\n";
    let definition = "\n[first]: /delete \"the old file\"\n\n";
    assert_eq!(rules_of(&actions(&format!("{definition}{read}"))), ["loose-prose"]);
    assert_eq!(
        rules_of(&actions(&format!("{read}{definition}{read}"))),
        ["stray-prose"]
    );
    assert_eq!(rules_of(&actions(&format!("{read}{definition}"))), ["closing-prose"]);
    let chat = only(&format!("### `CHAT_WITH_USER`\nSee [first].\n\n---\n{definition}"));
    let Action::Chat(chat) = chat else { panic!("{chat:?}") };
    assert_eq!(
        chat.message.value,
        format!("See [first].\n\n---\n{}", definition.trim_end())
    );
}

/// The parenthesis that ends the link is not the one that ends the name.
#[test]
fn a_file_may_be_called_like_the_end_of_a_link() {
    for name in ["](/)", "a/)", "a/))"] {
        let path = model::RelPath::new(name).unwrap();
        let create = |link: &str| format!("### `CREATE`\n- **File Path:** {link}\n- **Description:** d\n````\n````\n");
        let link = format!("[file](/{})", super::link::encoded(name));
        let Action::Create(read) = read(&actions(&create(&link))).proposal.actions.remove(0).value else {
            panic!("{name}");
        };
        assert_eq!(read.path.value, path);
    }
    let folder = "### `CREATE`\n- **File Path:** [a](/a/)\n- **Description:** d\n````\n````\n";
    assert!(rules_of(&actions(folder)).contains(&rules::PATH_UNSAFE));
}
