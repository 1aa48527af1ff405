//! R1 for commands that change a file of the user: a kill at any write leaves the old or the new text.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use planwright_testkit::project::{Project, finish, must};
use planwright_testkit::{skip, strace};

use crate::r01_kill::points_within;
use crate::r01_scenes as scene;
use crate::r01_verbs::{Verb, planwright};

/// A plan with warnings whose second fence is too short.
const PLAN: &str = "\
# Write down the greeting
- **Status:** Green
- **Plan Type:** Documentation
- **Agent:** Writer

## Rationale
````text
### 1. Synthesis
The program does not greet yet.
### 2. Justification
A page helps.
### 3. Expected Outcome
A page.
### 4. State Dashboard
One step.
````

## Action Plan

### CREATE
- **File Path:** [greeting.md](/greeting.md)
- **Description:** Say how to greet.
```markdown
Run:
```sh
hello
```
Then wave.
```
";

const MODE: u32 = 0o640;

pub const FILES: &[Verb] = &[
    planwright(&["fmt", "plan.md", "--json"], drafted),
    Verb {
        program: "teddy",
        line: &["preprocess", "plan.md", "--json"],
        scene: drafted,
    },
];

fn drafted() -> Project {
    let project = scene::empty();
    project.write("plan.md", PLAN);
    let path = project.root().join("plan.md");
    must("a mode", fs::set_permissions(path, fs::Permissions::from_mode(MODE)));
    project
}

#[test]
fn r01_a_killed_file_command_leaves_the_old_or_the_new_file() {
    if !strace::is_usable() {
        return skip("r01_files", "strace is missing or may not trace");
    }
    FILES.iter().for_each(kill_everywhere);
}

fn kill_everywhere(verb: &Verb) {
    let Verb { program, line, scene } = verb;
    let traced = scene();
    let (ran, calls) = strace::trace(&traced, program, line);
    ran.done();
    let after = plan(&traced);
    assert_ne!(after, PLAN, "{line:?} changes nothing");
    let points = points_within(&calls, &[traced.root()]);
    assert!(points.len() > 5, "{line:?} has only {points:?}");
    for point in &points {
        let project = scene();
        let ran = finish(&mut strace::interrupted(&project, program, line, "SIGKILL", point));
        let place = format!("{program} {line:?} killed at {point:?}");
        assert_eq!(ran.code, None, "{place}: the program was not killed: {ran:?}");
        let found = plan(&project);
        let happened = found == after;
        assert!(happened || found == PLAN, "{place}: a partial state: {found}");
        assert!(happened || ran.stdout.is_empty(), "{place}: acknowledged and lost");
        project.run(program, line).done().json();
        assert_eq!(plan(&project), after, "{place}, and again");
    }
    eprintln!("{program} {}: killed at {} write points", line[0], points.len());
}

fn plan(project: &Project) -> String {
    let path = project.root().join("plan.md");
    let mode = must("a mode", path.metadata()).permissions().mode();
    assert_eq!(mode & 0o777, MODE);
    must("the plan", fs::read_to_string(path))
}
