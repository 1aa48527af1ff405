//! A plan that waits on a disk, and somebody who looks at it.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::Setting;
use engine::turns::{Audience, Choosing, Decision, News, Request, Review, SandboxWish, Workbench};
use model::AgentName;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Checklist, Wish};
use crate::screen::Input;

struct Person<'b, F> {
    bench: &'b Workbench,
    look: Option<F>,
}

impl<F: FnOnce(&mut Choosing<'_>, &Workbench)> Audience for Person<'_, F> {
    fn decide(&mut self, review: &Review<'_>) -> Decision {
        let look = self.look.take().unwrap();
        look(&mut review.choosing(), self.bench);
        Decision::Quit
    }

    fn reply(&mut self, _: &str) -> Option<String> {
        None
    }

    fn tell(&mut self, _: News<'_>) {}
}

/// Shows the plan of a project that has these files.
pub fn choosing(files: &[(&str, &str)], plan: &str, look: impl FnOnce(&mut Choosing<'_>)) {
    choosing_at(files, plan, |choosing, _| look(choosing));
}

/// The same, for whoever opens an editor.
pub fn choosing_at(files: &[(&str, &str)], plan: &str, look: impl FnOnce(&mut Choosing<'_>, &Workbench)) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(folder.path().join("plan.md"), plan).unwrap();
    let setting = Setting::bare(folder.path().canonicalize().unwrap());
    let path = ("PATH".into(), std::env::var_os("PATH").unwrap());
    let bench = Workbench::open(&setting, vec![path]).unwrap();
    let request = Request {
        by: &AgentName::new("ann").unwrap(),
        plan: Some(Path::new("plan.md")),
        session: None,
        sandbox: SandboxWish::Off,
        resolve: None,
        conclusion: engine::turns::Conclusion::Finishes,
        cancelled: &AtomicBool::new(false),
    };
    let mut person = Person {
        bench: &bench,
        look: Some(look),
    };
    bench.execute(&request, &mut person).unwrap();
    assert!(person.look.is_none(), "the plan was not even asked about");
}

pub fn plan(memos: &str, actions: &str) -> String {
    let memos = match memos {
        "" => String::new(),
        lines => format!("## Memos\n````\n{lines}\n````\n\n"),
    };
    format!(
        "# Bootstrap New Project Component\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n\
         ````text\n### 1. Synthesis\ns\n### 2. Justification\nj\n### 3. Expected Outcome\ne\n### 4. State Dashboard\nd\n\
         ````\n\n{memos}## Action Plan\n\n{actions}"
    )
}

pub fn create(path: &str, text: &str) -> String {
    format!("### `CREATE`\n- **File Path:** [{path}](/{path})\n- **Description:** Make it.\n````\n{text}\n````\n\n")
}

pub fn edit(path: &str, find: &str, replace: &str) -> String {
    format!(
        "### `EDIT`\n- **File Path:** [{path}](/{path})\n- **Description:** Change it.\n\n`FIND:`\n````\n{find}\n````\n\
         `REPLACE:`\n````\n{replace}\n````\n\n"
    )
}

pub fn execute(fields: &str, command: &str) -> String {
    format!(
        "### `EXECUTE`\n- **Description:** Run it.\n- **Expected Outcome:** It runs.\n{fields}````shell\n{command}\n````\n\n"
    )
}

pub fn key(code: KeyCode) -> Input {
    Input::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// Presses keys that ask for nothing.
#[track_caller]
pub fn press(checklist: &mut Checklist, choosing: &mut Choosing<'_>, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '↓' => KeyCode::Down,
            '↑' => KeyCode::Up,
            '⏎' => KeyCode::Enter,
            '⇥' => KeyCode::Tab,
            '⎋' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        match checklist.follow(&key(code), choosing) {
            Wish::Stay => {}
            Wish::Preview(id) => checklist.view(choosing, id, &[]),
            wish => panic!("{wish:?} after {c}"),
        }
    }
}
