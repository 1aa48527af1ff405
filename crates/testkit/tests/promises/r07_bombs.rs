//! Malicious front matters: small texts that expand, nest deeply or parse slowly, and YAML's rarer features.

/// Just below the limit, where there is most to read.
const SIZE: usize = 64_000;

pub struct Bomb {
    pub name: &'static str,
    pub front: String,
}

impl Bomb {
    /// As a task file.
    pub fn text(&self) -> String {
        format!("---\n{}\n---\n\nDo it.\n", self.front)
    }
}

pub fn bombs() -> Vec<Bomb> {
    let groups = [aliases(), tricks(), nestings(), crowds(), giants(), noises()];
    let all = groups.into_iter().flatten();
    all.map(|(name, front)| Bomb { name, front }).collect()
}

type Named = (&'static str, String);

fn aliases() -> Vec<Named> {
    vec![
        ("laughs", laughs("[", "]", 10)),
        ("laughing-maps", laughs("{a: ", "}", 1)),
        (
            "quadratic",
            format!(
                "x: &a {}\nsubtasks: [{}]",
                "y".repeat(SIZE / 2),
                repeated("*a, ", SIZE / 4)
            ),
        ),
        ("self", "id: &a [*a, *a]".into()),
        ("many-aliases", format!("id: &a b\nsubtasks: [{}]", filled("*a,"))),
        ("many-anchors", format!("subtasks: [{}]", filled("&a b,"))),
        ("unknown-alias", "id: *unknown".into()),
        ("quiet-anchor", "id: &a a".into()),
    ]
}

/// Each level contains the one before ten times.
fn laughs(open: &str, close: &str, width: usize) -> String {
    let level = |n: usize| {
        let inner = vec![format!("*a{}", n - 1); width].join(", ");
        format!("x{n}: &a{n} {open}{inner}{close}\n")
    };
    let levels: String = (1..10).map(level).collect();
    format!("id: &a0 lol\n{levels}")
}

fn tricks() -> Vec<Named> {
    vec![
        ("merge-key", "<<: {id: a}".into()),
        ("merge-keys", filled("<<: {}\n")),
        ("tag", "id: !!str a".into()),
        ("binary-tag", "id: !!binary YQ==".into()),
        ("program-tag", "id: !!python/object/apply:os.system [id]".into()),
        ("many-tags", format!("subtasks: [{}]", filled("!a b,"))),
        ("directive", "%YAML 1.2\n--- \nid: a".into()),
        ("directives", filled("%TAG ! !\n")),
        ("documents", filled("a\n...\n")),
        ("twice", "id: a\nid: b".into()),
        ("norway", "id: no\ndepends_on: no".into()),
        ("octal", "id: 0o17".into()),
        ("not-a-number", "id: .nan".into()),
        ("sexagesimal", "id: 1:30".into()),
    ]
}

fn nestings() -> Vec<Named> {
    let steps = (0..340).map(|depth| format!("{}a:\n", " ".repeat(depth)));
    vec![
        ("flow-nesting", filled("[")),
        ("map-nesting", filled("{a: ")),
        ("block-nesting", filled("- ")),
        ("indented-nesting", steps.collect()),
        ("question-marks", filled("? ")),
        ("closing-only", filled("]")),
    ]
}

fn crowds() -> Vec<Named> {
    vec![
        ("many-keys", (0..6_000).map(|n| format!("k{n}: v\n")).collect()),
        ("many-typos", (0..6_000).map(|n| format!("i{n}: v\n")).collect()),
        ("same-key", filled("a: b\n")),
        ("same-id", filled("id: b\n")),
        ("many-entries", format!("id: a\nsubtasks:\n{}", filled("- a\n"))),
        ("many-links", format!("id: a\ndepends_on: [{}]", filled("zzz,"))),
        ("many-numbers", format!("id: a\nsubtasks: [{}]", filled("1,"))),
        ("long-keys", format!("{}: a\n", "k".repeat(1_000)).repeat(60)),
    ]
}

fn giants() -> Vec<Named> {
    let wide = "x".repeat(SIZE - 20);
    vec![
        ("huge-plain", format!("id: {wide}")),
        ("huge-quoted", format!("id: \"{wide}\"")),
        ("huge-block", format!("id: |\n  {wide}")),
        ("huge-key", format!("{wide}: a")),
        ("huge-tag", format!("id: !{wide} a")),
        ("huge-anchor", format!("id: &{wide} a")),
        ("huge-number", format!("id: {}", filled("1"))),
        ("escapes", format!("id: \"{}\"", filled("\\u0041"))),
        ("just-too-large", format!("id: a\nsubtasks: [{}]", "x".repeat(SIZE))),
        ("far-too-large", "a: b\n".repeat(1_000_000)),
    ]
}

fn noises() -> Vec<Named> {
    vec![
        ("open-quote", format!("id: \"{}", filled("a\n "))),
        ("folded", format!("id: >\n{}", filled(" a\n\n"))),
        ("binary", filled("\u{0}\u{1}\u{7f}")),
        ("dashes", filled("-")),
        ("comments", filled("# c\n")),
        ("tabs", filled("\t")),
        ("breaks", filled("\n")),
        ("odd-breaks", filled("\u{2028}\u{85}\r")),
        ("colons", filled(": ")),
        ("wide-letters", format!("id: {}", filled("日"))),
    ]
}

fn filled(piece: &str) -> String {
    repeated(piece, SIZE - 64)
}

fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}
