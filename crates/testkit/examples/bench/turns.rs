//! Turns: the cost of executing a plan, compared with the same changes made by hand, and of gathering a context,
//! compared with reading its files.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use planwright_testkit::bins;
use planwright_testkit::project::{Project, must};
use planwright_testkit::strace;

use crate::programs::time;
use crate::report::{number, took};
use crate::samples::Samples;
use crate::turn_scene::{CONTEXT_FILES, LARGE, SMALL, command_plan, context, large_plan, plan, script};

const ROUNDS: usize = 40;
const LARGE_ROUNDS: usize = 7;
const WARM_UP: usize = 2;

/// The largest allowed ratio to the work by hand.
const EXECUTE_AIM: f64 = 3.0;
const LARGE_AIM: f64 = 2.0;
const CONTEXT_AIM: f64 = 4.0;
/// The largest allowed ratio to an earlier build.
const COMMAND_AIM: f64 = 1.3;
/// The environment variable that names the folder of an earlier build's binaries.
const BASELINE: &str = "PLANWRIGHT_BASELINE";
/// Syncs in addition to one per file.
const SYNCS_AIM: usize = 6;

pub fn run() {
    println!("medians of whole processes, run in turns: {ROUNDS} each, {LARGE_ROUNDS} of the large plan");
    small();
    large();
    command();
    gathering();
}

/// Three file actions, compared with a shell script that makes the same three changes with syncs.
fn small() {
    let (mut teddy, mut shell) = (Samples::default(), Samples::default());
    for round in 0..ROUNDS + WARM_UP {
        let project = Project::new();
        let by_hand = Project::new();
        for project in [&project, &by_hand] {
            project.write("edited.txt", &"old line\n".repeat(50).replacen("old", "first", 1));
            project.write("plan.md", &plan());
            project.write("changes.sh", &script());
        }
        let took = [
            time(project.command(bins::path("teddy")).args(["execute", "plan.md", "-y"])),
            time(Command::new("bash").arg("changes.sh").current_dir(by_hand.root())),
        ];
        assert_same(&project, &by_hand, &["edited.txt", "new/a.txt", "new/b.txt"]);
        if round >= WARM_UP {
            teddy.add(took[0]);
            shell.add(took[1]);
        }
    }
    println!("\n  {SMALL} file actions          ms (least)  /by hand");
    println!("    script            {}", took(&shell));
    println!(
        "    teddy execute -y  {}  {:>8}",
        took(&teddy),
        number(teddy.ratio_to(&shell))
    );
    verdict(
        "three file actions against a script",
        teddy.ratio_to(&shell),
        EXECUTE_AIM,
    );
}

/// A thousand files, compared with writing, syncing and renaming each of them.
fn large() {
    let (mut teddy, mut plain) = (Samples::default(), Samples::default());
    for _ in 0..LARGE_ROUNDS {
        let project = Project::new();
        project.write("plan.md", &large_plan());
        teddy.add(time(
            project.command(bins::path("teddy")).args(["execute", "plan.md", "-y"]),
        ));
        plain.add(write_plainly(&Project::new().root()));
    }
    println!("\n  {LARGE} files               ms (least)  /by hand");
    println!("    write, sync, move {}", took(&plain));
    println!(
        "    teddy execute -y  {}  {:>8}",
        took(&teddy),
        number(teddy.ratio_to(&plain))
    );
    verdict(
        "a thousand files against writing them",
        teddy.ratio_to(&plain),
        LARGE_AIM,
    );
    syncs();
}

fn syncs() {
    if !strace::is_usable() {
        return println!("  syncs were not counted: there is no strace");
    }
    let project = Project::new();
    project.write("plan.md", &large_plan());
    // Folders that are created once per project do not count for every plan.
    project.run("teddy", &["new", "warm-up"]).done();
    let (ran, calls) = strace::trace(&project, "teddy", &["execute", "plan.md", "-y"]);
    ran.done();
    let syncs = calls.iter().filter(|call| call.is_sync()).count();
    let most = LARGE + SYNCS_AIM;
    let mark = if syncs <= most { "met" } else { "MISSED" };
    println!("  {mark}: syncs for {LARGE} files, at most {most}: {syncs}");
}

/// One sandboxed `true`, compared with an earlier build if one is named.
fn command() {
    let baseline = std::env::var_os(BASELINE).map(|folder| Path::new(&folder).join("teddy"));
    let programs = [Some(bins::path("teddy")), baseline];
    let mut samples = [Samples::default(), Samples::default()];
    for round in 0..ROUNDS + WARM_UP {
        for (program, samples) in programs.iter().zip(&mut samples) {
            let Some(program) = program else { continue };
            let project = Project::new();
            project.write("plan.md", &command_plan());
            let took = time(project.command(program).args(["execute", "plan.md", "-y"]));
            if round >= WARM_UP {
                samples.add(took);
            }
        }
    }
    let [ours, before] = &samples;
    println!("\n  one command             ms (least)  /before");
    if programs[1].is_none() {
        return println!(
            "    teddy execute -y  {}  {BASELINE} names no earlier build",
            took(ours)
        );
    }
    println!("    before            {}", took(before));
    println!(
        "    teddy execute -y  {}  {:>8}",
        took(ours),
        number(ours.ratio_to(before))
    );
    verdict(
        "one command against an earlier build",
        ours.ratio_to(before),
        COMMAND_AIM,
    );
}

/// Two thousand files in one `input.md`, compared with `cat`.
fn gathering() {
    let project = Project::new();
    let files = context(&project);
    let (mut teddy, mut cat) = (Samples::default(), Samples::default());
    for round in 0..ROUNDS / 2 + WARM_UP {
        let mut reading = Command::new("cat");
        reading.args(&files).current_dir(project.root());
        let took = [
            time(project.command(bins::path("teddy")).arg("context")),
            time(&mut reading),
        ];
        if round >= WARM_UP {
            teddy.add(took[0]);
            cat.add(took[1]);
        }
    }
    println!("\n  {CONTEXT_FILES} files of context    ms (least)  /cat");
    println!("    cat               {}", took(&cat));
    println!(
        "    teddy context     {}  {:>8}",
        took(&teddy),
        number(teddy.ratio_to(&cat))
    );
    verdict("a context against cat", teddy.ratio_to(&cat), CONTEXT_AIM);
}

fn write_plainly(root: &Path) -> Duration {
    must("a folder", fs::create_dir_all(root.join("many")));
    let started = Instant::now();
    for number in 0..LARGE {
        let write = || -> std::io::Result<()> {
            let draft = root.join("many/draft");
            let mut file = File::create(&draft)?;
            file.write_all(crate::turn_scene::content(number).as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, root.join(format!("many/{number}.txt")))
        };
        must("a file", write());
    }
    must(
        "a folder",
        File::open(root.join("many")).and_then(|folder| folder.sync_all()),
    );
    started.elapsed()
}

fn assert_same(left: &Project, right: &Project, files: &[&str]) {
    for file in files {
        let read = |project: &Project| must(file, fs::read(project.root().join(file)));
        assert!(read(left) == read(right), "{file} differs");
    }
}

fn verdict(what: &str, ratio: f64, aim: f64) {
    let mark = if ratio <= aim { "met" } else { "MISSED" };
    println!("  {mark}: {what}, at most {aim} times: {ratio:.2}");
}
