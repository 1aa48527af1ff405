//! What a file says after edits.

use model::proposal::{Edit, Pair};

use super::find::{Difference, Found, IndexedText, NearestBudget, Wanted, find, nowhere};

/// A file after the pairs of edits, and in what their FIND texts differed from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    pub text: String,
    pub notes: Vec<String>,
}

/// Applies all pairs of these edits one after the other, or says which one does not fit the text.
pub fn edit_text(text: &str, edits: &[&Edit]) -> Result<Edited, String> {
    let pairs = edits.iter().flat_map(|edit| &edit.pairs);
    let finds: Vec<&str> = pairs.map(|pair| pair.find.value.bare()).collect();
    let mut text = IndexedText::new(text, &finds);
    let mut notes = Vec::new();
    for pairs in edits.iter().map(|edit| &edit.pairs) {
        for (index, pair) in pairs.iter().enumerate() {
            apply(&mut text, pair, &mut notes).map_err(|why| match pairs.len() {
                1 => format!("the FIND text {why}"),
                _ => format!("the FIND text of pair {} {why}", index + 1),
            })?;
        }
    }
    Ok(Edited {
        text: text.into_text(),
        notes,
    })
}

fn apply(text: &mut IndexedText<'_>, pair: &Pair, notes: &mut Vec<String>) -> Result<(), String> {
    let wanted = Wanted {
        find: pair.find.value.bare(),
        replace: (!pair.replace.value.is_empty()).then(|| pair.replace.value.bare()),
    };
    match find(text, wanted) {
        Found::Once(found) => {
            // To count lines takes longer than all the rest, and most edits are exact.
            if !found.differences.is_empty() {
                let line = text.line(found.span.start);
                notes.extend(found.differences.iter().map(|difference| note(*difference, line)));
            }
            text.replace(found.span, &found.replacement);
            Ok(())
        }
        Found::Several(lines) => Err(format!("stands in {} places, first in line {}", lines.len(), lines[0])),
        Found::Nowhere => Err(match nowhere(text, wanted, &mut NearestBudget::default()).already {
            Some(line) => format!("is not in the file; line {line} already says what it would become"),
            None => "is not in the file".to_owned(),
        }),
    }
}

fn note(difference: Difference, line: usize) -> String {
    let what = match difference {
        Difference::Indentation => {
            "the indentation of the FIND text differs from the file; the replacement was shifted"
        }
        Difference::TrailingBlanks => "the FIND text and the file differ in blanks at the ends of lines",
        Difference::LineEnds => "the file has other line ends than the plan; they were kept",
    };
    format!("line {line}: {what}")
}

#[cfg(test)]
mod tests {
    use model::proposal::Action;

    use super::*;
    use crate::teddy::read;

    fn edit(pairs: &str) -> Edit {
        let plan = format!("# T\n- **Status:** Green\n\n## Action Plan\n\n### `EDIT`\n- **File Path:** a\n\n{pairs}");
        match read(&plan).proposal.actions.remove(0).value {
            Action::Edit(edit) => edit,
            other => panic!("{other:?}"),
        }
    }

    fn pair(find: &str, replace: &str) -> String {
        format!("`FIND:`\n```\n{find}\n```\n`REPLACE:`\n```\n{replace}\n```\n")
    }

    #[test]
    fn pairs_build_on_each_other() {
        let edited = edit_text("a\nb\n", &[&edit(&(pair("a", "c") + &pair("c\nb", "d")))]).unwrap();
        assert_eq!(edited.text, "d\n");
        assert_eq!(edited.notes, [""; 0]);
    }

    #[test]
    fn a_shifted_text_is_told() {
        let edited = edit_text("x\n    a\n", &[&edit(&pair("a\n", "b\n"))]).unwrap();
        assert!(edited.text.contains("    b"), "{}", edited.text);
    }

    #[test]
    fn a_pair_that_does_not_fit_is_named() {
        let wrong = edit_text("a\n", &[&edit(&(pair("a", "c") + &pair("z", "y")))]).unwrap_err();
        assert_eq!(wrong, "the FIND text of pair 2 is not in the file");
        let twice = edit_text("a b a\n", &[&edit(&pair("a", "c"))]).unwrap_err();
        assert_eq!(twice, "the FIND text stands in 2 places, first in line 1");
    }
}
