//! By what a new task says that it is done.

use crate::criterion::is_hollow;
use crate::refusal::Refusal;
use crate::task::Brief;

/// Tasks that are there already keep what they have: an old store must not become one that cannot be changed.
pub(super) fn check(brief: &Brief) -> Result<(), Refusal> {
    match brief.acceptance.iter().any(|criterion| is_hollow(criterion)) {
        true => Err(Refusal::HollowCheck {
            title: brief.title.clone(),
        }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::command::{Change, Command};
    use crate::decide::testing::{Session, new_task, nothing};
    use crate::id::ThreadId;
    use crate::refusal::Refusal;

    fn adding(criterion: &str) -> Command {
        let mut task = new_task("Sweep", &[]);
        task.brief.acceptance = vec!["It is clean".into(), criterion.into()];
        Command::Change(Change {
            add: vec![task],
            ..nothing(ThreadId::PRIMARY)
        })
    }

    #[test]
    fn a_command_that_is_announced_must_be_there() {
        for criterion in ["run:", " run: \t"] {
            let refusal = Session::open(&[&[]]).refusal("ann", &adding(criterion));
            assert_eq!(refusal, Refusal::HollowCheck { title: "Sweep".into() });
        }
        Session::open(&[&[]]).must("ann", &adding("run: make clean"));
        Session::open(&[&[]]).must("ann", &adding("It must run: at once"));
    }
}
