//! The answers about single steps: the `step` verbs, `next` and `arbiter`; and steps as lines and tables.

use std::borrow::Cow;

use dialect::rawko::{PlanSheet, StepShape, StepSheet, is_ready, step_status_word};
use dialect::text::json::pretty;
use dialect::text::visible::{visible, visible_lines};
use engine::rawko::{How, Selected, Stepped};
use model::{AgentName, Phase, PlanEventKind, Standing};
use serde_json::json;

use super::commands::{self, painted};
use super::plan::{brief, phase};
use crate::show::mark::Mark;
use crate::show::page::Page;
use crate::show::style::{BOLD, DIM, PLAIN, paint};
use crate::show::table::{Cell, lay_out};
use crate::show::width::{clip, width};

/// `asked` is the step that the command line named. It is shown if nothing changed.
pub fn step_json(stepped: &Stepped, asked: Option<u32>) -> String {
    let steps = shown_steps(stepped, asked);
    pretty(&json!({
        "event": stepped.event.word(),
        "changed": !stepped.changed.is_empty(),
        "steps": steps.into_iter().map(StepShape::from).collect::<Vec<_>>(),
        "plan": brief(&stepped.sheet),
        "next": stepped.sheet.current_step().map(StepShape::from),
    }))
}

pub fn step_text(stepped: &Stepped, asked: Option<u32>) -> String {
    let plan = &stepped.sheet;
    let mut page = Page::default();
    for step in shown_steps(stepped, asked) {
        page.line(format!(
            "{} {}",
            mark(&plan.steps, step).painted(),
            sentence(stepped, step)
        ));
        if step.status == Standing::Failed {
            for line in excerpt(step.error.as_deref().unwrap_or_default()) {
                page.indented(paint(DIM, line));
            }
        }
    }
    let (status, counts) = (phase(plan.status), plan.counts());
    let (settled, total) = (counts.settled(), counts.total());
    page.line(format!(
        "The plan is {status}: {settled} of {total} steps are settled.{}",
        hint(plan)
    ));
    page.finish()
}

fn shown_steps(stepped: &Stepped, asked: Option<u32>) -> Vec<&StepSheet> {
    let indexes = match stepped.changed.is_empty() {
        true => asked.as_slice(),
        false => &stepped.changed,
    };
    let step = |index: &u32| stepped.sheet.steps.get(*index as usize);
    indexes.iter().filter_map(step).collect()
}

fn sentence(stepped: &Stepped, step: &StepSheet) -> String {
    let name = named(step);
    if stepped.changed.is_empty() {
        let status = step_status_word(step.status).replace('_', " ");
        return format!("nothing changed: {name} is {status} already");
    }
    let verb = match stepped.event {
        PlanEventKind::StepStarted => "started",
        PlanEventKind::StepCompleted => "completed",
        PlanEventKind::StepFailed => "failed",
        PlanEventKind::StepSkipped => "skipped",
        PlanEventKind::StepAdded => "added",
        PlanEventKind::StepReleased => "released",
        PlanEventKind::StepReopened => "reopened",
        PlanEventKind::PlanCreated | PlanEventKind::PlanReplanned => "planned",
    };
    let by = match (stepped.event, &step.executed_by) {
        (PlanEventKind::StepAdded | PlanEventKind::StepReleased | PlanEventKind::StepReopened, _) | (_, None) => {
            String::new()
        }
        (_, Some(agent)) => format!(" by {}", visible(agent.as_str())),
    };
    format!("{verb}{by}: {name}")
}

/// What to do now, in a word.
fn hint(plan: &PlanSheet) -> String {
    match (plan.status, plan.current_step()) {
        (Phase::Replanning, _) => format!(" {} plans anew.", painted(commands::REPLAN)),
        (Phase::Complete | Phase::Failed, _) => String::new(),
        (_, Some(step)) if step.status == Standing::Todo => {
            format!(" Next: {}.", painted(&commands::start(step.index)))
        }
        (_, Some(step)) => format!(" Running: {}.", named(step)),
        (_, None) => format!(" {} says what is in the way.", painted(commands::NEXT)),
    }
}

pub fn next_json(plan: &PlanSheet) -> String {
    let found = |fits: &dyn Fn(&StepSheet) -> bool| {
        let steps = plan.steps.iter().filter(|step| fits(step));
        steps.map(|step| step.index).collect::<Vec<_>>()
    };
    let next = next(plan);
    pretty(&json!({
        "reason": next.reason,
        "step": next.step.map(StepShape::from),
        "running": found(&|step| step.status == Standing::Doing),
        "ready": found(&|step| is_ready(&plan.steps, step)),
        "failed": found(&|step| step.status == Standing::Failed),
        "stuck": stuck(plan).iter().map(|step| step.index).collect::<Vec<_>>(),
        "plan": brief(plan),
    }))
}

