//! The answers of `execute` and `undo --turn`: the outcome of every action, and how to go on.

use std::fmt::Write;

use dialect::text::first_line;
use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::turns::{Ended, KeptTask, TurnPlace, TurnUndone, UndoRemark};
use model::report::{Approver, Entry, Fate};
use model::{Action, RelPath, Verdict};
use serde_json::{Value, json};

use super::session::{Named, TO_PLAN};
use super::without_nulls;
use crate::diagnostics::{diagnostics_value, snippets};
use crate::show::style::{BAD, DIM, GOOD, WARNING, paint};

/// The path of another plan that was asked for, or why there is none.
pub type Replanned = Result<String, String>;

pub fn execute_json(ended: &Ended, replanned: Option<&Replanned>) -> String {
    let report = &ended.report;
    let report_path = ended.turn.as_ref().map(|turn| turn.file("report.md").to_string());
    let task = ended.task.as_ref();
    let finished = task.filter(|task| task.trouble.is_none());
    pretty(&without_nulls(json!({
        "status": status(report.verdict),
        "title": report.title,
        "plan": report.plan,
        "plan_digest": report.digest,
        "approved_by": report.approved_by.map(approver),
        "sandbox": report.sandbox,
        "actions": report.entries.iter().map(action).collect::<Vec<_>>(),
        "diagnostics": diagnostics_value(&ended.plan.diagnostics),
        "report_path": report_path,
        "report": report_path.is_none().then_some(&ended.text),
        "next_turn": ended.next.as_ref().map(|next| next.folder().to_string()),
        "finished_task": finished.map(|task| task.link.key.as_str()),
        "task_trouble": task.and_then(|task| task.trouble.as_ref()),
        "next_plan": replanned.and_then(|replanned| replanned.as_ref().ok()),
        "next_plan_trouble": replanned.and_then(|replanned| replanned.as_ref().err()),
    })))
}

/// In a session: a line for every action, unless `was_watched` says that the user saw every action end, and where to
/// go on. Outside of a session: `page`, which is the report as the terminal shows it.
pub fn execute_text(
    ended: &Ended,
    page: &str,
    was_watched: bool,
    named: Named<'_>,
    replanned: Option<&Replanned>,
) -> String {
    let report = &ended.report;
    let mut text = String::new();
    if report.verdict == Verdict::Invalid {
        text += &plan_snippets(ended);
    } else if ended.turn.is_none() {
        return page.to_owned();
    }
    let was_seen = was_watched && report.approved_by.is_some();
    for entry in report.entries.iter().filter(|_| !was_seen) {
        text += &line(entry);
    }
    let verdict = match report.verdict {
        Verdict::Completed => paint(GOOD, "completed"),
        Verdict::Skipped => paint(DIM, "skipped"),
        Verdict::Partial => paint(WARNING, "stopped midway"),
        Verdict::Failed => paint(BAD, "failed"),
        Verdict::Invalid => paint(BAD, "not valid"),
    };
    let _ = writeln!(text, "{}: {verdict}", visible(&report.plan));
    if let Some(turn) = &ended.turn {
        let _ = writeln!(text, "report: {}", visible(turn.file("report.md").as_str()));
    }
    if let Some(task) = &ended.task {
        let key = visible(task.link.key.as_str());
        let _ = match &task.trouble {
            None => writeln!(text, "task {key} is done"),
            Some(why) => writeln!(text, "task {key} could not be finished: {}", visible(why)),
        };
    }
    match &ended.next {
        Some(next) => text + &next_turn(next, report.verdict, named, replanned),
        None => text,
    }
}

fn next_turn(next: &TurnPlace, verdict: Verdict, named: Named<'_>, replanned: Option<&Replanned>) -> String {
    let folder = next.folder();
    let next = visible(folder.as_str());
    let failed = match replanned {
        Some(Ok(path)) => {
            let (path, execute) = (visible(path), named.on("teddy execute"));
            return format!("next turn: {next}\nplanned anew: {path}\nnow: read it, and {execute}\n");
        }
        Some(Err(why)) => format!("not planned anew: {}\n", visible(why)),
        None => String::new(),
    };
    let now = match verdict {
        Verdict::Invalid => format!(
            "{} (what is wrong is told in {next}/message.md)",
            named.on("teddy plan")
        ),
        // The user has said already what the next plan should do differently.
        Verdict::Skipped => named.on("teddy plan"),
        _ => named.on(TO_PLAN),
    };
    format!("{failed}next turn: {next}\nnow: {now}\n")
}

/// The warnings about a plan that was executed. The answer about an invalid plan contains all of its problems.
pub fn execute_warnings(ended: &Ended) -> String {
    match ended.report.verdict {
        Verdict::Invalid => String::new(),
        _ => plan_snippets(ended),
    }
}

fn plan_snippets(ended: &Ended) -> String {
    snippets(&ended.plan.diagnostics, &|_| Some(ended.plan.source.clone()))
}

