//! Two agents share a plan: it is judged, worked on, stopped, and taken back where somebody slipped.

use std::io;

use super::stage::Stage;

const SPEC: &str = "\
# greet

`python3 src/main.py NAME` prints `Hello, NAME!`.
Without a name it prints `Hello, world!`.
";

const POOR_PLAN: &str = r#"{"add_tasks": [{"title": "Write everything", "type": "feature",
  "relevant_file_paths": ["src/greet.py"]}]}"#;

const PLAN: &str = r#"{"add_tasks": [
  {"title": "Write greet(name) in src/greet.py", "type": "feature", "dependencies": [],
   "context_hints": ["Read `spec.md` for the two outputs."],
   "relevant_file_paths": ["spec.md", "+src/greet.py"]},
  {"title": "Test both outputs of greet", "type": "test", "dependencies": [2],
   "context_hints": ["See `src/greet.py` once task 2 is done."],
   "relevant_file_paths": ["src/greet.py", "+tests/test_greet.py"]},
  {"title": "Describe the command in README.md", "type": "docs", "dependencies": [],
   "context_hints": ["Read `spec.md` and keep the README as short."],
   "relevant_file_paths": ["README.md"]},
  {"title": "Call greet from src/main.py", "type": "feature", "dependencies": [2],
   "context_hints": ["Edit `src/main.py`: take the name from sys.argv."],
   "relevant_file_paths": ["src/main.py"]}],
 "update_tasks": [{"id": 1, "status": "DONE"}]}"#;

pub fn play(stage: &mut Stage) -> io::Result<()> {
    stage.write("spec.md", SPEC)?;
    stage.write("README.md", "# greet\n")?;
    stage.write("src/main.py", "print('Hello')\n")?;
    stage.write("tests/__init__.py", "")?;

    stage.heading("A goal becomes a session");
    stage.run(r#"planloop start --goal "Build greet as spec.md says""#, None)?;
    stage.aside("The agent's first `planloop status --json` tells it to write its rules into docs/agents.md.");
    stage.sync_instructions()?;
    stage.run("planloop status --agent ada", None)?;

    stage.heading("The goal becomes a plan, and the gates judge it");
    stage.aside("A poor plan is turned down, with every fault at once and what to do about it:");
    stage.run_refused("planloop update --agent ada", Some(POOR_PLAN))?;
    stage.aside("A good one is taken whole. `+` marks what a task will create:");
    stage.run("planloop update --agent ada", Some(PLAN))?;
    stage.run("planwright graph", None)?;

    stage.heading("Two agents work at once without stepping on each other");
    stage.run("planwright next --claim --agent ada", None)?;
    stage.run("planwright next --claim --agent bob", None)?;
    stage.run_refused("planwright done 2 --agent bob", None)?;
    stage.aside("Task 2 is ada's. She finishes it, and what waited for it becomes ready:");
    stage.write(
        "src/greet.py",
        "def greet(name='world'):\n    return f'Hello, {name}'\n",
    )?;
    stage.run(r#"planwright done 2 --agent ada --file src/greet.py"#, None)?;

    stage.heading("A signal stops everybody, and is cleared");
    stage.run("planwright next --claim --agent ada", None)?;
    stage.run(r#"planloop alert --id test_failure --task-id 2 --level blocker --message "greet forgets the exclamation mark""#, None)?;
    stage.run("planloop status --agent bob", None)?;
    stage.write(
        "src/greet.py",
        "def greet(name='world'):\n    return f'Hello, {name}!'\n",
    )?;
    stage.run("planloop alert --id test_failure --close --agent ada", None)?;

    stage.heading("Nothing is lost: a slip is taken back");
    stage.run(r#"planwright drop 5 --agent bob --reason "by mistake""#, None)?;
    stage.run("planwright undo --agent bob", None)?;

    stage.heading("The rest of the work");
    stage.write("tests/test_greet.py", "from src.greet import greet\n\n\ndef test_greet():\n    assert greet('Ada') == 'Hello, Ada!'\n    assert greet() == 'Hello, world!'\n")?;
    stage.quietly("planwright done 3 --agent ada --file tests/test_greet.py")?;
    stage.write("README.md", "# greet\n\n`python3 src/main.py NAME` greets.\n")?;
    stage.quietly("planwright done 4 --agent bob --file README.md")?;
    stage.write(
        "src/main.py",
        "import sys\n\nfrom greet import greet\n\nprint(greet(*sys.argv[1:2]))\n",
    )?;
    stage.quietly("planwright done 5 --agent ada --file src/main.py")?;
    stage.run(
        "planloop update --agent ada",
        Some(r#"{"final_summary": "greet works and is tested."}"#),
    )?;

    stage.heading("What happened");
    stage.run("planwright list", None)?;
    stage.run("planwright log --limit 8", None)?;
    stage.run("planwright doctor", None)?;
    Ok(())
}
