//! A question, its answer, and what is seen in between.

use model::Cost;

#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// Who the model is, and what it must always heed. May be empty.
    pub system: &'a str,
    pub prompt: &'a str,
    pub answer: Expected<'a>,
}

/// What the answer must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected<'a> {
    Text,
    /// One JSON document. The schema is JSON, too.
    Json {
        /// Letters, digits, `_` and `-`.
        name: &'a str,
        schema: &'a str,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    /// The model that has answered, by its own word where it gave one.
    pub model: String,
    pub usage: Usage,
}

/// What was told about it. Nothing here is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    pub cost: Option<Cost>,
}

/// What can be shown while an answer is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<'a> {
    /// The next piece of it.
    Text(&'a str),
    /// Nothing has come for so long.
    Waiting { seconds: u64 },
    /// It did not work, and is tried once more.
    Retrying {
        /// The number of the attempt to come; the first one was 1.
        attempt: u32,
        why: &'a str,
        in_seconds: u64,
    },
}

impl Asking<'_> {
    /// The instructions, with the shape of the answer if it must have one. Models that are held to a shape answer better
    /// if they also know it, and many are not held to it at all.
    pub(crate) fn instructions(&self) -> String {
        let Expected::Json { name, schema } = self.answer else {
            return self.system.to_owned();
        };
        let shape = format!(
            "Answer with one JSON document, `{name}`, and nothing else: no prose, no code fence. It follows this JSON \
             Schema:\n\n{schema}"
        );
        match self.system.trim().is_empty() {
            true => shape,
            false => format!("{}\n\n{shape}", self.system.trim_end()),
        }
    }

    /// All of it as one text, for those who know no roles.
    pub(crate) fn joined(&self) -> String {
        let instructions = self.instructions();
        match instructions.trim().is_empty() {
            true => self.prompt.to_owned(),
            false => format!("{}\n\n---\n\n{}", instructions.trim_end(), self.prompt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_roles_instructions_come_first() {
        let asking = Asking {
            system: "You plan.\n",
            prompt: "Plan this.",
            answer: Expected::Text,
        };
        assert_eq!(asking.joined(), "You plan.\n\n---\n\nPlan this.");
        let bare = Asking { system: " ", ..asking };
        assert_eq!(bare.joined(), "Plan this.");
    }

    #[test]
    fn the_shape_is_part_of_the_instructions() {
        let asking = Asking {
            system: "",
            prompt: "Plan this.",
            answer: Expected::Json {
                name: "plan",
                schema: "{\"type\":\"object\"}",
            },
        };
        assert!(
            asking
                .instructions()
                .starts_with("Answer with one JSON document, `plan`")
        );
        assert!(asking.joined().ends_with("{\"type\":\"object\"}\n\n---\n\nPlan this."));
    }
}
