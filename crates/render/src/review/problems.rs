//! Why a choice cannot be approved, or a part of a plan cannot be shown or edited.

use engine::turns::{CommandRights, Objection, ProgramProblem};

pub fn objection(objection: Objection) -> String {
    match objection {
        Objection::NothingChosen => "Nothing is chosen.".to_owned(),
        Objection::Invalid(1) => "One of the chosen ones does not fit.".to_owned(),
        Objection::Invalid(count) => format!("{count} of the chosen ones do not fit."),
    }
}

pub fn program_problem(problem: &ProgramProblem) -> String {
    match problem {
        ProgramProblem::Part(problem) => problem.to_string(),
        ProgramProblem::ConfigUnreadable(error) => error.to_string(),
        ProgramProblem::ConfigInvalid(problem) => format!(".teddy/config.yaml: {problem}"),
        ProgramProblem::CommandInvalid(why) => format!("`preview_command` cannot be read: {why}"),
        ProgramProblem::NoSuchProgram { command } => {
            format!("`preview_command` names a program that does not exist: {command}")
        }
        ProgramProblem::Unreadable(file) => format!("{} cannot be read", file.display()),
        ProgramProblem::Changed(file) => format!("{} has changed in the meantime and was not run", file.display()),
        ProgramProblem::PreviewerFailed(error) => format!("the previewer failed: {error}"),
        ProgramProblem::NoDraft(error) => format!("no file could be made for the editor: {error}"),
        ProgramProblem::EditorFailed(error) => format!("the editor failed: {error}"),
        ProgramProblem::DraftUnreadable(error) => format!("what the editor left cannot be read: {error}"),
    }
}

/// The sentence about the rights of the plan's commands.
pub fn command_rights(rights: CommandRights) -> String {
    match rights {
        CommandRights::User => "Commands run with your rights, outside of the sandbox.".to_owned(),
        CommandRights::Sandboxed(limits) => format!("Commands run sandboxed: {limits}."),
    }
}
