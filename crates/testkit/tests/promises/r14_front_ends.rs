//! R14 for all front ends: a known or likely secret in any text of any command is in nothing that is stored: not in the
//! store, its log, its backup, a turn, or an answer.

use std::fs;
use std::path::Path;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Ran, finish, must};
use proptest::prelude::*;
use serde_json::json;

use crate::r01_run::configure;
use crate::turn_scenes::bare;

const NAMED: &str = "DB_PASSWORD";

/// A project and a secret that it must not store.
struct Scene {
    project: Project,
    secret: String,
    is_known: bool,
}

impl Scene {
    /// Runs a command with the secret. The answer must report the redaction.
    fn given(&self, program: &str, arguments: &[&str]) -> Ran {
        let ran = self.run(program, arguments);
        assert_eq!(ran.code, Some(0), "{program} {arguments:?}: {ran:?}");
        let output = format!("{}{}", ran.stdout, ran.stderr);
        assert!(
            output.contains("something secret was in what was given"),
            "{program} {arguments:?}: {ran:?}"
        );
        ran
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Ran {
        let mut command = self.project.command(bins::path(program));
        command.args(arguments);
        if self.is_known {
            command.env(NAMED, &self.secret);
        }
        let ran = finish(&mut command);
        let output = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!output.contains(&self.secret), "{program} {arguments:?}: {output}");
        ran
    }

    /// Searches the project and the backup folder. The user's own files are excluded.
    fn assert_clean(&self, own: &[&str]) {
        for folder in [self.project.root(), self.project.state_folder()] {
            assert_without(&folder, &self.secret, own);
        }
    }
}

/// Compares bytes, because a database is not text.
fn assert_without(folder: &Path, secret: &str, own: &[&str]) {
    for entry in must(folder.display(), fs::read_dir(folder)) {
        let path = must(folder.display(), entry).path();
        let name = path.to_string_lossy().into_owned();
        assert!(!name.contains(secret), "{name}");
        if path.is_dir() {
            assert_without(&path, secret, own);
        } else if !own.iter().any(|own| path.ends_with(own)) {
            let bytes = must(path.display(), fs::read(&path));
            let is_in = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!is_in, "{secret} in {name}");
        }
    }
}

/// Each secret, and whether the environment contains its value.
fn secrets() -> impl Strategy<Value = (String, bool)> {
    prop_oneof![
        "[a-zA-Z0-9]{12,30}".prop_map(|secret| (secret, true)),
        "[a-z]{4,8}-[a-z]{4,8}-[0-9]{4}".prop_map(|secret| (secret, true)),
        "[a-zA-Z0-9]{6} [\"\\\\/%é]{1,3}[a-z]{6}".prop_map(|secret| (secret, true)),
        "ghp_[a-zA-Z0-9]{36}".prop_map(|secret| (secret, false)),
        "sk-ant-[a-zA-Z0-9]{24}".prop_map(|secret| (secret, false)),
    ]
}

fn scene(secret: String, is_known: bool) -> Scene {
    Scene {
        project: bare(),
        secret,
        is_known,
    }
}

fn through_planloop(scene: &Scene) {
    let secret = &scene.secret;
    scene.given(
        "planloop",
        &["start", "--goal", &format!("Log in with {secret} everywhere")],
    );
    let task = json!({
        "title": format!("Send {secret} to the login form"),
        "type": "feature",
        "dependencies": [],
        "context_hints": [format!("Read `greet.txt` and use {secret} there.")],
        "relevant_file_paths": ["greet.txt"],
    });
    let add = json!({"add_tasks": [task], "update_tasks": [{"id": 1, "status": "DONE"}]}).to_string();
    scene.given("planloop", &["update", "--json", &add]);
    let edit = json!({"update_tasks": [{"id": 2, "title": format!("Send {secret} to the form twice")}]}).to_string();
    scene.given("planloop", &["update", "--json", &edit]);
    // The refusal quotes the text.
    let vague = json!({"add_tasks": [{"title": secret, "type": "feature"}]}).to_string();
    assert_ne!(scene.run("planloop", &["update", "--json", &vague]).code, Some(0));
    let message = format!("The login refuses {secret}.");
    let alert = ["alert", "--id", "ci", "--level", "info", "--message", &message];
    scene.given("planloop", &alert);
    let link = format!("https://ci.example/{secret}");
    scene.given("planloop", &[&alert[..], &["--link", &link]].concat());
}

fn through_planwright(scene: &Scene) {
    let secret = &scene.secret;
    let said = format!("It was {secret}.");
    scene.given("planwright", &["add", &format!("Rotate {secret} by hand")]);
    scene.given("planwright", &["add", "Rotate it", "--body", &said, "--json"]);
    scene.given(
        "planwright",
        &["edit", "3", "--title", &format!("Rotate {secret} soon")],
    );
    scene.given("planwright", &["fail", "3", &said]);
    scene.given("planwright", &["drop", "4", "--reason", &said]);
    scene.given("planwright", &["done", "2", "--note", &said]);
    scene.given("planwright", &["signal", "net", &said, "--level", "info"]);
    for verb in [
        &["log", "--json"][..],
        &["list"],
        &["show", "3"],
        &["undo"],
        &["status", "--json"],
    ] {
        scene.run("planwright", verb).done();
    }
}

fn through_teddy(scene: &Scene) {
    let said = format!("Use {} for it.", scene.secret);
    scene.run("teddy", &["new", "greet"]).done();
    scene.given("teddy", &["plan", "-m", &said]);
    scene.given("teddy", &["plan", "-m", &said, "--json"]);
}