fn line(entry: &Entry) -> String {
    let (_, mark, why) = outcome(&entry.fate);
    let why = match entry.fate {
        Fate::Unknown => "nobody knows what became of it",
        _ => why.unwrap_or_default(),
    };
    let verb = entry.action.verb();
    let what = target(&entry.action).map(|target| format!(" {}", visible(&target)));
    let why = (!why.is_empty()).then(|| paint(DIM, format!("  {}", visible(why))));
    format!("{mark} {verb}{}{}\n", what.unwrap_or_default(), why.unwrap_or_default())
}

fn action(entry: &Entry) -> Value {
    let (outcome, _, reason) = outcome(&entry.fate);
    without_nulls(json!({
        "action": entry.action.verb().word(),
        "target": target(&entry.action),
        "outcome": outcome,
        "reason": reason,
        // The user's version was executed.
        "modified": entry.modified.is_some().then_some(true),
    }))
}

fn outcome(fate: &Fate) -> (&'static str, String, Option<&str>) {
    match fate {
        Fate::Done => ("done", paint(GOOD, "✓"), None),
        Fate::Failed(why) => ("failed", paint(BAD, "✗"), Some(why)),
        Fate::Skipped(why) | Fate::NotFetched(why) => ("skipped", paint(DIM, "-"), Some(why)),
        Fate::Unknown => ("unknown", paint(WARNING, "?"), None),
    }
}

fn status(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Completed => "completed",
        Verdict::Partial => "partial",
        Verdict::Failed => "failed",
        Verdict::Skipped => "skipped",
        Verdict::Invalid => "validation_failed",
    }
}

fn approver(by: Approver) -> &'static str {
    match by {
        Approver::Human => "human",
        Approver::Flag => "flag",
        Approver::Policy => "policy",
    }
}

/// `None` where there is nothing to name.
pub fn target(action: &Action) -> Option<String> {
    match action {
        Action::Create(create) => Some(create.path.value.to_string()),
        Action::Edit(edit) => Some(edit.path.value.to_string()),
        Action::Read(read) => Some(read.resource.value.to_string()),
        Action::Prune(prune) => Some(prune.resource.value.to_string()),
        Action::Invoke(invoke) => Some(invoke.agent.value.clone()),
        Action::Execute(execute) => first_line(execute.command.value.bare()),
        Action::Research(research) => match research.queries.as_slice() {
            [query] => first_line(query.value.bare()),
            queries => Some(format!("{} queries", queries.len())),
        },
        Action::Chat(_) | Action::Conclude(_) => None,
    }
}

pub fn undo_turn_json(undone: &TurnUndone) -> String {
    let paths = |paths: &[RelPath]| paths.iter().map(ToString::to_string).collect::<Vec<_>>();
    pretty(&without_nulls(json!({
        "plan": undone.plan,
        "turn": undone.turn.as_ref().map(|turn| turn.folder().to_string()),
        "files": paths(&undone.files),
        "commands_not_undone": undone.commands,
        "files_left": paths(&undone.left),
        "was_interrupted": undone.was_interrupted.then_some(true),
        "remarks": (!undone.remarks.is_empty()).then(|| remarks(undone)),
    })))
}

fn remarks(undone: &TurnUndone) -> Vec<String> {
    let remark = |remark: &UndoRemark| match remark {
        UndoRemark::RecordSkipped(error) => format!("passed over, because {error}"),
        UndoRemark::TurnUnmarked(error) => error.to_string(),
        UndoRemark::TaskKept(task, why) => {
            let why = match why {
                KeptTask::OtherOutcome => "the report of this turn is not its outcome".to_owned(),
                KeptTask::InProgress(agent) => format!("{agent} is at it"),
                KeptTask::Failed => "it has failed since".to_owned(),
                KeptTask::Dropped => "it was dropped since".to_owned(),
                KeptTask::Refused(error) => error.to_string(),
            };
            format!("task {task} was not reopened: {why}")
        }
    };
    undone.remarks.iter().map(remark).collect()
}

pub fn undo_turn_text(undone: &TurnUndone) -> String {
    let turn = undone.turn.as_ref().map(|turn| turn.folder().to_string());
    let mut text = format!("took back {}\n", visible(turn.as_ref().unwrap_or(&undone.plan)));
    for path in &undone.files {
        let _ = writeln!(text, "  {}", visible(path.as_str()));
    }
    if undone.files.is_empty() {
        text += "  it had changed no file\n";
    }
    let first_lines = undone
        .commands
        .iter()
        .map(|command| command.lines().next().unwrap_or_default());
    let commands = first_lines.map(|line| ("not taken back: what this command did:", line));
    let left = undone
        .left
        .iter()
        .map(|path| ("left as a command made it:", path.as_str()));
    let remarks = remarks(undone);
    let remarks = remarks.iter().map(|remark| ("note:", remark.as_str()));
    for (note, what) in commands.chain(left).chain(remarks) {
        let _ = writeln!(text, "{} {}", paint(WARNING, note), visible(what));
    }
    if undone.was_interrupted {
        text += "an earlier call took it back and was interrupted; this one took back nothing else\n";
    }
    text
}
