//! News on their way to whoever watches a run. Nobody who works waits for the screen: it may show a question that somebody
//! thinks about for an hour, or a pager that nobody turns.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use model::{TaskNumber, limits};

use super::onlooker::{News, Onlooker};

pub(super) struct Mailbox<'a> {
    /// One at a time speaks or asks.
    onlooker: Mutex<&'a mut dyn Onlooker>,
    letters: Mutex<Letters>,
    arrived: Condvar,
}

/// While it lives, somebody else delivers, so that whoever tells something does not wait even for that.
pub(super) struct Round<'m, 'a>(&'m Mailbox<'a>);

/// What nobody has been told yet.
#[derive(Default)]
struct Letters {
    news: VecDeque<News>,
    output_bytes: usize,
    /// Lines of output that came when the box was full. Other news are never left out.
    left_out: BTreeMap<TaskNumber, usize>,
    is_on_round: bool,
}

impl<'a> Mailbox<'a> {
    pub fn new(onlooker: &'a mut dyn Onlooker) -> Self {
        Self {
            onlooker: Mutex::new(onlooker),
            letters: Mutex::default(),
            arrived: Condvar::new(),
        }
    }

    /// Never waits for a question.
    pub fn tell(&self, news: News) {
        let mut letters = self.letters();
        letters.add(news);
        match letters.is_on_round {
            true => self.arrived.notify_one(),
            false => {
                drop(letters);
                self.deliver();
            }
        }
    }

    /// What was told before the question is heard before it.
    pub fn ask<T>(&self, question: impl FnOnce(&mut dyn Onlooker) -> T) -> T {
        let mut onlooker = self.onlooker.lock().unwrap_or_else(PoisonError::into_inner);
        self.hand_out(&mut **onlooker);
        let answer = question(&mut **onlooker);
        self.hand_out(&mut **onlooker);
        drop(onlooker);
        self.deliver();
        answer
    }

    #[must_use]
    pub fn begin_round(&self) -> Round<'_, 'a> {
        self.letters().is_on_round = true;
        Round(self)
    }

    /// Delivers to the end of the round.
    pub fn carry(&self) {
        loop {
            let letters = self.letters();
            let is_idle = |letters: &mut Letters| letters.is_empty() && letters.is_on_round;
            let letters = self.arrived.wait_while(letters, is_idle);
            if letters.unwrap_or_else(PoisonError::into_inner).is_empty() {
                return;
            }
            let mut onlooker = self.onlooker.lock().unwrap_or_else(PoisonError::into_inner);
            self.hand_out(&mut **onlooker);
        }
    }

    /// Whoever has the onlooker looks into the box once more afterwards, so nothing is forgotten there.
    fn deliver(&self) {
        while !self.letters().is_empty() {
            let mut onlooker = match self.onlooker.try_lock() {
                Ok(onlooker) => onlooker,
                Err(TryLockError::Poisoned(onlooker)) => onlooker.into_inner(),
                Err(TryLockError::WouldBlock) => return,
            };
            self.hand_out(&mut **onlooker);
        }
    }

    /// What is there now. What comes meanwhile has to wait: somebody may write for ever.
    fn hand_out(&self, onlooker: &mut dyn Onlooker) {
        let waiting = self.letters().take();
        waiting.iter().for_each(|news| onlooker.tell(news));
    }

    fn letters(&self) -> MutexGuard<'_, Letters> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Round<'_, '_> {
    fn drop(&mut self) {
        self.0.letters().is_on_round = false;
        self.0.arrived.notify_all();
    }
}

impl Letters {
    fn is_empty(&self) -> bool {
        self.news.is_empty() && self.left_out.is_empty()
    }

    fn add(&mut self, news: News) {
        if let News::Output { number, text } = &news {
            let bytes = self.output_bytes + size_of::<News>() + text.len();
            if bytes > limits::RUN_UNSEEN_BYTES {
                *self.left_out.entry(*number).or_default() += text.lines().count();
                return;
            }
            self.output_bytes = bytes;
        }
        self.news.push_back(news);
    }

    fn take(&mut self) -> VecDeque<News> {
        self.output_bytes = 0;
        let mut news = std::mem::take(&mut self.news);
        for (number, lines) in std::mem::take(&mut self.left_out) {
            news.push_back(News::OutputLeftOut { number, lines });
        }
        news
    }
}

#[cfg(test)]
#[path = "mailbox_tests.rs"]
mod tests;
