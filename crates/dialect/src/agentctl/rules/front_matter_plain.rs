use super::FRONT_MATTER_PLAIN;
use super::front::Verdict;

pub(super) fn refuse(thing: &str) -> Verdict {
    Verdict {
        rule: FRONT_MATTER_PLAIN,
        message: format!("{thing} is not allowed in a front matter."),
        hint: "Write the value itself; put it into double quotes if it is meant as text.".to_owned(),
    }
}
