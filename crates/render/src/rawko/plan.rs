//! The answers about whole plans: `plan create`, `show`, `list`, `history`, `archive` and `gc`.

use anstyle::Style;
use dialect::rawko::{PlanShape, PlanSheet, archived_path, step_status_word, written};
use dialect::text::json::pretty;
use dialect::text::plural;
use dialect::text::visible::visible;
use engine::rawko::{Collected, Listing, PlanFile, Plans, Shown, Version};
use model::{Counts, Phase, PlanId, Standing, Timestamp};
use serde_json::{Value, json};

use super::commands::{self, painted};
use super::step::{bullets, excerpt, first_line, named, table};
use crate::planwright::evidence::check_lines;
use crate::show::page::Page;
use crate::show::progress::{bar, bar_cells};
use crate::show::style::{BAD, BOLD, BUSY, DIM, GOOD, PLAIN, WARNING, paint};
use crate::show::table::{Cell, lay_out};
use crate::show::time::{ago, date};
use crate::show::width::clip;

pub fn create_json(created: &Shown, path: Option<&str>) -> String {
    pretty(&json!({
        "plan": PlanShape::from(&created.sheet),
        "reasoning": created.grounds.reasoning,
        "path": path,
    }))
}

pub fn create_text(created: &Shown, columns: usize) -> String {
    let plan = &created.sheet;
    let mut page = Page::default();
    let steps = plural(plan.steps.len(), "step");
    page.line(format!("{} Created a plan of {steps}.", paint(GOOD, "✓")));
    page.gap();
    heading(&mut page, plan, columns);
    body(&mut page, plan, columns);
    page.section("Why so", excerpt(&created.grounds.reasoning));
    page.gap();
    let (next, run) = (painted(commands::NEXT), painted(commands::RUN));
    page.line(format!("{next} says what comes first; {run} works through all of it."));
    page.finish()
}

pub fn show_json(shown: &Shown, file: Option<&PlanFile>) -> String {
    pretty(&json!({
        "plan": PlanShape::from(&shown.sheet),
        "path": file.map(|file| &file.path),
        "current": shown.is_current,
        "archived": file.is_some_and(|file| file.is_archived),
        "imported": shown.is_imported,
        "replans": {"used": shown.replans, "allowed": shown.replans_max},
    }))
}

pub fn show_text(shown: &Shown, file: Option<&PlanFile>, at: Timestamp, columns: usize) -> String {
    let plan = &shown.sheet;
    let mut page = Page::default();
    heading(&mut page, plan, columns);
    let mut facts = vec![format!("version {}", plan.version)];
    facts.extend(plan.previous_plan_id.as_ref().map(|id| format!("after {id}")));
    if shown.replans > 0 {
        facts.push(format!("{} of {} replans", shown.replans, shown.replans_max));
    }
    facts.push(format!("by {}", visible(plan.created_by.as_str())));
    facts.push(format!("changed {}", ago(plan.updated_at, at)));
    if file.is_some_and(|file| file.is_archived) {
        facts.push("archived".to_owned());
    }
    if !shown.is_imported {
        facts.push("not imported".to_owned());
    }
    page.line(format!("{}  {}", phase(plan.status), paint(DIM, facts.join(", "))));
    body(&mut page, plan, columns);
    for (index, evidence) in &shown.checks {
        let step = plan.steps.iter().find(|step| step.index == *index);
        let heading = step.map(|step| format!("Checks of {}", named(step)));
        page.section(&heading.unwrap_or_default(), check_lines(evidence));
    }
    let metadata = &plan.metadata;
    page.section("Constraints", bullets(&metadata.constraints));
    page.section("Remembered", bullets(&metadata.memories));
    let tags = (!metadata.tags.is_empty()).then(|| visible(&metadata.tags.join(", ")).into_owned());
    page.section("Tags", tags);
    if let Some(file) = file.filter(|_| !shown.is_imported) {
        page.gap();
        page.line(format!("{} imports it.", painted(&commands::import(&file.path))));
    }
    page.finish()
}

pub(super) fn heading(page: &mut Page, plan: &PlanSheet, columns: usize) {
    page.line(paint(BOLD, clip(&first_line(&plan.task), columns)));
    page.line(paint(DIM, plan.id.as_str()));
}

