use super::*;
use crate::sqlite::SqliteStore;
use crate::testing::{add, asked, finish, go, open, outlook};

const DEPENDENTS: u32 = 2_000;

fn waking(store: &SqliteStore) -> u32 {
    let count = store
        .connection
        .query_row("select count(*) from wake", [], |row| row.get(0));
    count.unwrap()
}

fn still_watching(store: &SqliteStore) -> u32 {
    let sql = "select count(*) from task where state = 0 and waits_on <> 0";
    store.connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

fn ready(store: &mut SqliteStore) -> Option<u32> {
    outlook(store).ready.map(|task| task.number.0)
}

/// Everything waits for task 1, and the odd ones wait for task 2 as well.
fn hub() -> SqliteStore {
    let mut store = SqliteStore::in_memory().unwrap();
    let mut after = vec![vec![], vec![]];
    after.extend((3..3 + DEPENDENTS).map(|number| if number % 2 == 1 { vec![1, 2] } else { vec![1] }));
    open(&mut store, &after);
    store
}

#[test]
fn finishing_a_hub_is_cheap_and_the_answers_stay_right() {
    let mut store = hub();
    assert_eq!(ready(&mut store), Some(1));
    finish(&mut store, 1);
    assert_eq!(waking(&store), 1);
    // Only the even ones watched task 1, since the highest is watched first, and a few of them were looked at already.
    assert_eq!(
        still_watching(&store),
        DEPENDENTS - u32::try_from(WOKEN_PER_WRITE).unwrap()
    );
    assert_eq!(ready(&mut store), Some(2));
    let mut expected = 4;
    go(&mut store, 2, model::Move::Start);
    while waking(&store) > 0 {
        let ready = asked(&mut store).ready.map(|task| task.number.0);
        assert_eq!(ready, Some(expected), "while {} wait", still_watching(&store));
        finish(&mut store, expected);
        expected += 2;
    }
    assert_eq!(still_watching(&store), DEPENDENTS / 2);
    assert_eq!(ready(&mut store), Some(expected));
    finish(&mut store, 2);
    assert_eq!(ready(&mut store), Some(3));
    assert_eq!(store.verify().unwrap(), []);
}

#[test]
fn a_hub_that_is_taken_up_again_stops_everything() {
    let mut store = hub();
    finish(&mut store, 1);
    finish(&mut store, 2);
    assert_eq!(ready(&mut store), Some(3));
    finish(&mut store, 4);
    go(&mut store, 1, model::Move::Reopen);
    assert_eq!(ready(&mut store), Some(1));
    assert_eq!(store.verify().unwrap(), []);
    go(&mut store, 1, model::Move::Start);
    assert_eq!(ready(&mut store), None);
    finish(&mut store, 1);
    assert_eq!(ready(&mut store), Some(3));
    assert_eq!(store.verify().unwrap(), []);
}

#[test]
fn a_new_task_under_a_hub_that_is_done_is_ready_at_once() {
    let mut store = SqliteStore::in_memory().unwrap();
    open(&mut store, &[vec![]]);
    finish(&mut store, 1);
    add(&mut store, &[1]);
    assert_eq!(ready(&mut store), Some(2));
    assert_eq!(still_watching(&store), 0);
}
