use super::*;
use crate::agent::AgentName;
use crate::decide::testing::{START, Session, agent, finish, moving, with_fence};
use crate::id::TaskNumber;
use crate::task::DroppedAs;
use crate::time::Timestamp;

/// What each move leads to, from everywhere a task can be. `same` changes nothing; words in brackets are refusals.
///
/// `mine` and `theirs` are claims of the asker and of somebody else; `late` ones have run out.
const TABLE: &str = "
    from         start      finish     fail       drop       reopen
    todo         doing      done       failed     dropped    same
    todo+        (waits)    (waits)    (waits)    dropped    same
    mine         same       done       failed     dropped    todo
    mine+        same       (waits)    (waits)    dropped    todo
    mine-late    same       done       failed     dropped    todo
    mine-late+   same       (waits)    (waits)    dropped    todo
    theirs       (taken)    (taken)    (taken)    (taken)    (taken)
    theirs+      (taken)    (taken)    (taken)    (taken)    (taken)
    theirs-late  doing      done       failed     dropped    todo
    theirs-late+ (waits)    (waits)    (waits)    dropped    todo
    done         (settled)  same       (settled)  (settled)  todo
    done+        (settled)  same       (settled)  (settled)  todo
    failed       doing      done       same       dropped    todo
    failed+      (waits)    (waits)    same       dropped    todo
    dropped      (settled)  (settled)  (settled)  same       todo
    dropped+     (settled)  (settled)  (settled)  same       todo
";
const NEW_FENCE: Fence = Fence(42);
const NOW: Timestamp = Timestamp::from_millis(1_000);

#[test]
fn every_move_from_everywhere() {
    let mut lines = TABLE.lines().filter(|line| !line.trim().is_empty());
    let moves: Vec<_> = lines.next().unwrap().split_whitespace().skip(1).map(one_move).collect();
    let mut cells = 0;
    for line in lines {
        let mut words = line.split_whitespace();
        let from = words.next().unwrap();
        for (to, expected) in moves.iter().zip(words) {
            assert_eq!(outcome(from, to), expected, "{to:?} from {from}");
            cells += 1;
        }
    }
    assert_eq!(cells, 16 * 5);
}

fn outcome(from: &str, to: &Move) -> &'static str {
    let ann = agent("ann");
    let (from, waits) = match from.strip_suffix('+') {
        Some(from) => (from, true),
        None => (from, false),
    };
    let mut session = Session::open(&[&[], &[1]]);
    if !waits {
        session.change("zoe", vec![moving(1, finish())]);
    }
    let tasks = &session.state.threads[&crate::id::ThreadId::PRIMARY].tasks;
    let task = Task {
        state: state(from),
        ..tasks.get(TaskNumber(2)).unwrap().clone()
    };
    let ask = Ask { by: &ann, at: NOW };
    match moved(tasks, &task, to, ask, NEW_FENCE) {
        Err(refusal) => refused(&refusal),
        Ok(None) => "same",
        Ok(Some(new)) => reached_word(&new, &ann),
    }
}

fn state(from: &str) -> TaskState {
    let zoe = agent("zoe");
    let claim = |name: &str, until_ms| {
        TaskState::Doing(Claim {
            agent: agent(name),
            since: START,
            until: Timestamp::from_millis(until_ms),
            fence: Fence(7),
        })
    };
    // A lease ends at its last moment, not after it.
    let (live, over) = (NOW.as_millis() + 1, NOW.as_millis());
    match from {
        "todo" => TaskState::Todo,
        "mine" => claim("ann", live),
        "mine-late" => claim("ann", over),
        "theirs" => claim("zoe", live),
        "theirs-late" => claim("zoe", over),
        "done" => reached(&idle(), &finish(), Ask { by: &zoe, at: START }, Fence(0)),
        "failed" => reached(&idle(), &one_move("fail"), Ask { by: &zoe, at: START }, Fence(0)),
        "dropped" => reached(&idle(), &one_move("drop"), Ask { by: &zoe, at: START }, Fence(0)),
        other => panic!("{other}"),
    }
}

/// A task that nobody has touched.
fn idle() -> Task {
    Session::open(&[&[]]).task(1).clone()
}

fn one_move(word: &str) -> Move {
    match word {
        "start" => Move::Start,
        "finish" => finish(),
        "fail" => Move::fail("e"),
        "drop" => Move::Drop {
            how: DroppedAs::Skipped,
            reason: None,
        },
        "reopen" => Move::Reopen,
        other => panic!("{other}"),
    }
}

fn refused(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Taken { by, .. } if by.as_str() == "zoe" => "(taken)",
        Refusal::NotReady { waiting_for, .. } if *waiting_for == [TaskNumber(1)] => "(waits)",
        Refusal::Settled { .. } => "(settled)",
        other => panic!("{other:?}"),
    }
}

/// Whatever a task becomes, it says that the asker did it, and when.
fn reached_word(new: &TaskState, asker: &AgentName) -> &'static str {
    let is_theirs = |by: &AgentName, at: Timestamp| assert_eq!((by, at), (asker, NOW));
    match new {
        TaskState::Todo => "todo",
        TaskState::Doing(claim) => {
            is_theirs(&claim.agent, claim.since);
            assert_eq!(claim.fence, NEW_FENCE);
            assert_eq!(claim.until, NOW.plus_millis(limits::LEASE_MS));
            "doing"
        }
        TaskState::Done(outcome) => {
            is_theirs(&outcome.by, outcome.at);
            "done"
        }
        TaskState::Failed(failure) => {
            is_theirs(&failure.by, failure.at);
            "failed"
        }
        TaskState::Dropped(dropped) => {
            is_theirs(&dropped.by, dropped.at);
            "dropped"
        }
    }
}

/// A fence is good for the claim it came with, and afterwards for saying again that the task is done.
#[test]
fn a_fence_opens_its_own_claim_only() {
    let ann = agent("ann");
    let ask = Ask { by: &ann, at: NOW };
    let fits = |from: &str, fence: u64| {
        let session = Session::open(&[&[]]);
        let task = Task {
            state: state(from),
            ..session.task(1).clone()
        };
        check_fence(&task, Some(Fence(fence)), ask).is_ok()
    };
    for from in ["mine", "mine-late", "theirs", "theirs-late"] {
        assert!(fits(from, 7), "{from}");
        assert!(!fits(from, 6) && !fits(from, 8), "{from}");
    }
    for from in ["todo", "done", "failed", "dropped"] {
        assert!(!fits(from, 7), "{from}");
    }
}

#[test]
fn finishing_twice_with_the_same_fence_is_no_fault() {
    let mut session = Session::open(&[&[]]);
    session.claim("ann", 1);
    let fence = session.task(1).claim().unwrap().fence.0;
    assert_eq!(session.change("ann", vec![with_fence(1, finish(), fence)]).len(), 1);
    assert_eq!(session.change("ann", vec![with_fence(1, finish(), fence)]), []);
}
