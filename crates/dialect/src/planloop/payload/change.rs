//! From a payload to the change that the engine is asked for.

use model::{
    Brief, Change, DroppedAs, Edit, Fence, Move, NewTask, OpVersion, TaskChange, TaskNumber, TaskRef, ThreadId, Uid,
};

use super::{Payload, Status, TaskDraft, UpdateDraft};

impl Payload {
    /// `agent` is not part of the change: it says who asks.
    pub fn into_change(self, thread: ThreadId, new_uid: &mut dyn FnMut() -> Uid) -> Change {
        Change {
            thread,
            last_seen: self.last_seen.map(OpVersion),
            add: self.add.into_iter().map(|draft| new_task(draft, new_uid())).collect(),
            update: self.update.into_iter().map(task_change).collect(),
            summary: self.summary,
        }
    }
}

fn new_task(draft: TaskDraft, uid: Uid) -> NewTask {
    NewTask {
        uid,
        key: None,
        brief: Brief {
            title: draft.title.unwrap_or_default(),
            kind: draft.kind,
            hints: draft.hints.unwrap_or_default(),
            paths: draft.paths.unwrap_or_default(),
            ..Brief::default()
        },
        after: references(draft.dependencies),
    }
}

fn task_change(draft: UpdateDraft) -> TaskChange {
    TaskChange {
        task: TaskRef::Number(TaskNumber(draft.id)),
        edit: Edit {
            title: draft.title,
            body: None,
            kind: draft.kind,
            hints: draft.hints,
            paths: draft.paths,
            acceptance: None,
            agent: None,
        },
        after: draft.dependencies.map(references),
        to: draft.status.map(to_move),
        fence: draft.fence.map(Fence),
    }
}

fn references(numbers: Vec<u32>) -> Vec<TaskRef> {
    numbers
        .into_iter()
        .map(|number| TaskRef::Number(TaskNumber(number)))
        .collect()
}

fn to_move(status: Status) -> Move {
    match status {
        Status::Todo => Move::Reopen,
        Status::InProgress => Move::Start,
        Status::Done => Move::finish(None, Vec::new()),
        Status::Cancelled => Move::Drop {
            how: DroppedAs::Cancelled,
            reason: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planloop::payload::read_update;

    #[test]
    fn carries_every_field_over() {
        let (payload, faults) = read_update(
            r#"{
              "add_tasks": [{"title": "A", "type": "docs", "dependencies": [1], "context_hints": ["Read `a`."],
                             "relevant_file_paths": ["+./a.md"]}],
              "update_tasks": [
                {"id": 1, "status": "DONE", "fence": 7},
                {"id": 1, "status": "TODO"},
                {"id": 2, "status": "CANCELLED", "dependencies": []},
                {"id": 3, "status": "IN_PROGRESS", "title": "T"}],
              "final_summary": "All of it.", "last_seen_version": 4, "agent": "ada"}"#,
        );
        assert_eq!(faults, []);
        assert_eq!(payload.agent.as_ref().map(ToString::to_string).as_deref(), Some("ada"));
        let change = payload.into_change(ThreadId(2), &mut || Uid([9; 16]));
        assert_eq!(change.thread, ThreadId(2));
        assert_eq!(change.last_seen, Some(OpVersion(4)));
        assert_eq!(change.summary.as_deref(), Some("All of it."));
        let [new] = change.add.as_slice() else {
            panic!("{change:?}")
        };
        assert_eq!(new.uid, Uid([9; 16]));
        assert_eq!(new.after, [TaskRef::Number(TaskNumber(1))]);
        assert_eq!(new.brief.paths[0].to_string(), "+a.md");
        let moves: Vec<_> = change.update.iter().map(|update| update.to.clone()).collect();
        let expected = [Status::Done, Status::Todo, Status::Cancelled, Status::InProgress].map(|to| Some(to_move(to)));
        assert_eq!(moves, expected);
        assert_eq!(change.update[0].fence, Some(Fence(7)));
        assert_eq!(change.update[0].after, None);
        assert_eq!(change.update[2].after, Some(Vec::new()));
        assert_eq!(change.update[3].edit.title.as_deref(), Some("T"));
    }
}
