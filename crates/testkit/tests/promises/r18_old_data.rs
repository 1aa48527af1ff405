//! R18: old data opens, newer and foreign data is not changed, and damage is reported without a panic.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, Ran, must};
use serde_json::json;

const SESSION: &str = "add-user-login-1794733200";

/// Offsets in the first page of a SQLite file.
const WRITE_VERSION_AT: usize = 18;
const SCHEMA_AT: usize = 60;
const APPLICATION_AT: usize = 68;

pub fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/schema-1.db")
}

/// A project whose store is the fixture with changed bytes.
pub fn with_store(change: impl FnOnce(&mut Vec<u8>)) -> Project {
    let project = Project::in_memory();
    let mut bytes = must("the fixture", fs::read(fixture()));
    change(&mut bytes);
    must("a folder", fs::create_dir_all(project.store_folder()));
    must("the store", fs::write(project.database(), bytes));
    project
}

#[test]
fn r18_a_store_of_schema_1_opens_and_works() {
    let project = with_store(|_| {});
    let healthy = project.doctor().done().json();
    assert_eq!(healthy["healthy"], true, "{healthy:#}");
    let listed = project.planwright(&["list", "--json"]).done().json();
    let tasks = listed["tasks"].as_array().cloned().unwrap_or_default();
    let states: Vec<_> = tasks
        .iter()
        .map(|task| task["state"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(states, ["done", "done", "doing", "todo", "todo", "dropped"]);
    assert_eq!(tasks[3]["title"], "Greet the user", "the edit was undone");
    assert_eq!(tasks[4]["key"], "measure");
    assert_eq!(
        (&tasks[2]["claim"]["agent"], &tasks[2]["claim"]["fence"]),
        (&json!("bob"), &json!(15))
    );
    assert_eq!(project.log(SESSION).as_array().map(Vec::len), Some(15));
    assert_eq!(
        project.planwright(&["signal", "--json"]).done().json()["signals"][0]["id"],
        "slow_ci"
    );

    project
        .planwright(&["done", "3", "--agent", "bob", "--fence", "15"])
        .done();
    let payload = json!({"update_tasks": [{"id": 4, "status": "DONE"}, {"id": 5, "status": "DONE"}],
                         "final_summary": "Login works."});
    project.update("ada", &payload).done();
    project.planwright(&["undo", "--agent", "ada"]).done();
    project.assert_sound();
    assert_eq!(project.log(SESSION).as_array().map(Vec::len), Some(18));
}

#[test]
fn r18_a_newer_store_is_refused_and_left_alone() {
    let project = with_store(|bytes| bytes[SCHEMA_AT..SCHEMA_AT + 4].copy_from_slice(&2_u32.to_be_bytes()));
    let output = refused(&project, "newer_store");
    assert!(output.contains("schema 2") && output.contains("newer"), "{output}");
}

#[test]
fn r18_the_database_of_another_program_is_refused_and_left_alone() {
    for schema in [0, 1, 7_u32] {
        let project = with_store(|bytes| {
            bytes[SCHEMA_AT..SCHEMA_AT + 4].copy_from_slice(&schema.to_be_bytes());
            bytes[APPLICATION_AT..APPLICATION_AT + 4].fill(0);
            // The database has no write-ahead log and must not get one.
            bytes[WRITE_VERSION_AT..WRITE_VERSION_AT + 2].fill(1);
        });
        refused(&project, "not_a_store");
    }
}

#[test]
fn r18_a_file_that_is_not_a_database_is_refused_and_left_alone() {
    let garbage: Vec<u8> = (0..20_000_u32)
        .flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    refused(&with_store(|bytes| *bytes = garbage), "damaged_store");
    refused(
        &with_store(|bytes| *bytes = b"This is my shopping list.\n".to_vec()),
        "damaged_store",
    );
    refused(&with_store(Vec::clear), "not_a_store");
}

#[test]
fn r18_a_truncated_store_is_reported_as_damaged() {
    let whole = must("the fixture", fs::read(fixture())).len();
    for length in [
        1,
        16,
        99,
        100,
        511,
        4095,
        4096,
        4097,
        8192,
        whole / 2,
        whole - 4096,
        whole - 1,
    ] {
        let project = with_store(|bytes| bytes.truncate(length));
        let found = project.doctor();
        assert!(matches!(found.code, Some(1 | 5)), "{length} bytes: {found:?}");
        assert_ne!(found.json(), json!(null));
        for line in [
            &["status", "--json"][..],
            &["next", "--claim", "--json"],
            &["log", "--json"],
        ] {
            let ran = project.planwright(line);
            assert!(matches!(ran.code, Some(0 | 3 | 5)), "{length} bytes, {line:?}: {ran:?}");
            ran.json();
        }
    }
}

/// Every command reports the problem with exit code 5, and the file stays unchanged. Returns the output of doctor.
fn refused(project: &Project, kind: &str) -> String {
    let before = must("the store", fs::read(project.database()));
    let check = |ran: &Ran| {
        assert_eq!(
            (ran.code, &ran.json()["error_type"]),
            (Some(5), &json!(kind)),
            "{ran:?}"
        );
        assert_eq!(ran.stderr, "");
        let after = must("the store", fs::read(project.database()));
        assert!(after == before, "the file was changed");
    };
    check(&project.planloop(&["status", "--json"]));
    check(&project.update("ada", &json!({"update_tasks": [{"id": 3, "status": "DONE"}]})));
    check(&project.planloop(&["start", "--goal", "Another"]));
    let doctor = project.doctor();
    check(&doctor);
    doctor.stdout
}
