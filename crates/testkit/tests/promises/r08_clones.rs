//! R8 for hostile clones: links in the place of planwright's own files change no file outside of the project.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use planwright_testkit::bins;
use planwright_testkit::ordinary_user::{as_each_user, in_each_sandbox};
use planwright_testkit::project::{Project, Ran, Tree, finish, must, tree};

use crate::r01_leftovers::wait_for;
use crate::r18_old_data::with_store;
use crate::turn_scenes::{PLAN, SESSION, bare, create, edit, execute, plan, report, waiting};

/// A project with a waiting turn, and a folder of the user beside it.
struct Clone {
    project: Project,
}

impl Clone {
    fn new() -> Self {
        let project = waiting(&plan(&create("hello.txt", "Hello")));
        let clone = Self { project };
        must("a folder", fs::create_dir_all(clone.outside().join("deep")));
        must("a canary", fs::write(clone.outside().join("canary"), "canary\n"));
        clone
    }

    fn outside(&self) -> PathBuf {
        self.project.scene().join("outside")
    }

    /// Puts a link in the place of a path in the project.
    fn link(&self, path: &str, target: &Path) {
        let link = self.project.root().join(path);
        let _ = fs::remove_file(&link);
        let _ = fs::remove_dir_all(&link);
        must("a folder", fs::create_dir_all(link.parent().unwrap_or(Path::new("/"))));
        must("a link", symlink(target, &link));
    }

    /// Runs commands that write to planwright's own folder, and asserts that the folder outside is unchanged.
    fn write_everywhere(&self, place: &str) -> Vec<Ran> {
        let before = tree(&self.outside());
        let planner = |line: &[&str], program: &str| {
            let mut command = self.project.command(bins::path(program));
            finish(command.args(line).env("PLANWRIGHT_PLANNER_COMMAND", "echo none"))
        };
        let ran = vec![
            planner(&["start", "--goal", "Add user login"], "planloop"),
            planner(&["suggest"], "planloop"),
            planner(&["plan", "create", "--task", "Keep notes", "--steps", "[]"], "rawko"),
            planner(&["add", "Write it down"], "planwright"),
            planner(&["execute", PLAN, "-y"], "teddy"),
            planner(&["undo", "--turn"], "planwright"),
            planner(&["doctor"], "planwright"),
            planner(&["restore"], "planwright"),
        ];
        assert_unchanged(&before, &self.outside(), place, &ran);
        ran
    }
}

fn assert_unchanged(before: &Tree, outside: &Path, place: &str, ran: &[Ran]) {
    assert_eq!(&tree(outside), before, "{place}: {ran:#?}");
    for ran in ran {
        assert!(ran.code.is_some_and(|code| code <= 5), "{place}: {ran:?}");
    }
}

fn attack(path: &str, target: &str) {
    let clone = Clone::new();
    clone.link(path, &clone.outside().join(target));
    clone.write_everywhere(&format!("{path} -> {target}"));
}

#[test]
fn r08_a_link_at_the_gitignore_of_records_changes_no_file_outside() {
    as_each_user(|| {
        attack(".planwright/turns/.gitignore", "canary");
        attack(".planwright/turns/.gitignore", "missing");
    });
}

#[test]
fn r08_a_link_at_an_answer_changes_no_file_outside() {
    as_each_user(|| {
        attack(".planwright/answers", "deep");
        attack(".planwright/answers", "missing");
        let name = "add-user-login-1794733200-suggest.md";
        attack(&format!(".planwright/answers/{name}"), "canary");
        attack(&format!(".planwright/answers/{name}"), "missing");
    });
}

#[test]
fn r08_a_link_at_the_notes_about_rawko_changes_no_file_outside() {
    as_each_user(|| {
        for (path, target) in [
            (".planwright/rawko", "deep"),
            (".planwright/rawko/written.tsv", "canary"),
            (".planwright/rawko/lock", "canary"),
            (".planwright/rawko/lock", "missing"),
            (".rawko", "deep"),
            (".rawko/plans", "deep"),
            (".rawko/current-task.yaml", "canary"),
        ] {
            attack(path, target);
        }
    });
}

#[test]
fn r08_a_link_at_the_store_changes_no_store_of_another_project() {
    as_each_user(|| {
        let other = Project::in_memory();
        other.planloop(&["start", "--goal", "Keep it"]).done();
        for is_hard in [false, true] {
            let clone = Clone::new();
            let victim = clone.outside().join("store.db");
            must("a store", fs::copy(other.database(), &victim));
            clone.link(".planwright/store.db", &victim);
            if is_hard {
                must("the link", fs::remove_file(clone.project.database()));
                must("a link", fs::hard_link(&victim, clone.project.database()));
            }
            let ran = clone.write_everywhere("the store");
            assert_eq!(ran[0].code, Some(5), "{:?}", ran[0]);
            let output = format!("{}{}", ran[0].stdout, ran[0].stderr);
            assert!(
                output.contains("store.db is a link") || output.contains("another hard link"),
                "{output}"
            );
        }
    });
}

