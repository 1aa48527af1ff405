use std::time::{Duration, Instant};

use super::*;

fn read(html: &str) -> Readable {
    let address = PageAddress::parse("https://h/d/p").unwrap();
    to_markdown(html, &address, 1_000_000).unwrap()
}

#[track_caller]
fn check(html: &str, expected: &str) {
    assert_eq!(read(html).markdown.trim_end(), expected, "{html}");
}

#[test]
fn paragraphs_and_headings() {
    check(
        "<h1>A</h1><p>b\n c<p>d<br>e<h3>f <em>g</em></h3>h",
        "# A\n\nb c\n\nd\ne\n\n### f *g*\n\nh",
    );
    check("<h2><div>A</div><p>b</p></h2><p>c", "## A\n\n## b\n\nc");
    check("<h2>open<ul><li>x</ul>", "## open\n\n- x");
    check("a<hr>b", "a\n\n---\n\nb");
}

#[test]
fn marks_and_links() {
    check("a <b>b </b>c <i></i><code>d`e</code>", "a **b** c ``d`e``");
    check(
        "<a href='../x?y#z'>x</a> <a href=#a>here</a><a href='#b'>¶</a>",
        "[x](https://h/x?y#z) here",
    );
    check(
        "<a href='javascript:alert()'>x</a> <a href=mailto:a@b>m</a> <a href=y></a>",
        "x [m](mailto:a@b)",
    );
    check(
        "<a href='https://e/'>https://e/</a> <a href='//u:p@e/'>s</a>",
        "<https://e/> s",
    );
    check(
        "<a href=q><code>Vec</code></a> <code><a href=q>Vec</a></code>",
        "[`Vec`](https://h/d/q) `Vec`",
    );
    check(
        "<img src=i.png alt='An I'><img src=j.png><img src='data:x' alt=D>",
        "![An I](https://h/d/i.png)D",
    );
    check("<base href='/b/'><a href=c>c</a>", "[c](https://h/b/c)");
}

#[test]
fn embedded_images_show_only_their_description() {
    let picture = format!("a<img src=\"data:image/png;base64,{}\" alt=P>b", "x".repeat(300_000));
    check(&picture, "aPb");
}

#[test]
fn lists_and_quotes() {
    check("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne");
    check(
        "<p>x<ol start=9><li><p>a<p>b</li><li>c</ol>",
        "x\n\n9. a\n\n   b\n10. c",
    );
    check(
        "<blockquote><p>a<p>b<ul><li>c</ul></blockquote>d",
        "> a\n>\n> b\n>\n> - c\n\nd",
    );
    check("<dl><dt>T<dd>a<dd>b<dt>U<dd>c</dl>", "T\n: a\n: b\n\nU\n: c");
    check(
        "<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>",
        "- [x] a\n- [ ] b",
    );
    check("<li>a<li>b</ul></ul></blockquote>c", "- a\n- b\n\nc");
}

#[test]
fn code_is_unchanged() {
    check(
        "<pre><code class='hl language-rust'>fn a() {\n    <span>b</span>();\n}\n</code></pre>",
        "```rust\nfn a() {\n    b();\n}\n```",
    );
    check(
        "<ul><li>x<pre>\na\n\n&lt;b&gt;</pre></ul>",
        "- x\n\n  ```\n  a\n\n  <b>\n  ```",
    );
    check("<pre>```\nx</pre>", "````\n```\nx\n````");
    check("<pre>a<br>b <b>c</b><a href=x>d</a></pre>", "```\na\nb cd\n```");
}

#[test]
fn tables_of_data_and_of_layout() {
    check(
        "<table><caption>C</caption><tr><th>a<th>b<tr><td>1 | <b>2</b><td><p>x<p>y</table>z",
        "C\n\n| a | b |\n| --- | --- |\n| 1 \\| **2** | x y |\n\nz",
    );
    check("<table><tr><td>one</td></tr><tr><td>two</table>", "one\n\ntwo");
    check(
        "<table><tr><td>a<td><table><tr><td>b<td>c</table><td>d</table>",
        "a\n\n| b | c |\n| --- | --- |\n\nd",
    );
    check(
        "<table><tr><td><pre>1</pre><td><pre>x</pre></table>",
        "```\n1\n```\n\n```\nx\n```",
    );
}

#[test]
fn navigation_is_left_out_unless_the_page_has_nothing_else() {
    check(
        "<nav>menu</nav><p>a<script>x</script><style>y</style><div hidden>h</div><button>Copy</button><footer>f</footer>",
        "a",
    );
    check(
        "<ul class='a noprint'><li>x</ul><input type=checkbox>a<span class=mw-editsection>edit</span>",
        "a",
    );
    check("<nav>only</nav>", "only");
    check("<svg><title>s</title></svg><noscript>n</noscript>", "n");
    assert_eq!(read("<head><title> A\n b </title><p>x").title.as_deref(), Some("A b"));
    assert_eq!(read("<title></title>").title, None);
}

#[test]
fn control_characters_are_removed() {
    check("a\u{7}\u{1b}[31mb&#27;c&shy;d&nbsp;e", "a[31mbcd e");
}

#[test]
fn a_page_that_would_grow_too_large_is_refused() {
    let address = PageAddress::parse(&format!("https://h/{}/", "x".repeat(4000))).unwrap();
    let html = "<a href=y>z</a>".repeat(10_000);
    assert_eq!(to_markdown(&html, &address, 1_000_000), None);
}

#[test]
fn hostile_pages_take_linear_time() {
    const TIMES: usize = 30_000;
    for piece in [
        "<ul><li>",
        "<blockquote>",
        "<b><i>",
        "<table>",
        "<table><tr><td>",
        "</ul>",
        "<a",
        "<",
        "<!--",
        "<a b=\"",
        "<a b='",
        "<a b=\"<a c='",
        "<a b=\"\" ",
        "<a b=' \"<a c=\" '",
        "<div hidden>",
        "<nav>",
        "<main>",
        "<pre>",
        "<h1>",
        "&",
        "&#",
        "&x;",
        "<title>",
        "<script>",
        "</script",
        "<td>",
        "<br>",
        "<a href=x>",
        "<svg>",
        "<dl><dd>x",
        "<li>x</blockquote>",
        "<article>x",
        "`",
        "<code>`",
        "<q =",
    ] {
        let html = piece.repeat(TIMES);
        let address = PageAddress::parse("https://h/").unwrap();
        let at = Instant::now();
        to_markdown(&html, &address, 4 * 1024 * 1024);
        assert!(at.elapsed() < Duration::from_secs(10), "{piece}: {:?}", at.elapsed());
    }
}

proptest::proptest! {
    #[test]
    fn any_page_is_read(html in "(<|>|/|a|table|tr|td|ul|li|pre|h1|b|p|blockquote| |=|\"|é|&|;|\n|main|nav|#){0,60}") {
        let markdown = read(&html).markdown;
        proptest::prop_assert!(!markdown.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')));
    }
}
