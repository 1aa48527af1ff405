//! R3: a group that is interrupted at any operation is finished or rolled back by recovery.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::disk::Disk;
use super::recover::recover_on;
use super::revert::revert_on;
use super::testing::*;
use super::*;

const EIO: i32 = 5;

#[derive(Debug, Clone)]
enum Edit {
    Put(Vec<u8>),
    Delete,
}

fn paths() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "a", "b", "d/a", "d/b", "d/e/f", "x/y/z", "x/y/w", "x/v", "ü/ß", "q r/s",
    ])
    .prop_map(str::to_owned)
}

fn contents() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![Just(b"same\r\n".to_vec()), prop::collection::vec(any::<u8>(), 0..40)]
}

fn files() -> impl Strategy<Value = BTreeMap<String, (Vec<u8>, u32)>> {
    let modes = prop::sample::select(vec![0o644, 0o600, 0o755, 0o444, 0o4711]);
    prop::collection::btree_map(paths(), (contents(), modes), 0..6)
}

fn edits() -> impl Strategy<Value = BTreeMap<String, Edit>> {
    let wish = prop_oneof![3 => contents().prop_map(Edit::Put), 1 => Just(Edit::Delete)];
    prop::collection::btree_map(paths(), wish, 1..6)
}

fn create_project(files: &BTreeMap<String, (Vec<u8>, u32)>) -> TestProject {
    let list: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, (content, _))| (path.as_str(), content.as_slice()))
        .collect();
    let project = TestProject::new(&list);
    for (path, (_, mode)) in files {
        project.set_mode(path, *mode);
    }
    project
}

fn changes(files: &BTreeMap<String, (Vec<u8>, u32)>, edits: &BTreeMap<String, Edit>) -> Vec<Change> {
    let change = |(path, wish): (&String, &Edit)| match (files.get(path), wish) {
        (Some((before, _)), Edit::Put(content)) => Some(edit(path, before, content)),
        (Some((before, _)), Edit::Delete) => Some(delete(path, before)),
        (None, Edit::Put(content)) => Some(create(path, content)),
        (None, Edit::Delete) => None,
    };
    edits.iter().filter_map(change).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_interrupted_apply_is_recovered_completely(files in files(), edits in edits()) {
        let changes = changes(&files, &edits);
        let run = |project: &TestProject, disk: &mut Disk<'_>| apply_on(&project.root, &project.journal(), &changes, Author::Action, disk);
        stop_everywhere(|| create_project(&files), run)?;
    }

    #[test]
    fn an_interrupted_revert_is_recovered_completely(files in files(), edits in edits()) {
        let changes = changes(&files, &edits);
        let applied = || {
            let project = create_project(&files);
            project.apply(&changes).unwrap();
            project
        };
        stop_everywhere(applied, |project, disk| revert_on(&project.root, &project.journal(), Author::Action, disk))?;
    }
}

/// Stops at every operation, stops the recovery at each of its operations, and recovers again.
fn stop_everywhere(
    project: impl Fn() -> TestProject,
    run: impl Fn(&TestProject, &mut Disk<'_>) -> Result<Applied, ApplyError>,
) -> Result<(), TestCaseError> {
    let whole = project();
    failing(EIO, |_| false, |disk| run(&whole, disk)).unwrap();
    let after = whole.tree();
    for step in 0.. {
        let project = project();
        let before = project.tree();
        if failing(EIO, |now| now >= step, |disk| run(&project, disk)).is_ok() {
            break;
        }
        let _ = failing(
            EIO,
            |now| now >= step % 7,
            |disk| recover_on(&project.root, &project.journal(), disk),
        );
        recover(&project.root, &project.journal()).unwrap();
        prop_assert_eq!(recover(&project.root, &project.journal()).unwrap(), Recovered::Nothing);
        let found = project.tree();
        prop_assert!(found == before || found == after, "stopped at {}: {:?}", step, found);
        if found != after {
            failing(EIO, |_| false, |disk| run(&project, disk)).unwrap();
            prop_assert_eq!(&project.tree(), &after, "stopped at {}, and again", step);
        }
    }
    Ok(())
}
