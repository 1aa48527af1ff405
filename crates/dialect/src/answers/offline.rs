//! Suggestions without a language model: what the code itself says is left to do, and what is failing.

use model::{Brief, Kind, Level, NewTask, Signal, TaskPath};

use crate::planloop::path;
use crate::planloop::payload::new_task;

/// A line of the project that holds a remark such as `TODO`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoLine {
    pub path: String,
    /// Counted from 1.
    pub line: usize,
    /// All of it, or from the remark on.
    pub text: String,
}

/// An open signal and the paths of the task that it is about, as far as they exist.
#[derive(Debug, Clone, Copy)]
pub struct Failing<'a> {
    pub signal: &'a Signal,
    pub paths: &'a [TaskPath],
}

const MARKS: [(&str, Kind); 5] = [
    ("FIXME", Kind::Bugfix),
    ("BUG", Kind::Bugfix),
    ("TODO", Kind::Chore),
    ("HACK", Kind::Refactor),
    ("XXX", Kind::Refactor),
];
/// What is left of a remark in a title.
const REMARK_CHARS: usize = 120;
/// Always there.
const ROOT: &str = ".";

/// One task for each remark and each open blocker or warning, in their order: signals first. All of them pass the gates,
/// as long as the paths exist. A line without a remark, or of a file that no plan can name, gives none.
pub fn offline(todos: &[TodoLine], failing: &[Failing<'_>]) -> Vec<NewTask> {
    let signals = failing.iter().filter_map(of_signal);
    signals.chain(todos.iter().filter_map(of_remark)).collect()
}

fn of_signal(failing: &Failing<'_>) -> Option<NewTask> {
    let signal = failing.signal;
    if !signal.is_open() || signal.level == Level::Info {
        return None;
    }
    let existing = failing
        .paths
        .iter()
        .filter(|listed| path::danger(&listed.path).is_none());
    let mut paths: Vec<_> = existing.map(|listed| plain(&listed.path)).collect();
    if paths.is_empty() {
        paths.push(plain(ROOT));
    }
    let message = shortened(&signal.message);
    let about = signal.task.map(|task| format!(" of task {task}")).unwrap_or_default();
    let title = match message.as_str() {
        "" => format!("Settle the signal {}{about}", signal.id),
        message => format!("Settle the signal {}{about}: {message}", signal.id),
    };
    let hints = vec![
        "Reproduce the failure before anything is changed.".to_owned(),
        format!("Close the signal {} when it is settled.", signal.id),
    ];
    Some(draft(title, Kind::Bugfix, hints, paths))
}

fn of_remark(todo: &TodoLine) -> Option<NewTask> {
    let file = path::tidy(&todo.path).path;
    let is_odd = todo.path.starts_with('+') || todo.path.contains(['`', '\\']) || file.ends_with('/');
    if is_odd || path::danger(&file).is_some() {
        return None;
    }
    let (mark, kind, rest) = remark(&todo.text)?;
    let shown = shown(&file);
    let said = shortened(rest);
    let title = match said.as_str() {
        "" => format!("Settle the {mark} at line {} of {shown}", todo.line),
        said => format!("Settle the {mark} in {shown}: {said}"),
    };
    let hints = vec![
        format!(
            "Read the remark at line {} of {shown} and the code around it.",
            todo.line
        ),
        format!("Remove the {mark} once it is settled."),
    ];
    Some(draft(title, kind_of(kind, rest), hints, vec![plain(&file)]))
}

/// In back-ticks, if that cannot be taken for another path.
fn shown(file: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '-' | '+');
    match file.chars().all(is_plain) {
        true => format!("`{file}`"),
        false => file.to_owned(),
    }
}

fn draft(title: String, kind: Kind, hints: Vec<String>, paths: Vec<TaskPath>) -> NewTask {
    let brief = Brief {
        title,
        kind: Some(kind),
        hints,
        paths,
        ..Brief::default()
    };
    new_task(brief, Vec::new())
}

fn plain(path: &str) -> TaskPath {
    TaskPath {
        path: path.to_owned(),
        creates: false,
    }
}

/// The first mark that stands alone, and what is said behind it and the name of whom it is for.
fn remark(text: &str) -> Option<(&'static str, Kind, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let find = |(mark, kind): &(&'static str, Kind)| {
        let stands_alone = |at: &usize| {
            let before = text[..*at].chars().next_back();
            let after = text[at + mark.len()..].chars().next();
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        };
        let at = text.match_indices(mark).map(|(at, _)| at).find(stands_alone)?;
        Some((at, *mark, *kind))
    };
    let (at, mark, kind) = MARKS.iter().filter_map(find).min_by_key(|(at, ..)| *at)?;
    let rest = &text[at + mark.len()..];
    let rest = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((_, rest)) => rest,
        None => rest,
    };
    let rest = ["*/", "-->", "--}}", "#}"]
        .iter()
        .fold(rest.trim(), |rest, end| rest.trim_end_matches(end));
    let rest = rest.trim_start_matches([':', '-', '!', ' ', '\t']);
    Some((mark, kind, rest.trim()))
}

/// A remark that begins with one of these tells what kind of work it is.
fn kind_of(kind: Kind, said: &str) -> Kind {
    let first = said.split_whitespace().next().unwrap_or_default().to_lowercase();
    match (kind, first.as_str()) {
        (Kind::Chore, "test" | "tests" | "cover") => Kind::Test,
        (Kind::Chore, "document" | "describe" | "explain") => Kind::Docs,
        (Kind::Chore, "add" | "implement" | "support" | "allow" | "handle") => Kind::Feature,
        (Kind::Chore, "fix" | "repair" | "correct") => Kind::Bugfix,
        (Kind::Chore, "refactor" | "simplify" | "rename" | "split" | "clean") => Kind::Refactor,
        _ => kind,
    }
}

/// On one line, short, and without anything that a screen would obey.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    match line.char_indices().nth(REMARK_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
#[path = "offline_tests.rs"]
mod tests;
