use proptest::prelude::*;

use super::*;

const NOON: Timestamp = Timestamp::from_millis(1_793_880_000_000);

const TURN: &str = "\
turn_id: \"02\"
parent_turn_id: \"01\"
caller_turn_id: null
agent: Developer
created_at: \"2026-11-05T12:00:00.000Z\"
";

fn id(name: &str) -> TurnId {
    TurnId::parse(name).unwrap()
}

fn turn() -> Turn {
    Turn {
        id: id("02"),
        parent: Some(id("01")),
        caller: None,
        agent: AgentName::new("Developer").unwrap(),
        created_at: NOON,
        task: None,
        undone_at: None,
    }
}

#[test]
fn a_turn_is_a_few_lines() {
    assert_eq!(write_meta(&Meta::new(turn())), TURN);
    let task = TaskLink {
        session: SessionId::new("user-auth-1").unwrap(),
        thread: ThreadId(2),
        key: TaskKey::new("7").unwrap(),
        agent: AgentName::new("ann").unwrap(),
        fence: Some(Fence(12)),
    };
    let advanced = Turn {
        task: Some(task),
        undone_at: Some(NOON),
        ..turn()
    };
    let written = write_meta(&Meta::new(advanced.clone()));
    let tail = "task: \"7\"\ntask_session: \"user-auth-1\"\ntask_thread: 2\ntask_agent: \"ann\"\n\
                task_fence: 12\nundone: \"2026-11-05T12:00:00.000Z\"\n";
    assert_eq!(written, format!("{TURN}{tail}"));
    assert_eq!(read_meta(&written).unwrap().turn, advanced);
}

#[test]
fn a_turn_of_before_fences_were_kept_is_read() {
    let text = format!("{TURN}task: \"7\"\ntask_session: \"user-auth-1\"\ntask_thread: 2\ntask_agent: \"ann\"\n");
    let link = read_meta(&text).unwrap().turn.task.unwrap();
    assert_eq!((link.key.as_str(), link.fence), ("7", None));
    assert!(read_meta(&format!("{text}task_fence: x\n")).is_err());
}

#[test]
fn what_people_write_is_read() {
    let text = "# mine\nagent: 'Developer'\nturn_id: 02 # unquoted\nparent_turn_id: 01\ncaller_turn_id:\n\
                created_at: 2026-11-05T13:00:00+01:00\n";
    assert_eq!(read_meta(text).unwrap().turn, turn());
}

#[test]
fn what_is_not_ours_survives_in_its_order() {
    let extras = "cost: 0.0310  # dollars\nmodel: some/model-1\ninput_tokens: 12_000\ntags:\n  - a\n\n  - b\n# end\n";
    let text = format!(
        "turn_id: \"02\"\n{extras}parent_turn_id: \"01\"\nagent: Developer\ncreated_at: 2026-11-05T12:00:00Z\n"
    );
    let mut meta = read_meta(&text).unwrap();
    assert_eq!(write_meta(&meta), format!("{TURN}{extras}"));
    assert_eq!(meta.extra("cost"), Some("0.0310"));
    assert_eq!(meta.extra("tags"), None);

    meta.set_text("model", "true");
    meta.set_number("output_tokens", 90);
    let written = write_meta(&meta);
    assert!(
        written.contains("\nmodel: \"true\"\ninput_tokens: 12_000\n"),
        "{written}"
    );
    assert!(written.ends_with("# end\noutput_tokens: 90\n"), "{written}");
    assert_eq!(read_meta(&written), Ok(meta));
}

#[test]
fn odd_layouts_are_kept_or_refused() {
    let flow =
        "{turn_id: \"02\", cost: 0.5, parent_turn_id: \"01\", agent: Developer, created_at: 2026-11-05T12:00:00Z}";
    assert_eq!(write_meta(&read_meta(flow).unwrap()), format!("{TURN}cost: 0.5\n"));
    let indented = format!("{TURN}x: [1]\n").replace('\n', "\n  ");
    let indented = format!("  {}", indented.trim_end());
    assert_eq!(write_meta(&read_meta(&indented).unwrap()), format!("{TURN}x: [1]\n"));
    let nested = format!("{TURN}x:\n  - 1\n  - 2\n").replace('\n', "\n  ");
    assert!(
        read_meta(&format!("  {}", nested.trim_end()))
            .unwrap_err()
            .contains("layout")
    );
}

#[test]
fn broken_files_say_what_is_wrong() {
    for (from, to, why) in [
        ("turn_id: \"02\"\n", "", "`turn_id` is missing"),
        ("\"02\"", "\"../x\"", "`turn_id` is no turn's name: ../x"),
        ("\"02\"", "[a]", "`turn_id` is no single value"),
        ("agent: Developer\n", "", "`agent` is missing"),
        (
            "2026-11-05",
            "yesterday",
            "`created_at` is no RFC 3339 time: yesterdayT12:00:00.000Z",
        ),
        (
            "Developer",
            "&x Developer",
            "line 4: anchors, aliases, tags, merge keys and directives are not allowed",
        ),
        ("agent:", "turn_id:", "the key `turn_id` is there twice"),
    ] {
        assert_eq!(read_meta(&TURN.replacen(from, to, 1)), Err(why.to_owned()));
    }
}

#[test]
fn an_undo_changes_nothing_else() {
    let check = |text: &str, expected: &str| assert_eq!(set_undone(text, NOON).as_deref(), Ok(expected));
    let undone = "undone: \"2026-11-05T12:00:00.000Z\"";
    check(TURN, &format!("{TURN}{undone}\n"));
    check(TURN.trim_end(), &format!("{TURN}{undone}\n"));
    check(&format!("# a\n\n{TURN}# z\n"), &format!("# a\n\n{TURN}# z\n{undone}\n"));
    let crlf = TURN.replace('\n', "\r\n");
    check(&crlf, &format!("{crlf}{undone}\r\n"));
    check(&format!("undone: null # no\n{TURN}"), &format!("{undone} # no\n{TURN}"));
    check(&format!("undone:\n{TURN}"), &format!("{undone}\n{TURN}"));
    check(&format!("{TURN}{undone}\n"), &format!("{TURN}{undone}\n"));
    let flow = "{turn_id: \"02\", agent: D, created_at: 2026-11-05T12:00:00Z}\n";
    assert!(read_meta(flow).is_ok());
    assert!(set_undone(flow, NOON).unwrap_err().contains("layout"));
}

proptest! {
    #[test]
    fn any_turn_reads_back(
        name in "[0-9]{2,4}(-[a-z0-9]{1,5})?",
        agent in "\\PC{1,20}",
        millis in 0i64..4_000_000_000_000,
        extras in prop::collection::vec(("[a-z_]{3,6}x", "\\PC{0,12}"), 0..4),
    ) {
        let agent = AgentName::new(&agent);
        prop_assume!(agent.is_ok());
        let turn = Turn {
            id: id(&name),
            agent: agent.unwrap(),
            created_at: Timestamp::from_millis(millis),
            undone_at: (millis % 2 == 0).then_some(NOON),
            ..turn()
        };
        let mut meta = Meta::new(turn);
        for (key, text) in &extras {
            meta.set_text(key, text);
        }
        let written = write_meta(&meta);
        prop_assert_eq!(read_meta(&written), Ok(meta), "{}", written);
    }
}
