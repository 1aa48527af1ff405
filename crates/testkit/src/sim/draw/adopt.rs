//! Commits of plan folders: some tasks kept, some edited, some removed, some new, in another order.

use model::{AdoptedTask, Adoption, Command, Filing, Fingerprint, Plan, PlanMetadata, Scope, Task, TaskKey, ThreadId};

use super::{Scene, words};

impl Scene<'_> {
    pub(super) fn adopt(&mut self, thread: ThreadId) -> Command {
        Command::Adopt(Box::new(self.adoption(thread, &Scope::Everything)))
    }

    /// All plan folders of the session, with the edits of their author.
    pub(super) fn commit(&mut self) -> Command {
        let threads: Vec<_> = self.state.threads.values().map(|state| &state.thread).collect();
        let filed = threads.iter().filter(|thread| thread.folder.is_some());
        let filings = filed.map(|thread| match self.dice.percent(10) {
            true => Filing::Nothing { thread: thread.id },
            false => Filing::Plan(Box::new(self.filed(thread.id))),
        });
        Command::Commit(filings.collect())
    }

    /// Changed files have a new fingerprint. Sometimes a file changed but the plan already has the new content.
    fn filed(&mut self, thread: ThreadId) -> Adoption {
        let words = self.fingerprint();
        let mut adoption = self.adoption(thread, &Scope::Filed(words));
        for task in &mut adoption.tasks {
            if task.brief.filed.is_none() || self.dice.percent(30) {
                task.brief.filed = Some(self.fingerprint());
            }
        }
        adoption
    }

    fn fingerprint(&mut self) -> Fingerprint {
        Fingerprint(self.dice.below(4).to_string())
    }

    fn adoption(&mut self, thread: ThreadId, scope: &Scope) -> Adoption {
        let state = self.state.threads.get(&thread);
        let is_meant = |task: &&Task| *scope == Scope::Everything || task.brief.filed.is_some();
        let tasks = state.into_iter().flat_map(|state| state.tasks.rows());
        let mut old: Vec<&Task> = tasks.filter(is_meant).collect();
        old.sort_by_key(|task| task.order);
        let plan = state.and_then(|state| state.plan.as_ref());
        let again = self.dice.percent(15);
        let tasks = match again {
            true => old.iter().map(|task| self.kept(task, &old)).collect(),
            false => self.revised(&old),
        };
        let metadata = plan.map(|plan| plan.metadata.clone()).unwrap_or_default();
        Adoption {
            thread,
            plan: self.ids.next(),
            title: self.plan_text(again, plan, |plan| &plan.title),
            body: self.plan_text(again, plan, |plan| &plan.body),
            author: self.by.clone(),
            metadata: if again { metadata } else { self.metadata() },
            scope: scope.clone(),
            withdrawn: None,
            tasks,
        }
    }

    fn plan_text(&mut self, again: bool, plan: Option<&Plan>, of: fn(&Plan) -> &String) -> String {
        match plan {
            Some(plan) if again || self.dice.percent(50) => of(plan).clone(),
            _ => words::text(self.dice),
        }
    }

    pub(super) fn metadata(&mut self) -> PlanMetadata {
        PlanMetadata {
            complexity: self.dice.percent(40).then_some(3),
            tags: words::list(self.dice),
            constraints: words::list(self.dice),
            memories: words::list(self.dice),
        }
    }

    fn kept(&mut self, task: &Task, all: &[&Task]) -> AdoptedTask {
        let key = |number| {
            all.iter()
                .find(|other| other.number == number)
                .map(|other| other.key.clone())
        };
        AdoptedTask {
            uid: self.ids.next(),
            key: task.key.clone(),
            order: task.order,
            brief: task.brief.clone(),
            after: task.after.iter().filter_map(|number| key(*number)).collect(),
        }
    }

    fn revised(&mut self, old: &[&Task]) -> Vec<AdoptedTask> {
        let mut tasks: Vec<AdoptedTask> = Vec::new();
        for task in old {
            if self.dice.percent(85) {
                let mut kept = self.kept(task, old);
                if self.dice.percent(20) {
                    kept.brief = words::brief(self.dice);
                }
                tasks.push(kept);
            }
        }
        for _ in 0..self.dice.below(3) {
            tasks.push(AdoptedTask {
                uid: self.ids.next(),
                key: words::key(self.dice),
                order: 0,
                brief: words::brief(self.dice),
                after: Vec::new(),
            });
        }
        if self.dice.percent(30) {
            self.dice.shuffle(&mut tasks);
        }
        for (order, task) in (1..).zip(&mut tasks) {
            task.order = order;
        }
        self.relink(&mut tasks);
        tasks
    }

    /// Removes most dependencies on removed tasks and adds some, most of them to earlier tasks.
    fn relink(&mut self, tasks: &mut [AdoptedTask]) {
        let keys: Vec<TaskKey> = tasks.iter().map(|task| task.key.clone()).collect();
        for (position, task) in tasks.iter_mut().enumerate() {
            let forgetful = self.dice.percent(2);
            task.after.retain(|key| forgetful || keys.contains(key));
            if self.dice.percent(15) {
                let reach = if self.dice.percent(10) { keys.len() } else { position };
                task.after.extend(self.dice.pick(&keys[..reach]).cloned());
            }
        }
    }
}
