//! Finds many texts in one pass (Aho and Corasick, 1975).
//!
//! A text that was found often enough is dropped during the pass. Otherwise, nested suffixes such as `a`, `aa`, `aaa`
//! would all be reported at every byte of a hostile file.

use std::collections::VecDeque;

const ROOT: u32 = 0;
const NONE: u32 = u32::MAX;

pub(super) struct Needles {
    nodes: Vec<Node>,
    /// The children of the root.
    first: [u32; 256],
}

struct Node {
    byte: u8,
    child: u32,
    sibling: u32,
    /// The longest proper suffix that is also a prefix of some text.
    fallback: u32,
    /// A later node on the chain of fallbacks. No wanted text ends at the nodes in between.
    suffix: u32,
    /// The text that ends here.
    needle: u32,
}

impl Needles {
    pub fn new<'n>(needles: impl IntoIterator<Item = &'n [u8]>) -> Self {
        let mut built = Self {
            nodes: vec![Node::new(0, NONE)],
            first: [ROOT; 256],
        };
        for (number, needle) in needles.into_iter().enumerate() {
            built.add(number as u32, needle);
        }
        built.link();
        built
    }

    /// Reports the number and the end of each text that is found, in the order of their ends. `found` returns whether
    /// this text is still wanted.
    pub fn scan(&mut self, text: &[u8], mut found: impl FnMut(u32, usize) -> bool) {
        let mut state = ROOT;
        for (at, byte) in text.iter().enumerate() {
            state = self.step(state, *byte);
            let mut node = self.wanted(state);
            while node != ROOT {
                let Node { needle, suffix, .. } = self.nodes[node as usize];
                if !found(needle, at + 1) {
                    self.nodes[node as usize].needle = NONE;
                }
                node = self.wanted(suffix);
            }
        }
    }

    fn add(&mut self, number: u32, needle: &[u8]) {
        let mut state = ROOT;
        for byte in needle {
            state = match self.child(state, *byte) {
                NONE => self.grow(state, *byte),
                child => child,
            };
        }
        if state != ROOT {
            self.nodes[state as usize].needle = number;
        }
    }

    fn grow(&mut self, state: u32, byte: u8) -> u32 {
        let new = self.nodes.len() as u32;
        let sibling = std::mem::replace(&mut self.nodes[state as usize].child, new);
        self.nodes.push(Node::new(byte, sibling));
        if state == ROOT {
            self.first[usize::from(byte)] = new;
        }
        new
    }

    fn link(&mut self) {
        let mut queue = VecDeque::from([ROOT]);
        while let Some(state) = queue.pop_front() {
            let mut child = self.nodes[state as usize].child;
            while child != NONE {
                let byte = self.nodes[child as usize].byte;
                if state != ROOT {
                    let fallback = self.step(self.nodes[state as usize].fallback, byte);
                    let suffix = self.wanted(fallback);
                    let node = &mut self.nodes[child as usize];
                    (node.fallback, node.suffix) = (fallback, suffix);
                }
                queue.push_back(child);
                child = self.nodes[child as usize].sibling;
            }
        }
    }

    fn step(&self, mut state: u32, byte: u8) -> u32 {
        while state != ROOT {
            match self.child(state, byte) {
                NONE => state = self.nodes[state as usize].fallback,
                child => return child,
            }
        }
        self.first[usize::from(byte)]
    }

    fn child(&self, state: u32, byte: u8) -> u32 {
        let mut child = self.nodes[state as usize].child;
        while child != NONE && self.nodes[child as usize].byte != byte {
            child = self.nodes[child as usize].sibling;
        }
        child
    }

    /// The first node on the chain of fallbacks at which a wanted text ends. Shortens the chain for the next call.
    fn wanted(&mut self, from: u32) -> u32 {
        let is_passed = |node: &Node| node.needle == NONE;
        let mut end = from;
        while end != ROOT && is_passed(&self.nodes[end as usize]) {
            end = self.nodes[end as usize].suffix;
        }
        let mut at = from;
        while at != end {
            at = std::mem::replace(&mut self.nodes[at as usize].suffix, end);
        }
        end
    }
}

impl Node {
    fn new(byte: u8, sibling: u32) -> Self {
        Self {
            byte,
            child: NONE,
            sibling,
            fallback: ROOT,
            suffix: ROOT,
            needle: NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(text: &str, needles: &[String], most: usize) -> Vec<Vec<usize>> {
        let mut places = vec![Vec::new(); needles.len()];
        let mut built = Needles::new(needles.iter().map(String::as_bytes));
        built.scan(text.as_bytes(), |number, end| {
            let places = &mut places[number as usize];
            places.push(end - needles[number as usize].len());
            places.len() < most
        });
        places
    }

    proptest! {
        #[test]
        fn every_text_is_found_at_its_first_places(
            text in "[ab]{0,40}",
            needles in proptest::collection::btree_set("[ab]{1,5}", 0..12),
            most in 1..6_usize,
        ) {
            let needles: Vec<String> = needles.into_iter().collect();
            for (needle, places) in needles.iter().zip(found(&text, &needles, most)) {
                let expected = (0..text.len()).filter(|at| text[*at..].starts_with(needle.as_str()));
                prop_assert_eq!(places, expected.take(most).collect::<Vec<_>>(), "{}", needle);
            }
        }
    }
}
