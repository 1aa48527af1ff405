//! `cargo xtask sim [--seeds N]`: the seeded simulation (R5).

use std::process::ExitCode;

use crate::error::XtaskError;
use crate::promise;

pub fn run(arguments: &[&str]) -> Result<ExitCode, XtaskError> {
    promise::run(&["r05_"], seeds(arguments)?)
}

fn seeds(arguments: &[&str]) -> Result<Option<u64>, XtaskError> {
    let number = match arguments {
        [] => return Ok(None),
        ["--seeds", number] => number,
        [one] => one.strip_prefix("--seeds=").unwrap_or_default(),
        _ => "",
    };
    match number.parse() {
        Ok(seeds) if seeds > 0 => Ok(Some(seeds)),
        _ => Err(XtaskError::Usage("`sim` takes `--seeds N`, at least 1".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::seeds;

    fn check(arguments: &[&str], expect: Option<Option<u64>>) {
        assert_eq!(seeds(arguments).ok(), expect);
    }

    #[test]
    fn reads_the_number_of_seeds() {
        check(&[], Some(None));
        check(&["--seeds", "20"], Some(Some(20)));
        check(&["--seeds=20"], Some(Some(20)));
        for wrong in [
            &["--seeds"][..],
            &["--seeds", "0"],
            &["20"],
            &["--seeds", "x"],
            &["--seeds", "1", "2"],
        ] {
            check(wrong, None);
        }
    }
}
