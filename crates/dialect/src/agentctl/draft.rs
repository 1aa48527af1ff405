//! A folder as far as it can be read, whatever is wrong with it. The rules judge it.

use std::collections::BTreeSet;
use std::ops::Range;

use model::Diagnostic;

use super::cut::{Cut, cut};
use super::folder::{FileText, FolderText};
use super::front::{PlanFront, TaskFront, TaskWords};
use super::name::{self, Name};
use super::rules::{file_readable, front, task_size};
use super::spelling::nearest_key;
use super::{PLAN_FILE, TASKS_FOLDER};
use crate::source::Source;
use crate::yaml::{self, Broken, Front, Text};

pub(super) struct Draft<'a> {
    pub plan: Option<PlanDraft<'a>>,
    /// Where `plan.md` is or should be.
    pub plan_path: String,
    pub tasks_path: String,
    /// Why `tasks/` could not be read as a whole.
    pub tasks_trouble: Option<&'a str>,
    pub tasks: Vec<TaskDraft<'a>>,
    pub strays: Vec<Stray<'a>>,
}

pub(super) struct PlanDraft<'a> {
    pub source: Source<'a>,
    pub title: Option<Text>,
    pub body: &'a str,
    pub faults: Vec<Diagnostic>,
}

pub(super) struct TaskDraft<'a> {
    pub source: Source<'a>,
    pub file: &'a str,
    pub name: Name<'a>,
    pub words: TaskWords,
    /// `None` where the front matter does not end.
    pub body: Option<Body<'a>>,
    /// Of the front matter.
    pub faults: Vec<Diagnostic>,
}

#[derive(Clone)]
pub(super) struct Body<'a> {
    pub text: &'a str,
    /// The mark that it follows.
    pub closing: Range<usize>,
}

/// A file whose name is not that of a task.
pub(super) struct Stray<'a> {
    pub file: &'a str,
    pub path: String,
    text: &'a str,
}

impl<'a> Draft<'a> {
    /// `None` for a folder without any plan.
    pub fn new(folder: &'a FolderText) -> Option<Self> {
        let path = |file: &str| format!("{}/{file}", folder.name.trim_end_matches('/'));
        let plan_path = path(PLAN_FILE);
        let tasks_path = path(TASKS_FOLDER);
        let tasks_trouble = folder.tasks.as_ref().and_then(|tasks| tasks.as_ref().err());
        let mut files: Vec<_> = folder.tasks.iter().flatten().flatten().collect();
        files.retain(|(file, _)| !name::is_ignored(file));
        files.sort_by_key(|(file, _)| file.as_str());
        if folder.plan.is_none() && files.is_empty() && tasks_trouble.is_none() {
            return None;
        }
        let (mut tasks, mut strays) = (Vec::new(), Vec::new());
        for (file, text) in files {
            let path = format!("{tasks_path}/{file}");
            match name::parse(file) {
                Some(name) => tasks.push(TaskDraft::new(file, name, path, text)),
                None => strays.push(Stray {
                    file,
                    path,
                    text: text.as_deref().unwrap_or_default(),
                }),
            }
        }
        let plan = folder.plan.as_ref();
        Some(Self {
            plan: plan.map(|text| PlanDraft::new(plan_path.clone(), text)),
            plan_path,
            tasks_path,
            tasks_trouble: tasks_trouble.map(String::as_str),
            tasks,
            strays,
        })
    }

    /// Every id that a task has, or may have once its file is mended.
    pub fn possible_ids(&self) -> BTreeSet<&str> {
        let tasks = self.tasks.iter().flat_map(TaskDraft::possible_ids);
        tasks.chain(self.strays.iter().flat_map(Stray::possible_ids)).collect()
    }
}

