//! Sandboxed commands, with every strength that this machine supports.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use libtest_mimic::Trial;
use planwright_workspace::run::{End, FailedCommand, Stopped};
use planwright_workspace::sandbox::{CacheSetup, Files, Launcher, Network, Sandbox, Strength, strongest, strongest_of};

use super::attack;
use super::caches;
use super::end::{is_alive, run_in_time};
use super::git;
use super::git_clones;
use super::git_overlap;
use super::git_worktrees;
use super::kernel_support::{self, KernelSupport};
use super::project::TestProject;

/// The name, the weakest strength for which it applies, and the trial.
pub type SandboxTrial = (&'static str, Strength, fn(&mut TestProject));

const TRIALS: &[SandboxTrial] = &[
    (
        "a_command_works_in_its_workspace_and_temp",
        Strength::SystemCalls,
        works,
    ),
    (
        "exit_codes_signals_and_the_failed_command_are_reported",
        Strength::SystemCalls,
        reports_its_end,
    ),
    (
        "a_command_is_ended_with_all_of_its_processes",
        Strength::SystemCalls,
        is_ended,
    ),
    ("temp_is_private_and_removed", Strength::Landlock, private_temp),
    (
        "programs_that_insist_on_tmp_get_the_private_one",
        Strength::Namespaces,
        insists_on_tmp,
    ),
    ("a_command_has_a_private_loopback", Strength::Namespaces, own_loopback),
    (
        "a_command_sees_only_its_own_processes",
        Strength::Namespaces,
        own_processes,
    ),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("the_strongest_available_sandbox_is_chosen", || {
        strongest_is_chosen();
        Ok(())
    })];
    let all_support = Strength::ALL.map(|strength| (strength, kernel_support::of(strength)));
    // If the machine lacks a strength, the other strengths run all attacks.
    let is_full = is_full()
        || !all_support
            .iter()
            .all(|(_, support)| matches!(support, KernelSupport::Works));
    for (strength, support) in all_support {
        if let KernelSupport::Lacking(why) = &support {
            eprintln!("not applicable: {strength:?}: {why}");
        }
        let all = TRIALS
            .iter()
            .chain(attack::TRIALS)
            .chain(caches::TRIALS)
            .chain(git::TRIALS)
            .chain(git_clones::TRIALS)
            .chain(git_overlap::TRIALS)
            .chain(git_worktrees::TRIALS);
        for &(name, from, trial) in all {
            if strength > from || !is_full && git::is_repetition(name, strength) {
                continue;
            }
            let name = format!("{strength:?}::{name}").to_lowercase();
            trials.extend(match support.clone() {
                KernelSupport::Works => Some(Trial::test(name, move || {
                    trial(&mut sandboxed(TestProject::new(), strength));
                    Ok(())
                })),
                KernelSupport::Broken(why) => Some(Trial::test(name, || Err(why.into()))),
                KernelSupport::Lacking(why) => {
                    let trial = Trial::test(name, || Err(why.into()));
                    Some(trial.with_kind("not applicable").with_ignored_flag(true))
                }
                KernelSupport::Unknown(why) => {
                    skip(&name, &why);
                    None
                }
            });
        }
    }
    trials
}

fn sandboxed(mut project: TestProject, strength: Strength) -> TestProject {
    project.sandbox = Some(sandbox(&project.root, strength));
    project
}

pub fn sandbox(root: &Path, strength: Strength) -> Sandbox {
    strongest_of(&[strength], &Launcher::this_program(), root, &CacheSetup::default()).unwrap()
}

/// `PLANWRIGHT_TIER=full` runs every attack in every strength and mode.
fn is_full() -> bool {
    std::env::var("PLANWRIGHT_TIER").is_ok_and(|tier| tier == "full")
}

/// Reports a skipped trial, in the format of the promises.
pub fn skip(name: &str, reason: &str) {
    let line = format!("{name}\t{}\n", reason.replace(['\t', '\n'], " "));
    eprint!("skipped: {line}");
    if let Some(path) = std::env::var_os("PLANWRIGHT_SKIPS") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
}

fn strongest_is_chosen() {
    let project = TestProject::new();
    let (launcher, caches) = (Launcher::this_program(), CacheSetup::default());
    let sandbox = strongest(&launcher, &project.root, &caches);
    let available = Strength::ALL
        .into_iter()
        .find(|strength| strongest_of(&[*strength], &launcher, &project.root, &caches).is_ok());
    assert_eq!(sandbox.ok().map(|sandbox| sandbox.strength()), available);
    assert_eq!(Strength::Namespaces.files(), Files::Guarded);
    assert_eq!(Strength::Landlock.network(), Network::None);
    let none = strongest_of(&[], &launcher, &project.root, &caches).unwrap_err();
    assert!(none.to_string().starts_with("sandbox: unavailable"));
}

