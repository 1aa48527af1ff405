//! Exact places of a text.

use memchr::memmem::Finder;

use super::PLACES_MAX;

/// Where the text begins, overlapping places included: of two that overlap nobody knows which one is meant.
pub(super) fn places(text: &str, find: &str) -> Vec<usize> {
    let mut places = Vec::new();
    if find.is_empty() {
        return places;
    }
    let finder = Finder::new(find);
    let mut from = 0;
    while let Some(at) = finder.find(&text.as_bytes()[from..]) {
        places.push(from + at);
        if places.len() == PLACES_MAX {
            break;
        }
        from += at + 1;
    }
    places
}
