use super::*;
use crate::planwright::testing::AT;

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
