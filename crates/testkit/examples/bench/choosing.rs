//! Choosing: the cost of leaving out a part of a large plan, and of showing the result of an edit of a large file.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::Setting;
use engine::turns::{Audience, Choosing, Decision, ItemId, News, Request, Review, SandboxWish, Workbench};
use model::AgentName;
use planwright_testkit::project::{Project, must};

use crate::report::took;
use crate::samples::Samples;

const ACTIONS: usize = 500;
/// About 2 MB.
const LINES: usize = 56_000;
const ROUNDS: usize = 50;
/// One frame of a screen.
const AIM_MS: f64 = 16.0;

pub fn run() {
    println!("{ACTIONS} actions, half of them on one file of 2 MB; medians of {ROUNDS} within one process");
    let project = Project::new();
    let big: String = (0..LINES)
        .map(|line| format!("let value_{line} = compute({line});\n"))
        .collect();
    project.write("big.rs", &big);
    project.write("plan.md", &plan());
    let setting = Setting::bare(project.root());
    let bench = must("the project", Workbench::open(&setting, Vec::new()));
    let by = must("a name", AgentName::new("ann"));
    let request = Request {
        by: &by,
        plan: Some(std::path::Path::new("plan.md")),
        session: None,
        sandbox: SandboxWish::Off,
        resolve: None,
        conclusion: engine::turns::Conclusion::Finishes,
        cancelled: &AtomicBool::new(false),
    };
    must("a review", bench.execute(&request, &mut Measuring));
}

/// Alternates an edit of the large file and a new file.
fn plan() -> String {
    let edit = |at: usize| {
        format!(
            "### `EDIT`\n- **File Path:** [big.rs](/big.rs)\n- **Description:** d\n\n`FIND:`\n````\n\
             let value_{at} = compute({at});\n````\n`REPLACE:`\n````\nlet x_{at} = {at};\n````\n\n"
        )
    };
    let create = |at: usize| {
        format!("### `CREATE`\n- **File Path:** [new/{at}.rs](/new/{at}.rs)\n- **Description:** d\n````\nx\n````\n\n")
    };
    let actions: String = (0..ACTIONS / 2).map(|at| edit(at * 100) + &create(at)).collect();
    format!(
        "# T\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n````text\n### 1. Synthesis\ns\n\
         ### 2. Justification\nj\n### 3. Expected Outcome\ne\n### 4. State Dashboard\nd\n````\n\n\
         ## Action Plan\n\n{actions}"
    )
}

const FIRST: ItemId = ItemId::Action(0);
const LAST: ItemId = ItemId::Action(ACTIONS - 2);

/// The work for one key press.
type Work = fn(&mut Choosing<'_>);

/// Measures, then quits.
struct Measuring;

impl Audience for Measuring {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        let since = Instant::now();
        let mut choosing = review.choosing();
        println!(
            "\n    opening the list      {:>8.1} ms",
            since.elapsed().as_secs_f64() * 1_000.0
        );
        let works: [(&str, Work); 5] = [
            ("a small one            ", |choosing| choosing.toggle(ItemId::Action(1))),
            ("the first of the file  ", |choosing| choosing.toggle(FIRST)),
            ("the last of the file   ", |choosing| choosing.toggle(LAST)),
            ("all                    ", |choosing| choosing.toggle_all()),
            ("the file after the last", |choosing| drop(choosing.proposed_file(LAST))),
        ];
        for (what, work) in works {
            let mut samples = Samples::default();
            for _ in 0..ROUNDS {
                let since = Instant::now();
                work(&mut choosing);
                samples.add(since.elapsed());
            }
            let verdict = if samples.median_ms() <= AIM_MS { "met" } else { "missed" };
            println!("    {what} {}   one frame: {verdict}", took(&samples));
        }
        Decision::Quit
    }

    fn reply(&mut self, _: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _: News<'_>) {}
}
