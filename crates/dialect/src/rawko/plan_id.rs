//! Names of plans: `plan-YYYYMMDD-<slug>`, and `-vN` behind it for every version but the first.

use model::{InvalidId, PlanId, TaskKey, Timestamp, limits};

use crate::text::time::rfc3339;

/// Room in an id for what tells equal slugs and versions apart.
const SLUG_CHARS: usize = 32;

/// An id for a new plan that nobody has yet.
pub fn new_id(task: &str, at: Timestamp, is_taken: impl Fn(&PlanId) -> bool) -> PlanId {
    let base = format!("plan-{}-{}", day(at), slug(task));
    let numbered = (2_u64..).map(|number| format!("{base}-{number}"));
    std::iter::once(base.clone())
        .chain(numbered)
        .filter_map(|name| PlanId::new(&name).ok())
        .find(|id| !is_taken(id))
        .unwrap_or_else(|| unreachable!("there are more numbers than plans"))
}

/// The id of another version of the same plan. A name that leaves no room for the number is refused.
pub fn version_id(id: &PlanId, version: u32, wanted: u32) -> Result<PlanId, InvalidId> {
    let base = base(id, version);
    match wanted {
        0 | 1 => PlanId::new(base),
        _ => PlanId::new(&format!("{base}-v{wanted}")),
    }
}

/// What all versions of a plan have in common. Only the plan's own version is taken off, because a first version may
/// well be called `upgrade-to-v2`.
pub fn base(id: &PlanId, version: u32) -> &str {
    let id = id.as_str();
    match version {
        0 | 1 => id,
        _ => id.strip_suffix(&format!("-v{version}")).unwrap_or(id),
    }
}

/// `v3` or `3`, as people name a version.
pub fn read_version(word: &str) -> Option<u32> {
    let number = word.strip_prefix('v').unwrap_or(word);
    number.parse().ok().filter(|version| *version > 0)
}

/// `YYYYMMDD`
fn day(at: Timestamp) -> String {
    rfc3339(at).chars().take(10).filter(char::is_ascii_digit).collect()
}

/// Words that fit. A slug must not end like the id of a version, or two plans could want the same name.
fn slug(task: &str) -> String {
    let key = TaskKey::from_title(task);
    let mut slug = key.as_str();
    while slug.len() > SLUG_CHARS {
        slug = slug.rsplit_once('-').map_or(&slug[..SLUG_CHARS], |(words, _)| words);
    }
    let last = slug.rsplit('-').next().unwrap_or_default();
    match last.starts_with('v') && read_version(last).is_some() {
        true => format!("{slug}-plan"),
        false => slug.to_owned(),
    }
}

const _: () = assert!(
    SLUG_CHARS + 26 <= limits::NAME_CHARS,
    "a version must fit behind the slug"
);

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Timestamp = Timestamp::from_millis(1_769_162_400_000);

    fn id(text: &str) -> PlanId {
        PlanId::new(text).unwrap()
    }

    #[test]
    fn a_task_suggests_an_id() {
        for (task, expected) in [
            ("Keep notes in a file", "plan-20260123-keep-notes-in-a-file"),
            ("", "plan-20260123-task"),
            ("../../etc/passwd", "plan-20260123-etc-passwd"),
            ("日本", "plan-20260123-task"),
            ("Upgrade to v2", "plan-20260123-upgrade-to-v2-plan"),
            (
                "Teach the store to keep every note that was ever written",
                "plan-20260123-teach-the-store-to-keep-every",
            ),
        ] {
            assert_eq!(new_id(task, DAY, |_| false), id(expected));
        }
        let long = new_id(&"x".repeat(500), DAY, |_| false);
        assert_eq!(long.as_str().len(), 14 + SLUG_CHARS);
    }

    #[test]
    fn a_taken_id_gets_a_number() {
        let taken = [id("plan-20260123-notes"), id("plan-20260123-notes-2")];
        let found = new_id("Notes", DAY, |id| taken.contains(id));
        assert_eq!(found, id("plan-20260123-notes-3"));
    }

    #[test]
    fn versions_do_not_pile_up() {
        let first = id("plan-20260123-notes");
        let second = version_id(&first, 1, 2).unwrap();
        assert_eq!(second, id("plan-20260123-notes-v2"));
        assert_eq!(version_id(&second, 2, 3), Ok(id("plan-20260123-notes-v3")));
        assert_eq!(version_id(&second, 2, 1), Ok(first));
        assert_eq!(base(&second, 2), "plan-20260123-notes");
    }

    #[test]
    fn a_name_that_only_looks_like_a_version_is_kept() {
        let named = id("move-to-v2");
        assert_eq!(base(&named, 1), "move-to-v2");
        assert_eq!(version_id(&named, 1, 2), Ok(id("move-to-v2-v2")));
        assert_eq!(base(&named, 3), "move-to-v2");
        assert!(version_id(&id(&"x".repeat(64)), 1, 2).is_err());
    }

    #[test]
    fn people_name_versions_with_or_without_a_letter() {
        assert_eq!((read_version("v12"), read_version("12")), (Some(12), Some(12)));
        for word in ["", "v", "v0", "0", "-1", "vv1", "plan-v2", "99999999999"] {
            assert_eq!(read_version(word), None, "{word}");
        }
    }
}
