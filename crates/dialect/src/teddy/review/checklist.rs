//! What can be left out, as a tree with a box and a number for each.

use crate::native::style::{BAD, BOLD, DIM, WARNING, paint};
use crate::native::visible::visible;
use crate::native::wrap::Sheet;

/// One thing that can be left out.
pub struct ChecklistRow {
    /// As [`super::action_row`] or [`super::memo_row`] writes it.
    pub text: String,
    pub is_chosen: bool,
    pub is_modified: bool,
    /// What is wrong with it, and whether that keeps it from being carried out.
    pub troubles: Vec<(String, bool)>,
}

/// Actions have the numbers that they have everywhere; those of memos begin with `m`.
pub fn checklist(memos: &[ChecklistRow], actions: &[ChecklistRow], columns: usize) -> String {
    let mut sheet = Sheet::new(columns);
    branch(&mut sheet, "Memos", memos, "m");
    if !memos.is_empty() {
        sheet.gap();
    }
    branch(&mut sheet, "Action Plan", actions, "");
    sheet.text
}

fn branch(sheet: &mut Sheet, name: &str, rows: &[ChecklistRow], letter: &str) {
    if rows.is_empty() {
        return;
    }
    sheet.styled(BOLD, "- ", name);
    sheet.line("", " │");
    for (at, row) in rows.iter().enumerate() {
        let is_last = at + 1 == rows.len();
        let (corner, trunk) = if is_last { ("└─", "  ") } else { ("├─", "│ ") };
        let tick = if row.is_chosen { "[✓]" } else { "[ ]" };
        let mark = match row.is_modified {
            true => paint(WARNING, " *modified"),
            false => String::new(),
        };
        let text = match row.is_chosen {
            true => row.text.clone(),
            false => paint(DIM, &row.text),
        };
        sheet.line(
            &format!(" {corner}{tick} "),
            &format!("{letter}{}. {text}{mark}", at + 1),
        );
        for (trouble, is_error) in &row.troubles {
            let style = if *is_error { BAD } else { WARNING };
            let lead = format!(" {trunk}      ");
            sheet.line(&lead, &format!("{} {}", paint(style, "!"), visible(trouble)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::testing::plain;

    fn row(text: &str) -> ChecklistRow {
        ChecklistRow {
            text: text.to_owned(),
            is_chosen: true,
            is_modified: false,
            troubles: Vec::new(),
        }
    }

    #[test]
    fn the_tree_has_a_box_and_a_number_for_each() {
        let left_out = ChecklistRow {
            is_chosen: false,
            ..row("CREATE: a.md")
        };
        let changed = ChecklistRow {
            is_modified: true,
            troubles: vec![("It needs more.".to_owned(), true)],
            ..row("EDIT:   a.md")
        };
        let shown = checklist(&[row("[+] ADD:    A.")], &[left_out, changed, row("READ:   b.md")], 80);
        assert_eq!(
            plain(&shown),
            "- Memos\n │\n └─[✓] m1. [+] ADD:    A.\n\n- Action Plan\n │\n ├─[ ] 1. CREATE: a.md\n \
             ├─[✓] 2. EDIT:   a.md *modified\n │       ! It needs more.\n └─[✓] 3. READ:   b.md\n"
        );
        assert_eq!(
            plain(&checklist(&[], &[row("x")], 80)),
            "- Action Plan\n │\n └─[✓] 1. x\n"
        );
    }
}
