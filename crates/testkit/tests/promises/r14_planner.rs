//! R14 with a language model: no known secret is in a prompt or in anything that is stored of it.

use planwright_testkit::bins;
use planwright_testkit::models::{Api, KEY, Reply, StubModels};
use planwright_testkit::project::{Project, Ran, must, tree};
use serde_json::json;

use crate::turn_scenes::{PLAN, SESSION, chat, edit, opened, plan};

const PASSWORD: &str = "correct-horse-battery-staple";
/// An unknown value that looks like a secret.
const TOKEN: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

fn run(project: &Project, server: &StubModels, program: &str, arguments: &[&str]) -> Ran {
    let mut command = project.command(bins::path(program));
    command
        .args(arguments)
        .envs(server.environment(Api::OpenAi))
        .env("DB_PASSWORD", PASSWORD);
    Ran::of(&must(program, command.output()))
}

/// All files except those into which the user put the secrets.
fn assert_no_secret(project: &Project, server: &StubModels, own: &[&str]) {
    for secret in [PASSWORD, TOKEN, KEY] {
        for (path, text) in tree(&must("the scene", project.scene().canonicalize())) {
            let is_own = own.iter().any(|name| path.ends_with(name));
            let leaks = !is_own && text.is_some_and(|text| text.contains(secret));
            assert!(!leaks, "{secret} in {}", path.display());
        }
        for asked in server.asked() {
            assert!(!asked.body.to_string().contains(secret), "{secret} in {}", asked.body);
        }
    }
}

fn secret_text() -> String {
    format!("password: {PASSWORD}\ntoken: {TOKEN}\nkey: {KEY}\n")
}

#[test]
fn r14_the_prompt_of_a_turn_contains_no_secret() {
    let project = opened();
    for path in ["notes.txt", ".teddy/memos.yaml"] {
        project.write(path, &secret_text());
    }
    project.write(&format!("{SESSION}/01/turn.context"), "notes.txt\n");
    project.write(&format!("{SESSION}/01/system_prompt.xml"), &secret_text());
    let own = ["notes.txt", "memos.yaml", "system_prompt.xml"];
    let refused = plan(&edit("greet.txt", "This text is missing", "Bonjour"));
    let server = StubModels::start([
        Reply::text("I see no plan in this."),
        Reply::text(&refused),
        Reply::text(&plan(&chat("Done."))),
    ]);
    run(&project, &server, "teddy", &["plan", "-m", &secret_text()]).done();
    let ran = run(&project, &server, "teddy", &["execute", "-y"]);
    assert!(ran.stdout.contains("planned anew"), "{ran:?}");
    assert_eq!((server.asked().len(), server.left()), (3, 0));
    let first = &server.asked()[0];
    for part in [first.system(), first.prompt()] {
        assert!(part.contains("password: [redacted]"), "{part}");
    }
    assert_no_secret(&project, &server, &own);
}

#[test]
fn r14_a_prompt_for_manual_use_contains_no_secret() {
    let project = opened();
    project.write("notes.txt", &secret_text());
    project.write(&format!("{SESSION}/01/turn.context"), "notes.txt\n");
    let mut command = project.command(bins::path("teddy"));
    command.args(["plan", "-m", &secret_text()]);
    command.env("DB_PASSWORD", PASSWORD).env("STUB_API_KEY", KEY);
    Ran::of(&must("teddy", command.output())).done();
    assert!(!project.root().join(PLAN).exists());
    assert_no_secret(&project, &StubModels::start([]), &["notes.txt"]);
}

#[test]
fn r14_the_prompt_for_a_goal_contains_no_secret() {
    let project = Project::in_memory();
    project.write("spec.md", &secret_text());
    project.write(".teddy/memos.yaml", &secret_text());
    let vague = json!({"tasks": [{"title": "Greet"}]}).to_string();
    let server = StubModels::start((0..4).map(|_| Reply::text(&vague)));
    let goal = format!("Log in with {PASSWORD}");
    run(
        &project,
        &server,
        "planloop",
        &["start", "--goal", &goal, "--spec", "spec.md"],
    )
    .done();
    assert_eq!((server.asked().len(), server.left()), (4, 0));
    assert!(server.asked()[0].prompt().contains("password: [redacted]"));
    for asked in server.asked() {
        assert!(!asked.body.to_string().contains(PASSWORD), "{}", asked.body);
        assert!(!asked.body.to_string().contains(TOKEN), "{}", asked.body);
    }
}