/// The bar, the steps, and why some of them failed.
fn body(page: &mut Page, plan: &PlanSheet, columns: usize) {
    page.gap();
    page.line(progress(plan.counts(), columns));
    page.gap();
    for line in table(&plan.steps, columns) {
        page.line(line);
    }
    for step in plan.steps.iter().filter(|step| step.status == Standing::Failed) {
        let error = step.error.as_deref().unwrap_or_default();
        page.section(&format!("Failed: {}", named(step)), excerpt(error));
    }
}

/// `████████░░░░  2 of 5 settled: 2 complete, 1 in progress, 2 pending`
fn progress(counts: Counts, columns: usize) -> String {
    use Standing::{Doing, Done, Dropped, Failed, Todo};
    let parts: Vec<_> = [Done, Dropped, Failed, Doing, Todo]
        .into_iter()
        .filter(|standing| counts.of(*standing) > 0)
        .map(|standing| {
            format!(
                "{} {}",
                counts.of(standing),
                step_status_word(standing).replace('_', " ")
            )
        })
        .collect();
    let (settled, total) = (counts.settled(), counts.total());
    let bar = bar(settled, total.max(1), bar_cells(columns));
    format!("{bar}  {settled} of {total} settled: {}", parts.join(", "))
}

pub(super) fn phase(phase: Phase) -> String {
    paint(phase_style(phase), phase.word().replace('_', " "))
}

fn phase_style(phase: Phase) -> Style {
    match phase {
        Phase::Draft => DIM,
        Phase::InProgress => BUSY,
        Phase::Replanning => WARNING,
        Phase::Complete => GOOD,
        Phase::Failed => BAD,
    }
}

pub fn list_json(plans: &Plans) -> String {
    let plan = |plan: &Listing| {
        let mut value = summary(&plan.sheet, plan.is_current, plan.is_archived);
        value["imported"] = plan.is_imported.into();
        value
    };
    pretty(&json!({
        "plans": plans.listed.iter().map(plan).collect::<Vec<_>>(),
        "invalid": plans.invalid,
    }))
}

fn summary(plan: &PlanSheet, is_current: bool, is_archived: bool) -> Value {
    json!({
        "id": plan.id.as_str(),
        "task": plan.task,
        "status": plan.status.word(),
        "version": plan.version,
        "progress": progress_value(plan.counts()),
        "updatedAt": written(plan.updated_at),
        "current": is_current,
        "archived": is_archived,
    })
}

/// A plan beside the step that an answer is about.
pub(super) fn brief(plan: &PlanSheet) -> Value {
    json!({
        "id": plan.id.as_str(),
        "status": plan.status.word(),
        "version": plan.version,
        "currentStepIndex": plan.current_step_index,
        "progress": progress_value(plan.counts()),
    })
}

fn progress_value(counts: Counts) -> Value {
    json!({
        "complete": counts.done,
        "skipped": counts.dropped,
        "failed": counts.failed,
        "in_progress": counts.doing,
        "pending": counts.todo,
        "total": counts.total(),
    })
}

pub fn list_text(plans: &Plans, at: Timestamp, columns: usize) -> String {
    let mut page = Page::default();
    if plans.listed.is_empty() && plans.invalid.is_empty() {
        let create = painted(commands::CREATE);
        page.line(format!("There is no plan yet. Make one with {create}."));
        return page.finish();
    }
    let rows: Vec<_> = plans.listed.iter().map(|plan| row(plan, at, columns)).collect();
    for line in lay_out(&rows) {
        page.line(line);
    }
    for path in &plans.invalid {
        let import = painted(&commands::import(path));
        page.line(format!("{path} is not a valid plan; {import} shows why"));
    }
    page.finish()
}

fn row(listing: &Listing, at: Timestamp, columns: usize) -> Vec<Cell> {
    let plan = &listing.sheet;
    let style = match plan.status {
        Phase::Draft => PLAIN,
        status => phase_style(status),
    };
    let (sign, id_style) = if listing.is_current { ("*", BOLD) } else { (" ", PLAIN) };
    let place = match (listing.is_imported, listing.is_archived) {
        (false, _) => ", not imported",
        (true, true) => ", archived",
        (true, false) => "",
    };
    let counts = plan.counts();
    vec![
        Cell::left(GOOD, sign),
        Cell::left(id_style, plan.id.as_str()),
        Cell::left(style, plan.status.word().replace('_', " ")),
        Cell::right(DIM, format!("{}/{}", counts.settled(), counts.total())),
        Cell::left(DIM, ago(plan.updated_at, at) + place),
        Cell::left(PLAIN, clip(&first_line(&plan.task), (columns / 3).max(20))),
    ]
}

