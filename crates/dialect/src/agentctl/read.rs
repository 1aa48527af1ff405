//! From a folder's text to a plan, with everything that is wrong with it.

use model::{AgentName, Diagnostic, Severity, TaskKey};

use super::draft::{Draft, PlanDraft, TaskDraft};
use super::folder::{FolderText, TaskFile, ThreadPlan};
use super::front::Text;
use super::rules;
use super::title::{tidy, title_of};

/// Reads any folder. There is a plan only where there is no error; a folder without a plan has neither. `agents` are the
/// user's own.
pub fn read_folder_for(folder: &FolderText, agents: &[String]) -> (Option<ThreadPlan>, Vec<Diagnostic>) {
    let Some(draft) = Draft::new(folder) else {
        return (None, Vec::new());
    };
    let mut diagnostics = rules::check(&draft, agents);
    diagnostics.sort_by(|a, b| key(a).cmp(&key(b)));
    let is_faulty = diagnostics.iter().any(|fault| fault.severity == Severity::Error);
    let plan = if is_faulty { None } else { plan(&draft) };
    (plan, diagnostics)
}

fn key(fault: &Diagnostic) -> (Option<&str>, Option<(usize, usize)>) {
    (fault.place.path.as_deref(), fault.place.line_column)
}

fn plan(draft: &Draft<'_>) -> Option<ThreadPlan> {
    let PlanDraft { title, body, .. } = draft.plan.as_ref()?;
    let mut tasks = draft.tasks.iter().map(task).collect::<Option<Vec<_>>>()?;
    tasks.sort_by_key(|task| task.order);
    Some(ThreadPlan {
        title: title.as_ref()?.value.trim().to_owned(),
        body: tidy(body),
        tasks,
    })
}

fn task(draft: &TaskDraft<'_>) -> Option<TaskFile> {
    let body = tidy(draft.body.as_ref()?.text);
    let agent = draft.words.agent.as_ref().map(|agent| AgentName::new(&agent.value));
    Some(TaskFile {
        file: draft.file.to_owned(),
        order: draft.name.order,
        id: TaskKey::new(draft.id()?).ok()?,
        title: title_of(&body),
        body,
        depends_on: keys(&draft.words.depends_on)?,
        agent: agent.transpose().ok()?,
        subtasks: draft.words.subtasks.iter().map(|text| text.value.clone()).collect(),
    })
}

fn keys(texts: &[Text]) -> Option<Vec<TaskKey>> {
    let mut keys = Vec::with_capacity(texts.len());
    for text in texts {
        let key = TaskKey::new(&text.value).ok()?;
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    Some(keys)
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
