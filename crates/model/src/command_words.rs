//! Every word of a command that somebody has chosen freely.
//!
//! Each field is named here, so that one more field does not compile before somebody has thought about it.

use crate::command::{
    AdoptedTask, Adoption, Change, Command, Drive, Driven, Edit, Filing, Move, NewTask, Opening, ReplannedTask,
    Replanning, RestatedTask, Restatement, SignalDraft, TaskChange,
};
use crate::consultation::Consultation;
use crate::plan::{Grounds, PlanMetadata};
use crate::task::{Brief, Dropped, Evidence, Failure, Outcome, TaskPath, TaskState};

/// What may be done to each text.
type Visit<'a> = &'a mut dyn FnMut(&mut String);

impl Command {
    /// Texts that say the same if a word of them is replaced. An undo has none: it brings back what was there.
    pub fn visit_texts(&mut self, visit: Visit<'_>) {
        match self {
            Self::Open(opening) => opening.visit_texts(visit),
            Self::Change(change) => change.visit_texts(visit),
            Self::Raise { thread: _, signal } => signal.visit_texts(visit),
            Self::OpenThread {
                uid: _,
                topic,
                folder: _,
            } => topic.iter_mut().for_each(visit),
            Self::SetTopic { thread: _, topic } => visit(topic),
            Self::Adopt(adoption) => adoption.visit_texts(visit),
            Self::Replan(replanning) => replanning.visit_texts(visit),
            Self::Restate(restatement) => restatement.visit_texts(visit),
            Self::Insert {
                thread: _,
                after: _,
                task,
            } => task.visit_texts(visit),
            Self::Drive(Drive {
                thread: _,
                last_seen: _,
                moves,
            }) => {
                for driven in moves {
                    let Driven {
                        agent: _,
                        task: _,
                        to,
                        fence: _,
                    } = driven;
                    to.visit_texts(visit);
                }
            }
            Self::Commit(filings) => {
                for filing in filings {
                    match filing {
                        Filing::Plan(adoption) => adoption.visit_texts(visit),
                        Filing::Nothing { thread: _ } => {}
                    }
                }
            }
            Self::Consult(Consultation {
                purpose: _,
                planner,
                outcome,
                input_tokens: _,
                output_tokens: _,
                cost: _,
            }) => [planner, outcome].into_iter().for_each(visit),
            Self::Claim { .. }
            | Self::Renew { .. }
            | Self::Clear { .. }
            | Self::CloseThread { .. }
            | Self::ReleaseThread { .. }
            | Self::SetFolder { .. }
            | Self::Undo(_) => {}
        }
    }

    /// Names that the command gives to something new. Others will call it so, and nothing in a name can be replaced.
    pub fn new_names(&self) -> Vec<&str> {
        match self {
            Self::Open(opening) => {
                let keys = opening.tasks.iter().filter_map(|task| task.key.as_ref());
                let keys = keys.map(crate::key::TaskKey::as_str);
                std::iter::once(opening.id.as_str()).chain(keys).collect()
            }
            Self::Change(change) => {
                let keys = change.add.iter().filter_map(|task| task.key.as_ref());
                keys.map(crate::key::TaskKey::as_str).collect()
            }
            Self::Raise { thread: _, signal } => vec![signal.id.as_str()],
            Self::Adopt(adoption) => adoption.keys().collect(),
            Self::Insert {
                thread: _,
                after: _,
                task,
            } => task.key.iter().map(crate::key::TaskKey::as_str).collect(),
            Self::Commit(filings) => {
                let plans = filings.iter().filter_map(|filing| match filing {
                    Filing::Plan(adoption) => Some(adoption.keys()),
                    Filing::Nothing { thread: _ } => None,
                });
                plans.flatten().collect()
            }
            Self::Claim { .. }
            | Self::Renew { .. }
            | Self::Clear { .. }
            | Self::OpenThread { .. }
            | Self::CloseThread { .. }
            | Self::ReleaseThread { .. }
            | Self::SetTopic { .. }
            | Self::SetFolder { .. }
            | Self::Undo(_)
            | Self::Consult(_)
            // Keys are made from titles that have been looked through.
            | Self::Replan(_)
            | Self::Restate(_)
            | Self::Drive(_) => Vec::new(),
        }
    }
}

impl Opening {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            id: _,
            session: _,
            thread: _,
            plan: _,
            goal,
            author: _,
            metadata,
            grounds,
            tasks,
        } = self;
        goal.iter_mut().for_each(&mut *visit);
        metadata.visit_texts(visit);
        grounds.visit_texts(visit);
        for task in tasks {
            task.visit_texts(visit);
        }
    }
}

impl Change {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            thread: _,
            last_seen: _,
            add,
            update,
            summary,
        } = self;
        for task in add {
            task.visit_texts(visit);
        }
        for task in update {
            task.visit_texts(visit);
        }
        summary.iter_mut().for_each(visit);
    }
}

impl NewTask {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            uid: _,
            key: _,
            brief,
            after: _,
        } = self;
        brief.visit_texts(visit);
    }
}

