//! Exact places of a text.

use memchr::memmem::Finder;

use super::PLACES_MAX;

/// Preparing the search for a long text costs more than searching a file of usual size. Up to this length it is cheap.
const HEAD_BYTES: usize = 32;

/// Where the text begins, overlapping places included: of two that overlap nobody knows which one is meant.
pub(in crate::teddy) fn places(text: &str, find: &str) -> Vec<usize> {
    places_in(text.as_bytes(), find.as_bytes())
}

pub(super) fn places_in(text: &[u8], find: &[u8]) -> Vec<usize> {
    if find.is_empty() {
        return Vec::new();
    }
    let (head, tail) = find.split_at(find.len().min(HEAD_BYTES));
    by_head(text, head, tail).unwrap_or_else(|| starts(text, find).take(PLACES_MAX).collect())
}

/// `None` if the head occurs so often that comparing tails would take longer than a whole search.
fn by_head(text: &[u8], head: &[u8], tail: &[u8]) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    let mut spare = text.len();
    for start in starts(text, head) {
        spare = spare.checked_sub(tail.len())?;
        if text[start + head.len()..].starts_with(tail) {
            places.push(start);
        }
        if places.len() == PLACES_MAX {
            break;
        }
    }
    Some(places)
}

fn starts<'a>(text: &'a [u8], find: &'a [u8]) -> impl Iterator<Item = usize> {
    let finder = Finder::new(find);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + finder.find(&text[from..])?;
        from = at + 1;
        Some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, find: &str) -> usize {
        let expected: Vec<usize> = (0..text.len()).filter(|at| text[*at..].starts_with(find)).collect();
        assert_eq!(places(text, find), expected, "{find}");
        expected.len()
    }

    #[test]
    fn a_long_text_is_found_where_its_head_is_rare_and_where_it_is_not() {
        let (many, line) = ("a".repeat(300), "let row = rows.get(7)?; // of the last step\n");
        assert_eq!(check(&many, &many[..100]), 201);
        assert_eq!(check(&(many.clone() + "b"), &(many[..40].to_owned() + "b")), 1);
        assert_eq!(check(&many, &(many[..40].to_owned() + "b")), 0);
        assert_eq!(check(&line.repeat(9), line), 9);
        assert_eq!(check(&line.repeat(9), &line.repeat(3)), 7);
        assert_eq!(check(&line[..40], line), 0);
    }
}
