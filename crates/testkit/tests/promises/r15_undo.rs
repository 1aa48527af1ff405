//! R15: an undo restores exact bytes, or changes nothing and reports the reason.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use workspace::{ApplyError, Change};

use crate::ground::{Ground, create, delete, edit};

#[derive(Debug, Clone)]
enum RandomChange {
    Put(Vec<u8>),
    Delete,
}

type Files = BTreeMap<String, (Vec<u8>, u32)>;

fn paths() -> impl Strategy<Value = String> {
    let paths = ["a", "b", "d/a", "d/b", "d/e/f", "x/y/z", "x/y/w", "x/v", "ü/ß", "q r/s"];
    prop::sample::select(paths.to_vec()).prop_map(str::to_owned)
}

fn contents() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![Just(b"same\r\n".to_vec()), prop::collection::vec(any::<u8>(), 0..40)]
}

fn files() -> impl Strategy<Value = Files> {
    let modes = prop::sample::select(vec![0o644, 0o600, 0o755, 0o444, 0o4711]);
    prop::collection::btree_map(paths(), (contents(), modes), 0..6)
}

fn random_changes() -> impl Strategy<Value = BTreeMap<String, RandomChange>> {
    let random = prop_oneof![3 => contents().prop_map(RandomChange::Put), 1 => Just(RandomChange::Delete)];
    prop::collection::btree_map(paths(), random, 1..6)
}

fn lay_out(files: &Files) -> Ground {
    let list: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(path, (content, _))| (path.as_str(), content.as_slice()))
        .collect();
    let ground = Ground::new(&list);
    for (path, (_, mode)) in files {
        ground.set_mode(path, *mode);
    }
    ground
}

fn changes(files: &Files, random_changes: &BTreeMap<String, RandomChange>) -> Vec<Change> {
    let change = |(path, random): (&String, &RandomChange)| match (files.get(path), random) {
        (Some((before, _)), RandomChange::Put(content)) => Some(edit(path, before, content)),
        (Some((before, _)), RandomChange::Delete) => Some(delete(path, before)),
        (None, RandomChange::Put(content)) => Some(create(path, content)),
        (None, RandomChange::Delete) => None,
    };
    random_changes.iter().filter_map(change).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn r15_undo_restores_exact_bytes(files in files(), random_changes in random_changes()) {
        let ground = lay_out(&files);
        let before = ground.tree();
        ground.apply(&changes(&files, &random_changes)).unwrap();
        for (path, random) in &random_changes {
            match random {
                RandomChange::Put(content) => prop_assert_eq!(&fs::read(ground.at(path)).unwrap(), content),
                RandomChange::Delete => prop_assert!(!ground.at(path).exists()),
            }
        }
        ground.revert().unwrap();
        prop_assert_eq!(ground.tree(), before);
    }

    #[test]
    fn r15_undo_shows_foreign_changes_and_touches_nothing(
        files in files(),
        random_changes in random_changes(),
        which in any::<prop::sample::Index>(),
        content in contents(),
    ) {
        let ground = lay_out(&files);
        let changes = changes(&files, &random_changes);
        prop_assume!(!changes.is_empty());
        ground.apply(&changes).unwrap();
        let change = &changes[which.index(changes.len())];
        let path = change.path().as_str();
        // As most editors write files.
        let is_same = change.content() == Some(content.as_slice());
        fs::write(ground.at("draft"), &content).unwrap();
        if let Ok(found) = ground.at(path).metadata() {
            fs::set_permissions(ground.at("draft"), found.permissions()).unwrap();
        }
        fs::rename(ground.at("draft"), ground.at(path)).unwrap();
        let now = ground.tree();
        match ground.revert() {
            Ok(_) => prop_assert!(is_same, "{path} was lost"),
            Err(ApplyError::Stale(stale)) => {
                prop_assert!(!is_same);
                prop_assert_eq!(stale.len(), 1);
                prop_assert_eq!(stale[0].path.as_str(), path);
                prop_assert_eq!(ground.tree(), now);
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}
