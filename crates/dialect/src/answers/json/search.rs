//! Goes through an answer and keeps what may be the value that is looked for.

use memchr::memchr3;

use super::Top;
use crate::data::json::{Attempt, Break, attempt};

/// Models that think aloud mark it with one of these.
const THOUGHTS: [&str; 4] = ["think>", "thinking>", "thought>", "reasoning>"];

#[derive(Default)]
pub(super) struct Search {
    /// The last whole values of the wanted shape, and how many there were before.
    outside: Option<Attempt>,
    inside: Option<Attempt>,
    outside_count: usize,
    inside_count: usize,
    /// The last broken value of the wanted shape, as far as it goes, and whether it stands in a thought.
    broken: Option<(Attempt, bool)>,
    /// Of the other broken values that have a key, the longest.
    longest: Option<Attempt>,
    /// There is a whole value of another shape.
    has_other: bool,
}

/// Why there is nothing to choose.
pub(super) struct Nothing {
    /// Where the value that tells most breaks, and why.
    pub broken: Option<(usize, Break)>,
    /// There is a whole value of another shape.
    pub has_other: bool,
}

pub(super) struct Chosen {
    pub attempt: Attempt,
    pub others: usize,
}

pub(super) fn search(answer: &str, is_wanted: impl Fn(&Top<'_>) -> bool) -> Search {
    let last_comment_end = answer.rfind("*/").unwrap_or_default();
    let mut search = Search::default();
    let mut is_thought = false;
    let mut at = 0;
    while let Some(next) = memchr3(b'{', b'[', b'<', &answer.as_bytes()[at..]) {
        at += next;
        if answer[at..].starts_with('<') {
            match tag(&answer[at..]) {
                Some(Tag::Open) => is_thought = true,
                Some(Tag::Close) => {
                    search.close_thought(is_thought);
                    is_thought = false;
                }
                None => {}
            }
            at += 1;
            continue;
        }
        let attempt = attempt(answer, at, last_comment_end);
        at = attempt.end;
        let top = Top::of(&attempt);
        let fits = is_wanted(&top);
        let (Top::Object(keys) | Top::List(keys)) = top;
        let has_keys = !keys.is_empty();
        search.keep(attempt, fits, has_keys, is_thought);
        // What breaks in the middle of a letter goes on with the next.
        at = answer.ceil_char_boundary(at);
    }
    search
}

enum Tag {
    Open,
    Close,
}

fn tag(rest: &str) -> Option<Tag> {
    let is_thought = |name: &str| THOUGHTS.iter().any(|thought| starts_with_ignoring_case(name, thought));
    match rest.strip_prefix("</") {
        Some(name) => is_thought(name).then_some(Tag::Close),
        None => is_thought(&rest[1..]).then_some(Tag::Open),
    }
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(prefix))
}

impl Search {
    fn keep(&mut self, attempt: Attempt, fits: bool, has_keys: bool, is_thought: bool) {
        if attempt.broken.is_some() {
            if fits {
                self.broken = Some((attempt, is_thought));
            } else if has_keys {
                let length = |attempt: &Attempt| attempt.end - attempt.start;
                if self.longest.as_ref().is_none_or(|best| length(best) < length(&attempt)) {
                    self.longest = Some(attempt);
                }
            }
        } else if !fits {
            self.has_other = true;
        } else if is_thought {
            self.inside_count += 1;
            self.inside = Some(attempt);
        } else {
            self.outside_count += 1;
            self.outside = Some(attempt);
        }
    }

    /// Some models leave out the mark that opens the thought: then all that came before was thought.
    fn close_thought(&mut self, was_open: bool) {
        if was_open {
            return;
        }
        self.inside_count += std::mem::take(&mut self.outside_count);
        if let Some(outside) = self.outside.take() {
            let is_last = self.inside.as_ref().is_none_or(|inside| inside.start < outside.start);
            if is_last {
                self.inside = Some(outside);
            }
        }
        if let Some((_, is_thought)) = &mut self.broken {
            *is_thought = true;
        }
    }

    pub fn choose(mut self) -> Result<Chosen, Nothing> {
        let is_thought = self.outside.is_none();
        let (attempt, count) = match (self.outside.take(), self.inside.take()) {
            (Some(outside), _) => (outside, self.outside_count),
            (None, Some(inside)) => (inside, self.inside_count),
            (None, None) => return Err(self.nothing()),
        };
        let is_overtaken =
            |(broken, in_thought): &(Attempt, bool)| broken.start > attempt.start && (is_thought || !*in_thought);
        match self.broken.as_ref().is_some_and(is_overtaken) {
            true => Err(self.nothing()),
            false => Ok(Chosen {
                attempt,
                others: count - 1,
            }),
        }
    }

    fn nothing(self) -> Nothing {
        let telling = self.broken.map(|(broken, _)| broken).or(self.longest);
        Nothing {
            broken: telling.and_then(|attempt| Some((attempt.end, attempt.broken?))),
            has_other: self.has_other,
        }
    }
}