/// `edited` is the plan's file if it was edited: no step is started or ended then.
pub fn next_text(plan: &PlanSheet, edited: Option<&str>) -> String {
    let mut page = Page::default();
    let next = next(plan);
    if let Some(step) = next.step {
        describe(&mut page, plan, step);
        page.gap();
    }
    match edited {
        None => page.line(next.advice),
        Some(path) => {
            page.line("The plan's file was edited. Before a step can be changed:");
            page.indented(format!("{}   applies the edit", painted(&commands::import(path))));
            page.indented(format!("{}  discards the edit", painted(&commands::discard(path))));
        }
    }
    page.finish()
}

struct Next<'a> {
    reason: &'static str,
    /// The step that the answer is about.
    step: Option<&'a StepSheet>,
    advice: String,
}

fn next(plan: &PlanSheet) -> Next<'_> {
    let (current, status) = (plan.current_step(), phase(plan.status));
    let failed = plan.steps.iter().find(|step| step.status == Standing::Failed);
    let stuck = stuck(plan).first().copied();
    let with_index =
        |command: fn(u32) -> String, step: Option<&StepSheet>| painted(&command(step.map_or(0, |step| step.index)));
    let (reason, step, advice) = match (plan.status, current.map(|step| step.status)) {
        (Phase::Replanning, _) => {
            let replan = painted(commands::REPLAN);
            (
                "replan",
                failed,
                format!("The step failed. {replan} plans anew what it held up."),
            )
        }
        (Phase::Failed, _) => {
            let create = painted(commands::CREATE);
            let advice =
                format!("The plan has {status}: a step failed, and no replan is left. {create} begins another one.");
            ("failed", failed, advice)
        }
        (_, Some(Standing::Doing)) => {
            let complete = with_index(commands::complete, current);
            (
                "running",
                current,
                format!("It is being worked on. {complete} ends it."),
            )
        }
        (_, Some(_)) => (
            "ready",
            current,
            format!("{} begins it.", with_index(commands::start, current)),
        ),
        (Phase::Complete, None) => (
            "complete",
            None,
            format!("The plan is {status}. Nothing is left to do."),
        ),
        (_, None) if plan.steps.is_empty() => {
            let add = painted(commands::ADD);
            ("empty", None, format!("The plan has no steps. {add} adds one."))
        }
        (_, None) => {
            let skip = with_index(commands::skip, stuck);
            let blocked = "Nothing can be started: what is left waits for steps that were skipped.";
            (
                "stuck",
                stuck,
                format!("{blocked} {skip} skips this one and what waits for it."),
            )
        }
    };
    Next { reason, step, advice }
}

fn stuck(plan: &PlanSheet) -> Vec<&StepSheet> {
    let is_skipped = |index: &u32| {
        let step = plan.steps.get(*index as usize);
        step.is_some_and(|step| step.status == Standing::Dropped)
    };
    let waits = |step: &&StepSheet| step.status == Standing::Todo && step.depends_on.iter().any(is_skipped);
    plan.steps.iter().filter(waits).collect()
}

fn describe(page: &mut Page, plan: &PlanSheet, step: &StepSheet) {
    let title = format!("Step {}: {}", step.index, visible(&step.description));
    page.line(format!("{} {}", mark(&plan.steps, step).painted(), paint(BOLD, title)));
    let agent = |word: &str, agent: &AgentName| format!("{word} {}", visible(agent.as_str()));
    let mut facts = Vec::new();
    facts.extend(step.executed_by.as_ref().map(|by| agent("by", by)));
    facts.extend(step.suggested_agent.as_ref().map(|suggested| agent("for", suggested)));
    if !step.depends_on.is_empty() {
        facts.push(format!("after {}", indexes(&step.depends_on)));
    }
    if !facts.is_empty() {
        page.indented(paint(DIM, facts.join(", ")));
    }
    let instructions = step.instructions.as_deref().unwrap_or_default();
    page.section("Instructions", visible_lines(instructions.trim()));
    page.section("Acceptance criteria", bullets(&step.acceptance_criteria));
    page.section("Files", bullets(&step.affected_files));
    page.section("Error", excerpt(step.error.as_deref().unwrap_or_default()));
}

