//! What was found in the files that whoever asks should know.

use model::PlanId;

use super::commands;
use crate::native::warning_text;
use crate::rawko::paths::CURRENT_TASK_FILE;

/// A plan file that the store knows nothing of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrangePlan {
    pub path: String,
    /// By the name of the file.
    pub id: PlanId,
    /// It holds a whole plan of that name, and not only steps, or something else.
    pub is_whole: bool,
}

/// `commented` are files that were changed by hand and hold comments.
pub fn warnings(commented: &[String], strange: &[StrangePlan]) -> String {
    let mut told = String::new();
    for path in commented {
        let message = format!("{path} was taken in; its comments are lost when the file is written anew");
        told.push_str(&warning_text(
            &message,
            Some("keep what a step should say in its instructions"),
        ));
    }
    for plan in strange {
        let path = &plan.path;
        let message = format!("{path} is no plan of this project, and nothing is done with it");
        let way = match plan.is_whole {
            true => format!("write `planId: {}` into {CURRENT_TASK_FILE}", plan.id),
            false => format!("write only steps into it, then {}", commands::create_from(path)),
        };
        let hint = format!("make it one: {way}; or move it away");
        told.push_str(&warning_text(&message, Some(&hint)));
    }
    told
}

/// For verbs that have nothing to do with the files.
pub fn refused_file(why: &str) -> String {
    let message = format!("what was written into .rawko by hand cannot be taken in, and stays where it is: {why}");
    warning_text(
        &message,
        Some("rawko plan show says where; mend the file, or move it away"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named_with_what_to_do() {
        let strange = |name: &str, is_whole| StrangePlan {
            path: format!("{name}.yaml"),
            id: PlanId::new(name).unwrap(),
            is_whole,
        };
        let told = warnings(&["a.yaml".to_owned()], &[strange("b", false), strange("c", true)]);
        assert_eq!(told.lines().count(), 6, "{told}");
        assert!(told.contains("`planId: c`"), "{told}");
        assert!(told.contains("a.yaml was taken in; its comments are lost"), "{told}");
        assert!(told.contains("--from b.yaml"), "{told}");
        assert_eq!(warnings(&[], &[]), "");
    }
}
