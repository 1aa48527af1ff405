//! Choosing: the cost of leaving out a part of a large plan, and of showing the result of an edit of a large file.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::Setting;
use engine::turns::{Audience, Choosing, Decision, ItemId, News, Request, Review, SandboxWish, Workbench};
use model::AgentName;
use planwright_testkit::project::{Project, must};

use crate::report::took;
use crate::samples::Samples;

const ROUNDS: usize = 50;
/// For a key press in an ordinary plan: at most 200 actions, and files up to 1 MB.
const AIM_MS: f64 = 50.0;
/// Bytes of a line, about.
const LINE: usize = 36;

/// A plan that edits one file.
struct Scene {
    what: &'static str,
    edits: usize,
    pairs: usize,
    lines: usize,
    is_ordinary: bool,
}

const SCENES: [Scene; 4] = [
    Scene {
        what: "40 actions, a file of 100 KB",
        edits: 20,
        pairs: 1,
        lines: 100_000 / LINE,
        is_ordinary: true,
    },
    Scene {
        what: "200 actions, a file of 1 MB",
        edits: 100,
        pairs: 1,
        lines: 1_000_000 / LINE,
        is_ordinary: true,
    },
    Scene {
        what: "500 actions, a file of 2 MB",
        edits: 250,
        pairs: 1,
        lines: 2_000_000 / LINE,
        is_ordinary: false,
    },
    Scene {
        what: "2 actions, 1,000 pairs in a file of 7 MB",
        edits: 1,
        pairs: 1_000,
        lines: 7_000_000 / LINE,
        is_ordinary: false,
    },
];

pub fn run() {
    println!("each EDIT of the file followed by a CREATE; medians of {ROUNDS} within one process");
    SCENES.iter().for_each(measure);
}

fn measure(scene: &Scene) {
    let project = Project::new();
    let file: String = (0..scene.lines).map(line).collect();
    project.write("big.rs", &file);
    project.write("plan.md", &plan(scene));
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
    must("a review", bench.execute(&request, &mut Measuring(scene)));
}

fn line(at: usize) -> String {
    format!("let value_{at} = compute({at});\n")
}

/// Alternates an edit of the large file and a new file.
fn plan(scene: &Scene) -> String {
    let distance = scene.lines / (scene.edits * scene.pairs);
    let pair = |at: usize| {
        let find = line(at * distance);
        format!("`FIND:`\n````\n{find}````\n`REPLACE:`\n````\nlet x_{at} = {at};\n````\n")
    };
    let edit = |at: usize| {
        let pairs: String = (at * scene.pairs..(at + 1) * scene.pairs).map(pair).collect();
        format!("### `EDIT`\n- **File Path:** [big.rs](/big.rs)\n- **Description:** d\n\n{pairs}\n")
    };
    let create = |at: usize| {
        format!("### `CREATE`\n- **File Path:** [new/{at}.rs](/new/{at}.rs)\n- **Description:** d\n````\nx\n````\n\n")
    };
    let actions: String = (0..scene.edits).map(|at| edit(at) + &create(at)).collect();
    format!(
        "# T\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n````text\n### 1. Synthesis\ns\n\
         ### 2. Justification\nj\n### 3. Expected Outcome\ne\n### 4. State Dashboard\nd\n````\n\n\
         ## Action Plan\n\n{actions}"
    )
}

/// The work for one key press.
type Work = fn(&mut Choosing<'_>, ItemId);

/// Measures, then quits.
struct Measuring<'s>(&'s Scene);

impl Audience for Measuring<'_> {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        let since = Instant::now();
        let mut choosing = review.choosing();
        let opened = since.elapsed().as_secs_f64() * 1_000.0;
        println!("\n{}\n    opening the list      {opened:>8.1} ms", self.0.what);
        let last = ItemId::Action(2 * self.0.edits - 2);
        let works: [(&str, Work); 5] = [
            ("a small one            ", |choosing, _| {
                choosing.toggle(ItemId::Action(1));
            }),
            ("the first of the file  ", |choosing, _| {
                choosing.toggle(ItemId::Action(0));
            }),
            ("the last of the file   ", |choosing, last| choosing.toggle(last)),
            ("all                    ", |choosing, _| choosing.toggle_all()),
            ("the file after the last", |choosing, last| {
                drop(choosing.proposed_file(last));
            }),
        ];
        for (what, work) in works {
            let mut samples = Samples::default();
            for _ in 0..ROUNDS {
                let since = Instant::now();
                work(&mut choosing, last);
                samples.add(since.elapsed());
            }
            let verdict = match samples.median_ms() <= AIM_MS {
                _ if !self.0.is_ordinary => "no aim".to_owned(),
                true => format!("{AIM_MS} ms: met"),
                false => format!("{AIM_MS} ms: missed"),
            };
            println!("    {what} {}   {verdict}", took(&samples));
        }
        Decision::Quit
    }

    fn reply(&mut self, _: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _: News<'_>) {}
}
