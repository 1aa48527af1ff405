//! Every rule that has a page of its own, wherever it stands.

use crate::rule::Rule;
use crate::spelling;
use crate::teddy;

/// By name.
pub fn all() -> Vec<&'static Rule> {
    let mut rules = [
        &teddy::rules::RULES[..],
        &teddy::fence::rules::RULES[..],
        &teddy::check::rules::RULES[..],
    ]
    .concat();
    rules.sort_by_key(|rule| rule.name);
    rules
}

pub fn find(name: &str) -> Option<&'static Rule> {
    all().into_iter().find(|rule| rule.name == name)
}

/// What was meant by a name that is no rule's.
pub fn nearest(name: &str) -> Option<&'static str> {
    let names: Vec<_> = all().into_iter().map(|rule| rule.name).collect();
    spelling::nearest(name, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let names: Vec<_> = all().into_iter().map(|rule| rule.name).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        let is_kebab = |name: &&str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(is_kebab), "{names:?}");
        assert_eq!(nearest("title-mising"), Some("title-missing"));
    }
}
