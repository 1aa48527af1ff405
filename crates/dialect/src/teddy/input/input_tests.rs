use proptest::prelude::*;
use pulldown_cmark::{Event, Parser, Tag};

use super::*;

fn file(path: &str) -> Resource {
    Resource::File(RelPath::new(path).unwrap())
}

const SYSTEM: System<'_> = System {
    cwd: "/srv/project",
    os: "Linux 6.1",
    shell: "/bin/bash",
};

fn empty() -> Input<'static> {
    Input {
        system: SYSTEM,
        project: Project {
            files: &[],
            left_out: 0,
        },
        memos: None,
        notes: &[],
        turn: &[],
        session: &[],
        global: &[],
        resources: &[],
    }
}

#[test]
fn an_agent_sees_everything() {
    let files = ["README.md", "src/a.rs", "src/b.rs"].map(|path| RelPath::new(path).unwrap());
    let page = Resource::Url("https://example.org/docs".to_owned());
    let (turn, session) = ([file("src"), page.clone()], [file("gone.md"), file("logo.png")]);
    let (a, b, big) = (file("src/a.rs"), file("src/b.rs"), file("big.txt"));
    let text = |text: &str| Shown::Text(text.to_owned());
    let docs = Shown::Page {
        title: "Docs".to_owned(),
        text: "# Docs\n".to_owned(),
    };
    let shown = [
        (&a, text("fn a() {}\n")),
        (&b, text("// ````\nfn b() {}")),
        (&page, docs),
        (&session[0], Shown::Nothing(NotShown::Missing)),
        (&session[1], Shown::Nothing(NotShown::Binary(12_345))),
        (&big, Shown::Nothing(NotShown::TooLarge(2_000_000))),
    ];
    let resources = shown.map(|(resource, shown)| Exhibit {
        resource: resource.clone(),
        shown,
    });
    let global = [big.clone()];
    let input = Input {
        project: Project {
            files: &files,
            left_out: 1_200,
        },
        memos: Some("- Use pnpm.\n"),
        notes: &["Turn 03 was taken back: its file changes are undone.".to_owned()],
        turn: &turn,
        session: &session,
        global: &global,
        resources: &resources,
        ..empty()
    };
    let written = write_input(&input);
    assert_eq!(written, include_str!("example.md"), "\n{written}");
}

#[test]
fn thousands_of_files_fit() {
    let text = "let x = `y`; // 日本\n".repeat(400);
    let paths: Vec<_> = (0..500).map(|index| file(&format!("src/{index:04}.rs"))).collect();
    let exhibit = |resource: &Resource| Exhibit {
        resource: resource.clone(),
        shown: Shown::Text(text.clone()),
    };
    let resources: Vec<_> = paths.iter().map(exhibit).collect();
    let input = Input {
        turn: &paths,
        resources: &resources,
        ..empty()
    };
    let written = write_input(&input);
    assert_eq!(written.matches("\n**Resource:** ").count(), 500);
    assert!(written.capacity() < written.len() * 5 / 4, "it was made in one piece");
}

proptest! {
    #[test]
    fn no_content_breaks_out(texts in prop::collection::vec("([`~#=a<!\r-]{0,5}\n?){0,6}", 6)) {
        let (a, url) = (file("a.md"), Resource::Url("https://x.y".to_owned()));
        let exhibit = |resource: &Resource, shown| Exhibit { resource: resource.clone(), shown };
        let resources = [
            exhibit(&a, Shown::Text(texts[0].clone())),
            exhibit(&url, Shown::Page { title: texts[1].clone(), text: texts[2].clone() }),
            exhibit(&a, Shown::Nothing(NotShown::Failed(texts[3].clone()))),
        ];
        let input = Input {
            memos: Some(&texts[4]),
            notes: &texts[5..],
            resources: &resources,
            ..empty()
        };
        let written = write_input(&input);
        let is_heading = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
        prop_assert_eq!(Parser::new(&written).filter(is_heading).count(), 9, "{}", written);
    }
}
