//! R15 through the real binaries: random projects, random plans. What `teddy execute` did, `planwright undo --turn` takes
//! back byte for byte; where somebody has changed one of the files since, it touches nothing and says which.

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

/// Lines that are all different, so that each can be found; whether the last one ends; and the mode.
#[derive(Debug, Clone)]
struct Text {
    words: Vec<String>,
    ends: bool,
    mode: u32,
}

#[derive(Debug, Clone)]
enum Wish {
    Create(Vec<String>),
    /// The line by its place, and what stands there then.
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

fn wishes() -> impl Strategy<Value = BTreeMap<String, Wish>> {
    let change = (any::<prop::sample::Index>(), words()).prop_map(|(line, text)| Wish::Edit(line, text));
    prop::collection::btree_map(paths(), prop_oneof![words().prop_map(Wish::Create), change], 1..6)
}

/// What can be done to these files: nothing is made that is there, and nothing changed that is not.
fn actions(files: &BTreeMap<String, Text>, wishes: &BTreeMap<String, Wish>) -> Vec<(String, String)> {
    let action = |(path, wish): (&String, &Wish)| match (files.get(path), wish) {
        (None, Wish::Create(lines)) => Some((path.clone(), create(path, &lines.join("\n")))),
        (Some(text), Wish::Edit(place, lines)) => {
            let found = text.line(place.index(text.words.len()));
            Some((path.clone(), edit(path, &found, &lines.join("\n"))))
        }
        _ => None,
    };
    wishes.iter().filter_map(action).collect()
}

/// A session whose first turn has carried out the plan, and the files as they were before.
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
    fn r15_an_undone_turn_left_nothing_behind(files in files(), wishes in wishes(), has_memo in any::<bool>()) {
        let actions = actions(&files, &wishes);
        prop_assume!(!actions.is_empty());
        let scene = Executed::new(&files, &actions, has_memo);
        scene.project.planwright(&["undo", "--turn"]).done();
        prop_assert_eq!(snapshot(&scene.project), scene.before);
    }

    #[test]
    fn r15_a_turn_with_a_file_that_somebody_changed_since_is_not_undone(
        files in files(),
        wishes in wishes(),
        which in any::<prop::sample::Index>(),
    ) {
        let actions = actions(&files, &wishes);
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
