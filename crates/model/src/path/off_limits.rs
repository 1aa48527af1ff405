//! Places in the project that not everybody may change, however their names are spelled.

use std::fmt;

use super::RelPath;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write(Author),
}

/// On whose account something is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// An action of a proposal.
    Action,
    /// planwright itself, which keeps its record beside the user's files: reports, turns, memos.
    Planwright,
}

/// A path that must not be touched like this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct OffLimits {
    pub path: RelPath,
    pub access: Access,
    /// The name of the place as it is usually spelled.
    pub place: &'static str,
}

struct Place {
    name: &'static str,
    /// What old Windows file systems make of the name, before the `~` and a number.
    short: &'static str,
    /// Everybody may read it, and planwright writes it.
    is_record: bool,
}

const PLACES: [Place; 4] = [
    Place {
        name: ".git",
        short: "git",
        is_record: false,
    },
    Place {
        name: ".planwright",
        short: "planwr",
        is_record: false,
    },
    Place {
        name: ".teddy",
        short: "teddy",
        is_record: true,
    },
    Place {
        name: ".rawko",
        short: "rawko",
        is_record: true,
    },
];

impl RelPath {
    /// Whether this may be done here. Says nothing about links: whoever follows them asks again about the place they
    /// lead to.
    pub fn permit(&self, access: Access) -> Result<(), OffLimits> {
        let is_closed = |place: &&Place| access == Access::Write(Author::Action) || !place.is_record;
        // At any depth: a repository inside of this one has hooks, too.
        match self.names().filter_map(place_of).find(is_closed) {
            None => Ok(()),
            Some(place) => Err(OffLimits {
                path: self.clone(),
                access,
                place: place.name,
            }),
        }
    }
}

impl fmt::Display for OffLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.access {
            Access::Read => "actions may not read",
            Access::Write(Author::Action) => "actions may not change",
            Access::Write(Author::Planwright) => "planwright may not change",
        };
        write!(f, "{} is off limits: {what} {}", self.path, self.place)
    }
}

fn place_of(name: &str) -> Option<&'static Place> {
    // Nearly every name: without anything that could be folded away, only a dot or a short form can lead to a place.
    if name.is_ascii() && !name.starts_with('.') && !name.contains('~') {
        return None;
    }
    let folded = fold(name);
    PLACES
        .iter()
        .find(|place| place.name == folded || is_short_for(place, &folded))
}

fn is_short_for(place: &Place, folded: &str) -> bool {
    folded.split_once('~').is_some_and(|(stem, number)| {
        stem == place.short && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// What is left of a name on the most forgetful file system: no case, no invisible characters, no stream after a
/// colon, no dots or blanks at the end.
fn fold(name: &str) -> String {
    let name = name.split(':').next().unwrap_or_default();
    let folded: String = name
        .chars()
        .filter(|c| !is_ignorable(*c))
        // Up and down again: `ſ` and the Kelvin sign are other cases of ASCII letters.
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect();
    folded.trim_end_matches(['.', ' ']).to_owned()
}

/// Unicode's Default_Ignorable_Code_Point, which HFS+ and case-folding ext4 skip when they compare names.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
