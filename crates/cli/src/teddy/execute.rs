use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::call::{Answered, Call};
use super::unattended::{Nobody, Yes};
use crate::answer::{Answer, exit};
use crate::flags::Sandbox;
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Reviewer};
use dialect::native::Trouble;
use dialect::teddy::answer::{ExecuteView, Replanned, TaskView, execute_json, execute_text, execute_warnings};
use engine::turns::{
    Audience, Conclusion, Ended, Execution, LinkedTurn, Request, Resolve, SandboxWish, TurnError, TurnPlace, Workbench,
};
use model::{RelPath, Verdict};

/// Carry out a plan: check it, ask, execute, report, and prepare the next turn
///
/// In a session the report is written beside the plan and the next turn is prepared; a plan anywhere else is carried
/// out by itself, and its report is printed.
///
/// You are asked first: `a` approves all, `r` shows the whole plan, `m` opens it as a checklist to leave parts out and
/// change them, `s` asks for another plan, `q` leaves. With -y nobody is asked, and commands are locked in as far as the
/// kernel can.
///
/// Exits 0 when it is done or you asked for another plan with `s`, 1 if the plan is not valid or an action failed, 2 if
/// the call is not understood, 3 if it was executed already, is being executed, or has changed meanwhile, 4 if you left
/// with `q` or nobody could be asked, 5 if a file cannot be read or written.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy execute                    the waiting plan of this turn
  teddy execute 01/plan.md -y
  teddy execute /tmp/plan.md --report report.md")]
pub struct Args {
    /// A plan; otherwise the one of the turn you stand in, or of the latest
    #[arg(value_name = "PLAN_FILE")]
    plan_file: Option<PathBuf>,
    #[command(flatten)]
    how: How,
    /// Also write the report here
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The session's name or folder; otherwise the one you stand in, or the latest
    #[arg(long, value_name = "SESSION", conflicts_with = "plan_file")]
    pub session: Option<String>,
}

/// What every execution can be told.
#[derive(clap::Args)]
pub struct How {
    /// Approve all actions
    #[arg(short = 'y', long = "yes")]
    pub yes: bool,
    /// Which commands are sandboxed: `auto` those that no person approved on a screen, `always` all, `off` none
    #[arg(long, value_enum, default_value_t = Sandbox::Auto)]
    sandbox: Sandbox,
    /// A command was running when an earlier execution was interrupted: say what became of it
    #[arg(long, value_enum, value_name = "FATE")]
    resolve: Option<Fate>,
}

#[derive(clap::ValueEnum, Clone, Copy)]
enum Fate {
    Done,
    Failed,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let bench = call.asking_bench(args.how.yes)?;
    let cancelled = heed_interrupts();
    let by = call.door.person();
    let request = Request {
        by: &by,
        plan: args.plan_file.as_deref(),
        session: args.session.as_deref(),
        sandbox: args.how.wish(),
        resolve: args.how.resolve(),
        conclusion: Conclusion::Finishes,
        cancelled: &cancelled,
    };
    carry_out(call, &bench, &args.how, &request, args.report.as_deref())
}

/// The plan of a turn that somebody has seen waiting.
pub fn waiting(
    call: &Call<'_>,
    turn: &LinkedTurn,
    cancelled: &AtomicBool,
) -> Result<(Answer, Option<Verdict>), TurnError> {
    let bench = call.asking_bench(false)?;
    let by = call.door.person();
    let plan = bench.root().join(turn.plan().as_str());
    let how = How {
        yes: false,
        sandbox: Sandbox::Auto,
        resolve: None,
    };
    let request = Request {
        by: &by,
        plan: Some(&plan),
        session: None,
        sandbox: how.wish(),
        resolve: None,
        conclusion: Conclusion::Finishes,
        cancelled,
    };
    judged(call, &bench, &how, &request, None)
}

impl How {
    pub fn resolve(&self) -> Option<Resolve> {
        self.resolve.map(|fate| match fate {
            Fate::Done => Resolve::Done,
            Fate::Failed => Resolve::Failed,
        })
    }

    pub fn wish(&self) -> SandboxWish {
        self.sandbox.wish()
    }
}

