//! The edit that leads from one text to another.
//!
//! Whoever changes a file by hand leaves two texts. As pairs of FIND and REPLACE they can be checked, shown and carried
//! out like any other edit, and they still fit when something else in the file changes.

use model::proposal::{Edit, Pair};
use model::{Block, Spanned};

use super::edited::edit_text;
use super::find::places;
use super::unified::hunks;

/// Lines around a change that are tried first. They double until the place is the only one of its kind.
const CONTEXT: usize = 1;

/// The edit of the same file that makes `after` of `before`; line ends stay those of the file. `None` if nothing differs,
/// or if pairs cannot say it.
pub fn edit_between(edit: &Edit, before: &str, after: &str) -> Option<Edit> {
    let after = with_ends_of(before, after);
    if before == after || before.is_empty() {
        return None;
    }
    let whole = vec![pair(before, &after)];
    let candidates = [pairs(before, &after), whole].into_iter();
    let mut edits = candidates.map(|pairs| Edit { pairs, ..edit.clone() });
    edits.find(|edit| edit_text(before, &[edit]).is_ok_and(|edited| edited.text == after))
}

/// Some editors save other line ends than they have read.
fn with_ends_of(before: &str, after: &str) -> String {
    let plain = after.replace("\r\n", "\n");
    let returns = before.matches("\r\n").count();
    match returns {
        0 => plain,
        _ if returns == before.matches('\n').count() => plain.replace('\n', "\r\n"),
        // Nobody can tell which line should have which.
        _ => after.to_owned(),
    }
}

/// One pair for each place that differs, from the first to the last.
fn pairs(before: &str, after: &str) -> Vec<Pair> {
    let (old, new): (Vec<&str>, Vec<&str>) = (
        before.split_inclusive('\n').collect(),
        after.split_inclusive('\n').collect(),
    );
    let mut current = before.to_owned();
    let mut pairs = Vec::new();
    let mut shift = 0_usize;
    let mut gone = 0_usize;
    for (olds, news) in hunks(&old, &new) {
        let replaced = old[olds.clone()].concat();
        let replacement = new[news.clone()].concat();
        let start = old[..olds.start].iter().map(|line| line.len()).sum::<usize>() + shift - gone;
        let span = widened(&current, start..start + replaced.len());
        let find = current[span.clone()].to_owned();
        let lead = &find[..start - span.start];
        let tail = &find[start + replaced.len() - span.start..];
        let replace = [lead, &replacement, tail].concat();
        pairs.push(pair(&find, &replace));
        current.replace_range(start..start + replaced.len(), &replacement);
        shift += replacement.len();
        gone += replaced.len();
    }
    pairs
}

/// With as many lines around it as make it the only place of its kind.
fn widened(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let mut context = CONTEXT;
    loop {
        let start = lines_before(text, span.start, context);
        let end = lines_after(text, span.end, context);
        let is_all = start == 0 && end == text.len();
        if is_all || places(text, text[start..end].trim_end_matches('\n')).len() == 1 {
            return start..end;
        }
        context *= 2;
    }
}

fn lines_before(text: &str, at: usize, count: usize) -> usize {
    let mut start = at;
    for _ in 0..count {
        let Some(rest) = text[..start]
            .strip_suffix('\n')
            .or((start > 0).then_some(&text[..start]))
        else {
            break;
        };
        start = rest.rfind('\n').map_or(0, |end| end + 1);
    }
    start
}

fn lines_after(text: &str, at: usize, count: usize) -> usize {
    let mut end = at;
    for _ in 0..count {
        end = text[end..].find('\n').map_or(text.len(), |next| end + next + 1);
    }
    end
}

/// The newline at the end of both belongs to the fences.
fn pair(find: &str, replace: &str) -> Pair {
    let (find, replace) = match (find.strip_suffix('\n'), replace.strip_suffix('\n')) {
        (Some(find), Some(replace)) => (find.to_owned() + "\n", Some(replace)),
        // Whole lines go with their ends.
        (Some(find), None) if replace.is_empty() => (find.to_owned() + "\n", None),
        _ => (find.to_owned() + "\n", Some(replace)),
    };
    let replace = replace.map_or_else(String::new, |replace| replace.to_owned() + "\n");
    let block = |text| Spanned::unplaced(Block::new("", text, 0..0));
    Pair {
        find: block(find),
        replace: block(replace),
    }
}

#[cfg(test)]
mod tests {
    use model::RelPath;
    use proptest::prelude::*;

    use super::*;

    fn edit() -> Edit {
        Edit {
            path: Spanned::unplaced(RelPath::new("a.txt").unwrap()),
            description: None,
            pairs: Vec::new(),
            extras: Vec::new(),
        }
    }

    #[track_caller]
    fn check(before: &str, after: &str, pairs: usize) {
        let edit = edit_between(&edit(), before, after).unwrap();
        assert_eq!(edit.pairs.len(), pairs, "{:?}", edit.pairs);
        assert_eq!(edit_text(before, &[&edit]).unwrap().text, after);
    }

    #[test]
    fn each_place_that_differs_is_a_pair() {
        check("a\nb\nc\nd\ne\nf\ng\n", "a\nB\nc\nd\ne\nF\ng\n", 2);
        check("a\nb\n", "a\n", 1);
        check("a\nb\n", "x\na\nb\n", 1);
        check("a\n", "", 1);
        check("}\n}\n}\n}\n}\n", "}\n}\nx\n}\n}\n}\n", 1);
    }

    #[test]
    fn the_last_line_may_gain_and_lose_its_end() {
        check("a\nb", "a\nb\n", 1);
        check("a\nb\n", "a\nb", 1);
        check("a\nb", "a", 1);
    }

    #[test]
    fn line_ends_stay_those_of_the_file() {
        check("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", 1);
        let edit = edit_between(&edit(), "a\r\nb\r\n", "a\nB\n").unwrap();
        assert_eq!(edit_text("a\r\nb\r\n", &[&edit]).unwrap().text, "a\r\nB\r\n");
    }

    #[test]
    fn the_same_text_is_no_edit() {
        assert_eq!(edit_between(&edit(), "a\n", "a\n"), None);
        assert_eq!(edit_between(&edit(), "a\r\n", "a\n"), None);
    }

    proptest! {
        #[test]
        fn an_edit_leads_to_the_text_it_was_made_for(
            before in "([ab }]{0,3}\n){1,12}",
            after in "([ab }]{0,3}\n){0,12}",
        ) {
            prop_assume!(before != after);
            let edit = edit_between(&edit(), &before, &after);
            let text = edit.map(|edit| edit_text(&before, &[&edit]).unwrap().text);
            prop_assert!(text.is_none() || text == Some(after));
        }
    }
}
