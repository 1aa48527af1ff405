//! R1: the next command removes temporary files of a killed one.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use planwright_testkit::bins;
use planwright_testkit::ordinary_user::as_each_user;
use planwright_testkit::project::{Project, finish, must};

use crate::turn_scenes::{bare, create, execute, plan};

const WAIT: Duration = Duration::from_secs(60);

#[test]
fn r01_temporary_files_of_a_killed_execution_are_removed_by_the_next_one() {
    as_each_user(|| {
        let project = bare();
        let temp = project.scene().join("tmp");
        must("a folder", fs::create_dir(&temp));
        project.write("slow.md", &plan(&execute("touch started; sleep 600")));
        project.write("quick.md", &plan(&(create("new.txt", "New") + &execute("true"))));
        let teddy = |plan: &str| {
            let mut command = project.command(bins::path("teddy"));
            command.args(["execute", plan, "-y"]).env("TMPDIR", &temp);
            command
        };
        let mut slow = must("teddy", teddy("slow.md").spawn());
        wait_for(&project.root().join("started"));
        must("a kill", slow.kill());
        must("its end", slow.wait());
        assert!(
            !names(&temp).is_empty() && !locks(&project).is_empty(),
            "nothing was left"
        );
        finish(&mut teddy("quick.md")).done();
        assert_eq!((names(&temp), locks(&project)), (Vec::new(), Vec::new()));
    });
}

pub fn wait_for(path: &Path) {
    let since = Instant::now();
    while !path.exists() {
        assert!(since.elapsed() < WAIT, "{} does not appear", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn locks(project: &Project) -> Vec<String> {
    let mut names = names(&project.root().join(".planwright/turns"));
    names.retain(|name| name.ends_with(".lock"));
    names
}

fn names(folder: &Path) -> Vec<String> {
    let entries = must(folder.display(), fs::read_dir(folder));
    entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}
