use super::*;

fn folder_in(plans: &Path, name: &str) -> PlanFolder {
    PlanFolder::at(plans, &plans.join(name)).unwrap()
}

const ROOM: Room = Room {
    file_bytes: 100,
    files: 3,
    bytes: 200,
};

#[test]
fn a_missing_or_empty_folder_is_empty() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("plans/s");
    make(&folder).unwrap();
    assert_eq!(read(&folder, ROOM), PlanFiles::default());
    assert!(is_empty(&folder) && is_empty(&base.path().join("nowhere")));
}

#[test]
fn written_files_are_read_and_cleared() {
    let base = tempfile::tempdir().unwrap();
    let place = folder_in(base.path(), "s");
    let folder = place.path();
    let files = [("plan.md", "a"), ("tasks/01-x.md", "b")].map(|(path, text)| (path.into(), text.into()));
    write(folder, &files).unwrap();
    assert_eq!(write(folder, &files).unwrap_err().kind(), ErrorKind::AlreadyExists);
    let found = read(folder, ROOM);
    assert_eq!(found.plan, Some(Ok("a".into())));
    assert_eq!(found.tasks, Some(Ok(vec![("01-x.md".into(), Ok("b".into()))])));
    assert_eq!(clear(&place).unwrap(), ["plan.md", "tasks/01-x.md"]);
    assert_eq!(read(folder, ROOM), PlanFiles::default());
    remove(&place).unwrap();
    remove(&place).unwrap();
    assert_eq!(fs::read_dir(base.path()).unwrap().count(), 0);
}

#[test]
fn unreadable_files_report_the_reason() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path();
    fs::create_dir_all(folder.join("tasks/01-folder.md")).unwrap();
    fs::write(folder.join("tasks/02-latin.md"), b"caf\xe9").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("plan.md")).unwrap();
    let found = read(folder, ROOM);
    assert!(found.plan.unwrap().unwrap_err().contains("link to a missing file"));
    let tasks = found.tasks.unwrap().unwrap();
    assert!(tasks[0].1.as_ref().unwrap_err().contains("folder"), "{tasks:?}");
    assert!(tasks[1].1.as_ref().unwrap_err().contains("UTF-8"), "{tasks:?}");
}

fn check_tasks(fill: impl FnOnce(&Path), why: &str) {
    let base = tempfile::tempdir().unwrap();
    fill(&base.path().join(TASKS));
    let found = read(base.path(), ROOM).tasks.unwrap().unwrap_err();
    assert!(found.contains(why), "{found}");
}

#[test]
fn an_unreadable_tasks_folder_reports_the_reason() {
    let fill = |count: usize, bytes: usize| {
        move |tasks: &Path| {
            fs::create_dir(tasks).unwrap();
            (0..count).for_each(|n| fs::write(tasks.join(n.to_string()), "a".repeat(bytes)).unwrap());
        }
    };
    check_tasks(|tasks| fs::write(tasks, "").unwrap(), "not a folder");
    check_tasks(fill(4, 1), "more than 3 files");
    check_tasks(fill(3, 70), "larger than 200 bytes together");
}

#[test]
fn a_file_in_the_place_of_a_folder_is_removed() {
    let base = tempfile::tempdir().unwrap();
    let place = folder_in(base.path(), "s");
    fs::write(place.path(), "").unwrap();
    remove(&place).unwrap();
    std::os::unix::fs::symlink("/", place.path()).unwrap();
    remove(&place).unwrap();
    remove(&place).unwrap();
    assert!(is_empty(base.path()));
}

