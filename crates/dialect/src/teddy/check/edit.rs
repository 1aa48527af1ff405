//! An edit: may its file be changed, and does each of its pairs fit what the pairs before leave?

use std::borrow::Cow;

use model::proposal::{Edit, Pair};
use model::{Diagnostic, RelPath, Spanned};

use super::ground::{Ground, Standing};
use super::rules;
use crate::teddy::find::{Found, IndexedText, Match, NearestBudget, Wanted, find, nowhere};

pub(super) fn check<'a>(edit: &'a Edit, ground: &mut Ground<'a>, faults: &mut Vec<Diagnostic>) {
    let Some(text) = text_of(&edit.path, ground, faults) else {
        // Whatever the file holds, these pairs change nothing.
        faults.extend(edit.pairs.iter().filter_map(rules::replace_same));
        return;
    };
    faults.extend(rules::edit_context(&edit.path, ground));
    let pairs = Pairs {
        text,
        unwritten: Vec::new(),
        budget: &mut ground.nearest_budget,
        faults,
    };
    let text = pairs.apply(&edit.pairs);
    ground.write(&edit.path.value, text);
}

/// What the file holds, if it can be edited and no earlier fault hides it.
fn text_of<'a>(
    path: &Spanned<RelPath>,
    ground: &mut Ground<'a>,
    faults: &mut Vec<Diagnostic>,
) -> Option<IndexedText<'a>> {
    if let Some(fault) = rules::path_protected(path) {
        faults.push(fault);
        return None;
    }
    if let Some(text) = ground.lift(&path.value) {
        return Some(text);
    }
    faults.push(match ground.at(&path.value) {
        Standing::Text(text) => return Some(ground.index(&path.value, Cow::Owned(text.into_owned()))),
        Standing::Doubtful => return None,
        Standing::Absent => rules::edit_exists(path, ground),
        Standing::Outside => rules::path_outside(path.span.clone(), &path.value),
        Standing::Folder => rules::edit_text_folder(path),
        Standing::Opaque(why) => rules::edit_text(path, &why),
    });
    None
}

/// The file while its pairs are applied one after the other.
struct Pairs<'a, 'f> {
    text: IndexedText<'a>,
    /// What pairs would have put in that could not be applied. Later ones may build on it.
    unwritten: Vec<&'a str>,
    budget: &'f mut NearestBudget,
    faults: &'f mut Vec<Diagnostic>,
}

impl<'a> Pairs<'a, '_> {
    fn apply(mut self, pairs: &'a [Pair]) -> IndexedText<'a> {
        for pair in pairs {
            match rules::replace_same(pair) {
                Some(fault) => self.faults.push(fault),
                None => self.apply_one(pair),
            }
        }
        self.text
    }

    fn apply_one(&mut self, pair: &'a Pair) {
        let (find_block, replace_block) = (&pair.find.value, &pair.replace.value);
        let wanted = Wanted {
            find: find_block.bare(),
            replace: (!replace_block.is_empty()).then(|| replace_block.bare()),
        };
        let fault = match find(&self.text, wanted) {
            Found::Once(found) => match rules::edit_overwrite(pair, &found, &mut self.text) {
                Some(fault) => fault,
                None => return self.put(pair, &found),
            },
            Found::Several(lines) => rules::find_several(pair, &lines),
            Found::Nowhere if self.unwritten.iter().any(|text| text.contains(wanted.find)) => return,
            Found::Nowhere => rules::find_missing(pair, &nowhere(&self.text, wanted, self.budget)),
        };
        self.faults.push(fault);
        self.unwritten.extend(wanted.replace);
    }

    fn put(&mut self, pair: &Pair, found: &Match) {
        self.faults.extend(rules::find_shifted(pair, found, &self.text));
        self.faults.extend(rules::replace_present(pair, found, &self.text));
        self.text.replace(found.span.clone(), &found.replacement);
    }
}
