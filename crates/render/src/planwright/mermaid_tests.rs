use model::TaskState;

use super::*;
use crate::planwright::testing::{AT, Board, done, task};

#[test]
fn a_flowchart_with_a_class_for_each_state() {
    let board = Board::new(vec![
        task(1, "Add login", &[], done("ann")),
        task(2, "Write docs", &[1], TaskState::Todo),
    ]);
    let chart = graph_mermaid(&board.views(), AT);
    let expected = "\
flowchart TD
  t1[\"1 Add login\"]:::done
  t2[\"2 Write docs\"]:::ready
  t1 --> t2
  classDef done ";
    assert!(chart.starts_with(expected), "{chart}");
    assert_eq!(chart.matches("  classDef ").count(), Mark::ALL.len());
}

#[test]
fn labels_cannot_break_out() {
    let check = |title: &str, label: &str| assert_eq!(escaped(title), label);
    check("Don't: (a/b), c-d.", "Don't: (a/b), c-d.");
    check("say \"hi\"]; x --> y", "say #34;hi#34;#93;#59; x --#62; y");
    check("%%{init: {}}%%", "#37;#37;#123;init: #123;#125;#125;#37;#37;");
    check("<b>&amp;`md` #35;", "#60;b#62;#38;amp#59;#96;md#96; #35;35#59;");
    check("two\nlines\u{202e}", "two#92;nlines#92;u#123;202e#125;");
    check("日本語 ✓", "日本語 ✓");
}

#[test]
fn an_empty_plan_is_still_a_chart() {
    assert!(graph_mermaid(&[], AT).starts_with("flowchart TD\n  classDef "));
}
