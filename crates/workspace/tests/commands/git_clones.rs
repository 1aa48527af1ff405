//! Clones with files that attack the guard of git's files.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use planwright_workspace::sandbox::{Sandbox, Strength};

use super::git::{assert_refused, git, has_git, make_pipe, repository};
use super::project::TestProject;
use super::sandboxed::{SandboxTrial, skip};

pub const TRIALS: &[SandboxTrial] = &[
    (
        "r09_settings_that_include_themselves_do_not_hold_up_a_command",
        Strength::SystemCalls,
        include_themselves,
    ),
    (
        "r09_git_files_of_a_clone_do_not_fill_the_memory",
        Strength::SystemCalls,
        fill_memory,
    ),
    (
        "r09_settings_of_a_clone_do_not_name_endless_files",
        Strength::SystemCalls,
        name_endless_files,
    ),
    (
        "r08_included_pipes_and_files_elsewhere_are_not_read",
        Strength::SystemCalls,
        include_elsewhere,
    ),
    (
        "r09_a_command_does_not_change_where_git_pushes",
        Strength::SystemCalls,
        redirect_push,
    ),
];

/// A folder that git recognizes as a repository, and that a clone can contain.
fn write_embedded(project: &TestProject, name: &str, config: &str) {
    for file in ["HEAD", "objects/keep", "refs/keep"] {
        project.write(&format!("{name}/{file}"), "ref: refs/heads/main\n");
    }
    project.write(&format!("{name}/config"), config);
}

fn include_themselves(project: &mut TestProject) {
    let includes = "path = config\npath = ../x/config\n".repeat(2);
    write_embedded(project, "x", &format!("[include]\n{includes}"));
    let since = Instant::now();
    let ran = project.run("true");
    assert!(since.elapsed() < Duration::from_secs(60), "{:?}", since.elapsed());
    assert!(ran.succeeded(), "{ran:?}");
}

fn fill_memory(project: &mut TestProject) {
    for count in 0..5 {
        write_embedded(project, &format!("x{count}"), &"#".repeat(8_000_000));
    }
    assert_refused(project, "config", "bytes");
}

fn name_endless_files(project: &mut TestProject) {
    let includes: String = (0..20_000).map(|count| format!("path = a{count}\n")).collect();
    write_embedded(project, "x", &format!("[include]\n{includes}"));
    assert_refused(project, "config", "too many");
}

fn include_elsewhere(project: &mut TestProject) {
    let (pipe, file) = (project.outside().join("pipe"), project.outside().join("file"));
    make_pipe(&pipe);
    fs::write(&file, "[invalid\n").unwrap();
    let is_opened = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            // Waits until a process opens the pipe for reading.
            OpenOptions::new().write(true).open(&pipe).unwrap();
            is_opened.store(true, Ordering::Relaxed);
        });
        for path in [&pipe, &file] {
            write_embedded(project, "x", &format!("[include]\npath = {}\n", path.display()));
            let ran = project.run("true");
            assert!(ran.succeeded() && ran.git == Default::default(), "{ran:?}");
        }
        let was_opened = is_opened.load(Ordering::Relaxed);
        let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap();
        drop(OpenOptions::new().read(true).custom_flags(flags).open(&pipe));
        assert!(!was_opened);
    });
}

fn redirect_push(sandboxed: &mut TestProject) {
    if !has_git() {
        return skip("git", "there is no git");
    }
    let with_remote = |project: &TestProject| git(&project.root, &["remote", "add", "origin", "/mine"]);
    for script in [
        "git remote set-url origin /other",
        "git remote add other /other; git config branch.master.remote other",
        "git config submodule.sub.url /other",
        "git config remote.origin.url /other --add",
    ] {
        let mut project = repository(&(with_remote as fn(&TestProject)));
        project.sandbox.clone_from(&sandboxed.sandbox);
        let before = project.read(".git/config");
        let ran = project.run(&format!("set +e; {script}; exit 0"));
        assert_eq!(project.read(".git/config"), before, "{script}: {ran:?}");
        let is_mounted = project.sandbox.as_ref().map(Sandbox::strength) == Some(Strength::Namespaces);
        assert_eq!(ran.git.violations.is_empty(), is_mounted, "{script}: {ran:?}");
    }
}