pub fn history_json(versions: &[Version]) -> String {
    pretty(&json!({"versions": versions.iter().map(version).collect::<Vec<_>>()}))
}

fn version(version: &Version) -> Value {
    let (plan, grounds) = (&version.sheet, &version.grounds);
    let failed = plan.steps.iter().find(|step| step.status == Standing::Failed);
    let mut value = summary(plan, version.is_current, version.is_archived);
    value["createdAt"] = written(plan.created_at).into();
    value["createdBy"] = plan.created_by.as_str().into();
    value["changes"] = grounds.changes.as_str().into();
    value["reasoning"] = grounds.reasoning.as_str().into();
    value["discoveries"] = json!(grounds.discoveries);
    value["failedStep"] = match failed {
        Some(step) => json!({
            "index": step.index,
            "description": step.description,
            "error": step.error.as_deref().unwrap_or_default(),
        }),
        None => Value::Null,
    };
    value
}

pub fn history_text(versions: &[Version]) -> String {
    let mut page = Page::default();
    for version in versions {
        let (plan, grounds) = (&version.sheet, &version.grounds);
        page.gap();
        let name = paint(BOLD, format!("v{}  {}", plan.version, plan.id));
        page.line(format!("{name}  {}", phase(plan.status)));
        let (settled, total) = (plan.counts().settled(), plan.counts().total());
        let (at, by) = (date(plan.created_at), visible(plan.created_by.as_str()));
        page.indented(paint(DIM, format!("{at}, by {by}, {settled} of {total} steps settled")));
        for line in excerpt(&grounds.changes) {
            page.indented(line);
        }
        for line in excerpt(&grounds.reasoning) {
            page.indented(paint(DIM, line));
        }
        for discovery in &grounds.discoveries {
            page.indented(format!("found out: {}", first_line(discovery)));
        }
        if let Some(step) = plan.steps.iter().find(|step| step.status == Standing::Failed) {
            let (what, error) = (first_line(&step.description), step.error.as_deref().unwrap_or_default());
            let failed = format!("✗ step {}, {what}: {}", step.index, first_line(error));
            page.indented(paint(BAD, failed));
        }
    }
    if versions.is_empty() {
        page.line("There is no plan yet.");
    }
    page.finish()
}

pub fn archive_json(archived: &[PlanId]) -> String {
    pretty(&json!({"archived": files(archived)}))
}

pub fn archive_text(archived: &[PlanId]) -> String {
    let mut page = Page::default();
    for id in archived {
        let path = paint(DIM, archived_path(id));
        page.line(format!("{} archived {id}  {path}", paint(GOOD, "✓")));
    }
    if archived.is_empty() {
        page.line("Nothing to archive: no plan is complete or failed.");
    }
    page.finish()
}

pub fn gc_json(collected: &Collected, is_dry_run: bool) -> String {
    pretty(&json!({"dry_run": is_dry_run, "removed": files(&collected.removed), "kept": collected.kept}))
}

pub fn gc_text(collected: &Collected, is_dry_run: bool) -> String {
    let mut page = Page::default();
    let verb = if is_dry_run { "would remove" } else { "removed" };
    for id in &collected.removed {
        page.line(format!("{verb} {}", archived_path(id)));
    }
    let (kept, noun) = match collected.kept {
        1 => (1, "plan stays"),
        kept => (kept, "plans stay"),
    };
    match collected.removed.is_empty() {
        true => page.line(format!("Nothing to remove; {kept} archived {noun}.")),
        false => page.line(format!("{kept} archived {noun}.")),
    }
    page.finish()
}

fn files(ids: &[PlanId]) -> Vec<Value> {
    let file = |id: &PlanId| json!({"id": id.as_str(), "path": archived_path(id)});
    ids.iter().map(file).collect()
}