#[test]
fn r08_a_link_at_the_planwright_folder_makes_nothing_outside() {
    as_each_user(|| {
        attack(".planwright", "deep");
        attack(".planwright", "missing");
        let clone = Clone::new();
        clone.link(".planwright", &clone.outside());
        let ran = clone.write_everywhere(".planwright");
        let output = format!("{}{}", ran[0].stdout, ran[0].stderr);
        assert!(
            output.contains(".planwright is a link; put a folder in its place"),
            "{output}"
        );
    });
}

#[test]
fn r08_a_link_at_the_log_of_the_store_makes_no_file_outside() {
    as_each_user(|| {
        for suffix in ["-wal", "-shm", "-journal"] {
            for target in ["missing", "canary"] {
                let clone = Clone::new();
                clone.project.planloop(&["start", "--goal", "Add user login"]).done();
                clone.link(&format!(".planwright/store.db{suffix}"), &clone.outside().join(target));
                clone.write_everywhere(suffix);
                must("the store", fs::remove_file(clone.project.database()));
                clone.write_everywhere(suffix);
            }
        }
    });
}

#[test]
fn r08_an_endless_record_is_refused() {
    as_each_user(|| {
        for target in ["/dev/zero", "/dev/full"] {
            let clone = Clone::new();
            clone.link(".planwright/turns/1.open", Path::new(target));
            clone.link(".planwright/turns/2.done", Path::new(target));
            clone.write_everywhere(target);
        }
    });
}

/// These files are copied into the next turn.
#[test]
fn r08_huge_files_of_a_turn_are_refused_in_little_memory() {
    as_each_user(|| {
        for name in ["message.md", "system_prompt.xml"] {
            let clone = Clone::new();
            let path = clone.project.root().join(SESSION).join("01").join(name);
            let file = must("a file", fs::File::create(path));
            must("its size", file.set_len(60 << 20));
            let mut command = clone.project.command("sh");
            command.args(["-c", "ulimit -d 204800 && exec \"$0\" \"$@\""]);
            let ran = finish(command.arg(bins::path("teddy")).args(["execute", PLAN, "-y"]));
            assert!(ran.code.is_some_and(|code| (1..=5).contains(&code)), "{name}: {ran:?}");
            assert!(ran.stderr.contains(name), "{name}: {ran:?}");
        }
    });
}

/// A resumed execution appends to its record.
#[test]
fn r08_a_record_with_another_name_is_not_written_to() {
    as_each_user(|| {
        let clone = Clone::new();
        clone
            .project
            .write("slow.md", &plan(&execute("touch started; sleep 600")));
        let mut command = clone.project.command(bins::path("teddy"));
        let mut slow = must("teddy", command.args(["execute", "slow.md", "-y"]).spawn());
        wait_for(&clone.project.root().join("started"));
        must("a kill", slow.kill());
        must("its end", slow.wait());
        let record = clone.project.root().join(".planwright/turns/1.open");
        must("a link", fs::hard_link(&record, clone.outside().join("record")));
        let before = tree(&clone.outside());
        let ran = clone.project.teddy(&["execute", "slow.md", "-y", "--resolve", "done"]);
        assert_eq!(ran.code, Some(5), "{ran:?}");
        assert_unchanged(&before, &clone.outside(), "1.open", &[ran]);
    });
}

#[test]
fn r08_a_project_behind_a_link_is_used_as_before() {
    as_each_user(|| {
        let project = Project::in_memory();
        let link = project.scene().join("linked");
        must("a link", symlink(project.root(), &link));
        for line in [&["start", "--goal", "Add user login"][..], &["status", "--json"]] {
            let mut command = project.command(bins::path("planloop"));
            finish(command.args(line).current_dir(&link).env("PWD", &link)).done();
        }
        let named = link.join(".planwright/store.db");
        let mut command = project.command(bins::path("planwright"));
        finish(command.args(["list", "--store"]).arg(named)).done();
    });
}

