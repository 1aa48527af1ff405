//! A plan is worked off by itself: two steps at once, checks that count, a failure, and a new version of the plan.

use std::io;

use super::stage::Stage;

const STEPS: &str = "\
- description: Write bonjour(name)
  suggestedAgent: writer
  affectedFiles: [src/bonjour.py]
  acceptanceCriteria: ['run: grep -q Bonjour src/bonjour.py']
- description: Name it in README.md
  suggestedAgent: writer
  affectedFiles: [README.md]
- description: Test bonjour
  suggestedAgent: tester
  dependsOn: [0]
";

/// Commands that nobody approves are locked in.
const CONFIG: &str = r#"[planner]
provider = "command"
command = ["sh", "AGENTS/planner.sh"]

[agents.writer]
command = ["sh", "AGENTS/writer.sh"]

[agents.tester]
command = ["sh", "AGENTS/tester.sh"]

[run]
approval = "sandbox"
"#;

const WRITER: &str = r#"# Reads its step, and writes what is asked for.
step=$(sed -n 's/^ *Step [0-9]* of [0-9]*: //p')
case "$step" in
Write*) printf 'def bonjour(name):\n    return f"Bonjour, {name}!"\n' >src/bonjour.py ;;
Name*) echo '`bonjour(name)` greets in French.' >>README.md ;;
esac
echo "Done: $step"
"#;

const TESTER: &str = r#"cat >/dev/null
echo "pytest: not found" >&2
exit 1
"#;

const PLANNER: &str = r#"cat >/dev/null
cat <<'END'
{"steps": [{"description": "Look at bonjour without pytest", "suggestedAgent": "writer",
            "acceptanceCriteria": ["run: grep -q name src/bonjour.py"]}],
 "changes": "The file is looked at instead.", "reasoning": "pytest is not installed."}
END
"#;

pub fn play(stage: &mut Stage) -> io::Result<()> {
    stage.write("README.md", "# greet\n")?;
    stage.write("src/greet.py", "")?;
    stage.write_at_home("agents/writer.sh", WRITER)?;
    stage.write_at_home("agents/tester.sh", TESTER)?;
    stage.write_at_home("agents/planner.sh", PLANNER)?;

    stage.heading("A plan, and agents that are programs of yours");
    stage.write_and_show("steps.yaml", STEPS)?;
    stage.run(
        r#"rawko plan create --task "Greet in French, too" --from steps.yaml"#,
        None,
    )?;
    stage
        .aside("Only you can name agents, never a project. Here they are small scripts; use `claude -p` or any other:");
    stage.configure(CONFIG)?;

    stage.heading("It works by itself, fails, and is planned anew");
    stage.run("rawko run --jobs 2", None)?;
    stage.run("rawko plan diff 1 2", None)?;
    stage.run("rawko plan show", None)
}
