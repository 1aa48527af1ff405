//! R3: whatever the tree and the group, and wherever the world stops, it is before or after.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::disk::Disk;
use super::recover::recover_on;
use super::revert::revert_on;
use super::testing::*;
use super::*;

const EIO: i32 = 5;

#[derive(Debug, Clone)]
enum Wish {
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

fn wishes() -> impl Strategy<Value = BTreeMap<String, Wish>> {
    let wish = prop_oneof![3 => contents().prop_map(Wish::Put), 1 => Just(Wish::Delete)];
    prop::collection::btree_map(paths(), wish, 1..6)
}

fn stage_scene(files: &BTreeMap<String, (Vec<u8>, u32)>) -> Scene {
    let list: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, (content, _))| (path.as_str(), content.as_slice()))
        .collect();
    let scene = Scene::new(&list);
    for (path, (_, mode)) in files {
        scene.set_mode(path, *mode);
    }
    scene
}

fn changes(files: &BTreeMap<String, (Vec<u8>, u32)>, wishes: &BTreeMap<String, Wish>) -> Vec<Change> {
    let change = |(path, wish): (&String, &Wish)| match (files.get(path), wish) {
        (Some((before, _)), Wish::Put(content)) => Some(edit(path, before, content)),
        (Some((before, _)), Wish::Delete) => Some(delete(path, before)),
        (None, Wish::Put(content)) => Some(create(path, content)),
        (None, Wish::Delete) => None,
    };
    wishes.iter().filter_map(change).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_apply_that_stops_anywhere_is_before_or_after(files in files(), wishes in wishes()) {
        let changes = changes(&files, &wishes);
        let run = |scene: &Scene, disk: &mut Disk<'_>| apply_on(&scene.root, &scene.journal(), &changes, Author::Action, disk);
        stop_everywhere(|| stage_scene(&files), run)?;
    }

    #[test]
    fn a_revert_that_stops_anywhere_is_before_or_after(files in files(), wishes in wishes()) {
        let changes = changes(&files, &wishes);
        let applied = || {
            let scene = stage_scene(&files);
            scene.apply(&changes).unwrap();
            scene
        };
        stop_everywhere(applied, |scene, disk| revert_on(&scene.root, &scene.journal(), Author::Action, disk))?;
    }
}

/// Stops at every step; then stops the recovery at a step of its own, and recovers again.
fn stop_everywhere(
    scene: impl Fn() -> Scene,
    run: impl Fn(&Scene, &mut Disk<'_>) -> Result<Applied, ApplyError>,
) -> Result<(), TestCaseError> {
    let whole = scene();
    failing(EIO, |_| false, |disk| run(&whole, disk)).unwrap();
    let after = whole.tree();
    for step in 0.. {
        let scene = scene();
        let before = scene.tree();
        if failing(EIO, |now| now >= step, |disk| run(&scene, disk)).is_ok() {
            break;
        }
        let _ = failing(
            EIO,
            |now| now >= step % 7,
            |disk| recover_on(&scene.root, &scene.journal(), disk),
        );
        recover(&scene.root, &scene.journal()).unwrap();
        prop_assert_eq!(recover(&scene.root, &scene.journal()).unwrap(), Recovered::Nothing);
        let found = scene.tree();
        prop_assert!(found == before || found == after, "stopped at {}: {:?}", step, found);
        if found != after {
            failing(EIO, |_| false, |disk| run(&scene, disk)).unwrap();
            prop_assert_eq!(&scene.tree(), &after, "stopped at {}, and again", step);
        }
    }
    Ok(())
}
