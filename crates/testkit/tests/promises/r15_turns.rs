//! R15 through the real binaries, with random projects and plans: `planwright undo --turn` restores the exact bytes
//! from before `teddy execute`. If one of the files has changed since, it changes nothing and names the file.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;

use planwright_testkit::project::{Project, must};
use planwright_testkit::{Tier, tier};
use proptest::prelude::*;

use crate::turn_scenes::{PLAN, SESSION, bare, create, edit, own_files, titled};

const PATHS: [&str; 8] = [
    "a.txt",
    "b.rs",
    "d/a.md",
    "d/e/f.txt",
    "x/y",
    "ü/ß.txt",
    "q r/s.txt",
    "no-ending",
];
const MEMOS: &str = ".teddy/memos.yaml";

/// Distinct lines, so that each can be found; whether the last line ends with a newline; and the mode.
#[derive(Debug, Clone)]
struct Text {
    words: Vec<String>,
    ends: bool,
    mode: u32,
}

#[derive(Debug, Clone)]
enum RandomChange {
    Create(Vec<String>),
    /// The line by its index, and its new text.
    Edit(prop::sample::Index, Vec<String>),
}

impl Text {
    fn line(&self, number: usize) -> String {
        format!("{number}: {}", self.words[number])
    }

    fn whole(&self) -> String {
        let lines: Vec<String> = (0..self.words.len()).map(|number| self.line(number)).collect();
        let ending = if self.ends { "\n" } else { "" };
        lines.join("\n") + ending
    }
}

fn words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-z\\t äλ🟢]{1,12}[a-z]", 1..6)
}

fn text() -> impl Strategy<Value = Text> {
    let modes = prop::sample::select(vec![0o644, 0o600, 0o755, 0o640]);
    (words(), any::<bool>(), modes).prop_map(|(words, ends, mode)| Text { words, ends, mode })
}

fn paths() -> impl Strategy<Value = String> {
    prop::sample::select(PATHS.to_vec()).prop_map(str::to_owned)
}

fn files() -> impl Strategy<Value = BTreeMap<String, Text>> {
    prop::collection::btree_map(paths(), text(), 1..6)
}

fn random_changes() -> impl Strategy<Value = BTreeMap<String, RandomChange>> {
    let change = (any::<prop::sample::Index>(), words()).prop_map(|(line, text)| RandomChange::Edit(line, text));
    prop::collection::btree_map(
        paths(),
        prop_oneof![words().prop_map(RandomChange::Create), change],
        1..6,
    )
}

/// Possible actions on these files: only missing files are created, and only existing files are changed.
fn actions(files: &BTreeMap<String, Text>, random_changes: &BTreeMap<String, RandomChange>) -> Vec<(String, String)> {
    let action = |(path, random): (&String, &RandomChange)| match (files.get(path), random) {
        (None, RandomChange::Create(lines)) => Some((path.clone(), create(path, &lines.join("\n")))),
        (Some(text), RandomChange::Edit(place, lines)) => {
            let found = text.line(place.index(text.words.len()));
            Some((path.clone(), edit(path, &found, &lines.join("\n"))))
        }
        _ => None,
    };
    random_changes.iter().filter_map(action).collect()
}

/// A session whose first turn has executed the plan, and the files before it.
struct Executed {
    project: Project,
    before: Snapshot,
}

type Snapshot = BTreeMap<PathBuf, (Option<Vec<u8>>, u32)>;

impl Executed {
    fn new(files: &BTreeMap<String, Text>, actions: &[(String, String)], has_memo: bool) -> Self {
        let project = bare();
        for (path, text) in files {
            project.write(path, &text.whole());
            let mode = Permissions::from_mode(text.mode);
            must(path, fs::set_permissions(project.root().join(path), mode));
        }
        project.teddy(&["new", "greet"]).done();
        let shown: Vec<&str> = files.keys().map(String::as_str).collect();
        project.write(&format!("{SESSION}/01/turn.context"), &(shown.join("\n") + "\n"));
        let memos = if has_memo { "[+] Guests are greeted" } else { "" };
        let all: String = actions.iter().map(|(_, action)| action.as_str()).collect();
        project.write(PLAN, &titled("Change it", memos, &all));
        let before = snapshot(&project);
        project.teddy(&["execute", PLAN, "-y"]).done();
        assert_ne!(snapshot(&project), before, "{actions:?}");
        Self { project, before }
    }
}

/// The user's own files with their modes, and the memos.
fn snapshot(project: &Project) -> Snapshot {
    let state = |path: PathBuf| {
        let place = project.root().join(&path);
        let found = must(place.display(), fs::metadata(&place));
        let content = found.is_file().then(|| must(place.display(), fs::read(&place)));
        (path, (content, found.mode()))
    };
    let memos = Some(PathBuf::from(MEMOS)).filter(|path| project.root().join(path).exists());
    own_files(project).into_keys().chain(memos).map(state).collect()
}

fn cases() -> u32 {
    match tier() {
        Tier::Quick => 24,
        Tier::Full => 1000,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 40, ..ProptestConfig::with_cases(cases()) })]

    #[test]
    fn r15_an_undone_turn_leaves_no_trace(files in files(), random_changes in random_changes(), has_memo in any::<bool>()) {
        let actions = actions(&files, &random_changes);
        prop_assume!(!actions.is_empty());
        let scene = Executed::new(&files, &actions, has_memo);
        scene.project.planwright(&["undo", "--turn"]).done();
        prop_assert_eq!(snapshot(&scene.project), scene.before);
    }

    #[test]
    fn r15_a_turn_with_a_changed_file_is_not_undone(
        files in files(),
        random_changes in random_changes(),
        which in any::<prop::sample::Index>(),
    ) {
        let actions = actions(&files, &random_changes);
        prop_assume!(!actions.is_empty());
        let scene = Executed::new(&files, &actions, false);
        let (path, _) = &actions[which.index(actions.len())];
        scene.project.write(path, "Mine.\n");
        let now = snapshot(&scene.project);
        let ran = scene.project.planwright(&["undo", "--turn"]);
        prop_assert_eq!(ran.code, Some(3), "{:?}", &ran);
        prop_assert!(ran.stderr.contains(path.as_str()), "{} in {:?}", path, &ran);
        prop_assert_eq!(snapshot(&scene.project), now);
    }
}
