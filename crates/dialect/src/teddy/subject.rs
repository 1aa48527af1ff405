//! What a fault or an entry of a report is about: the action and its target, in a few words.

use std::ops::Range;

use model::{Action, Diagnostic, Verb};

use super::fence;
use super::markdown::code;
use super::read::{Broken, Reading, read};

/// How much of a command names it.
const COMMAND_CHARS: usize = 60;

/// Which part of a plan stands where.
#[derive(Debug, Clone, Default)]
pub struct Subjects {
    places: Vec<(Range<usize>, String)>,
}

impl Subjects {
    /// For faults at places of the text that was read.
    pub fn of(reading: &Reading) -> Self {
        let proposal = &reading.proposal;
        let memos = proposal
            .memos
            .iter()
            .map(|memo| (memo.span.clone(), "Memos".to_owned()));
        let actions = proposal.actions.iter();
        let actions = actions.map(|action| (action.span.clone(), subject(&action.value)));
        let broken = reading.broken.iter();
        let broken = broken.filter_map(|broken| Some((broken.span.clone(), of_broken(broken)?)));
        let mut places: Vec<_> = memos.chain(actions).chain(broken).collect();
        places.sort_by_key(|(span, _)| span.start);
        Self { places }
    }

    /// For faults at places of a plan whose fences may have to be mended before it is read.
    pub fn in_source(source: &str) -> Self {
        let repaired = fence::repair(source);
        let mut subjects = Self::of(&read(&repaired.text));
        for (span, _) in &mut subjects.places {
            *span = repaired.in_source(span.start)..repaired.in_source(span.end);
        }
        subjects
    }

    pub fn name(&self, fault: &Diagnostic) -> Option<&str> {
        let at = fault.place.span.as_ref()?.start;
        let before = self.places.partition_point(|(span, _)| span.start <= at);
        let (span, subject) = self.places[..before].last()?;
        (at <= span.end).then_some(subject)
    }
}

/// The action that the fault belongs to: `` `EDIT` on `pyproject.toml` ``. Both must be of the same text.
pub fn subject_of(fault: &Diagnostic, reading: &Reading) -> Option<String> {
    Subjects::of(reading).name(fault).map(str::to_owned)
}

/// `` `EDIT` on `pyproject.toml` ``
pub(super) fn subject(action: &Action) -> String {
    match action {
        Action::Create(create) => of_target(Verb::Create, create.path.value.as_str()),
        Action::Read(read) => of_target(Verb::Read, &read.resource.value.to_string()),
        Action::Edit(edit) => of_target(Verb::Edit, edit.path.value.as_str()),
        Action::Prune(prune) => of_target(Verb::Prune, &prune.resource.value.to_string()),
        Action::Execute(execute) => format!("`EXECUTE` of {}", code(&head(execute.command.value.text()))),
        Action::Invoke(invoke) => format!("`INVOKE` of {}", code(&invoke.agent.value)),
        Action::Research(_) | Action::Chat(_) | Action::Conclude(_) => format!("`{}`", action.verb()),
    }
}

fn of_broken(broken: &Broken) -> Option<String> {
    let verb = broken.verb?;
    match &broken.path {
        Some(path) => Some(of_target(verb, path.as_str())),
        None => Some(format!("`{verb}`")),
    }
}

fn of_target(verb: Verb, target: &str) -> String {
    format!("`{verb}` on {}", code(target))
}

/// The first line of a command that says something.
fn head(command: &str) -> String {
    let mut lines = command.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    match first.char_indices().nth(COMMAND_CHARS) {
        Some((end, _)) => format!("{}…", &first[..end]),
        None if lines.next().is_some() => format!("{first} …"),
        None => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teddy::testing::actions;

    fn check(text: &str, expected: &[Option<&str>]) {
        let source = actions(text);
        let reading = read(&source);
        let subjects: Vec<_> = reading
            .diagnostics
            .iter()
            .map(|fault| subject_of(fault, &reading))
            .collect();
        let subjects: Vec<_> = subjects.iter().map(Option::as_deref).collect();
        assert_eq!(subjects, expected, "{:?}", reading.diagnostics);
        let again = Subjects::in_source(&source);
        let again: Vec<_> = reading.diagnostics.iter().map(|fault| again.name(fault)).collect();
        assert_eq!(again, expected);
    }

    #[test]
    fn faults_belong_to_actions() {
        check("### `READ`\n- **Resource:** [a](/a)\n", &[Some("`READ` on `a`")]);
        check(
            "### `EDIT`\n- **File Path:** [a.md](/a.md)\n- **Description:** x\n",
            &[Some("`EDIT` on `a.md`")],
        );
        check(
            "### `EXECUTE`\n- **Description:** x\n````shell\n\nmake\nmake install\n````\n",
            &[Some("`EXECUTE` of `make …`")],
        );
        check("", &[None]);
    }

    #[test]
    fn mended_plans_keep_their_places() {
        let source = actions(
            "### `CREATE`\n- **File Path:** [a.md](/a.md)\n- **Description:** x\n```markdown\n```sh\nx\n```\n```\n\n\
             ### `READ`\n- **Resource:** [b](/b)\n",
        );
        let at = source.find("[b]").unwrap();
        let fault = Diagnostic::error(crate::rules::ANY, "x").at_span(at..at + 1);
        assert_eq!(Subjects::in_source(&source).name(&fault), Some("`READ` on `b`"));
    }
}