/// The command runs in the sandbox; planwright writes the report outside of it.
#[test]
fn r08_a_command_cannot_lead_the_report_outside() {
    in_each_sandbox(|| {
        for swap in [
            "ln -sf \"$CANARY\" report.md",
            "rm -rf out && ln -s \"$OUTSIDE\" out",
            "mkfifo report.md",
        ] {
            for report in ["report.md", "out/canary"] {
                let clone = Clone::new();
                let outside = clone.outside();
                let swap = swap
                    .replace("$CANARY", &outside.join("canary").to_string_lossy())
                    .replace("$OUTSIDE", &outside.to_string_lossy());
                clone.project.write("swap.md", &plan(&execute(&swap)));
                let before = tree(&outside);
                let ran = clone.project.teddy(&["execute", "swap.md", "-y", "--report", report]);
                assert_unchanged(&before, &outside, &swap, &[ran]);
            }
        }
    });
}

#[test]
fn r08_a_link_of_the_repository_cannot_lead_the_report_outside() {
    in_each_sandbox(|| {
        for report in ["report.md", "out/canary", "out/new/report.md"] {
            let clone = Clone::new();
            clone.link("report.md", &clone.outside().join("canary"));
            clone.link("out", &clone.outside());
            clone.project.write("plain.md", &plan(&execute("touch ran")));
            let before = tree(&clone.outside());
            let ran = clone.project.teddy(&["execute", "plain.md", "-y", "--report", report]);
            assert_eq!(ran.code, Some(5), "{ran:?}");
            assert!(
                !clone.project.root().join("ran").exists(),
                "it is refused before anything runs"
            );
            assert_unchanged(&before, &clone.outside(), report, &[ran]);
        }
    });
}

#[test]
fn r08_an_edit_breaks_a_hard_link_and_reports_it() {
    as_each_user(|| {
        let project = waiting(&plan(&edit("greet.txt", "Hello", "Good day")));
        let other = project.scene().join("other");
        must("a link", fs::hard_link(project.root().join("greet.txt"), &other));
        project.teddy(&["execute", PLAN, "-y"]).done();
        assert_eq!(must("the other name", fs::read_to_string(&other)), "Hello\n");
        let output = report(&project);
        let note = "`greet.txt` had another hard link. The other name keeps the old content.";
        assert!(output.contains(note), "{output}");
        project.planwright(&["undo", "--turn"]).done();
        assert_eq!(
            must("the file", fs::read_to_string(project.root().join("greet.txt"))),
            "Hello\n"
        );
    });
}

/// Package managers link files of a project to a cache that other projects use. The sandbox cannot tell the names apart.
#[test]
fn r08_a_command_that_writes_through_a_hard_link_is_reported() {
    in_each_sandbox(|| {
        let project = bare();
        let other = project.scene().join("other");
        must("a link", fs::hard_link(project.root().join("greet.txt"), &other));
        project.write("plan.md", &plan(&execute("echo evil > greet.txt; echo x > a; ln a b")));
        let ran = project.teddy(&["execute", "plan.md", "-y"]).done();
        let note = "hard links outside of the project, which changed with them: greet.txt\n";
        assert!(ran.stdout.contains(note), "{ran:?}");
        assert_eq!(must("the other name", fs::read_to_string(&other)), "evil\n");
    });
}

/// Names of sessions become names of backups and of turns.
#[test]
fn r08_session_names_of_a_hostile_store_are_refused() {
    let name = "add-user-login-1794733200";
    for hostile in [
        "../../../../outside/hit01",
        "/tmp/planwright-outside01",
        "..%2f..%2f..%2foutside/01",
    ] {
        assert_eq!(hostile.len(), name.len());
        let project = with_store(|bytes| {
            let places: Vec<usize> = (0..bytes.len() - name.len())
                .filter(|place| bytes[*place..].starts_with(name.as_bytes()))
                .collect();
            assert!(!places.is_empty());
            for place in places {
                bytes[place..place + name.len()].copy_from_slice(hostile.as_bytes());
            }
        });
        let outside = project.scene().join("outside");
        must("a folder", fs::create_dir_all(&outside));
        for (program, line) in [
            ("planwright", &["status"][..]),
            ("planwright", &["add", "Write it down"]),
            ("planloop", &["start", "--goal", "Add user login"]),
            ("teddy", &["new", "other"]),
            ("planwright", &["restore"]),
            ("planwright", &["doctor"]),
        ] {
            let ran = project.run(program, line);
            assert_ne!(ran.code, Some(70), "{hostile}: {ran:?}");
        }
        assert_eq!(must("outside", fs::read_dir(&outside)).count(), 0, "{hostile}");
        assert!(!Path::new(hostile).exists(), "{hostile}");
        let left = format!("{:?}", tree(project.scene()).keys());
        assert!(
            !left.contains("hit01") && !left.contains("outside01"),
            "{hostile}: {left}"
        );
    }
}