impl<'a> PlanDraft<'a> {
    fn new(path: String, text: &'a FileText) -> Self {
        let (source, parts) = Parts::<PlanFront>::of(path, text);
        let title = match parts.front {
            Some((Ok(front), start)) => Some(shifted(Text::from(front), start)),
            Some((Err(broken), start)) => broken.text("title").map(|title| shifted(title, start)),
            None => None,
        };
        Self {
            source,
            title,
            body: parts.body.map_or("", |body| body.text),
            faults: parts.faults,
        }
    }
}

impl<'a> TaskDraft<'a> {
    fn new(file: &'a str, name: Name<'a>, path: String, text: &'a FileText) -> Self {
        let (source, parts) = Parts::<TaskFront>::of(path, text);
        let words = match parts.front {
            Some((Ok(front), start)) => TaskWords::from(front).shifted(start),
            Some((Err(broken), start)) => TaskWords::from(&broken).shifted(start),
            None => TaskWords::default(),
        };
        Self {
            source,
            file,
            name,
            words,
            body: parts.body,
            faults: parts.faults,
        }
    }

    pub fn id(&self) -> Option<&str> {
        self.words.id.as_ref().map(|id| id.value.as_str())
    }

    fn possible_ids(&self) -> Vec<&str> {
        let mut ids: Vec<_> = self.id().into_iter().collect();
        if ids.is_empty() {
            ids.push(self.name.slug);
        }
        if !self.faults.is_empty() {
            ids.extend(id_lines(self.source.text));
        }
        ids
    }
}

impl Stray<'_> {
    fn possible_ids(&self) -> impl Iterator<Item = &str> {
        // Only a Markdown file can have been meant as a task.
        let stem = self.file.strip_suffix(".md").unwrap_or_default();
        let slug = stem.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_'));
        [stem, slug].into_iter().chain(id_lines(self.text))
    }
}

/// The values of lines that look like an `id`, for files that cannot be parsed.
fn id_lines(text: &str) -> impl Iterator<Item = &str> {
    const LINES_MAX: usize = 100;
    text.lines().take(LINES_MAX).filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        let value = value.split(" #").next().unwrap_or_default();
        let is_id = nearest_key(key.trim(), &["id"]).is_some();
        is_id.then(|| value.trim().trim_matches(['"', '\'']))
    })
}

/// A file's front matter, with where it begins, and its body.
struct Parts<'a, T> {
    front: Option<(Result<T, Broken>, usize)>,
    body: Option<Body<'a>>,
    faults: Vec<Diagnostic>,
}

impl<'a, T: Front> Parts<'a, T> {
    fn of(path: String, text: &'a FileText) -> (Source<'a>, Self) {
        let source = Source {
            path,
            text: text.as_deref().unwrap_or_default(),
        };
        let parts = match text {
            Ok(_) => Self::read(&source),
            Err(why) => Self::faulty(file_readable::fault(&source.path, why)),
        };
        (source, parts)
    }

    fn read(source: &Source<'a>) -> Self {
        if let Some(fault) = task_size::check_file(source) {
            return Self::faulty(fault);
        }
        let (opening, front, closing, body) = match cut(source.text) {
            Cut::Parts {
                opening,
                front,
                closing,
                body,
            } => (opening, front, closing, body),
            Cut::Absent { first_line } => return Self::faulty(front::absent(source, &first_line)),
            Cut::Unclosed { opening } => return Self::faulty(front::unclosed(source, &opening)),
        };
        let read = yaml::read::<T>(&source.text[front.clone()]);
        let faults = match &read {
            Ok(_) => Vec::new(),
            Err(broken) => broken
                .faults
                .iter()
                .map(|fault| front::judge(source, front.start, &opening, fault))
                .collect(),
        };
        Self {
            front: Some((read, front.start)),
            body: Some(Body {
                text: &source.text[body],
                closing,
            }),
            faults,
        }
    }

    fn faulty(fault: Diagnostic) -> Self {
        Self {
            front: None,
            body: None,
            faults: vec![fault],
        }
    }
}

fn shifted(text: Text, by: usize) -> Text {
    Text {
        span: text.span.start + by..text.span.end + by,
        ..text
    }
}
