use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::EngineError;
use engine::turns::{
    Audience, Conclusion, Decision, Ended, Execution, LinkedTurn, News, Request, Resolve, Review, Workbench,
};
use model::Verdict;
use model::report::Approver;
use render::errors::Trouble;
use render::teddy::{Replanned, execute_json, execute_text, execute_warnings};

use super::call::{Answered, Call, then_failed};
use crate::answer::{Answer, exit};
use crate::flags::Sandbox;
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Progress, Reviewer, show};

/// Execute a plan: check it, ask you, execute, report, and prepare the next turn
///
/// In a session, the report is written beside the plan and the next turn is prepared. The report of any other plan is
/// printed.
///
/// Before the execution: `a` approves all, `r` shows the whole plan, `m` opens a checklist to leave parts out and change
/// them, `s` asks for another plan, `q` quits. With -y, teddy executes without confirmation and sandboxes the commands as
/// far as the kernel allows.
///
/// Exit codes: 0 done, or another plan requested with `s`; 1 the plan is invalid or an action failed; 2 wrong usage;
/// 3 the plan was executed before, is being executed, or has changed; 4 not approved; 5 a file cannot be read or written.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy execute                    the plan of this turn
  teddy execute 01/plan.md -y
  teddy execute /tmp/plan.md --report report.md")]
pub struct Args {
    /// The plan [default: the plan of the current or latest turn]
    #[arg(value_name = "PLAN_FILE")]
    plan_file: Option<PathBuf>,
    #[command(flatten)]
    how: How,
    /// Also write the report to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The session's name or folder [default: the session of the current folder, or the latest]
    #[arg(long, value_name = "SESSION", conflicts_with = "plan_file")]
    pub session: Option<String>,
}

/// What every execution can be told.
#[derive(clap::Args)]
pub struct How {
    /// Execute without confirmation; commands are sandboxed as far as the kernel allows
    #[arg(short = 'y', long = "yes")]
    pub yes: bool,
    /// Which commands are sandboxed: `auto` those that no person approved on a screen, `always` all, `off` none
    #[arg(long, value_enum, default_value_t = Sandbox::Auto)]
    sandbox: Sandbox,
    /// The outcome of the command that was running when an earlier execution was interrupted
    #[arg(long, value_enum, value_name = "OUTCOME")]
    resolve: Option<Fate>,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Fate {
    Done,
    Failed,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let bench = call.asking_bench(args.how.yes)?;
    let plan = ChosenPlan {
        file: args.plan_file.as_deref(),
        session: args.session.as_deref(),
        report: args.report.as_deref(),
    };
    let executed = execute(call, &bench, &args.how, &plan, &heed_interrupts());
    executed.map(|(answer, _)| answer)
}

/// The plan of a turn that somebody has seen waiting.
pub fn waiting(
    call: &Call<'_>,
    turn: &LinkedTurn,
    cancelled: &AtomicBool,
) -> Result<(Answer, Option<Verdict>), EngineError> {
    let bench = call.asking_bench(false)?;
    let plan = bench.root().join(turn.plan().as_str());
    let how = How {
        yes: false,
        sandbox: Sandbox::Auto,
        resolve: None,
    };
    execute(call, &bench, &how, &ChosenPlan::file(&plan), cancelled)
}

/// A plan that is named by its file or its session.
pub struct ChosenPlan<'a> {
    file: Option<&'a Path>,
    session: Option<&'a str>,
    /// Where the report is written, too.
    report: Option<&'a Path>,
}

impl<'a> ChosenPlan<'a> {
    pub fn file(file: &'a Path) -> Self {
        Self {
            file: Some(file),
            session: None,
            report: None,
        }
    }
}

/// Executes a plan. The verdict is `None` if nobody approved the plan.
pub fn execute(
    call: &Call<'_>,
    bench: &Workbench,
    how: &How,
    plan: &ChosenPlan<'_>,
    cancelled: &AtomicBool,
) -> Result<(Answer, Option<Verdict>), EngineError> {
    let request = Request {
        by: &call.door.person(),
        plan: plan.file,
        session: plan.session,
        sandbox: how.sandbox.wish(),
        resolve: how.resolve.map(|fate| match fate {
            Fate::Done => Resolve::Done,
            Fate::Failed => Resolve::Failed,
        }),
        conclusion: Conclusion::Finishes,
        cancelled,
    };
    let is_present = terminal::is_present();
    let mut audience: Box<dyn Audience> = match is_present && !how.yes {
        true => Box::new(Reviewer::new(bench, call.door.columns)),
        false => Box::new(Unattended {
            is_approved: how.yes,
            progress: is_present.then(Progress::default),
        }),
    };
    let report = plan
        .report
        .map(|path| bench.prepare_report(path, plan.file))
        .transpose()?;
    match bench.execute(&request, audience.as_mut())? {
        Execution::Ended(ended) => {
            let replanned = super::plan::again(call, bench, &ended);
            let mut answer = told(call, how, &ended, replanned.as_ref());
            answer.stdout = bench.redact(&answer.stdout);
            let written = report
                .as_ref()
                .map_or(Ok(()), |report| bench.write_report(report, &ended.text));
            let answer = match written {
                Ok(()) => answer,
                Err(error) => then_failed(answer, call.failed(&error)),
            };
            Ok((answer, Some(ended.report.verdict)))
        }
        Execution::Declined => {
            let trouble =
                Trouble::new("declined", "the plan was not approved; nothing was done").with_exit(exit::REFUSED);
            Ok((call.refused(&trouble), None))
        }
        Execution::Absent => {
            let trouble = Trouble::new("not_approved", "nobody can approve the plan: there is no terminal");
            let trouble = trouble
                .with_exit(exit::REFUSED)
                .with_hint("run it on a terminal, or approve everything with -y");
            Ok((call.refused(&trouble), None))
        }
    }
}

fn told(call: &Call<'_>, how: &How, ended: &Ended, replanned: Option<&Replanned>) -> Answer {
    // A report quotes the plan, and what its commands have written.
    let shown = std::io::stdout().is_terminal().then(|| terminal::page(&ended.text));
    let was_watched = shown.is_some() && terminal::is_present();
    let page = shown.as_ref().unwrap_or(&ended.text);
    let code = match ended.report.verdict {
        Verdict::Completed if ended.task.as_ref().is_some_and(|task| task.trouble.is_some()) => exit::INVALID,
        Verdict::Completed | Verdict::Skipped => exit::DONE,
        Verdict::Partial | Verdict::Failed | Verdict::Invalid => exit::INVALID,
    };
    let mut answer = call
        .answer(
            || execute_json(ended, replanned),
            || execute_text(ended, page, was_watched, call.named, replanned),
        )
        .with_code(code);
    if how.yes && !call.wants_json {
        // Whoever was asked has seen them.
        answer.stderr = execute_warnings(ended);
    }
    answer
}

/// No person reviews the plan: `-y` approved it in advance, or nobody can approve it.
struct Unattended {
    is_approved: bool,
    /// Set if a person watches the terminal.
    progress: Option<Progress>,
}

impl Audience for Unattended {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        if !self.is_approved {
            return Decision::Absent;
        }
        if let (Some(_), Some(sandbox)) = (&self.progress, review.sandbox) {
            show(&format!("sandbox: {sandbox}\n"));
        }
        Decision::Approve {
            by: Approver::Flag,
            chosen: None,
        }
    }

    fn reply(&mut self, _message: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, news: News<'_>) {
        if let Some(progress) = &mut self.progress {
            progress.tell(&news);
        }
    }
}
