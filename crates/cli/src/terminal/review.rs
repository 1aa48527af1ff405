//! Tier 1: the plan in a few lines, and five keys.

use engine::turns::{Audience, Chosen, Decision, News, Review, Workbench};
use model::report::Approver;
use render::review::{Window, command_rights, summary};
use render::show::style::{BOLD, paint};

use super::checklist::Checklist;
use super::modify::{Modified, modify};
use super::previewer::Previewer;
use super::{Progress, ask_key, ask_line, broken, forget_early_keys, page, rows, show};

const PROMPT: &str = "Execute this plan? (a)pprove all / (r)eview full plan / (m)odify / (s)kip / (q)uit › ";

/// Whoever goes back has not said what is to be carried out.
const KEPT: &str = "Nothing was executed. (m) goes on with your choice, (a) approves the plan as it was proposed.\n";

/// Nobody types what nobody would read.
const NO_NEXT: &str = "The plan belongs to no session, so no message can wait for the next one.\n";

/// A person who decides.
pub struct Reviewer<'a> {
    bench: &'a Workbench,
    columns: usize,
    progress: Progress,
}

impl<'a> Reviewer<'a> {
    pub fn new(bench: &'a Workbench, columns: usize) -> Self {
        Self {
            bench,
            columns,
            progress: Progress::default(),
        }
    }

    /// Shows the rights of the plan's commands in one line.
    fn show_rights(review: &Review<'_>) {
        if let Some(rights) = review.rights {
            show(&format!("{}\n", command_rights(rights)));
        }
    }

    /// Shows a summary of the plan. Returns how many files and resources it does not list.
    fn show_summary(&self, review: &Review<'_>) -> usize {
        let plan = &review.checked.plan;
        let proposal = review.proposal();
        let window = Window {
            columns: self.columns,
            rows: rows(),
        };
        let summary = summary(&proposal, review.declared, &plan.diagnostics, window);
        show(&summary.text);
        if !review.is_everything() {
            show("What was left out or changed before it was interrupted stays so.\n");
        }
        if review.done_before > 0 {
            let done = review.done_before;
            show(&format!(
                "{done} of its actions were carried out before it was interrupted; the rest is left.\n"
            ));
        }
        Self::show_rights(review);
        summary.unlisted
    }
}

/// Asks once more before files are approved that were not listed.
fn confirms_unlisted(unlisted: usize) -> bool {
    let question = format!("{unlisted} of the files and resources are not listed above. Approve all? (y/n) › ");
    let key = ask_key(&paint(BOLD, question));
    show(&format!(
        "{}\n",
        key.map(char::escape_default)
            .map_or_else(String::new, |key| key.to_string())
    ));
    matches!(key, Some('y' | 'Y'))
}

/// `None`: as it was shown.
fn approve(chosen: Option<Chosen>) -> Decision {
    Decision::Approve {
        by: Approver::Human,
        chosen,
    }
}

impl Audience for Reviewer<'_> {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        let mut unlisted = self.show_summary(review);
        let mut choosing = None;
        // What a window shows is there for as long as the question is.
        let mut on_view = Vec::new();
        loop {
            // What was typed ahead approves nothing that has not been seen: every question forgets it.
            let Some(key) = ask_key(&paint(BOLD, broken(PROMPT, self.columns))) else {
                show("\n");
                return Decision::Quit;
            };
            show(&format!("{}\n", key.escape_default()));
            match key.to_ascii_lowercase() {
                'a' if unlisted == 0 || confirms_unlisted(unlisted) => return approve(None),
                'a' => {}
                'r' => on_view.extend(Previewer::new(self.bench).show(&review.checked.plan.source)),
                'm' => match modify(self.bench, review, &mut choosing) {
                    Modified::Chosen(chosen) => return approve(Some(chosen)),
                    Modified::Back => show(KEPT),
                    Modified::Gone => return Decision::Quit,
                    Modified::Undrawable => match Checklist::new(self.bench, review, self.columns).choose() {
                        Modified::Chosen(chosen) => return approve(Some(chosen)),
                        Modified::Gone => return Decision::Quit,
                        Modified::Back | Modified::Undrawable => unlisted = self.show_summary(review),
                    },
                },
                's' if review.has_next => {
                    return match ask_line("What should the next plan do differently? › ") {
                        Some(message) => Decision::Skip {
                            message: Some(message).filter(|message| !message.is_empty()),
                        },
                        None => Decision::Quit,
                    };
                }
                's' => {
                    show(NO_NEXT);
                    return Decision::Skip { message: None };
                }
                'q' => return Decision::Quit,
                _ => show("Press a, r, m, s or q.\n"),
            }
        }
    }

    fn reply(&mut self, message: &str) -> Option<String> {
        forget_early_keys();
        show(&format!("\n{}\n", page(message.trim())));
        ask_line("Your reply › ").filter(|reply| !reply.is_empty())
    }

    fn tell(&mut self, news: News<'_>) {
        self.progress.tell(&news);
    }
}