/// For people and planners, the prompt itself is the answer.
pub fn arbiter_json(prompt: &str) -> String {
    pretty(&json!({"prompt": prompt}))
}

pub fn choice_json(selected: &Selected) -> String {
    let (by, _) = choice(selected.how);
    pretty(&json!({
        "agent": selected.agent.as_str(),
        "stepIndex": selected.step,
        "by": by,
        "reasoning": "",
    }))
}

pub fn choice_text(selected: &Selected) -> String {
    let agent = paint(BOLD, visible(selected.agent.as_str()));
    let step = selected.step.map(|index| format!(" for step {index}"));
    let (_, sentence) = choice(selected.how);
    format!("{agent}{}  {}\n", step.unwrap_or_default(), paint(DIM, sentence))
}

/// The word of the JSON answer, and the sentence for people.
fn choice(how: How) -> (&'static str, &'static str) {
    match how {
        How::Suggested => ("suggested", "the plan suggests it"),
        How::Follows => ("transition", "the agent before it says so"),
        How::Only => ("only", "there is no other"),
        How::Planner => ("planner", "a planner was asked"),
    }
}

fn mark(steps: &[StepSheet], step: &StepSheet) -> Mark {
    match step.status {
        Standing::Done => Mark::Done,
        Standing::Doing => Mark::Doing,
        Standing::Failed => Mark::Failed,
        Standing::Dropped => Mark::Dropped,
        Standing::Todo if is_ready(steps, step) => Mark::Ready,
        Standing::Todo => Mark::Waiting,
    }
}

/// A line for each step, of at most `columns` if the descriptions can be clipped to that.
pub(super) fn table(steps: &[StepSheet], columns: usize) -> Vec<String> {
    let room = description_room(steps, columns);
    let row = |step: &StepSheet| {
        let mark = mark(steps, step);
        vec![
            Cell::right(DIM, step.index.to_string()),
            Cell::left(mark.style(), mark.sign()),
            Cell::left(mark.title_style(), clip(&visible(&step.description), room)),
            Cell::left(if mark == Mark::Doing { PLAIN } else { DIM }, who(step)),
            Cell::left(DIM, after(step)),
        ]
    };
    let rows: Vec<_> = steps.iter().map(row).collect();
    lay_out(&rows)
}

/// `step 2, Load the notes`
pub(super) fn named(step: &StepSheet) -> String {
    const ROOM: usize = 100;
    format!("step {}, {}", step.index, clip(&visible(&step.description), ROOM))
}

/// The first lines of a longer text, indented.
pub(super) fn excerpt(text: &str) -> Vec<String> {
    const SHOWN: usize = 12;
    let mut lines: Vec<_> = visible_lines(text.trim()).take(SHOWN + 1).collect();
    if lines.len() > SHOWN {
        lines.truncate(SHOWN);
        lines.push("…".to_owned());
    }
    lines
}

/// The first line of a text, safe to print.
pub(super) fn first_line(text: &str) -> Cow<'_, str> {
    visible(text.trim().lines().next().unwrap_or_default())
}

pub(super) fn bullets(list: &[String]) -> Vec<String> {
    list.iter().map(|text| format!("- {}", visible(text))).collect()
}

/// `1, 2, 5`
fn indexes(indexes: &[u32]) -> String {
    let words: Vec<_> = indexes.iter().map(ToString::to_string).collect();
    words.join(", ")
}

fn who(step: &StepSheet) -> String {
    const ROOM: usize = 24;
    let name = |agent: &AgentName| clip(&visible(agent.as_str()), ROOM).into_owned();
    match (&step.executed_by, &step.suggested_agent) {
        (Some(agent), _) => name(agent),
        (None, Some(agent)) => format!("for {}", name(agent)),
        (None, None) => String::new(),
    }
}

fn after(step: &StepSheet) -> String {
    const ROOM: usize = 28;
    match step.depends_on.is_empty() {
        true => String::new(),
        false => clip(&format!("after {}", indexes(&step.depends_on)), ROOM).into_owned(),
    }
}

/// What the other columns leave for the description.
fn description_room(steps: &[StepSheet], columns: usize) -> usize {
    const LEAST: usize = 20;
    const GAP: usize = 2;
    let widest = |text: &dyn Fn(&StepSheet) -> String| {
        let columns = steps.iter().map(|step| width(&text(step))).max().unwrap_or(0);
        if columns == 0 { 0 } else { columns + GAP }
    };
    let mark = 1 + GAP;
    let others = widest(&|step| step.index.to_string()) + mark + widest(&who) + widest(&after);
    columns.saturating_sub(others).max(LEAST)
}