/// Versions, outcomes, discoveries, and the files that show them.
fn through_rawko(scene: &Scene) {
    let said = format!("It was {}.", scene.secret);
    let steps = json!([
        {"description": said},
        {"description": format!("Send {} to the form", scene.secret), "dependsOn": [0], "acceptanceCriteria": [said]},
        {"description": "Write it down", "dependsOn": [1], "instructions": said},
    ])
    .to_string();
    let create = ["plan", "create", "--task", &said, "--steps", &steps];
    scene.given("rawko", &create);
    scene
        .run("rawko", &["step", "start", "0", "--agent", "developer"])
        .done();
    scene.given("rawko", &["step", "complete", "0", "--output", &said]);
    scene
        .run("rawko", &["step", "start", "1", "--agent", "developer"])
        .done();
    scene.given("rawko", &["step", "fail", "1", "--error", &said]);
    let anew = json!([{"description": format!("Send {} twice", scene.secret)}]).to_string();
    scene.project.write("anew.json", &anew);
    let replan = [
        "replan",
        "--from",
        "anew.json",
        "--discovery",
        &said,
        "--constraint",
        &said,
    ];
    scene.given("rawko", &replan);
    scene.given("rawko", &["step", "add", "--description", &said, "--json"]);
    for verb in [
        &["plan", "show"][..],
        &["plan", "history", "--json"],
        &["plan", "diff", "v1", "v2"],
        &["events"],
        &["arbiter", "prompt"],
        &["next", "--json"],
    ] {
        scene.run("rawko", verb).done();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn r14_no_front_end_stores_a_secret((secret, is_known) in secrets()) {
        let scene = scene(secret, is_known);
        through_planloop(&scene);
        through_planwright(&scene);
        through_teddy(&scene);
        scene.assert_clean(&[]);
    }

    #[test]
    fn r14_no_secret_is_kept_in_versions_of_a_plan((secret, is_known) in secrets()) {
        let scene = scene(secret, is_known);
        through_rawko(&scene);
        scene.assert_clean(&["anew.json"]);
    }

    #[test]
    fn r14_no_secret_of_a_plan_folder_is_kept((secret, is_known) in secrets()) {
        let scene = scene(secret, is_known);
        let secret = &scene.secret;
        scene.given("agentctl", &["set-topic", &format!("Log in with {secret}")]);
        let folder = scene.run("agentctl", &["plan", "dir"]).done().stdout;
        let folder = Path::new(folder.trim());
        must("a folder", fs::create_dir_all(folder.join("tasks")));
        must("plan.md", fs::write(folder.join("plan.md"), format!("---\ntitle: 'Log in with {secret}'\n---\n\nIt is {secret}.\n")));
        let task = format!("---\nid: log-in\n---\nLog in with {secret}\n\nSend {secret}.\n");
        must("a task", fs::write(folder.join("tasks/01-log-in.md"), task));
        scene.given("agentctl", &["plan", "commit", "--json"]);
        scene.assert_clean(&[]);
        // The imported content equals the file: there is no new version, and no file was written.
        let version = |scene: &Scene| scene.run("planwright", &["log", "--json"]).done().stdout;
        let before = version(&scene);
        scene.run("agentctl", &["plan", "commit", "--json"]).done();
        prop_assert_eq!(version(&scene), before);
        let text = must("plan.md", fs::read_to_string(folder.join("plan.md")));
        prop_assert!(text.contains(secret.as_str()));
        // A copy reports its redactions.
        let exported = scene.run("planwright", &["export", "--to", "plan-dir", "copy", "--json"]).done().json();
        prop_assert_eq!(&exported["redacted_files"], &json!(["plan.md", "tasks/01-log-in.md"]));
        scene.assert_clean(&[]);
    }

    #[test]
    fn r14_no_name_holds_a_secret(secret in "[a-z]{5,9}-[a-z]{5,9}-[0-9]{2}") {
        let scene = scene(secret, true);
        let secret = &scene.secret;
        let refused = |program: &str, arguments: &[&str]| {
            let ran = scene.run(program, arguments);
            let output = format!("{}{}", ran.stdout, ran.stderr);
            assert!(ran.code == Some(1) && output.contains("holds a secret"), "{program} {arguments:?}: {ran:?}");
        };
        scene.run("planloop", &["start", "--goal", "Greet"]).done();
        refused("planloop", &["alert", "--id", secret, "--level", "info", "--message", "x"]);
        refused("planwright", &["add", "Rotate it", "--key", secret]);
        refused("planwright", &["--agent", secret, "add", "Rotate it"]);
        refused("agentctl", &["--session", secret, "plan", "dir"]);
        refused("teddy", &["new", secret]);
        scene.assert_clean(&[]);
    }
}

/// The plan was made before the secret was known, so one of its commands contains the secret. The observer does not see
/// it.
#[test]
fn r14_a_check_reports_no_secret() {
    let secret = "whale-song-4242";
    let project = Project::in_memory();
    configure(&project, "[agents.dev]\ncommand = [\"true\"]\n");
    project.planwright(&["init", "--goal", "Greet"]).done();
    project.planwright(&["done", "1"]).done();
    for (title, end) in [("Pass", "true"), ("Fail", "false")] {
        let criterion = format!("run: echo {secret} && {end}");
        project.planwright(&["add", title, "--accept", &criterion]).done();
    }
    let scene = Scene {
        project,
        secret: secret.to_owned(),
        is_known: true,
    };
    let ran = scene.run("planwright", &["run", "-y", "--sandbox", "off", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stdout.contains("the check `echo [redacted] && false` failed"),
        "{ran:?}"
    );
    // Later reports do not contain it either.
    scene.run("planwright", &["run", "-y", "--sandbox", "off"]);
}
