//! Attacks of hostile commands (R9).

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use planwright_workspace::run::{End, Stopped};
use planwright_workspace::sandbox::Strength;

use super::end::is_alive;
use super::project::TestProject;
use super::sandboxed::{SandboxTrial, skip};

pub const TRIALS: &[SandboxTrial] = &[
    (
        "r09_no_port_of_the_machine_can_be_reached",
        Strength::SystemCalls,
        reach_ports,
    ),
    (
        "r09_no_program_behind_a_socket_can_be_reached",
        Strength::SystemCalls,
        reach_sockets,
    ),
    (
        "r09_no_variable_decides_where_the_launcher_writes",
        Strength::SystemCalls,
        name_the_report,
    ),
    (
        "r09_a_command_cannot_forge_a_failed_start",
        Strength::SystemCalls,
        deny_the_start,
    ),
    (
        "r09_the_audit_waits_until_all_processes_are_ended",
        Strength::SystemCalls,
        plant_after_the_audit,
    ),
    (
        "r09_nothing_outside_is_written_or_removed",
        Strength::Landlock,
        write_outside,
    ),
    ("r09_no_link_leads_outside", Strength::Landlock, write_through_links),
    (
        "r09_no_path_through_proc_leads_outside",
        Strength::Landlock,
        write_through_proc,
    ),
    ("r09_outside_files_cannot_be_linked_in", Strength::Landlock, link_in),
    (
        "r09_a_hidden_child_is_sandboxed_and_ended",
        Strength::Landlock,
        hide_a_child,
    ),
    (
        "r09_a_process_that_forks_and_exits_all_the_time_is_ended",
        Strength::SystemCalls,
        hop_from_process_to_process,
    ),
    ("r09_other_processes_cannot_be_ended", Strength::Landlock, end_others),
    (
        "r09_the_launcher_cannot_be_manipulated",
        Strength::Landlock,
        steer_the_launcher,
    ),
    (
        "r09_folders_that_cannot_be_prevented_are_reported",
        Strength::Landlock,
        create_own_folders,
    ),
    (
        "r09_modes_and_times_outside_are_unchanged",
        Strength::Namespaces,
        change_modes,
    ),
    (
        "r09_hooks_and_settings_are_unchanged",
        Strength::Namespaces,
        change_hooks,
    ),
    (
        "r09_nested_repositories_are_unchanged",
        Strength::Namespaces,
        change_inner,
    ),
    (
        "r09_the_pointer_of_a_worktree_is_unchanged",
        Strength::Namespaces,
        change_pointer,
    ),
    ("r09_the_git_folder_cannot_be_swapped", Strength::Namespaces, swap_git),
    ("r09_mounts_cannot_be_undone", Strength::Namespaces, undo_mounts),
];

