//! A project with plan folders, and the measured commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use planwright_testkit::bins;
use planwright_testkit::project::{Project, Snapshot, must};

use crate::programs::Programs;

pub struct Scene<'a> {
    programs: &'a Programs,
    project: Project,
    folders: Vec<PathBuf>,
    /// Before the first commit.
    drafted: Snapshot,
}

impl<'a> Scene<'a> {
    pub fn new(programs: &'a Programs, threads: usize, tasks: usize) -> Self {
        let project = Project::new();
        let current = project.agentctl(&["plan", "dir"]).done().stdout;
        let mut folders = vec![PathBuf::from(current.trim_end())];
        folders.extend((1..threads).map(|_| request(&project)));
        folders.iter().for_each(|folder| write(folder, tasks));
        Self {
            programs,
            drafted: project.snapshot(),
            project,
            folders,
        }
    }

    pub fn reset(&self) {
        self.project.rewind(&self.drafted);
        let root = must("the project", fs::File::open(self.project.root()));
        must("syncfs", rustix::fs::syncfs(&root));
    }

    pub fn minimal(&self) -> Command {
        let mut command = self.command(&self.programs.front_matter);
        command.args(&self.folders);
        command
    }

    /// `agentctl plan` with this subcommand.
    pub fn plan(&self, verb: &str) -> Command {
        let mut command = self.command(&bins::path("agentctl"));
        command.args(["plan", verb, "--json"]);
        command
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = self.project.command(program);
        command.env_remove("PATH");
        command
    }
}

fn request(project: &Project) -> PathBuf {
    let answer = project.agentctl(&["plan", "request-thread-dir"]).done().json();
    PathBuf::from(answer["plan_dir"].as_str().unwrap_or_default())
}

/// Typical tasks of agents: a checklist, one or two dependencies, a page of text.
fn write(folder: &Path, tasks: usize) {
    must("a folder", fs::create_dir_all(folder.join("tasks")));
    let write = |path: String, text: String| must(&path, fs::write(folder.join(&path), text));
    let title = "title: Add user authentication\n";
    write("plan.md".to_owned(), format!("---\n{title}---\n\n{}", prose(12)));
    for number in 0..tasks {
        let after = match number {
            0 => String::new(),
            1 => "part-0".to_owned(),
            _ => format!("part-{}, part-{}", number - 1, number / 2),
        };
        let front = format!(
            "id: part-{number}\ndepends_on: [{after}]\nagent: claude-code\nsubtasks:\n  - Read what is there\n  \
             - Write part {number}\n  - Test it\n"
        );
        let body = format!("# Write part {number}\n\n{}", prose(8));
        write(
            format!("tasks/{number:02}-part-{number}.md"),
            format!("---\n{front}---\n\n{body}"),
        );
    }
}

fn prose(lines: usize) -> String {
    "Take the schema from the part before, keep its names, and say in the tests what must not happen.\n".repeat(lines)
}
