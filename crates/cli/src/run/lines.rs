//! From the engine's news to the lines of the native door.

use dialect::native::{RunFate, RunFiles, RunLine, RunStep, RunWord};
use engine::run::{News, Resolution, StepFate, StepLine};
use model::TaskNumber;

use super::words::Words;

/// `shown` says how a task that has begun is counted at this door.
/// `is_beside` if several may be at work.
pub fn line<'a>(
    news: &'a News,
    words: Words,
    shown: &dyn Fn(TaskNumber) -> TaskNumber,
    is_beside: bool,
) -> RunLine<'a> {
    let step = |line| step(line, words);
    match news {
        News::Begins {
            goal,
            counts,
            jobs,
            sandbox,
            rights: _,
        } => RunLine::Begins {
            goal: goal.as_deref(),
            counts: *counts,
            jobs: *jobs,
            sandbox: sandbox.as_deref(),
        },
        News::Started { step: of, agent } => RunLine::Started { step: step(of), agent },
        News::Output { number, text } => RunLine::Output {
            number: shown(*number),
            text,
        },
        News::Checking { number, command } => RunLine::Checking {
            number: shown(*number),
            command,
        },
        News::Checked {
            number,
            command,
            has_passed,
        } => RunLine::Checked {
            number: shown(*number),
            command,
            has_passed: *has_passed,
            is_beside,
        },
        News::Ended {
            step: of,
            agent,
            fate: came,
            elapsed_ms,
            counts,
            cost,
        } => RunLine::Ended {
            step: step(of),
            agent,
            fate: fate(came),
            elapsed_ms: *elapsed_ms,
            counts: *counts,
            cost: *cost,
        },
        News::Resolved {
            step: of,
            agent,
            resolution,
        } => RunLine::Resolved {
            step: step(of),
            agent,
            said: match resolution {
                Resolution::Done => RunWord::Done,
                Resolution::Failed => RunWord::Failed,
                Resolution::Again => RunWord::Again,
            },
        },
        News::Replanning { step: of, error } => RunLine::Replanning { step: step(of), error },
        News::Replanned { version, counts } => RunLine::Replanned {
            version: *version,
            counts: *counts,
        },
        News::Remark(remark) => RunLine::Remark(remark),
    }
}

fn step(step: &StepLine, words: Words) -> RunStep<'_> {
    RunStep {
        number: words.number(step),
        key: &step.key,
        title: &step.title,
    }
}

fn fate(fate: &StepFate) -> RunFate<'_> {
    match fate {
        StepFate::Done {
            note,
            files,
            undeclared,
        } => RunFate::Done {
            note: note.as_deref(),
            files: RunFiles { all: files, undeclared },
        },
        StepFate::Failed {
            error,
            files,
            undeclared,
        } => RunFate::Failed {
            error,
            files: RunFiles { all: files, undeclared },
        },
        StepFate::Released => RunFate::Released,
        StepFate::Unstarted { why } => RunFate::Unstarted { why },
        StepFate::Lost { why } => RunFate::Lost { why },
        StepFate::Unknown => RunFate::Unknown,
        StepFate::Unchecked => RunFate::Unchecked,
    }
}
