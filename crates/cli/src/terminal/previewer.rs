//! Texts in the user's own program, or on the terminal if there is none.

use dialect::text::visible::visible;
use engine::turns::{Editing, Preview, Program, ProgramProblem, Trust, Workbench};
use render::review::program_problem;
use render::show::command::command_block;

use super::{ask_key, columns, page, show};

pub struct Previewer<'a> {
    bench: &'a Workbench,
}

impl<'a> Previewer<'a> {
    pub fn new(bench: &'a Workbench) -> Self {
        Self { bench }
    }

    /// Until the user has seen enough. A program with a window may want its file for longer.
    pub fn show(&self, text: &str) -> Option<Editing> {
        let opened = match self.program() {
            Ok(Some(program)) => self.bench.open_preview(&program, text),
            Ok(None) => {
                show(&page(text));
                return None;
            }
            Err(why) => Err(why),
        };
        opened
            .map_err(|why| {
                show(&format!(
                    "{}; shown here instead:\n\n{}",
                    visible(&program_problem(&why)),
                    page(text)
                ));
            })
            .ok()
    }

    /// The program that the user trusts; `None` if the terminal has to do. The reason if the project names one that
    /// cannot be used.
    pub fn program(&self) -> Result<Option<Program>, ProgramProblem> {
        match self.bench.previewer() {
            Preview::Terminal => Ok(None),
            Preview::Command { program, trust } => {
                let may_run = trust == Trust::Given || self.may_run(&program);
                Ok(may_run.then_some(program))
            }
            Preview::Broken(why) => Err(why),
        }
    }

    /// The project names this command, so the user is asked once.
    fn may_run(&self, program: &Program) -> bool {
        let question = format!(
            "This project wants to show the plan with its own command:\n{}  from {}\nDo you trust it? (y/n) › ",
            command_block("", &program.command_line(), columns()),
            visible(&program.file.to_string_lossy()),
        );
        let yes = matches!(ask_key(&question), Some('y' | 'Y'));
        show(if yes { "y\n" } else { "n\n" });
        if yes && let Err(error) = self.bench.trust(program) {
            show(&format!("it was not remembered: {}\n", visible(&error.to_string())));
        }
        yes
    }
}
