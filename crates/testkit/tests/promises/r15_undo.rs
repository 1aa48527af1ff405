//! R15: an undo restores exact bytes, or changes nothing and reports the reason.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use workspace::{ApplyError, Change};

use crate::ground::{Ground, create, delete, edit};

#[derive(Debug, Clone)]
enum Wish {
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

fn wishes() -> impl Strategy<Value = BTreeMap<String, Wish>> {
    let wish = prop_oneof![3 => contents().prop_map(Wish::Put), 1 => Just(Wish::Delete)];
    prop::collection::btree_map(paths(), wish, 1..6)
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

fn changes(files: &Files, wishes: &BTreeMap<String, Wish>) -> Vec<Change> {
    let change = |(path, wish): (&String, &Wish)| match (files.get(path), wish) {
        (Some((before, _)), Wish::Put(content)) => Some(edit(path, before, content)),
        (Some((before, _)), Wish::Delete) => Some(delete(path, before)),
        (None, Wish::Put(content)) => Some(create(path, content)),
        (None, Wish::Delete) => None,
    };
    wishes.iter().filter_map(change).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn r15_undo_restores_exact_bytes(files in files(), wishes in wishes()) {
        let ground = lay_out(&files);
        let before = ground.tree();
        ground.apply(&changes(&files, &wishes)).unwrap();
        for (path, wish) in &wishes {
            match wish {
                Wish::Put(content) => prop_assert_eq!(&fs::read(ground.at(path)).unwrap(), content),
                Wish::Delete => prop_assert!(!ground.at(path).exists()),
            }
        }
        ground.revert().unwrap();
        prop_assert_eq!(ground.tree(), before);
    }

    #[test]
    fn r15_undo_shows_foreign_changes_and_touches_nothing(
        files in files(),
        wishes in wishes(),
        which in any::<prop::sample::Index>(),
        content in contents(),
    ) {
        let ground = lay_out(&files);
        let changes = changes(&files, &wishes);
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
