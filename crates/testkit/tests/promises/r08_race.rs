//! R8: another process swaps a folder and a link to the outside during an apply.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use planwright_testkit::project::must;
use planwright_testkit::{Tier, tier};
use workspace::{ApplyError, FileError};

use crate::ground::{Ground, WAYS, create, edit};

const OLD: &[u8] = b"old";

#[test]
fn r08_applies_under_swapping_folders_leave_the_canary_alone() {
    let count = match tier() {
        Tier::Quick => 1_000,
        Tier::Full => 10_000,
    };
    for open in WAYS {
        let scene = Ground::by(open, &[("d/f", OLD), ("d/e/g", OLD)]);
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
            applies(&scene, count)
        });
        assert!(done > 0, "no apply succeeded");
        eprintln!("{done} of {count} applies succeeded");
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

/// Exchanges the folder and a link to the outside atomically, so that one of them always exists.
fn swap(project: &Path, is_over: &AtomicBool) {
    let (folder, link) = (project.join("d"), project.join("link"));
    must("a link", symlink("../outside", &link));
    for round in 0.. {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        for pause in [round * 37 % 300, 20] {
            // Sometimes long enough for an apply, so that each of its steps meets the link.
            thread::sleep(Duration::from_micros(pause));
            let swapped = renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE);
            must("a swap", swapped);
        }
    }
}

/// The number of successful applies. Each writes the same content, so that each can be the first. A written file has a
/// new inode number.
fn applies(scene: &Ground, count: usize) -> usize {
    let mut done = 0;
    let mut tried = 0;
    while tried < count {
        let changes = [
            edit("d/f", OLD, OLD),
            edit("d/e/g", OLD, OLD),
            create(&format!("d/new{tried}/h"), b"new"),
        ];
        match scene.apply(&changes) {
            // Refused at the first check: not a race.
            Err(ApplyError::File(FileError::Outside { .. })) => continue,
            Ok(_) => {
                done += 1;
                insist(|| scene.revert().map(|_| ()));
            }
            Err(ApplyError::Unfinished { .. }) => insist(|| scene.recover()),
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
        // A failed attempt may have left so little work that the next one could finish it.
        if matches!(attempt(), Ok(()) | Err(ApplyError::RevertedBefore(_))) {
            return;
        }
        thread::yield_now();
    }
    must("the last attempt", attempt());
}
