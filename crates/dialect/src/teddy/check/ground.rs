//! The workspace as it will be when an action's turn comes.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use model::{Action, RelPath, Resource, Spanned, Verb};

use super::view::{Entry, OpaqueFile, TurnView, View};
use crate::teddy::Broken;
use crate::teddy::find::{IndexedText, NearestBudget};
use crate::teddy::lines::LineIndex;

pub(super) struct Ground<'a> {
    pub view: &'a dyn View,
    pub nearest_budget: NearestBudget,
    source: &'a str,
    /// The FIND texts of all edits of the plan, by file.
    finds: HashMap<&'a RelPath, Vec<&'a str>>,
    /// Only faults ask for lines.
    lines: OnceCell<LineIndex<'a>>,
    changed: HashMap<RelPath, Changed<'a>>,
    created: HashMap<RelPath, Range<usize>>,
    folders: HashSet<RelPath>,
    pruned: BTreeSet<Resource>,
    /// Commands may have made any file.
    ran_command: bool,
    /// An action that could not be read may have made any file.
    lost_action: bool,
}

enum Changed<'a> {
    Created(&'a str),
    Edited(Box<IndexedText<'a>>),
    /// An earlier fault hides what the file will hold.
    Doubtful,
}

/// What will stand at a path.
pub(super) enum Standing<'g> {
    Absent,
    Text(Cow<'g, str>),
    Folder,
    Opaque(OpaqueFile),
    Outside,
    Doubtful,
}

impl<'a> Ground<'a> {
    /// `actions` are all actions of the plan.
    pub fn new(source: &'a str, view: &'a dyn View, actions: impl IntoIterator<Item = &'a Spanned<Action>>) -> Self {
        Self {
            view,
            nearest_budget: NearestBudget::default(),
            source,
            finds: finds(actions),
            lines: OnceCell::new(),
            changed: HashMap::new(),
            created: HashMap::new(),
            folders: HashSet::new(),
            pruned: BTreeSet::new(),
            ran_command: false,
            lost_action: false,
        }
    }

    pub fn at(&self, path: &RelPath) -> Standing<'_> {
        match self.changed.get(path) {
            Some(Changed::Created(text)) => return Standing::Text(Cow::Borrowed(text)),
            Some(Changed::Edited(text)) => return Standing::Text(Cow::Borrowed(text.text())),
            Some(Changed::Doubtful) => return Standing::Doubtful,
            None if self.folders.contains(path) => return Standing::Folder,
            None => {}
        }
        match self.view.entry(path) {
            Entry::Absent if self.lost_action => Standing::Doubtful,
            Entry::Absent => Standing::Absent,
            Entry::Text(text) => Standing::Text(text),
            Entry::Folder => Standing::Folder,
            Entry::Opaque(why) => Standing::Opaque(why),
            Entry::Outside => Standing::Outside,
        }
    }

    /// What stands on the way to a path and is no folder.
    pub fn blocked_by(&self, path: &RelPath) -> Option<RelPath> {
        let in_the_way = |folder: &RelPath| matches!(self.at(folder), Standing::Text(_) | Standing::Opaque(_));
        path.folders().find(in_the_way)
    }

    /// Whether a link on the way to a path leads out of the project.
    pub fn leads_outside(&self, path: &RelPath) -> bool {
        let leads = |path: &RelPath| matches!(self.at(path), Standing::Outside);
        leads(path) || path.folders().any(|folder| leads(&folder))
    }

    /// Where an earlier action creates the file.
    pub fn created(&self, path: &RelPath) -> Option<&Range<usize>> {
        self.created.get(path)
    }

    pub fn turn(&self) -> Option<&TurnView> {
        self.view.turn()
    }

    pub fn is_pruned(&self, resource: &Resource) -> bool {
        self.pruned.contains(resource)
    }

    pub fn ran_command(&self) -> bool {
        self.ran_command
    }

    pub fn line(&self, span: &Range<usize>) -> usize {
        self.lines.get_or_init(|| LineIndex::new(self.source)).line(span.start)
    }

    pub fn create(&mut self, path: &RelPath, place: &Range<usize>, text: &'a str) {
        let changed = match self.at(path) {
            Standing::Absent => Changed::Created(text),
            _ => Changed::Doubtful,
        };
        self.changed.insert(path.clone(), changed);
        // Whatever is above a folder that is known is known, too.
        for folder in path.folders() {
            if !self.folders.insert(folder) {
                break;
            }
        }
        self.created.entry(path.clone()).or_insert_with(|| place.clone());
    }

    /// Takes the text of a file that an earlier action created or edited; [`Ground::write`] puts it back. The text is
    /// not copied, because a large file may be edited hundreds of times.
    pub fn lift(&mut self, path: &RelPath) -> Option<IndexedText<'a>> {
        match self.changed.get(path)? {
            Changed::Created(text) => Some(self.index(path, Cow::Borrowed(text))),
            Changed::Edited(_) => match self.changed.remove(path) {
                Some(Changed::Edited(text)) => Some(*text),
                _ => None,
            },
            Changed::Doubtful => None,
        }
    }

    /// Indexes the text of a file for all edits of the plan that change this file.
    pub fn index(&self, path: &RelPath, text: Cow<'a, str>) -> IndexedText<'a> {
        IndexedText::new(text, self.finds.get(path).map_or(&[], Vec::as_slice))
    }

    pub fn write(&mut self, path: &RelPath, text: IndexedText<'a>) {
        self.changed.insert(path.clone(), Changed::Edited(Box::new(text)));
    }

    pub fn prune(&mut self, resource: &Resource) {
        self.pruned.insert(resource.clone());
    }

    pub fn run_command(&mut self) {
        self.ran_command = true;
    }

    /// Takes in an action that could not be read, so that nothing is held against those that build on it.
    pub fn doubt(&mut self, broken: &Broken) {
        match (broken.verb, &broken.path) {
            (None | Some(Verb::Create | Verb::Edit), Some(path)) => {
                self.changed.insert(path.clone(), Changed::Doubtful);
            }
            (None | Some(Verb::Create), None) => self.lost_action = true,
            (Some(Verb::Execute), _) => self.ran_command = true,
            _ => {}
        }
    }
}

fn finds<'a>(actions: impl IntoIterator<Item = &'a Spanned<Action>>) -> HashMap<&'a RelPath, Vec<&'a str>> {
    let mut finds: HashMap<&RelPath, Vec<&str>> = HashMap::new();
    for action in actions {
        if let Action::Edit(edit) = &action.value {
            let pairs = edit.pairs.iter().map(|pair| pair.find.value.bare());
            finds.entry(&edit.path.value).or_default().extend(pairs);
        }
    }
    finds
}
