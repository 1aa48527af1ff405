//! Initial projects for the commands of agentctl, with plans as files.

use std::path::{Path, PathBuf};

use planwright_testkit::project::{Project, must};

use crate::r01_scenes as scene;

/// A session with its folder.
pub fn allocated() -> Project {
    let project = scene::empty();
    project.agentctl(&["plan", "dir"]).done();
    project
}

/// Three threads with plans on disk, none of them committed.
pub fn drafted() -> Project {
    let project = allocated();
    write_plan(&current_folder(&project), "Add user login", &["form", "check", "greet"]);
    for title in ["Document it", "Release it"] {
        write_plan(&request_folder(&project), title, &["begin", "finish"]);
    }
    project
}

/// All plans are committed. Then one was edited, one was emptied, and one thread was removed.
pub fn redrafted() -> Project {
    let project = drafted();
    project.agentctl(&["plan", "commit"]).done();
    write_plan(
        &current_folder(&project),
        "Add user login",
        &["form", "check", "greet", "log-out"],
    );
    let emptied = request_folder(&project);
    write_plan(&emptied, "Celebrate", &["cake"]);
    project.agentctl(&["plan", "commit"]).done();
    must("an empty folder", std::fs::remove_dir_all(emptied.join("tasks")));
    must("an empty folder", std::fs::remove_file(emptied.join("plan.md")));
    project
        .agentctl(&["plan", "remove-thread", "--thread-id", "thread_2"])
        .done();
    project
}

pub fn current_folder(project: &Project) -> PathBuf {
    PathBuf::from(project.agentctl(&["plan", "dir"]).done().stdout.trim_end())
}

pub fn request_folder(project: &Project) -> PathBuf {
    let answer = project.agentctl(&["plan", "request-thread-dir"]).done().json();
    PathBuf::from(answer["plan_dir"].as_str().unwrap_or_default())
}

/// Tasks that depend on each other in the given order.
pub fn write_plan(folder: &Path, title: &str, ids: &[&str]) {
    let write = |path: &str, text: String| must(path, std::fs::write(folder.join(path), text));
    must("a tasks folder", std::fs::create_dir_all(folder.join("tasks")));
    write("plan.md", format!("---\ntitle: {title}\n---\n\nHow to go about it.\n"));
    for (order, id) in ids.iter().enumerate() {
        let after = if order == 0 { "" } else { ids[order - 1] };
        let front = format!("id: {id}\ndepends_on: [{after}]\nsubtasks:\n  - Look\n  - Do\n");
        write(
            &format!("tasks/{order:02}-{id}.md"),
            format!("---\n{front}---\n\n# See to {id}\n\nAs the plan says.\n"),
        );
    }
}
