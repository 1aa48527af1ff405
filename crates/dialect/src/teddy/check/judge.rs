//! One action against the ground it finds, and the ground it leaves.

use model::proposal::{Create, Execute, Prune, Read};
use model::{Action, Diagnostic, Resource, Spanned};

use super::edit;
use super::ground::{Ground, Standing};
use super::rules::{
    conclude_caller, create_exists, create_twice, execute_cwd, handoff_resource, invoke_agent, path_outside,
    path_parent, path_protected, prune_context, prune_session, read_exists,
};

pub(super) fn action<'a>(action: &'a Spanned<Action>, ground: &mut Ground<'a>, faults: &mut Vec<Diagnostic>) {
    match &action.value {
        Action::Create(create) => self::create(create, ground, faults),
        Action::Read(read) => faults.extend(self::read(read, ground)),
        Action::Edit(edit) => edit::check(edit, ground, faults),
        Action::Execute(execute) => faults.extend(self::execute(execute, ground)),
        Action::Invoke(invoke) => {
            faults.extend(invoke_agent::check(&invoke.agent, ground.view.agents()));
            faults.extend(resources(&invoke.resources, ground));
        }
        Action::Conclude(conclude) => {
            faults.extend(conclude_caller::check(action.span.clone(), ground.turn()));
            faults.extend(resources(&conclude.resources, ground));
        }
        Action::Prune(prune) => faults.extend(self::prune(prune, ground)),
        Action::Research(_) | Action::Chat(_) => {}
    }
}

fn create<'a>(create: &'a Create, ground: &mut Ground<'a>, faults: &mut Vec<Diagnostic>) {
    let path = &create.path;
    let fault = path_protected::check(path)
        .or_else(|| create_twice::check(path, ground))
        .or_else(|| path_parent::check(path, ground))
        .or_else(|| create_exists::check(path, ground));
    faults.extend(fault);
    ground.create(&path.value, &path.span, create.content.value.text());
}

fn read(read: &Read, ground: &Ground<'_>) -> Option<Diagnostic> {
    let Resource::File(path) = &read.resource.value else {
        return None;
    };
    let span = read.resource.span.clone();
    match ground.at(path) {
        Standing::Absent => Some(read_exists::fault(span, path, ground)),
        Standing::Outside => Some(path_outside::fault(span, path)),
        Standing::Text(_) | Standing::Folder | Standing::Opaque(_) | Standing::Doubtful => None,
    }
}

fn execute(execute: &Execute, ground: &mut Ground<'_>) -> Option<Diagnostic> {
    let fault = execute.cwd.as_ref().and_then(|cwd| execute_cwd::check(cwd, ground));
    ground.run_command();
    fault
}

fn resources(resources: &[Spanned<Resource>], ground: &Ground<'_>) -> Vec<Diagnostic> {
    resources
        .iter()
        .filter_map(|resource| handoff_resource::check(resource, ground))
        .collect()
}

fn prune(prune: &Prune, ground: &mut Ground<'_>) -> Option<Diagnostic> {
    let fault = match ground.turn() {
        None => Some(prune_session::fault(prune.resource.span.clone())),
        Some(turn) => prune_context::check(&prune.resource, turn, ground),
    };
    ground.prune(&prune.resource.value);
    fault
}
