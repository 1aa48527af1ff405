use std::io::Read;
use std::path::{Path, PathBuf};

use super::call::{Answered, Call};
use crate::answer::{Answer, exit};
use crate::{stdin, trouble};
use dialect::native::Trouble;
use dialect::teddy::answer::{PreprocessView, preprocess_json, preprocess_text};
use engine::ClipboardError;
use engine::proposals::{Mended, mend, mend_file};

const CLIPBOARD: &str = "<clipboard>";

/// Mend the code fences of a plan, and touch nothing else
///
/// With a file, in place; a file that needs no mending is not touched. With `-`, from standard input to standard
/// output. Without either, with what is in the clipboard: the result is printed and copied back.
///
/// Where a fence could mean two things nothing is changed, the places are named, and the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy preprocess plan.md
  teddy preprocess - < answer.md > plan.md
  teddy preprocess --no-copy")]
pub struct Args {
    /// The plan, or `-`
    #[arg(value_name = "PLAN_FILE")]
    plan_file: Option<PathBuf>,
    /// Do not copy the result back to the clipboard
    #[arg(long, conflicts_with = "plan_file")]
    no_copy: bool,
}

pub fn run(args: &Args, call: &Call<'_>, input: &mut dyn Read) -> Answered {
    match args.plan_file.as_deref() {
        Some(path) if path == Path::new("-") => {
            let mended = mend(stdin::NAME, stdin::text(input)?);
            Ok(printed(call, stdin::NAME, &mended))
        }
        Some(path) => {
            let name = path.to_string_lossy();
            let mended = mend_file(&name, &call.door.setting.current_folder.join(path))?;
            Ok(told(call, &name, &mended))
        }
        None => Ok(clipboard(args, call).unwrap_or_else(|error| unreachable_clipboard(call, &error))),
    }
}

fn clipboard(args: &Args, call: &Call<'_>) -> Result<Answer, ClipboardError> {
    let desktop = &call.door.desktop;
    let mended = mend(CLIPBOARD, desktop.paste()?);
    let answer = printed(call, CLIPBOARD, &mended);
    if args.no_copy || !mended.is_changed || mended.is_ambiguous() {
        return Ok(answer);
    }
    match desktop.copy(&mended.text) {
        Err(error) if !call.wants_json => Ok(not_copied(answer, &unreachable_clipboard(call, &error))),
        copied => copied.map(|()| answer),
    }
}

/// The mended text is not lost with the clipboard.
fn not_copied(answer: Answer, trouble: &Answer) -> Answer {
    Answer {
        stdout: answer.stdout,
        stderr: answer.stderr + &trouble.stderr,
        code: trouble.code,
        receipt: None,
    }
}

/// The mended text is the answer, and what there is to say about it goes beside.
fn printed(call: &Call<'_>, name: &str, mended: &Mended) -> Answer {
    let view = view(name, mended, true);
    let code = code(mended);
    if call.wants_json {
        return Answer::done(preprocess_json(&view)).with_code(code);
    }
    Answer {
        stdout: mended.text.clone(),
        stderr: preprocess_text(&view),
        code,
        receipt: None,
    }
}

fn told(call: &Call<'_>, name: &str, mended: &Mended) -> Answer {
    let view = view(name, mended, false);
    match (call.wants_json, mended.is_ambiguous()) {
        (true, _) => Answer::done(preprocess_json(&view)).with_code(code(mended)),
        (false, true) => Answer::error(preprocess_text(&view), code(mended)),
        (false, false) => Answer::done(preprocess_text(&view)),
    }
}

fn view<'a>(name: &'a str, mended: &'a Mended, with_text: bool) -> PreprocessView<'a> {
    PreprocessView {
        name,
        source: &mended.source,
        text: with_text.then_some(&*mended.text),
        is_changed: mended.is_changed && !mended.is_ambiguous(),
        diagnostics: &mended.diagnostics,
    }
}

fn code(mended: &Mended) -> u8 {
    if mended.is_ambiguous() {
        exit::INVALID
    } else {
        exit::DONE
    }
}

fn unreachable_clipboard(call: &Call<'_>, error: &ClipboardError) -> Answer {
    let hint = "name a file (teddy preprocess plan.md), or use `-` for standard input";
    let trouble = Trouble::new("no_clipboard", error.to_string()).with_hint(hint);
    trouble::answer(&trouble, exit::IO, call.wants_json)
}
