//! R8, fuzzed: a clone brings links, devices, pipes, huge files and odd modes at paths that planwright opens. Every verb
//! ends, stays small, and changes nothing outside of the project, as root and as an ordinary user.
//!
//! A failing seed is printed. `PLANWRIGHT_SEED_ONLY=7 cargo test -p planwright-testkit --test promises hostile_clones`
//! replays it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use planwright_testkit::ordinary_user::as_ordinary_user;
use planwright_testkit::project::{Project, Ran, Snapshot, finish, must};
use planwright_testkit::sim::Dice;
use planwright_testkit::{Tier, bins, tier};

use crate::r08_hostile_paths::{HOSTILE, PATHS};
use crate::turn_scenes::{create, edit, execute, opened, plan};

/// Every command, with arguments that make it do as much as possible without a terminal.
pub const VERBS: &[(&str, &[&str])] = &[
    ("planwright", &["init", "--goal", "Another goal"]),
    ("planwright", &["status", "--json"]),
    ("planwright", &["next", "--claim"]),
    ("planwright", &["add", "Write it down"]),
    ("planwright", &["edit", "1", "--title", "Write it up"]),
    ("planwright", &["done", "1"]),
    ("planwright", &["fail", "1", "It does not work"]),
    ("planwright", &["drop", "1"]),
    ("planwright", &["reopen", "1"]),
    ("planwright", &["close", "Over"]),
    ("planwright", &["signal", "broken", "It is broken"]),
    ("planwright", &["show", "1"]),
    ("planwright", &["list"]),
    ("planwright", &["graph"]),
    ("planwright", &["board"]),
    ("planwright", &["log"]),
    ("planwright", &["undo"]),
    ("planwright", &["undo", "--turn"]),
    ("planwright", &["usage"]),
    ("planwright", &["work", "1"]),
    ("planwright", &["run"]),
    ("planwright", &["doctor", "--json"]),
    ("planwright", &["restore"]),
    ("planwright", &["check", "plan.md"]),
    ("planwright", &["fmt", "plan.md"]),
    ("planwright", &["rules"]),
    ("planwright", &["context"]),
    ("planwright", &["prompt", "overseer"]),
    ("planwright", &["planner"]),
    ("planwright", &["export", "--to", "plan-dir", "exported"]),
    ("planwright", &["schema", "task"]),
    ("planwright", &["completions", "bash"]),
    ("teddy", &["new", "another"]),
    ("teddy", &["context"]),
    ("teddy", &["plan"]),
    ("teddy", &["plan", "-m", "Greet them"]),
    ("teddy", &["execute", "-y"]),
    ("teddy", &["execute", "plan.md", "-y", "--report", "report.md"]),
    ("teddy", &["resume"]),
    ("teddy", &["get-prompt", "developer"]),
    ("teddy", &["preprocess", "plan.md"]),
    ("agentctl", &["set-topic", "Greetings"]),
    ("agentctl", &["plan", "dir"]),
    ("agentctl", &["plan", "request-thread-dir"]),
    ("agentctl", &["plan", "remove-thread", "--thread-id", "thread_2"]),
    ("agentctl", &["plan", "clear-current"]),
    ("agentctl", &["plan", "check"]),
    ("agentctl", &["plan", "commit"]),
    ("agentctl", &["plan", "status"]),
    ("planloop", &["start", "--goal", "Add user login"]),
    ("planloop", &["suggest"]),
    ("planloop", &["status", "--json"]),
    (
        "planloop",
        &[
            "update",
            "--json",
            "{\"add_tasks\":[{\"title\":\"Write the greeting\",\"type\":\"feature\"}]}",
        ],
    ),
    (
        "planloop",
        &[
            "alert",
            "--id",
            "broken",
            "--level",
            "blocker",
            "--message",
            "It is broken",
        ],
    ),
    ("planloop", &["sessions", "list"]),
    ("planloop", &["sessions", "show", "greet-the-guests-1794733200"]),
    ("planloop", &["sessions", "switch", "greet-the-guests-1794733200"]),
    ("rawko", &["plan", "create", "--task", "Keep notes", "--steps", STEPS]),
    ("rawko", &["plan", "show"]),
    ("rawko", &["plan", "list"]),
    ("rawko", &["plan", "history"]),
    ("rawko", &["plan", "diff", "1", "2"]),
    ("rawko", &["plan", "import"]),
    (
        "rawko",
        &["plan", "discard", ".rawko/plans/plan-20261115-keep-notes.yaml"],
    ),
    ("rawko", &["plan", "archive"]),
    ("rawko", &["plan", "gc"]),
    ("rawko", &["step", "start", "0"]),
    ("rawko", &["step", "complete", "0", "--output", "Done"]),
    ("rawko", &["step", "fail", "0", "--error", "It does not work"]),
    ("rawko", &["step", "skip", "0"]),
    ("rawko", &["step", "reopen", "0"]),
    ("rawko", &["step", "add", "--description", "Another step"]),
    ("rawko", &["next"]),
    ("rawko", &["replan"]),
    ("rawko", &["run"]),
    ("rawko", &["arbiter", "prompt"]),
    ("rawko", &["arbiter", "select"]),
    ("rawko", &["events"]),
    ("rawko", &["machine"]),
    ("rawko", &["schema"]),
];

