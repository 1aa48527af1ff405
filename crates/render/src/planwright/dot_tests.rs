use model::TaskState;

use super::*;
use crate::planwright::testing::{AT, Board, done, task};

#[test]
fn nodes_and_edges() {
    let board = Board::new(vec![
        task(1, "Add login", &[], done("ann")),
        task(2, "Write docs", &[1], TaskState::Todo),
    ]);
    assert_eq!(
        graph_dot(&board.views(), AT),
        r##"digraph plan {
  node [shape=box, fontname="sans-serif"];
  t1 [label="1 Add login", style="rounded,filled", fillcolor="#d3f9d8", color="#2b8a3e"];
  t2 [label="2 Write docs", style="rounded,bold", color="#495057"];
  t1 -> t2;
}
"##
    );
}

#[test]
fn labels_cannot_break_out() {
    let check = |title: &str, label: &str| assert_eq!(escaped(title), label);
    check(r#"a"]; b [label="x"#, r#"a\"]; b [label=\"x"#);
    check(r"C:\new\", r"C:\\new\\");
    check("R&D &lt;", "R&amp;D &amp;lt;");
    check("two\nlines\u{200b}", r"two\\nlines\\u{200b}");
}
