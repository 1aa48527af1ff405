//! The baseline of `cargo xtask bench folders`: reads every file of plan folders and parses its front matter with the
//! same library, without further checks.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Plan {
    title: String,
}

#[derive(Deserialize)]
struct Task {
    id: String,
    #[serde(default)]
    depends_on: Vec<String>,
    agent: Option<String>,
    #[serde(default)]
    subtasks: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut letters = 0;
    for folder in std::env::args_os().skip(1).map(PathBuf::from) {
        letters += read::<Plan>(&folder.join("plan.md"))?.title.len();
        for entry in fs::read_dir(folder.join("tasks"))? {
            let task = read::<Task>(&entry?.path())?;
            let lists = task.depends_on.iter().chain(&task.subtasks).chain(&task.agent);
            letters += task.id.len() + lists.map(String::len).sum::<usize>();
        }
    }
    println!("{letters}");
    Ok(())
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let front = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    let (front, _) = front.ok_or("no front matter")?;
    Ok(serde_saphyr::from_str(front)?)
}