/// Commands that use a temporary project of their own.
const ELSEWHERE: &[(&str, &str)] = &[("planwright", "demo")];

const STEPS: &str = r#"[{"description": "Write the greeting"}]"#;
const SECONDS: &str = "20";
const DATA_KIB: usize = 200 * 1024;
const QUICK_SEEDS: u64 = 20;
const FULL_SEEDS: u64 = 600;
/// Commands per seed in the quick tier. The first seed, and all seeds of the full tier, run every command.
const QUICK_VERBS: usize = 9;

#[test]
fn r08_hostile_clones_reach_nothing_outside() {
    try_seeds(0);
}

#[test]
fn r08_hostile_clones_reach_nothing_outside_for_an_ordinary_user() {
    as_ordinary_user(|| try_seeds(QUICK_SEEDS));
}

fn try_seeds(first: u64) {
    let only = std::env::var("PLANWRIGHT_SEED_ONLY")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seeds = match (only, tier()) {
        (Some(seed), _) => seed..seed + 1,
        (None, Tier::Quick) => first..first + QUICK_SEEDS,
        (None, Tier::Full) => 0..FULL_SEEDS,
    };
    let project = honest();
    let start = project.snapshot();
    let (mut verbs, mut failures) = (0, Vec::new());
    for seed in seeds {
        let mut attack = Attack::new(&project, &start, seed);
        let is_whole = only.is_some() || tier() == Tier::Full || seed == first;
        verbs += attack.run(if is_whole { VERBS.len() } else { QUICK_VERBS });
        failures.append(&mut attack.failures);
    }
    eprintln!("hostile clones: {verbs} verbs were run");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn r08_hostile_clones_meet_every_verb() {
    let mut lacking = Vec::new();
    for program in ["planwright", "teddy", "agentctl", "planloop", "rawko"] {
        for verb in commands(program, &[]) {
            let below = commands(program, &[&verb]);
            let lines: Vec<Vec<String>> = match below.is_empty() {
                true => vec![vec![verb]],
                false => below.into_iter().map(|below| vec![verb.clone(), below]).collect(),
            };
            lacking.extend(lines.into_iter().filter(|line| !is_met(program, line)));
        }
    }
    assert!(lacking.is_empty(), "these verbs are missing in VERBS: {lacking:?}");
}

fn is_met(program: &str, line: &[String]) -> bool {
    let is_elsewhere = ELSEWHERE.contains(&(program, line[0].as_str()));
    let starts = |verb: &&(&str, &[&str])| verb.0 == program && line.iter().zip(verb.1).all(|(a, b)| a == b);
    is_elsewhere || VERBS.iter().any(|verb| starts(&verb))
}

/// The names below `Commands:` in the help.
fn commands(program: &str, line: &[&str]) -> Vec<String> {
    let project = Project::in_memory();
    let help = project.run(program, &[line, &["--help"]].concat()).done().stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let named = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// A project that has used every feature once, with a waiting turn, in a repository with a submodule. The user has
/// files of other projects.
pub fn honest() -> Project {
    let project = opened();
    for (path, text) in [
        ("home/.bashrc", "# mine\n"),
        ("home/.gitconfig", "[user]\n\tname = a\n\temail = a@b\n"),
        ("home/.agentflow/plans/other/plan.md", "# Another plan\n"),
        ("state/planwright/other-0123456789ab/other.oplog", "another log\n"),
    ] {
        let path = project.scene().join(path);
        must("a folder", path.parent().map_or(Ok(()), fs::create_dir_all));
        must("a file", fs::write(path, text));
    }
    add_submodule(&project);
    let actions = format!("{}{}", edit("greet.txt", "Hello", "Good day"), execute("true"));
    project.write(".teddy/20261115-greet/01/plan.md", &plan(&actions));
    project.teddy(&["execute", "-y"]).done();
    project.write(
        ".teddy/20261115-greet/02/plan.md",
        &plan(&actions.replace("Hello", "Good").replace("Good day", "Fine day")),
    );
    project.write("plan.md", &plan(&(create("new.txt", "New") + &execute("true"))));
    project.planloop(&["start", "--goal", "Greet the guests"]).done();
    project
        .run(
            "rawko",
            &["plan", "create", "--task", "Greet the guests", "--steps", STEPS],
        )
        .done();
    project.agentctl(&["plan", "dir"]).done();
    project
}

/// Without git, the folder `.git` stays empty.
fn add_submodule(project: &Project) {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let git = |line: &[&str]| finish(project.command("git").args(line)).done();
    git(&["init", "-q", "../other"]);
    git(&["-C", "../other", "commit", "-q", "--allow-empty", "-m", "first"]);
    git(&["init", "-q"]);
    let add = ["submodule", "--quiet", "add", "../other", "sub"];
    git(&[&["-c", "protocol.file.allow=always"][..], &add].concat());
    git(&["commit", "-q", "-m", "first"]);
}

/// One hostile clone, and a folder outside of it.
struct Attack<'a> {
    seed: u64,
    dice: Dice,
    project: &'a Project,
    placed: Vec<String>,
    failures: Vec<String>,
}

impl<'a> Attack<'a> {
    fn new(project: &'a Project, start: &Snapshot, seed: u64) -> Self {
        project.rewind(start);
        let mut attack = Self {
            seed,
            dice: Dice::new(seed),
            project,
            placed: Vec::new(),
            failures: Vec::new(),
        };
        let outside = attack.outside();
        let _ = fs::remove_dir_all(&outside);
        must("a folder", fs::create_dir_all(outside.join("deep")));
        must("a store", fs::copy(project.database(), outside.join("store.db")));
        must("a canary", fs::write(outside.join("canary"), "canary\n"));
        must("a canary", fs::write(outside.join("deep/empty"), ""));
        for _ in 0..=attack.dice.below(3) {
            attack.place();
        }
        attack
    }

    fn outside(&self) -> PathBuf {
        self.project.root().with_file_name("outside")
    }

    fn place(&mut self) {
        let path = self.dice.pick(PATHS).copied().unwrap_or_default();
        let full = self.project.root().join(path);
        // Do not write through a link that was placed earlier.
        let is_below_root = |above: &&Path| *above != self.project.root();
        let mut above = full.ancestors().skip(1).take_while(is_below_root);
        if above.any(|above| above.symlink_metadata().is_ok_and(|found| !found.is_dir())) {
            return;
        }
        let hostile = self.dice.index(HOSTILE.len());
        must("a folder", fs::create_dir_all(full.parent().unwrap_or(Path::new("/"))));
        (HOSTILE[hostile].1)(&full, &self.outside());
        self.placed.push(format!("{path}: {}", HOSTILE[hostile].0));
    }

    fn run(&mut self, count: usize) -> usize {
        let before = self.watched();
        let first = self.dice.index(VERBS.len());
        let verbs = VERBS
            .iter()
            .cycle()
            .skip(first)
            .step_by(if count < VERBS.len() { 7 } else { 1 });
        for (program, line) in verbs.take(count) {
            let ran = self.small(program, line);
            let why = match ran.code {
                Some(0..=5) => match self.watched() {
                    after if after == before => continue,
                    after => format!("it changed {:?}", differing(&before, &after)),
                },
                Some(124 | 137) => "it did not end".to_owned(),
                _ => "it crashed".to_owned(),
            };
            self.failures.push(format!(
                "seed {}: {program} {line:?}: {why}; placed {:?}\n  {ran:?}",
                self.seed, self.placed
            ));
            break;
        }
        count
    }

    /// Runs a command with limits for memory and time.
    fn small(&self, program: &str, line: &[&str]) -> Ran {
        let script = format!("ulimit -d {DATA_KIB} && exec timeout -k 1 {SECONDS} \"$0\" \"$@\"");
        let mut command = self.project.command("sh");
        command.args(["-c", &script]).arg(bins::path(program)).args(line);
        finish(command.env("PLANWRIGHT_PLANNER_COMMAND", "echo none"))
    }

    /// Everything that no command may change: the folder outside, the home folder, and the state of other projects.
    /// Commands create plan folders in the home folder, and have a backup and package caches of the project in the
    /// state folder.
    fn watched(&self) -> Watched {
        let (home, backups) = (self.project.home(), self.project.backups());
        let plans = home.join(".agentflow/plans");
        let is_own = |path: &Path| {
            let is_plan = path.starts_with(&plans) && !path.starts_with(plans.join("other"));
            is_plan || path.starts_with(&backups)
        };
        let mut found = snapshot(&home);
        found.append(&mut snapshot(&self.project.state_folder()));
        found.retain(|path, _| !is_own(path));
        // A new plan folder or backup changes the time of the folder around it.
        for (path, entry) in &mut found {
            if plans.starts_with(path) || backups.starts_with(path) {
                entry.modified = (0, 0);
            }
        }
        found.append(&mut snapshot(&self.outside()));
        found
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    mode: u32,
    /// Seconds and nanoseconds.
    modified: (i64, i64),
    content: Option<Vec<u8>>,
}

type Watched = BTreeMap<PathBuf, Entry>;

fn differing<'a>(before: &'a Watched, after: &'a Watched) -> Vec<&'a Path> {
    let paths = before.keys().chain(after.keys());
    let differing = paths.filter(|path| before.get(*path) != after.get(*path));
    differing.map(PathBuf::as_path).collect()
}

/// Everything in a folder.
fn snapshot(folder: &Path) -> Watched {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = must(folder.display(), fs::read_dir(&folder));
        let paths = entries.flatten().map(|entry| entry.path());
        for path in paths.chain([folder.clone()]) {
            let meta = must(path.display(), path.symlink_metadata());
            if meta.is_dir() && path != folder {
                folders.push(path.clone());
            }
            let entry = Entry {
                mode: meta.mode(),
                modified: (meta.mtime(), meta.mtime_nsec()),
                content: meta.is_file().then(|| must(path.display(), fs::read(&path))),
            };
            found.insert(path, entry);
        }
    }
    found
}
