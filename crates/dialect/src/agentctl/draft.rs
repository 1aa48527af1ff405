//! A folder as far as it can be read, whatever is wrong with it. The rules judge it.

use std::collections::BTreeSet;
use std::ops::Range;

use model::Diagnostic;

use super::cut::{Cut, cut};
use super::folder::{FileText, FolderText};
use super::front::{self, FrontField, FrontMatter, OTHER_WORDS, PLAN_FIELDS, TASK_FIELDS, Text};
use super::name::{self, Name};
use super::rules::front::{absent, unclosed};
use super::rules::{file_readable, task_size};
use super::{PLAN_FILE, TASKS_FOLDER};
use crate::source::Source;
use crate::spelling;

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

/// What a task file's front matter says, as far as it can be read.
pub(super) struct TaskWords {
    pub id: Option<Text>,
    pub depends_on: Vec<Text>,
    pub agent: Option<Text>,
    pub subtasks: Vec<Text>,
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
        let (source, parts) = Parts::of(path, text, PLAN_FIELDS);
        Self {
            source,
            title: parts.front.text("title"),
            body: parts.body.map_or("", |body| body.text),
            faults: parts.faults,
        }
    }
}

impl<'a> TaskDraft<'a> {
    fn new(file: &'a str, name: Name<'a>, path: String, text: &'a FileText) -> Self {
        let (source, parts) = Parts::of(path, text, TASK_FIELDS);
        let words = TaskWords {
            id: parts.front.text("id"),
            depends_on: parts.front.texts("depends_on"),
            agent: parts.front.text("agent"),
            subtasks: parts.front.texts("subtasks"),
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
        let is_id = spelling::meant(key.trim(), &["id"], &OTHER_WORDS).is_some();
        is_id.then(|| value.trim().trim_matches(['"', '\'']))
    })
}

/// A file's front matter and its body.
struct Parts<'a> {
    front: FrontMatter,
    body: Option<Body<'a>>,
    faults: Vec<Diagnostic>,
}

impl<'a> Parts<'a> {
    fn of(path: String, text: &'a FileText, fields: &[FrontField]) -> (Source<'a>, Self) {
        let source = Source {
            path,
            text: text.as_deref().unwrap_or_default(),
        };
        let parts = match text {
            Ok(_) => Self::read(&source, fields),
            Err(why) => Self::faulty(file_readable::fault(&source.path, why)),
        };
        (source, parts)
    }

    fn read(source: &Source<'a>, fields: &[FrontField]) -> Self {
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
            Cut::Absent { first_line } => return Self::faulty(absent(source, &first_line)),
            Cut::Unclosed { opening } => return Self::faulty(unclosed(source, &opening)),
        };
        let (front, faults) = front::read(source, &opening, front, fields);
        let text = &source.text[body];
        Self {
            front,
            body: Some(Body { text, closing }),
            faults,
        }
    }

    fn faulty(fault: Diagnostic) -> Self {
        Self {
            front: FrontMatter::default(),
            body: None,
            faults: vec![fault],
        }
    }
}
