//! News on their way to whoever watches a run. Nobody who works waits for the screen: it may show a question that somebody
//! thinks about for an hour, or a pager that nobody turns.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use model::{TaskNumber, limits};

use super::observer::{News, Onlooker};

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
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::run::{Consent, Interrupted, Question, Remark, Resolution};
    use crate::turns::{Decision, Review};

    /// Long enough for whoever is not held up, on a busy machine.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Says what it hears, and waits in `reply` for somebody to let it go on.
    struct Screen {
        heard: Sender<String>,
        go_on: Receiver<()>,
    }

    impl Onlooker for Screen {
        fn tell(&mut self, news: &News) {
            let word = match news {
                News::Remark(Remark::Continued(title)) => title.clone(),
                News::OutputLeftOut { number, lines } => format!("{number}: {lines} left out"),
                News::Output { number, text } => format!("{number}: {text}"),
                other => panic!("{other:?}"),
            };
            self.heard.send(word).unwrap();
        }

        fn approve(&mut self, _: &Question<'_>) -> Consent {
            Consent::Absent
        }

        fn decide(&mut self, _: &Review<'_>) -> Decision {
            Decision::Absent
        }

        fn reply(&mut self, message: &str) -> Option<String> {
            self.heard.send(message.to_owned()).unwrap();
            self.go_on.recv().unwrap();
            Some("yes".to_owned())
        }

        fn resolve(&mut self, _: &Interrupted) -> Option<Resolution> {
            None
        }
    }

    fn screen() -> (Screen, Receiver<String>, Sender<()>) {
        let (heard, hears) = mpsc::channel();
        let (lets_go, go_on) = mpsc::channel();
        (Screen { heard, go_on }, hears, lets_go)
    }

    fn remark(text: &str) -> News {
        News::Remark(Remark::Continued(text.to_owned()))
    }

    fn output(number: u32, text: &str) -> News {
        News::Output {
            number: TaskNumber(number),
            text: text.to_owned(),
        }
    }

    /// A question is open while `tell` is called, from another thread as agents do; then it is answered.
    fn during_a_question(is_on_round: bool, tell: impl FnOnce(&Mailbox<'_>) + Send) -> Vec<String> {
        let (mut screen, hears, lets_go) = screen();
        let mailbox = Mailbox::new(&mut screen);
        thread::scope(|scope| {
            let round = is_on_round.then(|| mailbox.begin_round());
            if is_on_round {
                scope.spawn(|| mailbox.carry());
            }
            mailbox.tell(remark("before"));
            let mailbox = &mailbox;
            let asking = scope.spawn(move || mailbox.ask(|onlooker| onlooker.reply("asked")));
            let first: Vec<String> = (0..2).map(|_| hears.recv_timeout(PATIENCE).unwrap()).collect();
            assert_eq!(first, ["before", "asked"]);
            let (is_done, done) = mpsc::channel();
            scope.spawn(move || {
                tell(mailbox);
                is_done.send(()).unwrap();
            });
            let was_held_up = done.recv_timeout(PATIENCE).is_err();
            lets_go.send(()).unwrap();
            assert!(!was_held_up, "whoever tells waits for the question");
            assert_eq!(asking.join().unwrap().as_deref(), Some("yes"));
            drop(round);
        });
        hears.try_iter().collect()
    }

    #[test]
    fn news_do_not_wait_for_a_question_and_come_after_it_in_their_order() {
        for is_on_round in [false, true] {
            let heard = during_a_question(is_on_round, |mailbox| {
                mailbox.tell(output(2, "a\n"));
                mailbox.tell(remark("b"));
                mailbox.tell(output(2, "c\n"));
            });
            assert_eq!(heard, ["2: a\n", "b", "2: c\n"], "{is_on_round}");
        }
    }

    #[test]
    fn output_is_left_out_with_a_count_when_there_is_too_much_of_it_and_nothing_else_is() {
        let line = "x".repeat(limits::RUN_UNSEEN_BYTES / 4);
        let heard = during_a_question(false, |mailbox| {
            for _ in 0..5 {
                mailbox.tell(output(3, &format!("{line}\n{line}\n")));
            }
            mailbox.tell(remark("still told"));
            mailbox.tell(output(4, "two\nlines\n".repeat(limits::RUN_UNSEEN_BYTES).as_str()));
        });
        assert_eq!(heard[0], format!("3: {line}\n{line}\n"));
        let said = |number: u32, lines: usize| format!("{number}: {lines} left out");
        let rest: Vec<String> = vec![
            "still told".to_owned(),
            said(3, 8),
            said(4, 2 * limits::RUN_UNSEEN_BYTES),
        ];
        assert_eq!(heard[1..], rest);
    }

    #[test]
    fn nothing_is_lost_when_all_speak_at_once() {
        for is_on_round in [false, true] {
            let (mut screen, hears, _lets_go) = screen();
            let mailbox = Mailbox::new(&mut screen);
            thread::scope(|scope| {
                let round = is_on_round.then(|| mailbox.begin_round());
                if is_on_round {
                    scope.spawn(|| mailbox.carry());
                }
                let speakers = (0..4).map(|speaker| {
                    let mailbox = &mailbox;
                    scope.spawn(move || (0..500).for_each(|word| mailbox.tell(remark(&format!("{speaker} {word}")))))
                });
                let speakers: Vec<_> = speakers.collect();
                speakers.into_iter().for_each(|speaker| speaker.join().unwrap());
                drop(round);
            });
            let heard: Vec<String> = hears.try_iter().collect();
            assert_eq!(heard.len(), 2_000, "{is_on_round}");
            for speaker in 0..4 {
                let own = heard.iter().filter(|word| word.starts_with(&format!("{speaker} ")));
                let expected = (0..500).map(|word| format!("{speaker} {word}"));
                assert!(own.eq(expected.collect::<Vec<_>>().iter()), "{speaker}, {is_on_round}");
            }
        }
    }
}
