//! Writing and reading are inverse, whatever an engine's plan holds.

use model::{AgentName, Task, TaskNumber};
use proptest::prelude::*;

use super::testing::{read, task, tasks_of};
use super::write_folder;

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(": "),
        Just("# "),
        Just("- "),
        Just("\""),
        Just("'"),
        Just("---"),
        Just("\n"),
        Just("\r\n"),
        Just("|"),
        Just("&a"),
        Just("*b"),
        Just("!c"),
        Just("{"),
        Just("]"),
        Just("%"),
        Just("@"),
        Just("`"),
        Just("\\"),
        Just("日本"),
        Just("\u{202e}"),
        Just("\u{feff}"),
        Just("\u{0}"),
        Just("\t"),
        Just(" "),
        Just("word"),
        Just("1"),
        Just("true"),
        Just("~"),
        Just("\u{85}"),
        Just("\u{2028}"),
        Just("###"),
        Just("...\n"),
        Just("\r"),
    ];
    let pieces = prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat());
    prop_oneof![pieces, any::<String>(), "[a-z ]{0,30}"]
}

fn any_task() -> impl Strategy<Value = (Task, Vec<prop::sample::Index>)> {
    let lists = (
        prop::collection::vec(hostile(), 0..4),
        prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    );
    (any::<u32>(), hostile(), hostile(), any::<bool>(), hostile(), lists).prop_map(
        |(order, title, body, repeats, agent, (checklist, after))| {
            let mut task = task(1, "a", &title);
            task.order = order % 150;
            task.brief.body = if repeats { format!("# {title}\n\n{body}") } else { body };
            task.brief.agent = AgentName::new(&agent).ok();
            task.brief.checklist = checklist;
            (task, after)
        },
    )
}

/// Keys like `null`, `1` and `1e5` are valid, and so are dependencies on any earlier task.
fn any_plan() -> impl Strategy<Value = Vec<Task>> {
    const KEYS: [&str; 8] = ["a", "null", "1", "1e5", "true", "0x1f", "yes", "a-b-c"];
    prop::collection::vec(any_task(), 0..8).prop_map(|drafts| {
        let mut tasks: Vec<Task> = Vec::new();
        for (position, (mut task, after)) in drafts.into_iter().enumerate() {
            task.number = TaskNumber(u32::try_from(position).unwrap() + 1);
            task.key = model::TaskKey::new(KEYS[position]).unwrap();
            if !tasks.is_empty() {
                task.after = after
                    .iter()
                    .map(|index| tasks[index.index(tasks.len())].number)
                    .collect();
                task.after.sort_unstable();
                task.after.dedup();
            }
            tasks.push(task);
        }
        tasks
    })
}

/// What a title becomes on one line; an empty one is taken from the body or the key.
fn shown(task: &Task) -> Option<String> {
    let lines: Vec<_> = task
        .brief
        .title
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let title = lines.join(" ");
    (!title.is_empty() && title.chars().count() <= model::limits::TITLE_CHARS).then_some(title)
}

proptest! {
    #[test]
    fn what_is_written_reads_back(title in hostile(), body in hostile(), tasks in any_plan()) {
        let given: Vec<&Task> = tasks.iter().collect();
        let files = write_folder(&title, &body, &given).unwrap();
        let (plan, faults) = read(&files);
        prop_assert!(faults.iter().all(|fault| fault.severity == model::Severity::Warning), "{faults:?} {files:?}");
        let plan = plan.unwrap();
        if !title.trim().is_empty() {
            prop_assert_eq!(&plan.title, title.trim());
        }
        let mut sorted = given.clone();
        sorted.sort_by_key(|task| (task.order, task.number));
        prop_assert_eq!(plan.tasks.len(), sorted.len());
        for (file, task) in plan.tasks.iter().zip(&sorted) {
            prop_assert_eq!(&file.id, &task.key);
            let after: Vec<_> = task.after.iter().map(|n| &tasks[n.0 as usize - 1].key).collect();
            prop_assert_eq!(file.depends_on.iter().collect::<Vec<_>>(), after);
            prop_assert_eq!(&file.agent, &task.brief.agent);
            prop_assert_eq!(&file.subtasks, &task.brief.checklist);
            if let Some(title) = shown(task) {
                prop_assert_eq!(&file.title, &title);
            }
        }
        let again = tasks_of(&plan);
        let again = write_folder(&plan.title, &plan.body, &again.iter().collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(again, files);
    }
}
