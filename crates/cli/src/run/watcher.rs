//! Whoever watches a run: a person at a terminal, a program that reads lines, or a file.

use std::io::Write;

use dialect::text::visible::visible;
use engine::run::{Consent, Interrupted, News, Onlooker, Question, Resolution};
use engine::turns::{Audience, CommandRights, Decision, Review, Workbench};
use render::review::command_rights;
use render::run::{RunLines, run_line_json, run_line_text, run_question_text};

use super::Ride;
use super::live::Live;
use crate::terminal::{self, Reviewer, ask_key, show};

pub struct Watcher<'a> {
    bench: &'a Workbench,
    columns: usize,
    wants_json: bool,
    lines: RunLines,
    live: Option<Live>,
    rights: CommandRights,
}

impl<'a> Watcher<'a> {
    pub fn new(bench: &'a Workbench, columns: usize, ride: &Ride<'_>, is_live: bool) -> Self {
        Self {
            bench,
            columns,
            wants_json: ride.json,
            lines: RunLines::new(ride.terms),
            rights: CommandRights::User,
            live: is_live.then(|| Live::start(ride.terms)),
        }
    }

    /// Nothing is drawn any more.
    pub fn finish(&mut self) {
        self.live = None;
    }

    /// Shows what is asked, and waits. `None` if nobody is there.
    fn ask<T>(&self, ask: impl FnOnce() -> T) -> Option<T> {
        if self.wants_json || !terminal::is_present() {
            return None;
        }
        Some(match &self.live {
            Some(live) => live.pause(ask),
            None => ask(),
        })
    }
}

impl Onlooker for Watcher<'_> {
    fn tell(&mut self, news: &News) {
        self.lines.observe(news);
        if let News::Begins { rights, .. } = news {
            self.rights = *rights;
        }
        if self.wants_json {
            return print(&run_line_json(news, &self.lines));
        }
        match &self.live {
            Some(live) => live.print(news, &run_line_text(news, &self.lines)),
            // What agents write would drown the rest where nobody looks.
            None if matches!(news, News::Output { .. } | News::OutputLeftOut { .. }) => {}
            None => print(&run_line_text(news, &self.lines)),
        }
    }

    fn approve(&mut self, question: &Question<'_>) -> Consent {
        let asked = self.ask(|| {
            let (step, noun) = (self.lines.terms.step(question.step), self.lines.terms.noun());
            let (rights, columns) = (command_rights(self.rights), terminal::columns());
            show(&run_question_text(&step, noun, question.commands, &rights, columns));
            matches!(ask_key("Run them? (y/n) › "), Some('y' | 'Y'))
        });
        match asked {
            None => Consent::Absent,
            Some(true) => Consent::Yes,
            Some(false) => Consent::No,
        }
    }

    fn decide(&mut self, review: &Review<'_>) -> Decision {
        let (bench, columns) = (self.bench, self.columns);
        let asked = self.ask(|| Reviewer::new(bench, columns).decide(review));
        asked.unwrap_or(Decision::Absent)
    }

    fn reply(&mut self, message: &str) -> Option<String> {
        let (bench, columns) = (self.bench, self.columns);
        self.ask(|| Reviewer::new(bench, columns).reply(message)).flatten()
    }

    fn resolve(&mut self, interrupted: &Interrupted) -> Option<Resolution> {
        self.ask(|| {
            show(&format!(
                "{} ({}) was being worked on by {} when an earlier run was killed.\n\
                 Nobody knows how far it came; look at the files before you answer.\n",
                self.lines.terms.step(&interrupted.step),
                visible(&interrupted.step.title),
                visible(&interrupted.agent)
            ));
            match ask_key("What became of it? (d)one / (f)ailed / do it (a)gain / (q)uit › ") {
                Some('d' | 'D') => Some(Resolution::Done),
                Some('f' | 'F') => Some(Resolution::Failed),
                Some('a' | 'A') => Some(Resolution::Again),
                _ => None,
            }
        })
        .flatten()
    }
}

/// At once, so that whoever reads can follow. One who has seen enough is no error.
fn print(lines: &str) {
    let mut stdout = anstream::AutoStream::auto(std::io::stdout().lock());
    let _ = stdout.write_all(lines.as_bytes()).and_then(|()| stdout.flush());
}
