use std::io::Read;
use std::path::{Path, PathBuf};

use engine::ClipboardError;
use engine::proposals::{Mended, mend, mend_file};
use render::errors::Trouble;
use render::teddy::{preprocess_json, preprocess_text};

use super::call::{Answered, Call, then_failed};
use crate::answer::{Answer, exit};
use crate::{stdin, trouble};

const CLIPBOARD: &str = "<clipboard>";

/// Repair the code fences of a plan
///
/// A file is repaired in place, and only if it needs repair. With `-`, the plan is read from standard input and printed.
/// Without an argument, the plan is read from the clipboard, printed, and copied to the clipboard again.
///
/// If a fence is ambiguous, nothing is changed, the lines are reported, and the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  teddy preprocess plan.md
  teddy preprocess - < answer.md > plan.md
  teddy preprocess --no-copy")]
pub struct Args {
    /// The plan, or `-` for standard input [default: the clipboard]
    #[arg(value_name = "PLAN_FILE")]
    plan_file: Option<PathBuf>,
    /// Do not copy the result to the clipboard
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
    Ok(match desktop.copy(&mended.text) {
        Ok(()) => answer,
        Err(error) => then_failed(answer, unreachable_clipboard(call, &error)),
    })
}

/// The repaired text is the answer, and the remarks about it go to standard error.
fn printed(call: &Call<'_>, name: &str, mended: &Mended) -> Answer {
    let answer = call.answer(|| preprocess_json(name, mended, true), || mended.text.clone());
    Answer {
        stderr: if call.wants_json {
            String::new()
        } else {
            preprocess_text(name, mended)
        },
        code: code(mended),
        ..answer
    }
}

fn told(call: &Call<'_>, name: &str, mended: &Mended) -> Answer {
    if !call.wants_json && mended.is_ambiguous() {
        return Answer::error(preprocess_text(name, mended), exit::INVALID);
    }
    let answer = call.answer(
        || preprocess_json(name, mended, false),
        || preprocess_text(name, mended),
    );
    answer.with_code(code(mended))
}

fn code(mended: &Mended) -> u8 {
    match mended.is_ambiguous() {
        true => exit::INVALID,
        false => exit::DONE,
    }
}

fn unreachable_clipboard(call: &Call<'_>, error: &ClipboardError) -> Answer {
    let hint = "name a file (teddy preprocess plan.md), or use `-` for standard input";
    let trouble = Trouble::new("no_clipboard", error.to_string())
        .with_exit(exit::IO)
        .with_hint(hint);
    trouble::answer(&trouble, call.wants_json)
}
