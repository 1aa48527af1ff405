//! Edits of the same file, and which of them have to do with each other.

use std::collections::{BTreeMap, HashMap};

use dialect::teddy::check::{Entry, View};
use dialect::teddy::spots::{Placed, Spot, groups, spots};
use model::proposal::Edit;
use model::{Action, RelPath};

use super::row::Row;
use crate::proposals::Sight;

/// The links that are known, by the place of the action in the plan. Of all others nothing is known.
#[derive(Default)]
pub(super) struct Chains {
    links: HashMap<usize, Link>,
}

struct Link {
    group: usize,
    is_alone: bool,
    /// In the file as it is on the disk.
    spots: Vec<Spot>,
}

impl Chains {
    /// Of every file that is edited more than once and not made by the plan.
    pub fn new(rows: &[Row<'_, Action>], sight: &Sight<'_>) -> Self {
        let mut chains = Self::default();
        let mut files: BTreeMap<&RelPath, Option<Vec<(usize, &Edit)>>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_fixed) {
            match &row.form().value {
                Action::Create(create) => drop(files.insert(&create.path.value, None)),
                Action::Edit(edit) => {
                    let edits = files.entry(&edit.path.value).or_insert_with(|| Some(Vec::new()));
                    edits.iter_mut().for_each(|edits| edits.push((index, edit)));
                }
                _ => {}
            }
        }
        for (path, edits) in files {
            let edits = edits.unwrap_or_default();
            if let (2.., Entry::Text(text)) = (edits.len(), sight.entry(path)) {
                chains.add(&text, &edits);
            }
        }
        chains
    }

    /// Whether one of them may depend on the other.
    pub fn are_linked(&self, one: usize, other: usize) -> bool {
        match (self.links.get(&one), self.links.get(&other)) {
            (Some(one), Some(other)) => one.group == other.group,
            _ => true,
        }
    }

    /// Where an edit that depends on no other changes the file.
    pub fn spots(&self, index: usize) -> Option<&[Spot]> {
        let link = self.links.get(&index).filter(|link| link.is_alone)?;
        Some(&link.spots)
    }

    fn add(&mut self, text: &str, edits: &[(usize, &Edit)]) {
        let found = spots(text, &edits.iter().map(|(_, edit)| *edit).collect::<Vec<_>>());
        let Some(found) = found else { return };
        let placed = edits.iter().zip(&found);
        let placed: Vec<Placed<'_>> = placed.map(|((_, edit), spots)| Placed { edit, spots }).collect();
        let groups = groups(text, &placed);
        let mut sizes: HashMap<usize, usize> = HashMap::new();
        for group in &groups {
            *sizes.entry(*group).or_default() += 1;
        }
        for (((index, _), spots), group) in edits.iter().zip(found).zip(groups) {
            let link = Link {
                // Groups of one file are numbered by its own edits.
                group: edits[group].0,
                is_alone: sizes.get(&group) == Some(&1),
                spots,
            };
            self.links.insert(*index, link);
        }
    }
}