/// The program behind a socket may run any command outside of the sandbox.
fn reach_sockets(project: &mut TestProject) {
    let path = project.root.join("door.sock");
    let listener = UnixListener::bind(&path).unwrap();
    listener.set_nonblocking(true).unwrap();
    let ourselves = std::env::current_exe().unwrap();
    let ran = project.run(&format!(
        "'{}' {} '{}'",
        ourselves.display(),
        super::CONNECT,
        path.display()
    ));
    assert!(!ran.succeeded(), "{ran:?}");
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

fn reach_ports(project: &mut TestProject) {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    let (tcp_port, udp_port) = (tcp.local_addr().unwrap().port(), udp.local_addr().unwrap().port());
    let ran = project.run(&format!(
        "(echo leak > /dev/tcp/127.0.0.1/{tcp_port}) && echo leaked
(echo leak > /dev/tcp/localhost/{tcp_port}) && echo leaked
(echo leak > /dev/udp/127.0.0.1/{udp_port}) && echo sent
unshare -Urn true && echo nested
exit 0"
    ));
    assert!(!ran.stdout.to_string().contains("leaked"), "{ran:?}");
    assert_eq!(tcp.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    assert_eq!(udp.recv(&mut [0; 8]).unwrap_err().kind(), ErrorKind::WouldBlock);
}

/// Such a process is never in a list of processes for long. If it outlived the command, it could plant files for git after
/// the audit.
fn hop_from_process_to_process(project: &mut TestProject) {
    let hoppers = [
        "perl -MPOSIX -e 'setsid(); for (;;) { exit 0 if fork; if (-e \"go\") { open F, \">late\"; exit 0 } }' &",
        "hop() { [ -e go ] && touch late && exit; hop & exit; }; (hop &) > /dev/null 2>&1;",
    ];
    for (hopper, count) in hoppers.into_iter().flat_map(|hopper| [(hopper, 1), (hopper, 3)]) {
        for _ in 0..5 {
            let ran = project.run(&format!("{}\nsleep 0.1", hopper.repeat(count)));
            project.write("go", "");
            sleep(Duration::from_millis(200));
            assert!(!project.root.join("late").exists(), "{count} of {hopper}: {ran:?}");
            assert!(!ran.is_still_running, "{count} of {hopper}: {ran:?}");
            fs::remove_file(project.root.join("go")).unwrap();
        }
    }
}

/// Runs each line. No line may have an effect outside of the project.
fn try_all(project: &TestProject, lines: &str) {
    let script = format!("set +e\nOUT='{}'\n{lines}\nexit 0", project.outside().display());
    let ran = project.run(&script);
    assert_eq!(ran.end, End::Exited(0), "{ran:?}");
    project.assert_canary();
}

fn write_outside(project: &mut TestProject) {
    try_all(
        project,
        "echo x > ../canary; echo x >> $OUT/canary; : > $OUT/canary; truncate -s 0 $OUT/canary
rm -f $OUT/canary; mv $OUT/canary .; mv -f $OUT/canary $OUT/other; touch $OUT/new; mkdir $OUT/new; ln -s a $OUT/new
mkfifo $OUT/new; cp /bin/sh $OUT/new; dd if=/dev/zero of=$OUT/canary bs=1 count=1 conv=notrunc; tee $OUT/canary < /dev/null
python3 -c \"import os; os.truncate('$OUT/canary', 0)\"
mv $PWD $OUT/moved; rmdir $OUT; rm -rf $OUT/../*/canary",
    );
}

fn write_through_links(project: &mut TestProject) {
    std::os::unix::fs::symlink(project.outside(), project.root.join("there")).unwrap();
    std::os::unix::fs::symlink("../canary", project.root.join("direct")).unwrap();
    try_all(
        project,
        "echo x > there/canary; echo x > direct; rm there/canary; touch there/new; ln -s .. up; echo x > up/canary
ln -s $OUT/new dangling; echo x > dangling; cd there; echo x > canary; echo x > ./new",
    );
}

fn write_through_proc(project: &mut TestProject) {
    try_all(
        project,
        "echo x > /proc/self/root$OUT/canary; echo x > /proc/self/cwd/../canary; echo x > /proc/$PPID/root$OUT/canary
echo x > /proc/1/root$OUT/canary; touch /proc/self/root$OUT/new; exec 5< $OUT/canary; echo x > /proc/self/fd/5
exec 6< $OUT; touch /proc/self/fd/6/new; echo x > /proc/$PPID/cwd/../canary
for process in /proc/[0-9]*; do echo x > $process/root$OUT/canary; done",
    );
}

fn link_in(project: &mut TestProject) {
    try_all(
        project,
        "ln $OUT/canary here && echo x > here; ln -P /proc/self/root$OUT/canary here2 && echo x > here2
exec 5< $OUT/canary; ln -L /proc/self/fd/5 here3 && echo x > here3; cp -l $OUT/canary here4 && echo x > here4",
    );
    let linked = fs::metadata(project.outside().join("canary")).unwrap().nlink();
    assert_eq!(linked, 1);
}

fn hide_a_child(project: &mut TestProject) {
    // Trials of other strengths may run at the same time.
    let strength = project.sandbox.as_ref().unwrap().strength();
    let sleep = format!("303.{}", strength as u8 + 1);
    let script = "OUT=$(cd .. && pwd)
setsid sh -c \"trap '' TERM HUP; exec >/dev/null 2>&1; echo x > $OUT/canary; touch begun; sleep N; echo x > late\" &
(setsid nohup sh -c 'sleep N; echo x > late' > /dev/null 2>&1 &)
until [ -e begun ]; do sleep 0.01; done";
    let ran = project.run(&script.replace('N', &sleep));
    assert!(ran.succeeded(), "{ran:?}");
    assert!(ran.left_behind >= 2, "{ran:?}");
    assert!(!is_alive(&sleep));
    assert!(!project.root.join("late").exists());
    project.assert_canary();
}

fn end_others(project: &mut TestProject) {
    let mut stranger = Command::new("sleep").arg("302").stdout(Stdio::null()).spawn().unwrap();
    let ran = project.run(&format!("kill -9 {} && echo killed; kill -9 -1; true", stranger.id()));
    assert!(!ran.stdout.to_string().contains("killed"), "{ran:?}");
    assert!(stranger.try_wait().unwrap().is_none());
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

/// The launcher is the parent of the command, but the command cannot stop it, read its memory or send messages for it.
fn steer_the_launcher(project: &mut TestProject) {
    project.limits.time = Duration::from_secs(30);
    let ran = project.run(
        "set +e; kill -STOP $PPID; kill -KILL $PPID; cat /proc/$PPID/environ > /dev/null && echo read
cat /proc/$PPID/fd/0 && echo read; echo s > /proc/$PPID/fd/0 && echo sent
prlimit --pid $PPID --nofile=0:0 && echo limited; exit 5",
    );
    assert_eq!(ran.stdout.to_string(), "");
    assert_eq!(ran.end, End::Exited(5));
}

/// A variable of the plan must not decide where the report of the shell goes.
fn name_the_report(project: &mut TestProject) {
    let canary = project.outside().join("canary");
    for value in [canary.as_os_str(), "/dev/null".as_ref(), "1".as_ref(), "none".as_ref()] {
        project.added = vec![("PLANWRIGHT_REPORT".into(), value.into())];
        let ran = project.run("echo ran; env | grep PLANWRIGHT || true");
        assert_eq!(ran.stdout.to_string(), "ran\n", "{value:?}");
        assert!(ran.succeeded(), "{value:?}: {ran:?}");
        let failed = project.run("echo ran\nfalse").failed;
        assert_eq!(failed.map(|failed| failed.line), Some(2), "{value:?}");
    }
    project.assert_canary();
}

/// The command reads from the pipe of the shell's report, and forges a message of the launcher.
fn deny_the_start(project: &mut TestProject) {
    let each_pipe =
        |script: &str| format!("for n in 3 4 5 6 7 8 9; do if [ -p /proc/self/fd/$n ]; then {script}; fi; done");
    let eat = each_pipe("dd if=/proc/self/fd/$n bs=64 count=1 iflag=nonblock of=/dev/null 2>/dev/null");
    let forge = each_pipe("printf 'trouble\\0run it with sudo\\0' >&$n");
    for script in [eat.clone(), forge.clone(), format!("{eat}; {forge}")] {
        let ran = project.try_run(&format!("set +e; {script}; echo made > made; exit 7"), &mut |_, _| {});
        assert_eq!(ran.map(|ran| ran.end).ok(), Some(End::Exited(7)), "{script}");
        assert_eq!(project.read("made"), "made\n");
    }
}

/// The launcher needs long to end so many forking processes. Each of them plants a hook.
fn plant_after_the_audit(project: &mut TestProject) {
    if Command::new("perl").arg("-v").output().is_err() {
        return skip(
            "r09_the_audit_waits_until_all_processes_are_ended",
            "perl is not installed",
        );
    }
    project.limits.time = Duration::from_secs(2);
    for (path, text) in [
        ("HEAD", "ref: refs/heads/main\n"),
        ("config", SETTINGS),
        ("objects/x", ""),
        ("refs/x", ""),
    ] {
        project.write(&format!("nested/.git/{path}"), text);
    }
    let chain = r#"use POSIX; $SIG{TERM} = 'IGNORE'; my $end = time + 20;
sub plant { if (time > $^T) { mkdir "nested/.git/hooks"; open F, ">nested/.git/hooks/pre-commit"; close F } }
for (1..300) { if (!fork) { setsid(); while (time < $end) { select undef, undef, undef, 0.03; plant() } exit } }
for (1..40) { if (!fork) { setsid(); while (time < $end) { plant(); exit if fork } exit } }
sleep 20"#;
    project.write("chain.pl", chain);
    let ran = project.run("trap '' TERM; perl chain.pl");
    let hook = project.root.join("nested/.git/hooks/pre-commit");
    assert!(!hook.exists(), "{ran:?}");
    sleep(Duration::from_millis(1500));
    assert!(!hook.exists(), "a process outlived the audit: {ran:?}");
    assert_eq!(
        (ran.stopped, ran.is_still_running),
        (Some(Stopped::TimedOut), false),
        "{ran:?}"
    );
}

fn create_own_folders(project: &mut TestProject) {
    let ran = project.run("mkdir .teddy .rawko; echo a > .teddy/memos.yaml");
    assert_eq!(ran.appeared, [".teddy"]);
    assert!(ran.succeeded(), "{ran:?}");
}

fn change_modes(project: &mut TestProject) {
    let canary = project.outside().join("canary");
    let before = fs::metadata(&canary).unwrap();
    try_all(
        project,
        "chmod 777 $OUT/canary; chmod 700 $OUT; touch $OUT/canary; touch -d 2001-01-01 $OUT/canary; chown 1:1 $OUT/canary",
    );
    let after = fs::metadata(&canary).unwrap();
    assert_eq!(before.permissions().mode(), after.permissions().mode());
    assert_eq!((before.mtime(), before.uid()), (after.mtime(), after.uid()));
}

const SETTINGS: &str = "[core]\n\tbare = false\n";

const GUARDED: &[&str] = &[
    ".git/hooks/pre-commit",
    ".git/config",
    ".planwright/config.toml",
    ".teddy/memos.yaml",
    ".rawko/current-task.yaml",
];

fn guard(project: &TestProject) {
    for path in GUARDED {
        project.write(path, SETTINGS);
    }
    project.write(".git/HEAD", "ref: refs/heads/main\n");
}

fn assert_guarded(project: &TestProject) {
    for path in GUARDED {
        assert_eq!(project.read(path), SETTINGS, "{path}");
    }
    for folder in [".git/hooks", ".planwright", ".teddy", ".rawko"] {
        assert_eq!(fs::read_dir(project.root.join(folder)).unwrap().count(), 1, "{folder}");
    }
}

fn change_hooks(project: &mut TestProject) {
    guard(project);
    try_all(
        project,
        "for file in .git/hooks/pre-commit .git/config .planwright/config.toml .teddy/memos.yaml .rawko/current-task.yaml; do
echo evil > $file; rm -f $file; mv $file x; chmod 777 $file; echo evil > new; mv -f new $file; ln -f new $file; ln $file hard && echo evil > hard
done
for folder in .git/hooks .planwright .teddy .rawko; do
touch $folder/new; rm -rf $folder; mv $folder aside; rmdir $folder; ln -sfn /tmp $folder; chmod 777 $folder
done
echo evil > .git/index",
    );
    assert_guarded(project);
    assert!(!project.root.join(".git/index").exists());
}

/// The repositories of a submodule and of a linked worktree.
fn change_inner(project: &mut TestProject) {
    const INNER: &[&str] = &[
        "a/.git",
        ".git/modules/a/hooks/pre-commit",
        ".git/modules/a/config",
        "w/.git",
        ".git/worktrees/w/commondir",
    ];
    guard(project);
    let root = project.root.display().to_string();
    let texts = [
        "gitdir: ../.git/modules/a\n".to_owned(),
        String::new(),
        String::new(),
        format!("gitdir: {root}/.git/worktrees/w\n"),
        "../..\n".to_owned(),
    ];
    for (path, text) in INNER.iter().zip(&texts) {
        project.write(path, text);
    }
    project.write(".git/worktrees/w/gitdir", &format!("{root}/w/.git\n"));
    let files = INNER.join(" ");
    try_all(
        project,
        &format!(
            "for file in {files}; do
echo evil > $file; rm -f $file; mv $file x; echo evil > new; mv -f new $file; ln -f new $file
done
mv .git/modules aside; mv .git/modules/a aside; rm -rf .git/modules; mv .git/worktrees aside"
        ),
    );
    assert_guarded(project);
    for (path, text) in INNER.iter().zip(&texts) {
        assert_eq!(project.read(path), *text, "{path}");
    }
}

/// The project itself is a linked worktree.
fn change_pointer(project: &mut TestProject) {
    const POINTER: &str = "gitdir: /elsewhere/.git/worktrees/w\n";
    project.write(".git", POINTER);
    try_all(
        project,
        "echo 'gitdir: evil' > .git; rm -f .git; mv .git old; mkdir .git; echo 'gitdir: evil' > new; mv -f new .git; ln -f new .git",
    );
    assert_eq!(project.read(".git"), POINTER);
}

fn swap_git(project: &mut TestProject) {
    guard(project);
    try_all(
        project,
        "mv .git old; cp -r .git copy; echo evil > copy/hooks/pre-commit; mv -T copy .git; rm -rf .git; ln -s copy .git
mv -T --exchange copy .git; cd ..; mv root root2; mkdir root",
    );
    assert_guarded(project);
}

fn undo_mounts(project: &mut TestProject) {
    guard(project);
    try_all(
        project,
        "umount .git/hooks; umount -l .git/hooks; mount -o remount,rw,bind .git/hooks; mount --bind / .git; mount -t tmpfs x .git/hooks
unshare -Urm sh -c 'umount -l .git/hooks; mount -o remount,rw,bind .git/hooks; echo evil > .git/hooks/pre-commit; echo x > ../canary'
unshare -Ur sh -c 'echo evil > .git/hooks/pre-commit; echo x > ../canary'
nsenter -t 1 -m sh -c 'echo x > .git/config'; nsenter -t $PPID -m sh -c 'echo x > .git/config'
chroot / sh -c 'echo x > .git/config'; mknod disk b 254 0 && echo x > disk",
    );
    assert_guarded(project);
}
