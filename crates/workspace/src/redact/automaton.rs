//! Finds many strings in one pass over a text (Aho and Corasick, 1975), a byte at a time.

use std::collections::VecDeque;

use super::invisible;

pub(super) type StateId = usize;
pub(super) const START: StateId = 0;

#[derive(Debug)]
pub(super) struct Automaton {
    nodes: Vec<Node>,
    /// The first bytes of all strings.
    begins: [bool; 256],
    /// The first two bytes of every string, also with an invisible character as the second. Checking only one byte
    /// would stop at every other hexadecimal digit.
    pairs: Vec<bool>,
}

#[derive(Debug, Default)]
struct Node {
    /// Sorted by byte.
    next: Vec<(u8, StateId)>,
    /// The longest proper suffix that is also a prefix of some string.
    fallback: StateId,
    depth: usize,
    /// The length of the longest string that ends here, 0 if none does.
    found: usize,
}

impl Default for Automaton {
    fn default() -> Self {
        Self {
            nodes: vec![Node::default()],
            begins: [false; 256],
            pairs: vec![false; 1 << 16],
        }
    }
}

impl Automaton {
    /// `string` has at least two bytes.
    pub(super) fn add(&mut self, string: &[u8]) {
        let mut state = START;
        for (index, &byte) in string.iter().enumerate() {
            state = self.child_or_new(state, byte, index + 1);
        }
        self.nodes[state].found = string.len();
        if let [first, second, ..] = string {
            self.begins[usize::from(*first)] = true;
            for second in [*second].into_iter().chain(invisible::LEADS) {
                self.pairs[pair(*first, second)] = true;
            }
        }
    }

    fn child_or_new(&mut self, state: StateId, byte: u8, depth: usize) -> StateId {
        let new = self.nodes.len();
        let next = &mut self.nodes[state].next;
        match next.binary_search_by_key(&byte, |&(byte, _)| byte) {
            Ok(at) => next[at].1,
            Err(at) => {
                next.insert(at, (byte, new));
                self.nodes.push(Node {
                    depth,
                    ..Node::default()
                });
                new
            }
        }
    }

    /// Call this once, after the last string was added.
    pub(super) fn link(&mut self) {
        let mut queue: VecDeque<StateId> = self.nodes[START].next.iter().map(|&(_, child)| child).collect();
        while let Some(state) = queue.pop_front() {
            let children = std::mem::take(&mut self.nodes[state].next);
            for &(byte, child) in &children {
                let fallback = self.step(self.nodes[state].fallback, byte);
                let found = self.nodes[fallback].found;
                let node = &mut self.nodes[child];
                node.fallback = fallback;
                node.found = node.found.max(found);
                queue.push_back(child);
            }
            self.nodes[state].next = children;
        }
    }

    pub(super) fn step(&self, mut state: StateId, byte: u8) -> StateId {
        loop {
            let node = &self.nodes[state];
            match node.next.binary_search_by_key(&byte, |&(byte, _)| byte) {
                Ok(at) => return node.next[at].1,
                Err(_) if state == START => return START,
                Err(_) => state = node.fallback,
            }
        }
    }

    /// How many of the last bytes may be the start of a string.
    pub(super) fn depth(&self, state: StateId) -> usize {
        self.nodes[state].depth
    }

    pub(super) fn found(&self, state: StateId) -> usize {
        self.nodes[state].found
    }

    /// How many of these bytes leave the automaton at its start.
    pub(super) fn skip(&self, bytes: &[u8]) -> usize {
        let found = bytes.windows(2).position(|two| self.pairs[pair(two[0], two[1])]);
        // The byte after the last one is not known yet.
        let is_last = bytes.last().is_some_and(|last| self.begins[usize::from(*last)]);
        found.unwrap_or(bytes.len() - usize::from(is_last))
    }
}

fn pair(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}
