//! Commands that are locked in, with every strength that this machine offers.

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
use super::offer::{self, Offer};
use super::place::Place;

/// A trial, and from which strength on it holds.
pub type Caged = (&'static str, Strength, fn(&mut Place));

const TRIALS: &[Caged] = &[
    (
        "a_command_works_in_its_workspace_and_temp",
        Strength::SystemCalls,
        works,
    ),
    ("its_end_and_failure_are_told", Strength::SystemCalls, is_told),
    ("it_is_ended_with_all_it_started", Strength::SystemCalls, is_ended),
    ("temp_is_private_and_removed", Strength::Landlock, private_temp),
    (
        "programs_that_insist_on_tmp_get_the_private_one",
        Strength::Namespaces,
        insists_on_tmp,
    ),
    ("it_has_a_loopback_of_its_own", Strength::Namespaces, own_loopback),
    ("it_sees_only_its_own_processes", Strength::Namespaces, own_processes),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test(
        "the_strongest_sandbox_is_taken_and_says_what_holds",
        || {
            strongest_is_taken();
            Ok(())
        },
    )];
    let offers = Strength::ALL.map(|strength| (strength, offer::of(strength)));
    // A strength that is missing here must not take its attacks along.
    let is_full = is_full() || !offers.iter().all(|(_, offer)| matches!(offer, Offer::Holds));
    for (strength, offer) in offers {
        if let Offer::Lacking(why) = &offer {
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
            trials.extend(match offer.clone() {
                Offer::Holds => Some(Trial::test(name, move || {
                    trial(&mut caged(Place::new(), strength));
                    Ok(())
                })),
                Offer::Broken(why) => Some(Trial::test(name, || Err(why.into()))),
                Offer::Lacking(why) => {
                    let trial = Trial::test(name, || Err(why.into()));
                    Some(trial.with_kind("not applicable").with_ignored_flag(true))
                }
                Offer::Unknown(why) => {
                    skip(&name, &why);
                    None
                }
            });
        }
    }
    trials
}

fn caged(mut place: Place, strength: Strength) -> Place {
    place.sandbox = Some(sandbox(&place.root, strength));
    place
}

fn sandbox(root: &Path, strength: Strength) -> Sandbox {
    strongest_of(&[strength], &Launcher::this_program(), root, &CacheSetup::default()).unwrap()
}

/// `PLANWRIGHT_TIER=full` runs every attack in every strength and mode.
fn is_full() -> bool {
    std::env::var("PLANWRIGHT_TIER").is_ok_and(|tier| tier == "full")
}

/// As the promises note what they could not prove.
pub fn skip(name: &str, reason: &str) {
    let line = format!("{name}\t{}\n", reason.replace(['\t', '\n'], " "));
    eprint!("skipped: {line}");
    if let Some(path) = std::env::var_os("PLANWRIGHT_SKIPS") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
}

fn strongest_is_taken() {
    let place = Place::new();
    let (launcher, caches) = (Launcher::this_program(), CacheSetup::default());
    let sandbox = strongest(&launcher, &place.root, &caches);
    let available = Strength::ALL
        .into_iter()
        .find(|strength| strongest_of(&[*strength], &launcher, &place.root, &caches).is_ok());
    assert_eq!(sandbox.ok().map(|sandbox| sandbox.strength()), available);
    assert_eq!(Strength::Namespaces.files(), Files::Guarded);
    assert_eq!(Strength::Landlock.network(), Network::None);
    let none = strongest_of(&[], &launcher, &place.root, &caches).unwrap_err();
    assert!(none.to_string().starts_with("sandbox: unavailable"));
}

fn works(place: &mut Place) {
    place.write("old/file", "old\n");
    let ran = place.run(
        "echo new > new; mkdir -p a/b; mv new a/b/; cp a/b/new \"$TMPDIR/x\"; mv \"$TMPDIR/x\" y; rm -r old
ln -s y link; ln y hard; chmod 600 y; mkfifo pipe; echo gone > /dev/null; cat < a/b/new; date > /dev/stderr",
    );
    assert!(ran.succeeded(), "{ran:?}");
    assert_eq!(ran.stdout.to_string(), "new\n");
    assert_eq!(place.read("hard"), "new\n");
    assert!(!place.root.join("old").exists());
}

