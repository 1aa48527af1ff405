//! The overseer's system prompt.

use model::ThreadId;

use crate::text::shell::shell_quoted;

const TEMPLATE: &str = include_str!("overseer.md");

/// The prompt with the folders filled in: the current thread's, and those of the additional threads.
/// Where no folder is handed out yet, the agent's first call makes it.
pub fn overseer(current: Option<&str>, additional: &[(ThreadId, String)]) -> String {
    // What is filled in is never looked at again, so that a path cannot pose as a placeholder.
    let fill = |name: &str| match name {
        "CURRENT_PLAN_DIR" => Some(current.unwrap_or("what `agentctl plan dir` prints").to_owned()),
        "CURRENT_PLAN_DIR_QUOTED" => Some(current.map_or("\"$(agentctl plan dir)\"".to_owned(), shell_quoted)),
        "ADDITIONAL_PLAN_DIRS" => Some(listed(additional)),
        _ => None,
    };
    let mut prompt = String::with_capacity(TEMPLATE.len() + 256);
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        let filled = after
            .split_once("}}")
            .and_then(|(name, behind)| Some((fill(name)?, behind)));
        prompt.push_str(before);
        match filled {
            Some((value, behind)) => {
                prompt.push_str(&value);
                rest = behind;
            }
            None => {
                prompt.push_str("{{");
                rest = after;
            }
        }
    }
    prompt + rest
}

fn listed(additional: &[(ThreadId, String)]) -> String {
    if additional.is_empty() {
        return "(none)".to_owned();
    }
    let lines: Vec<_> = additional
        .iter()
        .map(|(thread, dir)| format!("- {thread}: {dir}"))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agentctl::testing::read;

    #[test]
    fn folders_are_filled_in() {
        let additional = [
            (ThreadId(2), "/h/p-2".to_owned()),
            (ThreadId(5), "/h/{{CURRENT_PLAN_DIR}}".to_owned()),
        ];
        let prompt = overseer(Some("/h/it's"), &additional);
        assert!(prompt.contains("CURRENT_PLAN_DIR: /h/it's\n"), "{prompt}");
        assert!(prompt.contains("CURRENT_PLAN_DIR='/h/it'\\''s'\n"), "{prompt}");
        assert!(
            prompt.contains("- thread_2: /h/p-2\n- thread_5: /h/{{CURRENT_PLAN_DIR}}\n"),
            "{prompt}"
        );
        let prompt = overseer(Some("/h/p"), &[]);
        assert!(
            prompt.contains("ADDITIONAL_PLAN_DIRS:\n(none)\n") && !prompt.contains("{{"),
            "{prompt}"
        );
    }

    #[test]
    fn a_folder_that_is_not_there_yet_is_asked_for() {
        let prompt = overseer(None, &[]);
        assert!(
            prompt.contains("CURRENT_PLAN_DIR: what `agentctl plan dir` prints\n"),
            "{prompt}"
        );
        assert!(
            prompt.contains("CURRENT_PLAN_DIR=\"$(agentctl plan dir)\"\n"),
            "{prompt}"
        );
    }

    #[test]
    fn all_twelve_rules_are_there() {
        let prompt = overseer(Some("/h/p"), &[]);
        for rule in 1..=12 {
            assert!(prompt.contains(&format!("\n{rule}. ")), "{rule}");
        }
    }

    /// The files of the example, as its shell commands write them.
    #[test]
    fn the_example_is_a_valid_plan() {
        let prompt = overseer(Some("/h/p"), &[]);
        let files = prompt.split("cat > \"$CURRENT_PLAN_DIR/").skip(1).map(|part| {
            let (path, rest) = part.split_once("\" <<'EOF'\n").unwrap();
            let (text, _) = rest.split_once("EOF\n").unwrap();
            (path.to_owned(), text.to_owned())
        });
        let (plan, faults) = read(&files.collect::<Vec<_>>());
        assert_eq!(faults, []);
        assert_eq!(plan.unwrap().tasks.len(), 2);
    }
}
