//! The prompts by their names, and what a user's own text in the place of one must hold.

use model::Diagnostic;

use super::hole::Hole;
use super::rules::MISSING;
use super::{decompose, judge, rawko_arbiter, rawko_create, rawko_replan, step, suggest, teddy_turn, template};

model::words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum PromptName {
        Turn = "turn",
        Decompose = "decompose",
        Judge = "judge",
        Suggest = "suggest",
        RawkoCreate = "rawko_create",
        RawkoReplan = "rawko_replan",
        RawkoArbiter = "rawko_arbiter",
        Step = "step",
    }
}

impl PromptName {
    /// What it asks for.
    pub fn purpose(self) -> &'static str {
        match self {
            Self::Turn => "the plan of a turn (teddy plan)",
            Self::Decompose => "tasks for a goal (planloop start)",
            Self::Judge => "a verdict on a draft (planloop start)",
            Self::Suggest => "further tasks (planloop suggest)",
            Self::RawkoCreate => "a plan of steps (rawko plan create)",
            Self::RawkoReplan => "new steps after a failure (rawko)",
            Self::RawkoArbiter => "who acts next (rawko run)",
            Self::Step => "one task for an agent (planwright run)",
        }
    }

    /// The one that is built in.
    pub fn text(self) -> &'static str {
        match self {
            Self::Turn => teddy_turn::FILE,
            Self::Decompose => decompose::FILE,
            Self::Judge => judge::FILE,
            Self::Suggest => suggest::FILE,
            Self::RawkoCreate => rawko_create::FILE,
            Self::RawkoReplan => rawko_replan::FILE,
            Self::RawkoArbiter => rawko_arbiter::FILE,
            Self::Step => step::FILE,
        }
    }

    pub fn holes(self) -> &'static [Hole] {
        match self {
            Self::Turn => teddy_turn::HOLES,
            Self::Decompose => decompose::HOLES,
            Self::Judge => judge::HOLES,
            Self::Suggest => suggest::HOLES,
            Self::RawkoCreate => rawko_create::HOLES,
            Self::RawkoReplan => rawko_replan::HOLES,
            Self::RawkoArbiter => rawko_arbiter::HOLES,
            Self::Step => step::HOLES,
        }
    }

    /// Everything that is wrong with a text that shall stand in its place.
    pub fn check(self, text: &str) -> Vec<Diagnostic> {
        let fillings: Vec<_> = self.holes().iter().map(|hole| (hole.name, "x")).collect();
        let mut faults = template::fill(text, &fillings).err().unwrap_or_default();
        let used = template::holes_in(text);
        let missing = self
            .holes()
            .iter()
            .filter(|hole| hole.is_needed && !used.contains(hole.name));
        faults.extend(missing.map(|hole| {
            let message = format!("The prompt `{}` lacks `{{{{{}}}}}`.", self.word(), hole.name);
            let hint = format!(
                "It stands for {}. Put it where the model should read that.",
                hole.stands_for
            );
            Diagnostic::error(MISSING, message).with_hint(hint)
        }));
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{HOLE, SECTION};
    use super::*;

    #[test]
    fn what_is_built_in_holds_everything() {
        for name in PromptName::ALL {
            assert_eq!(name.check(name.text()), [], "{name:?}");
            let used = template::holes_in(name.text());
            let unused: Vec<_> = name.holes().iter().filter(|hole| !used.contains(hole.name)).collect();
            assert!(unused.is_empty(), "{name:?}: {unused:?}");
        }
    }

    #[test]
    fn what_lacks_is_named_with_what_it_is_for() {
        let faults = PromptName::Judge.check("Goal: {{goal}}\n{{#spec}}\nSee {{spek}}.\n{{/spec}}\n{{#plan}}\n");
        let rules: Vec<_> = faults.iter().map(|fault| fault.rule).collect();
        assert_eq!(rules, [HOLE, SECTION, MISSING, MISSING]);
        assert_eq!(faults[2].message, "The prompt `judge` lacks `{{spec}}`.");
        let hint = faults[3].hint.as_deref();
        assert!(
            hint.is_some_and(|hint| hint.contains("the tasks that are to be judged")),
            "{hint:?}"
        );
    }

    #[test]
    fn a_short_text_of_the_users_own_will_do() {
        assert_eq!(PromptName::Turn.check("{{message}}\n\n{{input}}\n"), []);
    }

    /// A name that is known here and not where the prompt is filled would pass the check and fail later.
    #[test]
    fn holes_are_what_is_filled_in() {
        let all = |name: PromptName| -> String {
            let holes = name.holes().iter();
            holes.map(|hole| format!("{{{{{}}}}}\n", hole.name)).collect()
        };
        let turn = teddy_turn::Input {
            system_prompt: "",
            input: "",
            message: None,
        };
        assert!(teddy_turn::render(&turn, Some(&all(PromptName::Turn))).is_ok());
        let text = all(PromptName::RawkoCreate);
        assert!(rawko_create::render(&rawko_create::Input::default(), Some(&text)).is_ok());
        let text = all(PromptName::RawkoArbiter);
        assert!(rawko_arbiter::render(&rawko_arbiter::Input::default(), Some(&text)).is_ok());
        let text = all(PromptName::Step);
        assert!(step::render(&step::Input::default(), Some(&text)).is_ok());
    }
}