#[test]
fn hidden_folders_of_killed_processes_are_removed() {
    let base = tempfile::tempdir().unwrap();
    fs::create_dir_all(base.path().join(".aside-dead").join(TASKS)).unwrap();
    fs::create_dir(base.path().join("s")).unwrap();
    let lives = HiddenFolder::new(base.path()).unwrap();
    remove_leftovers(base.path());
    let names = || {
        let left = fs::read_dir(base.path()).unwrap().flatten();
        left.map(|entry| entry.path())
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(names(), [lives.path().to_owned(), base.path().join("s")].into());
    drop(lives);
    assert_eq!(names(), [base.path().join("s")].into());
}

/// Another process deleted a hidden folder while it was being filled.
#[test]
fn a_folder_that_is_being_filled_is_not_removed() {
    let base = tempfile::tempdir().unwrap();
    let files: Vec<_> = (0..5).map(|n| (format!("tasks/{n}.md"), "a".to_owned())).collect();
    std::thread::scope(|scope| {
        let maker = scope.spawn(|| {
            for n in 0..200 {
                let place = folder_in(base.path(), &format!("s{n}"));
                make_with(&place, &files).unwrap();
                let made = fs::read_dir(place.path().join(TASKS)).unwrap();
                assert_eq!(made.count(), files.len(), "{n}");
                if n % 2 == 0 {
                    clear(&place).unwrap();
                    assert!(is_empty(place.path()), "{n}");
                }
                remove(&place).unwrap();
                assert!(!place.path().exists(), "{n}");
            }
        });
        while !maker.is_finished() {
            remove_leftovers(base.path());
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    });
    assert!(is_empty(base.path()));
}

#[test]
fn one_process_chooses_a_name_at_a_time() {
    let base = tempfile::tempdir().unwrap();
    let plans = base.path().join("plans");
    let choosing = choose(&plans).unwrap();
    let is_free = || File::open(&plans).unwrap().try_lock().is_ok();
    assert!(!is_free());
    drop(choosing);
    assert!(is_free());
}

#[test]
fn a_hidden_folder_can_be_restored_until_it_is_deleted() {
    let base = tempfile::tempdir().unwrap();
    let place = folder_in(base.path(), "s+thread_2");
    write(place.path(), &[("plan.md".into(), "a".into())]).unwrap();
    let begun = Leaving::begin(&place).unwrap().unwrap();
    assert!(!place.path().exists());
    assert_eq!(Leaving::begin(&place).unwrap(), None);
    let of = |name: &str| leaving(&folder_in(base.path(), name));
    assert_eq!(of("s+thread_"), std::slice::from_ref(&begun));
    assert_eq!(of("t+thread_"), []);
    begun.take_back().unwrap();
    assert!(place.path().join("plan.md").exists());
    Leaving::begin(&place).unwrap().unwrap().finish().unwrap();
    assert_eq!(fs::read_dir(base.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_with_files_is_created_atomically() {
    let base = tempfile::tempdir().unwrap();
    let place = folder_in(&base.path().join("plans"), "s");
    let files = |text: &str| [("plan.md".to_owned(), text.to_owned())];
    make_with(&place, &files("a")).unwrap();
    make_with(&place, &files("b")).unwrap();
    assert_eq!(read(place.path(), ROOM).plan, Some(Ok("a".into())));
    assert_eq!(fs::read_dir(base.path().join("plans")).unwrap().count(), 1);
}

/// A folder that was exchanged while it was read gave an empty plan.
#[test]
fn a_folder_that_is_cleared_and_filled_meanwhile_is_read_consistently() {
    let base = tempfile::tempdir().unwrap();
    let place = folder_in(base.path(), "s");
    let folder = place.path();
    let full = [("plan.md", "a"), ("tasks/01-x.md", "b")].map(|(path, text)| (path.to_owned(), text.to_owned()));
    write(folder, &full).unwrap();
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..300 {
                clear(&place).unwrap();
                fs::remove_dir(folder).unwrap();
                make_with(&place, &full).unwrap();
            }
            is_done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
            let found = read(folder, ROOM);
            let is_full = found.plan.is_some() && found.tasks.is_some();
            assert!(is_full || found == PlanFiles::default(), "{found:?}");
            let texts = found.tasks.into_iter().flatten().flatten();
            assert!(texts.map(|(_, text)| text).all(|text| text.is_ok()));
        }
    });
}
