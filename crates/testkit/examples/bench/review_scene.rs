//! A long plan with large files, and a reviewer without a terminal.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::Setting;
use engine::turns::{Audience, Choosing, Decision, News, Request, Review, SandboxWish, Workbench};
use model::AgentName;
use planwright_testkit::project::{Project, must};

pub const ACTIONS: usize = 500;
pub const LARGE_BYTES: usize = 2_000_000;

struct Person<F> {
    look: Option<F>,
}

impl<F: FnOnce(&mut Choosing<'_>)> Audience for Person<F> {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        if let Some(look) = self.look.take() {
            look(&mut review.choosing());
        }
        Decision::Quit
    }

    fn reply(&mut self, _: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _: News<'_>) {}
}

/// A small action, a large new file, an edit of a large file, both with a single line, and the usual mixture.
pub fn choosing(look: impl FnOnce(&mut Choosing<'_>)) {
    let project = Project::new();
    project.write("large.rs", &code());
    project.write("long.json", &one_line());
    project.write("small.rs", &(0..ACTIONS).map(line).collect::<String>());
    project.write("plan.md", &plan());
    let setting = Setting::bare(project.root());
    let bench = must("a workbench", Workbench::open(&setting, Vec::new()));
    let request = Request {
        by: &must("a name", AgentName::new("ann")),
        plan: Some(Path::new("plan.md")),
        session: None,
        sandbox: SandboxWish::Off,
        resolve: None,
        conclusion: engine::turns::Conclusion::Finishes,
        cancelled: &AtomicBool::new(false),
    };
    let mut person = Person { look: Some(look) };
    must("the plan", bench.execute(&request, &mut person));
    assert!(person.look.is_none(), "the plan has faults");
}

fn plan() -> String {
    let mut plan = "# A Long Plan\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n````text\n\
        ### 1. Synthesis\ns\n### 2. Justification\nj\n### 3. Expected Outcome\ne\n### 4. State Dashboard\nd\n````\n\n\
        ## Action Plan\n\n"
        .to_owned();
    let mut add = |text: std::fmt::Arguments<'_>| {
        // Writing into a string cannot fail.
        let _ = plan.write_fmt(text);
    };
    add(format_args!(
        "### `EXECUTE`\n- **Description:** d\n- **Expected Outcome:** o\n````shell\ntrue\n````\n\n"
    ));
    add(format_args!(
        "### `CREATE`\n- **File Path:** [made.rs](/made.rs)\n- **Description:** d\n````rust\n{}````\n\n",
        code()
    ));
    edit(&mut add, "large.rs", &function(5_000));
    add(format_args!(
        "### `CREATE`\n- **File Path:** [made.json](/made.json)\n- **Description:** d\n````json\n{}\n````\n\n",
        one_line()
    ));
    edit(&mut add, "long.json", "\"key 9000\": \"an old value\"\n");
    for number in 5..ACTIONS {
        match number % 3 {
            0 => add(format_args!(
                "### `CREATE`\n- **File Path:** [new/{number}.rs](/new/{number}.rs)\n- **Description:** d\n````rust\n{}````\n\n",
                function(number)
            )),
            1 => edit(&mut add, "small.rs", &line(number)),
            _ => add(format_args!(
                "### `EXECUTE`\n- **Description:** d\n- **Expected Outcome:** o\n````shell\ntrue {number}\n````\n\n"
            )),
        }
    }
    plan
}

fn edit(add: &mut impl FnMut(std::fmt::Arguments<'_>), path: &str, find: &str) {
    let replace = find.replace("old", "new");
    add(format_args!(
        "### `EDIT`\n- **File Path:** [{path}](/{path})\n- **Description:** d\n\n`FIND:`\n````\n{find}````\n\
         `REPLACE:`\n````\n{replace}````\n\n"
    ));
}

fn one_line() -> String {
    let mut text = String::with_capacity(LARGE_BYTES + 100);
    for number in 0.. {
        if text.len() >= LARGE_BYTES {
            break;
        }
        // Writing into a string cannot fail.
        let _ = write!(text, "\"key {number}\": \"an old value\", ");
    }
    text
}

fn line(number: usize) -> String {
    format!("pub const STEP_{number:03}: &str = \"old {number:03}\";\n")
}

fn code() -> String {
    let mut text = String::with_capacity(LARGE_BYTES + 1_000);
    for number in 0.. {
        if text.len() >= LARGE_BYTES {
            break;
        }
        text.push_str(&function(number));
    }
    text
}

fn function(number: usize) -> String {
    format!(
        "/// Takes row {number}, `None` where it has *no* value.\n\
         pub fn take_{number}(rows: &[Row]) -> Option<Record> {{\n    let row = rows.get({number})?; // old\n    \
         parse(&row.text, \"format {number}\")\n}}\n\n"
    )
}
