//! R8: somebody swaps a folder and a link to the outside while we apply.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::testing::*;
use super::*;
use crate::FileError;
use crate::tree::Way;

const APPLIES: usize = 10_000;
const OLD: &[u8] = b"old";

#[test]
fn ten_thousand_applies_under_swapping_folders_leave_the_canary_alone() {
    for way in Way::all() {
        let scene = Scene::by(*way, &[("d/f", OLD), ("d/e/g", OLD)]);
        for canary in ["f", "e/g"] {
            let path = scene.outside(canary);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, OLD).unwrap();
        }
        let number = |canary: &str| scene.outside(canary).metadata().unwrap().ino();
        let numbers = [number("f"), number("e/g")];
        let is_over = AtomicBool::new(false);
        let done = thread::scope(|threads| {
            let project = scene.at("");
            let is_over = &is_over;
            threads.spawn(move || swap(&project, is_over));
            let _end = AtEnd(is_over);
            applies(&scene, APPLIES / Way::all().len())
        });
        assert!(done > 0, "no apply ever came through");
        eprintln!("{way:?}: {done} of {} applies came through", APPLIES / Way::all().len());
        for canary in ["f", "e/g"] {
            assert_eq!(fs::read(scene.outside(canary)).unwrap(), OLD);
        }
        assert_eq!(numbers, [number("f"), number("e/g")]);
        assert_eq!(fs::read_dir(scene.outside("")).unwrap().count(), 2);
        assert_eq!(fs::read_dir(scene.outside("e")).unwrap().count(), 1);
    }
}

/// A panic ends the race, too.
struct AtEnd<'a>(&'a AtomicBool);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Exchanges the folder and a link to the outside, so that there is always one of them.
fn swap(project: &Path, is_over: &AtomicBool) {
    let (folder, link) = (project.join("d"), project.join("link"));
    symlink("../outside", &link).unwrap();
    for round in 0.. {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        for pause in [round * 37 % 300, 20] {
            // Sometimes long enough for an apply, so that every step of one meets the link.
            thread::sleep(Duration::from_micros(pause));
            renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE).unwrap();
        }
    }
}

/// How many came through. The content stays the same, so that each can be the first; a file that was written has
/// another number all the same.
fn applies(scene: &Scene, count: usize) -> usize {
    let mut done = 0;
    let mut tried = 0;
    while tried < count {
        let changes = [
            edit("d/f", OLD, OLD),
            edit("d/e/g", OLD, OLD),
            create(&format!("d/new{tried}/h"), b"new"),
        ];
        match scene.apply(&changes) {
            // Refused at the first look, which is no race.
            Err(ApplyError::File(FileError::Outside { .. })) => continue,
            Ok(_) => {
                done += 1;
                insist(|| revert(&scene.root, &scene.journal(), Author::Action).map(|_| ()));
            }
            Err(ApplyError::Unfinished { .. }) => insist(|| recover(&scene.root, &scene.journal()).map(|_| ())),
            Err(_) => {}
        }
        tried += 1;
        let _ = fs::remove_dir_all(scene.journal());
    }
    done
}

/// The folder comes back again and again.
fn insist(mut attempt: impl FnMut() -> Result<(), ApplyError>) {
    for _ in 0..10_000 {
        // An attempt that failed may have left so little to do that the next one could finish it.
        if matches!(attempt(), Ok(()) | Err(ApplyError::RevertedBefore(_))) {
            return;
        }
        thread::yield_now();
    }
    attempt().unwrap();
}
