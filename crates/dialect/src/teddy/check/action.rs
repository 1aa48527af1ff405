//! One action against the ground it finds, and the ground it leaves.

use model::proposal::{Create, Execute, Prune, Read};
use model::{Action, Diagnostic, Resource, Spanned};

use super::ground::{Ground, Standing};
use super::{edit, rules};

pub(super) fn action<'a>(action: &'a Spanned<Action>, ground: &mut Ground<'a>, faults: &mut Vec<Diagnostic>) {
    match &action.value {
        Action::Create(create) => self::create(create, ground, faults),
        Action::Read(read) => faults.extend(self::read(read, ground)),
        Action::Edit(edit) => edit::check(edit, ground, faults),
        Action::Execute(execute) => faults.extend(self::execute(execute, ground)),
        Action::Invoke(invoke) => {
            faults.extend(rules::invoke_agent(&invoke.agent, ground.view.agents()));
            faults.extend(resources(&invoke.resources, ground));
        }
        Action::Conclude(conclude) => {
            faults.extend(rules::conclude_caller(action.span.clone(), ground.turn()));
            faults.extend(resources(&conclude.resources, ground));
        }
        Action::Prune(prune) => faults.extend(self::prune(prune, ground)),
        Action::Research(_) | Action::Chat(_) => {}
    }
}

fn create<'a>(create: &'a Create, ground: &mut Ground<'a>, faults: &mut Vec<Diagnostic>) {
    let path = &create.path;
    let fault = rules::path_protected(path)
        .or_else(|| rules::create_twice(path, ground))
        .or_else(|| rules::path_parent(path, ground))
        .or_else(|| rules::create_exists(path, ground));
    faults.extend(fault);
    ground.create(&path.value, &path.span, create.content.value.text());
}

fn read(read: &Read, ground: &Ground<'_>) -> Option<Diagnostic> {
    let Resource::File(path) = &read.resource.value else {
        return None;
    };
    let span = read.resource.span.clone();
    match ground.at(path) {
        Standing::Absent => Some(rules::read_exists(span, path, ground)),
        Standing::Outside => Some(rules::path_outside(span, path)),
        Standing::Text(_) | Standing::Folder | Standing::Opaque(_) | Standing::Doubtful => None,
    }
}

fn execute(execute: &Execute, ground: &mut Ground<'_>) -> Option<Diagnostic> {
    let fault = execute.cwd.as_ref().and_then(|cwd| rules::execute_cwd(cwd, ground));
    ground.run_command();
    fault
}

fn resources(resources: &[Spanned<Resource>], ground: &Ground<'_>) -> Vec<Diagnostic> {
    resources
        .iter()
        .filter_map(|resource| rules::handoff_resource(resource, ground))
        .collect()
}

fn prune(prune: &Prune, ground: &mut Ground<'_>) -> Option<Diagnostic> {
    let fault = match ground.turn() {
        None => Some(rules::prune_session(prune.resource.span.clone())),
        Some(turn) => rules::prune_context(&prune.resource, turn, ground),
    };
    ground.prune(&prune.resource.value);
    fault
}
