//! Folders and tasks for tests.

use model::{AgentName, Brief, Diagnostic, Severity, Task, TaskKey, TaskNumber, TaskState, Uid};

use super::{FolderText, ThreadPlan, read_folder_for};

pub(super) const PLAN: &str = "---\ntitle: Ship it\n---\n\nHow.\n";

/// For a user without agents of their own.
pub(super) fn read_folder(folder: &FolderText) -> (Option<ThreadPlan>, Vec<Diagnostic>) {
    read_folder_for(folder, &[])
}

pub(super) fn folder(plan: Option<&str>, tasks: &[(&str, &str)]) -> FolderText {
    let tasks = tasks
        .iter()
        .map(|(file, text)| ((*file).to_owned(), Ok((*text).to_owned())));
    FolderText {
        name: "/p".into(),
        plan: plan.map(|text| Ok(text.to_owned())),
        tasks: Some(Ok(tasks.collect())),
    }
}

/// Front matter lines and a body.
pub(super) fn task_text(front: &str) -> String {
    format!("---\n{front}\n---\n\nDo it.\n")
}

/// `path:line:column rule`, warnings marked with a question mark.
pub(super) fn places(diagnostics: &[Diagnostic]) -> Vec<String> {
    let place = |fault: &Diagnostic| {
        let path = fault.place.path.as_deref().unwrap_or("").trim_start_matches("/p/");
        let at = fault
            .place
            .line_column
            .map(|(line, column)| format!(":{line}:{column}"));
        let mark = if fault.severity == Severity::Warning { "?" } else { "" };
        format!("{path}{} {}{mark}", at.unwrap_or_default(), fault.rule)
    };
    diagnostics.iter().map(place).collect()
}

pub(super) fn faults_of(plan: Option<&str>, tasks: &[(&str, &str)]) -> Vec<String> {
    places(&read_folder(&folder(plan, tasks)).1)
}

pub(super) fn read(files: &[(String, String)]) -> (Option<ThreadPlan>, Vec<Diagnostic>) {
    let find = |path: &str| {
        files
            .iter()
            .find(|(file, _)| file == path)
            .map(|(_, text)| Ok(text.clone()))
    };
    let tasks = files.iter().filter_map(|(path, text)| {
        let file = path.strip_prefix("tasks/")?;
        Some((file.to_owned(), Ok(text.clone())))
    });
    read_folder(&FolderText {
        name: "/p".into(),
        plan: find("plan.md"),
        tasks: Some(Ok(tasks.collect())),
    })
}

/// The tasks of a plan that was read, as the engine would hold them.
pub(super) fn tasks_of(plan: &ThreadPlan) -> Vec<Task> {
    let number = |key: &TaskKey| {
        let position = plan.tasks.iter().position(|task| task.id == *key).unwrap();
        TaskNumber(u32::try_from(position).unwrap() + 1)
    };
    let task = |file: &super::TaskFile| Task {
        uid: Uid([0; 16]),
        number: number(&file.id),
        key: file.id.clone(),
        order: file.order,
        brief: Brief {
            title: file.title.clone(),
            body: file.body.clone(),
            agent: file.agent.clone(),
            checklist: file.subtasks.clone(),
            ..Brief::default()
        },
        after: file.depends_on.iter().map(number).collect(),
        state: TaskState::Todo,
    };
    plan.tasks.iter().map(task).collect()
}

pub(super) fn task(number: u32, key: &str, title: &str) -> Task {
    Task {
        uid: Uid([0; 16]),
        number: TaskNumber(number),
        key: TaskKey::new(key).unwrap(),
        order: number,
        brief: Brief {
            title: title.to_owned(),
            ..Brief::default()
        },
        after: Vec::new(),
        state: TaskState::Todo,
    }
}

pub(super) fn agent(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}