fn works(project: &mut TestProject) {
    project.write("old/file", "old\n");
    let ran = project.run(
        "echo new > new; mkdir -p a/b; mv new a/b/; cp a/b/new \"$TMPDIR/x\"; mv \"$TMPDIR/x\" y; rm -r old
ln -s y link; ln y hard; chmod 600 y; mkfifo pipe; echo gone > /dev/null; cat < a/b/new; date > /dev/stderr",
    );
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.stdout.to_string(), "new\n");
    assert_eq!(project.read("hard"), "new\n");
    assert!(!project.root.join("old").exists());
}

fn reports_its_end(project: &mut TestProject) {
    let ran = project.run("echo one\nfalse two\n");
    assert_eq!(ran.end, End::Exited(1));
    let failed = FailedCommand {
        line: 2,
        command: "false two".to_owned(),
    };
    assert_eq!(ran.failed, Some(failed));
    assert_eq!(ran.sandbox, project.sandbox.as_ref().map(Sandbox::strength));
    assert_eq!(project.run("kill -9 $$").end, End::Signaled(9));
    let ran = project.run("printf 'trouble\\0I never ran\\0' >&$(ls /proc/self/fd | sed -n 4p) || true; exit 7");
    assert_eq!(ran.end, End::Exited(7));
}

fn is_ended(project: &mut TestProject) {
    // Trials of other strengths may run at the same time.
    let strength = project.sandbox.as_ref().unwrap().strength();
    let sleep = |number: u8| format!("301.{}{number}", strength as u8 + 1);
    project.limits.time = Duration::from_secs(2);
    let all = "trap '' TERM; (setsid sleep N &) ; sleep N; while :; do sleep N; done".replace('N', &sleep(1));
    let ran = run_in_time(project, &all);
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(!is_alive(&sleep(1)));
    let ran = run_in_time(project, &format!("sleep {}", sleep(2)));
    assert_eq!((ran.stopped, ran.end), (Some(Stopped::TimedOut), End::Signaled(15)));
    project.limits.time = Duration::from_secs(60);
    let ran = project.run(&format!("(setsid sleep {} &); sleep 0.2; echo done", sleep(3)));
    assert_eq!(ran.stdout.to_string(), "done\n");
    assert_eq!(ran.left_behind, 1);
    assert!(!is_alive(&sleep(3)));
}

fn private_temp(project: &mut TestProject) {
    let ran = project.run("echo secret > \"$TMPDIR/file\"; stat -c %a \"$TMPDIR\"; echo \"$TMPDIR\"");
    let text = ran.stdout.to_string();
    let (mode, path) = text.trim().split_once('\n').unwrap();
    assert_eq!(mode, "700");
    assert!(!Path::new(path).join("file").exists());
    let elsewhere = std::env::temp_dir().join(format!("planwright-test-{}", std::process::id()));
    project.run(&format!("touch {} || true", elsewhere.display()));
    assert!(!elsewhere.exists());
}

fn insists_on_tmp(_: &mut TestProject) {
    let project = sandboxed(TestProject::below(Path::new("/var/tmp")), Strength::Namespaces);
    let name = format!("/tmp/planwright-insists-{}", std::process::id());
    let ran = project.run(&format!(
        "echo mine > {name}; cat {name}; ls /tmp; echo $TMPDIR; touch ../new || echo refused"
    ));
    let name = name.trim_start_matches("/tmp/");
    assert_eq!(ran.stdout.to_string(), format!("mine\n{name}\n/tmp\nrefused\n"));
    assert!(!Path::new("/tmp").join(name).exists());
    project.assert_canary();
}

fn own_loopback(project: &mut TestProject) {
    let ran = project.run("exec 3<>/dev/tcp/127.0.0.1/9");
    // With the device down, the address would be unreachable.
    assert!(ran.stderr.to_string().contains("Connection refused"), "{ran:?}");
}

fn own_processes(project: &mut TestProject) {
    if let Err(why) = kernel_support::of_processes() {
        return eprintln!("not applicable: {why}");
    }
    let mut stranger = Command::new("sleep")
        .arg("301.04")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let ran =
        project.run("echo $$ ; ls /proc | grep -c '^[0-9]'; cat /proc/[0-9]*/cmdline | grep -c '301[.]04' || true");
    stranger.kill().unwrap();
    stranger.wait().unwrap();
    let text = ran.stdout.to_string();
    let numbers: Vec<u32> = text.lines().map(|line| line.parse().unwrap()).collect();
    assert!(numbers[0] < 10 && numbers[1] < 10 && numbers[2] == 0, "{text}");
}
