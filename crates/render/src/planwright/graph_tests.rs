use model::{Task, TaskState};

use super::*;
use crate::planwright::testing::{AT, Board, done, plain, task};

fn check(tasks: Vec<Task>, expected: &str) {
    let board = Board::new(tasks);
    let text = plain(&graph_text(&board.views(), &Address::NONE, AT, 60));
    let (graph, _) = text.rsplit_once("\n\n").unwrap();
    assert_eq!(graph, expected.trim_matches('\n'));
}

fn todo(number: u32, after: &[u32]) -> Task {
    task(number, "Task", after, TaskState::Todo)
}

#[test]
fn a_diamond_closes_below_both_sides() {
    check(
        vec![
            todo(1, &[]),
            todo(2, &[1]),
            todo(3, &[1]),
            todo(4, &[2, 3]),
            todo(5, &[4]),
        ],
        "
○ 1 Task
├─· 2 Task  ← 1
· 3 Task  ← 1
· 4 Task  ← 2, 3
· 5 Task  ← 4
",
    );
}

#[test]
fn branches_nest_and_the_longest_way_keeps_its_column() {
    check(
        vec![
            todo(1, &[]),
            todo(2, &[1]),
            todo(3, &[2]),
            todo(4, &[2]),
            todo(5, &[4]),
            todo(6, &[1]),
            todo(7, &[6]),
            todo(8, &[7]),
            todo(9, &[8]),
        ],
        "
○ 1 Task
├─· 2 Task  ← 1
│ ├─· 3 Task  ← 2
│ · 4 Task  ← 2
│ · 5 Task  ← 4
· 6 Task  ← 1
· 7 Task  ← 6
· 8 Task  ← 7
· 9 Task  ← 8
",
    );
}

#[test]
fn roots_stand_together_until_one_has_dependents() {
    check(
        vec![
            todo(1, &[]),
            todo(2, &[]),
            todo(3, &[]),
            todo(4, &[1, 2, 3]),
            todo(5, &[]),
        ],
        "
○ 1 Task
○ 2 Task

○ 3 Task
· 4 Task  ← 1–3

○ 5 Task
",
    );
}

#[test]
fn titles_are_clipped_to_what_is_left() {
    let mut tasks = vec![task(1, &"長い".repeat(40), &[], done("ann")), todo(2, &[1])];
    tasks[1].brief.title = "long ".repeat(40);
    let board = Board::new(tasks);
    for line in plain(&graph_text(&board.views(), &Address::NONE, AT, 60))
        .lines()
        .take(2)
    {
        assert!(width(line) <= 60 && line.contains('…'), "{line}");
    }
}

#[test]
fn a_part_of_the_plan_and_even_a_circle_show_every_task() {
    check(
        vec![todo(2, &[1]), todo(3, &[2, 4]), todo(4, &[3])],
        "
· 2 Task  ← 1
· 3 Task  ← 2, 4
· 4 Task  ← 3
",
    );
}

/// In a full binary tree no way is longer than another, so every second task branches off.
#[test]
fn depth_does_not_make_the_page_wide() {
    const TASKS: u32 = (1 << 14) - 1;
    let parent = |number: u32| if number == 1 { vec![] } else { vec![number / 2] };
    let board = Board::new((1..=TASKS).map(|number| todo(number, &parent(number))).collect());
    let text = plain(&graph_text(&board.views(), &Address::NONE, AT, 80));
    assert!(text.lines().all(|line| width(line) <= 80));
    assert_eq!(text.matches("Task").count(), TASKS as usize);
}

#[test]
fn a_chain_of_ten_thousand_is_one_column() {
    let board = Board::chain(10_000);
    let views = board.views();
    let text = plain(&graph_text(&views, &Address::NONE, AT, 80));
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 10_002);
    assert_eq!(lines[0], "○ 1 Link");
    assert_eq!(lines[9_999], "· 10000 Link  ← 9999");
    assert_eq!(
        crate::planwright::graph_mermaid(&views, AT).matches(" --> ").count(),
        9_999
    );
    assert_eq!(crate::planwright::graph_dot(&views, AT).matches(" -> ").count(), 9_999);
    let value: serde_json::Value = serde_json::from_str(&graph_json(&views, AT)).unwrap();
    assert_eq!(value["edges"].as_array().unwrap().len(), 9_999);
}

#[test]
fn a_star_of_ten_thousand_is_flat() {
    let mut tasks: Vec<_> = (1..10_000).map(|number| todo(number, &[])).collect();
    let all: Vec<u32> = (1..10_000).collect();
    tasks.push(todo(10_000, &all));
    let board = Board::new(tasks);
    let text = plain(&graph_text(&board.views(), &Address::NONE, AT, 80));
    assert!(text.contains("\n○ 9999 Task\n· 10000 Task  ← 1–9999\n"));
}