fn is_told(place: &mut Place) {
    let ran = place.run("echo one\nfalse two\n");
    assert_eq!(ran.end, End::Exited(1));
    let failed = FailedCommand {
        line: 2,
        command: "false two".to_owned(),
    };
    assert_eq!(ran.failed, Some(failed));
    assert_eq!(ran.sandbox, place.sandbox.as_ref().map(Sandbox::strength));
    assert_eq!(place.run("kill -9 $$").end, End::Signaled(9));
    let ran = place.run("printf 'trouble\\0I never ran\\0' >&$(ls /proc/self/fd | sed -n 4p) || true; exit 7");
    assert_eq!(ran.end, End::Exited(7));
}

fn is_ended(place: &mut Place) {
    // Trials of other strengths may run at the same time.
    let strength = place.sandbox.as_ref().unwrap().strength();
    let sleep = |number: u8| format!("301.{}{number}", strength as u8 + 1);
    place.limits.time = Duration::from_secs(2);
    let all = "trap '' TERM; (setsid sleep N &) ; sleep N; while :; do sleep N; done".replace('N', &sleep(1));
    let ran = run_in_time(place, &all);
    assert_eq!(ran.stopped, Some(Stopped::TimedOut));
    assert!(!is_alive(&sleep(1)));
    let ran = run_in_time(place, &format!("sleep {}", sleep(2)));
    assert_eq!((ran.stopped, ran.end), (Some(Stopped::TimedOut), End::Signaled(15)));
    place.limits.time = Duration::from_secs(60);
    let ran = place.run(&format!("(setsid sleep {} &); sleep 0.2; echo done", sleep(3)));
    assert_eq!(ran.stdout.to_string(), "done\n");
    assert_eq!(ran.left_behind, 1);
    assert!(!is_alive(&sleep(3)));
}

fn private_temp(place: &mut Place) {
    let ran = place.run("echo secret > \"$TMPDIR/file\"; stat -c %a \"$TMPDIR\"; echo \"$TMPDIR\"");
    let text = ran.stdout.to_string();
    let (mode, path) = text.trim().split_once('\n').unwrap();
    assert_eq!(mode, "700");
    assert!(!Path::new(path).join("file").exists());
    let elsewhere = std::env::temp_dir().join(format!("planwright-test-{}", std::process::id()));
    place.run(&format!("touch {} || true", elsewhere.display()));
    assert!(!elsewhere.exists());
}

fn insists_on_tmp(_: &mut Place) {
    let place = caged(Place::below(Path::new("/var/tmp")), Strength::Namespaces);
    let name = format!("/tmp/planwright-insists-{}", std::process::id());
    let ran = place.run(&format!(
        "echo mine > {name}; cat {name}; ls /tmp; echo $TMPDIR; touch ../new || echo refused"
    ));
    let name = name.trim_start_matches("/tmp/");
    assert_eq!(ran.stdout.to_string(), format!("mine\n{name}\n/tmp\nrefused\n"));
    assert!(!Path::new("/tmp").join(name).exists());
    place.assert_canary();
}

fn own_loopback(place: &mut Place) {
    let ran = place.run("exec 3<>/dev/tcp/127.0.0.1/9");
    // A loopback that is down would be unreachable.
    assert!(ran.stderr.to_string().contains("Connection refused"), "{ran:?}");
}

fn own_processes(place: &mut Place) {
    if let Err(why) = offer::of_processes() {
        return eprintln!("not applicable: {why}");
    }
    let mut stranger = Command::new("sleep")
        .arg("301.04")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let ran = place.run("echo $$ ; ls /proc | grep -c '^[0-9]'; cat /proc/[0-9]*/cmdline | grep -c '301[.]04' || true");
    stranger.kill().unwrap();
    stranger.wait().unwrap();
    let text = ran.stdout.to_string();
    let numbers: Vec<u32> = text.lines().map(|line| line.parse().unwrap()).collect();
    assert!(numbers[0] < 10 && numbers[1] < 10 && numbers[2] == 0, "{text}");
}
