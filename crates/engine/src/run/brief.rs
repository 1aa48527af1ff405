//! What an agent is told of its step.

use dialect::config::AgentWork;
use dialect::prompts::step::{self, Earlier, Ending};
use model::{Outcome, Task, TaskState, limits};
use workspace::run::Output;

use super::counting::Counting;
use super::error::RunFault;
use super::picture::Picture;
use super::roster::Agent;
use crate::decompose::broken_prompt;
use crate::error::EngineError;
use crate::prompts::{PromptName, Prompts};

pub(super) fn brief(
    picture: &Picture,
    task: &Task,
    agent: &Agent,
    counting: Counting,
    prompts: &Prompts,
) -> Result<String, RunFault> {
    let thread = picture.thread_state()?;
    let brief = &task.brief;
    let paths: Vec<String> = brief.paths.iter().map(ToString::to_string).collect();
    let finished = finished(picture, task)?;
    let notes: Vec<Option<String>> = finished.iter().map(|(_, outcome)| clipped(outcome)).collect();
    let earlier: Vec<Earlier<'_>> = finished
        .iter()
        .zip(&notes)
        .map(|((task, outcome), note)| {
            Ok(Earlier {
                number: counting.of(picture, task)?,
                title: &task.brief.title,
                note: note.as_deref(),
                files: &outcome.files,
            })
        })
        .collect::<Result<_, EngineError>>()?;
    let plan = thread.plan.as_ref();
    let constraints = plan.map(|plan| plan.metadata.constraints.as_slice());
    let input = step::Input {
        prompt: agent.prompt.as_deref(),
        goal: picture.goal(),
        plan: plan.map(|plan| plan.body.trim()).unwrap_or_default(),
        number: counting.of(picture, task)?,
        total: thread.counts.total(),
        title: &brief.title,
        instructions: &brief.body,
        checklist: &brief.checklist,
        acceptance: &brief.acceptance,
        hints: &brief.hints,
        paths: &paths,
        constraints: constraints.unwrap_or_default(),
        earlier: &earlier,
        ending: match agent.work {
            AgentWork::Command(_) => Ending::Exit,
            AgentWork::Planner => Ending::Conclude,
        },
    };
    step::render(&input, prompts.own(PromptName::Step)?).map_err(|faults| broken_prompt(&faults).into())
}

/// What the task builds on, directly or not; where nothing says what that is, all that is done. The latest are told of.
fn finished<'a>(picture: &'a Picture, task: &Task) -> Result<Vec<(&'a Task, &'a Outcome)>, RunFault> {
    let tasks = picture.tasks()?;
    let mut wanted = std::collections::BTreeSet::new();
    let mut open = task.after.clone();
    while let Some(number) = open.pop() {
        if wanted.insert(number) {
            open.extend(tasks.after(number));
        }
    }
    let is_wanted = |other: &&Task| task.after.is_empty() || wanted.contains(&other.number);
    let done = tasks.rows().filter(is_wanted).filter_map(|task| match &task.state {
        TaskState::Done(outcome) => Some((task, outcome)),
        _ => None,
    });
    let mut done: Vec<_> = done.collect();
    let left_out = done.len().saturating_sub(limits::AGENT_EARLIER_STEPS);
    Ok(done.split_off(left_out))
}

fn clipped(outcome: &Outcome) -> Option<String> {
    let note = outcome.note.as_deref()?;
    Some(clip(note, limits::AGENT_EARLIER_CHARS))
}

/// The end of a long text says more than its beginning.
pub(super) fn clip(text: &str, most_chars: usize) -> String {
    let text = text.trim();
    let left_out = text.chars().count().saturating_sub(most_chars);
    match text.char_indices().nth(left_out) {
        Some((start, _)) if left_out > 0 => format!("[… {left_out} characters left out …]\n{}", &text[start..]),
        _ => text.to_owned(),
    }
}

/// The same of what a program wrote. Of what was never kept only the bytes are known, so all that is missing is counted in
/// bytes then.
pub(super) fn clip_output(output: &Output, most_chars: usize) -> String {
    if output.left_out_bytes == 0 {
        return clip(&format!("{}{}", output.head, output.tail), most_chars);
    }
    let tail = output.tail.trim_end();
    let surplus = tail.chars().count().saturating_sub(most_chars);
    let start = tail.char_indices().nth(surplus).map_or(0, |(start, _)| start);
    let passed_over = u64::try_from(output.head.len() + start).unwrap_or(u64::MAX);
    let left_out_bytes = output.left_out_bytes.saturating_add(passed_over);
    format!("[… {left_out_bytes} bytes left out …]\n{}", &tail[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_missing_of_an_output_is_counted() {
        let output = |head: &str, left_out_bytes, tail: &str| Output {
            head: head.to_owned(),
            left_out_bytes,
            tail: tail.to_owned(),
        };
        assert_eq!(clip_output(&output("one ", 0, "two\n"), 9), "one two");
        assert_eq!(
            clip_output(&output("one ", 0, "two\n"), 3),
            "[… 4 characters left out …]\ntwo"
        );
        assert_eq!(
            clip_output(&output("one ", 30_000_000, "two three\n"), 5),
            "[… 30000008 bytes left out …]\nthree"
        );
        assert_eq!(
            clip_output(&output("one ", 30_000_000, "two\n"), 5),
            "[… 30000004 bytes left out …]\ntwo"
        );
    }

    #[test]
    fn a_long_text_keeps_its_end() {
        assert_eq!(clip(" short \n", 5), "short");
        assert_eq!(clip("ängstlich", 4), "[… 5 characters left out …]\nlich");
    }
}
