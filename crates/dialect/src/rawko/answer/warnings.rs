//! What was found in the files that whoever asks should know.

use super::commands;
use crate::native::page::Page;
use crate::native::style::{BOLD, HINT, WARNING, paint};
use crate::native::visible::visible;

/// `commented` are files that were changed by hand and hold comments, `strange` are those of plans that nobody knows.
pub fn warnings(commented: &[String], strange: &[String]) -> String {
    let mut page = Page::default();
    for path in commented {
        let message = format!("{path} was taken in without its comments; they are lost when the file is written anew");
        warn(&mut page, &message, "keep what a step should say in its instructions");
    }
    for path in strange {
        let message = format!("{path} is no plan of this project, and nothing is done with it");
        let hint = format!("make it one: {}; or move it away", commands::create_from(path));
        warn(&mut page, &message, &hint);
    }
    page.finish()
}

fn warn(page: &mut Page, message: &str, hint: &str) {
    page.line(paint(WARNING, "warning") + &paint(BOLD, format!(": {}", visible(message))));
    page.line(format!("{}: {}", paint(HINT, "hint"), visible(hint)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named_with_what_to_do() {
        let told = warnings(&["a.yaml".to_owned()], &["b.yaml".to_owned()]);
        assert_eq!(told.lines().count(), 4, "{told}");
        assert!(told.contains("a.yaml was taken in without its comments"), "{told}");
        assert!(told.contains("--from b.yaml"), "{told}");
        assert_eq!(warnings(&[], &[]), "");
    }
}
