//! P-3: what else is worth doing.

use model::{Diagnostic, TaskNumber};

use super::hole::{Hole, free, needed};
use super::template::{self, bullets, fenced};
use crate::answers::TodoLine;

pub(super) const FILE: &str = include_str!("suggest.md");

pub(super) const HOLES: &[Hole] = &[
    free("goal", "what is to be achieved"),
    free("outline", "the files of the project"),
    free("todos", "remarks in the code, such as TODO"),
    free("tests", "the files with tests"),
    free("files", "what stands around the remarks"),
    needed("existing", "the tasks that are in the plan already"),
    needed("first_number", "the number that the first task gets, for dependencies"),
    needed("count", "how many tasks are wanted"),
    needed("feedback", "what was wrong with the earlier suggestions"),
];

pub const VERSION: u32 = template::version(FILE);

/// The form of the answer, for models that can be bound to one.
pub const SCHEMA: &str = super::decompose::SCHEMA;

#[derive(Debug, Clone)]
pub struct Input<'a> {
    pub goal: Option<&'a str>,
    /// As `teddy::input::write_outline` gives it.
    pub outline: &'a str,
    pub todos: &'a [TodoLine],
    /// Paths of test files.
    pub tests: &'a [String],
    /// What files hold, as Markdown.
    pub files: Option<&'a str>,
    /// Number and title.
    pub existing: &'a [(TaskNumber, String)],
    pub first: TaskNumber,
    pub count: usize,
    pub feedback: Option<&'a str>,
}

/// A file as [`Input::files`] shows it.
pub fn file_page(path: &str, text: &str) -> String {
    format!("`{path}`:\n{}\n", fenced("text", text))
}

/// `instead` is the text of a user's own prompt.
pub fn render(input: &Input<'_>, instead: Option<&str>) -> Result<String, Vec<Diagnostic>> {
    let todo = |todo: &TodoLine| format!("{}:{}: {}\n", todo.path, todo.line, todo.text.trim());
    let todos: String = input.todos.iter().map(todo).collect();
    let existing = input
        .existing
        .iter()
        .map(|(number, title)| format!("{number}. {}\n", title.trim()));
    template::fill(
        instead.unwrap_or(FILE),
        &[
            ("goal", &fenced("text", input.goal.unwrap_or_default())),
            ("outline", input.outline),
            ("todos", &fenced("text", &todos)),
            ("tests", &bullets(input.tests.iter().map(String::as_str))),
            ("files", input.files.unwrap_or_default()),
            ("existing", &fenced("text", &existing.collect::<String>())),
            ("first_number", &input.first.to_string()),
            ("count", &input.count.to_string()),
            ("feedback", &fenced("text", input.feedback.unwrap_or_default())),
        ],
    )
}
