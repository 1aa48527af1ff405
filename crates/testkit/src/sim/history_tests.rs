use model::{AgentName, Brief, Claim, Role, TaskKey, TaskState, Thread, Timestamp};

use super::*;

fn task(number: u32, uid: u8, fence: Option<u64>) -> Event {
    let at = Timestamp::from_millis(0);
    let claim = |fence| {
        TaskState::Doing(Claim {
            agent: AgentName::unnamed(),
            since: at,
            until: at,
            fence: Fence(fence),
        })
    };
    Event::TaskAdded {
        thread: ThreadId::PRIMARY,
        task: Task {
            uid: Uid([uid; 16]),
            number: TaskNumber(number),
            key: TaskKey::from_title("a"),
            order: number,
            brief: Brief::default(),
            after: Vec::new(),
            state: fence.map_or(TaskState::Todo, claim),
        },
    }
}

fn state(event: &Event) -> State {
    let mut state = State::default();
    state.apply(&Event::ThreadOpened(Thread {
        id: ThreadId::PRIMARY,
        uid: Uid([0; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    }));
    state.apply(event);
    state
}

#[test]
fn a_reused_number_is_detected() {
    let mut history = History::default();
    let mut check = |event: &Event| {
        history
            .check_numbers(&state(event), std::slice::from_ref(event))
            .is_ok()
    };
    assert!(check(&task(1, 1, None)) && check(&task(2, 2, None)));
    assert!(check(&task(1, 1, None)), "a task may come back");
    assert!(!check(&task(2, 3, None)));
}

#[test]
fn a_decreasing_lease_token_is_detected() {
    let mut history = History::default();
    let mut check = |event: &Event| history.check_fences(&state(event), std::slice::from_ref(event)).is_ok();
    assert!(check(&task(1, 1, Some(5))) && check(&task(2, 2, Some(4))));
    assert!(check(&task(1, 1, Some(5))), "a claim may come back");
    assert!(check(&task(1, 1, Some(6))) && !check(&task(1, 1, Some(5))));
}
