//! The project's files as an indented tree.

use super::{Project, tokens::grouped};
use crate::teddy::markdown::Page;

const INDENT: &str = "  ";

pub(super) fn write(page: &mut Page, project: &Project<'_>) {
    page.fence("text", &draw(project));
    match project.left_out {
        0 => {}
        1 => page.line("1 more file is not listed."),
        count => page.line(&format!("{} more files are not listed.", grouped(count as u64))),
    }
}

/// Each folder once, with a slash, above what it holds: files that share a folder stand side by side in the list.
fn draw(project: &Project<'_>) -> String {
    let mut drawing = String::new();
    let mut open: Vec<&str> = Vec::new();
    for path in project.files {
        let mut segments: Vec<_> = path.as_str().split('/').collect();
        let Some(name) = segments.pop() else { continue };
        let shared = open.iter().zip(&segments).take_while(|(a, b)| a == b).count();
        for (depth, folder) in segments.iter().enumerate().skip(shared) {
            line(&mut drawing, depth, &[folder, "/"]);
        }
        line(&mut drawing, segments.len(), &[name]);
        open = segments;
    }
    drawing
}

fn line(drawing: &mut String, depth: usize, parts: &[&str]) {
    drawing.extend(std::iter::repeat_n(INDENT, depth));
    drawing.extend(parts.iter().copied());
    drawing.push('\n');
}

#[cfg(test)]
mod tests {
    use model::RelPath;

    use super::*;

    #[test]
    fn folders_stand_above_their_files() {
        let files = ["README.md", "src/a/b/x.rs", "src/a/y.rs", "src/main.rs", "src2/z"];
        let files = files.map(|path| RelPath::new(path).unwrap());
        let project = Project {
            files: &files,
            left_out: 0,
        };
        let expected = "README.md\nsrc/\n  a/\n    b/\n      x.rs\n    y.rs\n  main.rs\nsrc2/\n  z\n";
        assert_eq!(draw(&project), expected);
        assert_eq!(
            draw(&Project {
                files: &[],
                left_out: 0
            }),
            ""
        );
    }
}
