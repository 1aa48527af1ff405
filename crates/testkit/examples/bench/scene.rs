//! A project with one plan, and the measured commands.

use std::fs::File;
use std::io;
use std::process::Command;

use planwright_testkit::project::{Project, finish, must};

use crate::programs::Programs;
use crate::shape::Shape;
use crate::work::{Work, step};

pub const AGENT: &str = "bench";

pub struct Scene<'a> {
    programs: &'a Programs,
    /// The plan before the first update.
    pristine: Project,
    project: Project,
    steps: Vec<String>,
    taken: usize,
}

impl<'a> Scene<'a> {
    pub fn new(programs: &'a Programs, work: Work, tasks: usize) -> Self {
        let pristine = planned(programs, work.shape(), tasks);
        let mut scene = Self {
            programs,
            project: pristine.copy(),
            pristine,
            steps: work.steps(tasks),
            taken: 0,
        };
        if work == Work::HubDone {
            scene.finish_hub(tasks);
            scene.pristine = scene.project.copy();
        }
        scene.settle();
        scene
    }

    pub fn status(&self) -> Command {
        let mut command = self.command(&self.programs.planloop);
        command.args(["status", "--brief", "--json"]);
        command
    }

    /// The next update of one task. A plan without further updates is restored first.
    pub fn next_update(&mut self) -> Command {
        if self.steps.len() > 2 && self.taken == self.steps.len() {
            self.reset();
        }
        let text = &self.steps[self.taken % self.steps.len()];
        self.taken += 1;
        self.update(text)
    }

    pub fn minimal_read(&self) -> Command {
        let mut command = self.command(&self.programs.minimal);
        command.arg(self.project.database());
        command
    }

    pub fn minimal_commit(&self) -> Command {
        let mut command = self.minimal_read();
        command.arg("commit");
        command
    }

    /// The update that releases all tasks that depend on the last task. The last task is in progress before it.
    pub fn hub_done(&mut self, tasks: usize) -> Command {
        self.reset();
        finish(&mut self.update(&step(Shape::last(tasks), "IN_PROGRESS"))).done();
        self.update(&step(Shape::last(tasks), "DONE"))
    }

    fn finish_hub(&mut self, tasks: usize) {
        finish(&mut self.hub_done(tasks)).done();
    }

    fn update(&self, text: &str) -> Command {
        let mut command = self.command(&self.programs.planloop);
        command.args(["update", "--json", text]);
        command
    }

    fn command(&self, program: &std::path::Path) -> Command {
        let mut command = self.project.command(program);
        command.env("PLANWRIGHT_AGENT", AGENT).env_remove("PATH");
        command
    }

    fn reset(&mut self) {
        self.project = self.pristine.copy();
        self.taken = 0;
        self.settle();
    }

    /// Syncs the copies before a commit is timed, and loads them into the page cache like a store in use.
    fn settle(&self) {
        let root = must("the project", File::open(self.project.root()));
        must("syncfs", rustix::fs::syncfs(&root));
        let mut store = must("the store", File::open(self.project.database()));
        must("reading it", io::copy(&mut store, &mut io::sink()));
    }
}

fn planned(programs: &Programs, shape: Shape, tasks: usize) -> Project {
    let project = Project::new();
    project.write("spec.md", "# The report\n");
    project.write("plan.json", &shape.payload(tasks).to_string());
    project.planloop(&["start", "--goal", "Write the report"]).done();
    let status = project.planloop(&["status", "--json"]).done().json();
    let rulebook = status["now"]["instructions_content"].as_str();
    project.write("docs/agents.md", rulebook.unwrap_or_default());
    project
        .planloop(&["update", "--agent", AGENT, "--file", "plan.json"])
        .done();
    let mut prepare = project.command(&programs.minimal);
    finish(prepare.arg(project.database()).arg("prepare")).done();
    project
}