/// For every verb that executes.
pub fn carry_out(
    call: &Call<'_>,
    bench: &Workbench,
    how: &How,
    request: &Request<'_>,
    report: Option<&Path>,
) -> Answered {
    judged(call, bench, how, request, report).map(|(answer, _)| answer)
}

/// The same, and what became of the plan; nothing if nobody approved it.
fn judged(
    call: &Call<'_>,
    bench: &Workbench,
    how: &How,
    request: &Request<'_>,
    report: Option<&Path>,
) -> Result<(Answer, Option<Verdict>), TurnError> {
    let mut audience: Box<dyn Audience> = match (how.yes, terminal::is_present()) {
        (true, is_present) => Box::new(Yes::new(is_present)),
        (false, true) => Box::new(Reviewer::new(bench, call.door.columns)),
        (false, false) => Box::new(Nobody),
    };
    let report = report
        .map(|path| bench.prepare_report(path, request.plan))
        .transpose()?;
    match bench.execute(request, audience.as_mut())? {
        Execution::Ended(ended) => {
            let replanned = super::plan::again(call, bench, &ended);
            let mut answer = told(call, how, &ended, replanned.as_ref());
            answer.stdout = bench.redact(&answer.stdout);
            let written = report
                .as_ref()
                .map_or(Ok(()), |report| bench.write_report(report, &ended.text));
            let answer = match written {
                Ok(()) => answer,
                Err(error) => not_written(answer, call.failed(&error)),
            };
            Ok((answer, Some(ended.report.verdict)))
        }
        Execution::Declined => {
            let trouble = Trouble::new("declined", "the plan was not approved; nothing was done");
            Ok((call.refused(&trouble, exit::REFUSED), None))
        }
        Execution::Absent => {
            let trouble = Trouble::new("not_approved", "nobody can approve the plan: there is no terminal");
            let trouble = trouble.with_hint("run it on a terminal, or approve everything with -y");
            Ok((call.refused(&trouble, exit::REFUSED), None))
        }
    }
}

/// What was done is told all the same.
fn not_written(answer: Answer, trouble: Answer) -> Answer {
    match trouble.stdout.is_empty() {
        true => Answer {
            stdout: answer.stdout,
            stderr: answer.stderr + &trouble.stderr,
            code: trouble.code,
            receipt: None,
        },
        false => trouble,
    }
}

fn told(call: &Call<'_>, how: &How, ended: &Ended, replanned: Option<&Result<String, String>>) -> Answer {
    let report_path = ended.turn.as_ref().map(|turn| turn.file("report.md"));
    let next = ended.next.as_ref().map(TurnPlace::folder);
    let key = ended.task.as_ref().map(|task| task.link.key.to_string());
    // A report quotes the plan, and what its commands have written.
    let shown = std::io::stdout().is_terminal().then(|| terminal::page(&ended.text));
    let view = ExecuteView {
        named: call.named,
        report: &ended.report,
        text: shown.as_ref().filter(|_| !call.wants_json).unwrap_or(&ended.text),
        source: &ended.plan.source,
        diagnostics: &ended.plan.diagnostics,
        report_path: report_path.as_ref().map(RelPath::as_str),
        next: next.as_ref().map(RelPath::as_str),
        task: ended.task.as_ref().zip(key.as_deref()).map(|(task, key)| TaskView {
            key,
            trouble: task.trouble.as_deref(),
        }),
        replanned: replanned.map(|planned| match planned {
            Ok(path) => Replanned::Plan(path),
            Err(why) => Replanned::Not(why),
        }),
        was_watched: shown.is_some() && terminal::is_present(),
    };
    let code = match ended.report.verdict {
        Verdict::Completed if ended.task.as_ref().is_some_and(|task| task.trouble.is_some()) => exit::INVALID,
        Verdict::Completed | Verdict::Skipped => exit::DONE,
        Verdict::Partial | Verdict::Failed | Verdict::Invalid => exit::INVALID,
    };
    let mut answer = call
        .answer(|| execute_json(&view), || execute_text(&view))
        .with_code(code);
    if how.yes && !call.wants_json {
        // Whoever was asked has seen them.
        answer.stderr = execute_warnings(&view);
    }
    answer
}