impl TaskChange {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            task: _,
            edit,
            after: _,
            to,
            fence: _,
        } = self;
        let Edit {
            title,
            body,
            kind: _,
            hints,
            paths,
            acceptance,
            agent: _,
        } = edit;
        title.iter_mut().chain(body).for_each(&mut *visit);
        let lists = [hints, acceptance];
        lists.into_iter().flatten().flatten().for_each(&mut *visit);
        paths.iter_mut().flatten().for_each(|path| path.visit_texts(visit));
        if let Some(to) = to {
            to.visit_texts(visit);
        }
    }
}

impl Move {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        match self {
            Self::Finish {
                note,
                files,
                evidence,
                report,
            } => {
                note.iter_mut().chain(files).chain(report).for_each(&mut *visit);
                evidence.iter_mut().for_each(|evidence| evidence.visit_texts(visit));
            }
            Self::Fail { error, files, evidence } => {
                std::iter::once(error).chain(files).for_each(&mut *visit);
                evidence.iter_mut().for_each(|evidence| evidence.visit_texts(visit));
            }
            Self::Drop { how: _, reason } => reason.iter_mut().for_each(visit),
            Self::Start | Self::Reopen => {}
        }
    }
}

impl Evidence {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            command,
            exit_code: _,
            digest: _,
            clip,
        } = self;
        [command, clip].into_iter().for_each(visit);
    }
}

impl SignalDraft {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            id: _,
            task: _,
            level: _,
            message,
            link,
        } = self;
        visit(message);
        link.iter_mut().for_each(visit);
    }
}

impl Adoption {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            thread: _,
            plan: _,
            title,
            body,
            author: _,
            metadata,
            scope: _,
            withdrawn: _,
            tasks,
        } = self;
        [title, body].into_iter().for_each(&mut *visit);
        metadata.visit_texts(visit);
        for task in tasks {
            let AdoptedTask {
                uid: _,
                key: _,
                order: _,
                brief,
                after: _,
            } = task;
            brief.visit_texts(visit);
        }
    }

    fn keys(&self) -> impl Iterator<Item = &str> {
        self.tasks.iter().map(|task| task.key.as_str())
    }
}

impl Replanning {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            thread: _,
            plan: _,
            author: _,
            seen: _,
            // Only compared with what is there, and never stored.
            replaced: _,
            limit: _,
            force: _,
            grounds,
            tasks,
        } = self;
        grounds.visit_texts(visit);
        for task in tasks {
            let ReplannedTask {
                uid: _,
                brief,
                after: _,
            } = task;
            brief.visit_texts(visit);
        }
    }
}

impl Restatement {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            thread: _,
            seen: _,
            version: _,
            title,
            author: _,
            made: _,
            metadata,
            tasks,
        } = self;
        visit(title);
        metadata.visit_texts(visit);
        for task in tasks {
            let RestatedTask {
                known: _,
                uid: _,
                brief,
                after: _,
                state,
            } = task;
            brief.visit_texts(visit);
            if let Some(state) = state {
                state.visit_texts(visit);
            }
        }
    }
}

impl PlanMetadata {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            complexity: _,
            tags,
            constraints,
            memories,
        } = self;
        tags.iter_mut().chain(constraints).chain(memories).for_each(visit);
    }
}

impl Grounds {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            reasoning,
            changes,
            discoveries,
            constraints,
            files,
        } = self;
        [reasoning, changes].into_iter().for_each(&mut *visit);
        discoveries.iter_mut().chain(constraints).chain(files).for_each(visit);
    }
}

impl Brief {
    /// What it says is fingerprinted as it was read, so that a file which did not change is not taken for one that did.
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self {
            title,
            body,
            kind: _,
            agent: _,
            checklist,
            hints,
            paths,
            acceptance,
            filed: _,
        } = self;
        [title, body].into_iter().for_each(&mut *visit);
        checklist
            .iter_mut()
            .chain(hints)
            .chain(acceptance)
            .for_each(&mut *visit);
        paths.iter_mut().for_each(|path| path.visit_texts(visit));
    }
}

impl TaskPath {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        let Self { path, creates: _ } = self;
        visit(path);
    }
}

impl TaskState {
    fn visit_texts(&mut self, visit: Visit<'_>) {
        match self {
            Self::Todo | Self::Doing(_) => {}
            Self::Done(Outcome {
                by: _,
                at: _,
                started: _,
                note,
                files,
                evidence,
                report,
                claim: _,
            }) => {
                note.iter_mut().chain(files).chain(report).for_each(&mut *visit);
                evidence.iter_mut().for_each(|evidence| evidence.visit_texts(visit));
            }
            Self::Failed(Failure {
                by: _,
                at: _,
                started: _,
                error,
                files,
                evidence,
            }) => {
                std::iter::once(error).chain(files).for_each(&mut *visit);
                evidence.iter_mut().for_each(|evidence| evidence.visit_texts(visit));
            }
            Self::Dropped(Dropped {
                by: _,
                at: _,
                how: _,
                reason,
            }) => reason.iter_mut().for_each(visit),
        }
    }
}
