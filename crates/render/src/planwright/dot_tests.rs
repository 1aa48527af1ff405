use super::*;

#[test]
fn labels_cannot_break_out() {
    let check = |title: &str, label: &str| assert_eq!(escaped(title), label);
    check(r#"a"]; b [label="x"#, r#"a\"]; b [label=\"x"#);
    check(r"C:\new\", r"C:\\new\\");
    check("R&D &lt;", "R&amp;D &amp;lt;");
    check("two\nlines\u{200b}", r"two\\nlines\\u{200b}");
}
