//! R6: eight times the text takes about eight times the time, for any hostile text.

use std::time::Duration;

use dialect::planloop::read_update;
use planwright_testkit::busy;

use crate::r06_parsers::judge;

/// A quadratic reader would take 64 times as long.
const GROWTH: u32 = 8;
const TOLERATED: u32 = 20;
const SMALL_BYTES: usize = 64 * 1024;
const TRIES: usize = 3;
/// Shorter times are too coarse to compare.
const TOO_SHORT: Duration = Duration::from_millis(8);

/// A name, and a text of about this many bytes.
pub type Case = (&'static str, fn(usize) -> String);

#[test]
fn r06_hostile_payloads_are_read_in_linear_time() {
    let cases: &[Case] = &[
        ("deep brackets", |bytes| "[".repeat(bytes)),
        ("deep objects", |bytes| "{\"a\":".repeat(bytes / 5)),
        ("one key again and again", |bytes| {
            object(bytes, |_| "\"agent\":1".to_owned())
        }),
        ("an unknown key again and again", |bytes| {
            object(bytes, |_| "\"x\":1".to_owned())
        }),
        ("many unknown keys", |bytes| object(bytes, |n| format!("\"x{n}\":1"))),
        ("many empty tasks", |bytes| tasks(bytes, |_| "{}".to_owned())),
        ("many wrong tasks", |bytes| tasks(bytes, |_| "1".to_owned())),
        ("a long number", |bytes| {
            format!("{{\"last_seen_version\":{}}}", "9".repeat(bytes))
        }),
        ("a long string", |bytes| {
            format!("{{\"final_summary\":\"{}\"}}", "é".repeat(bytes / 2))
        }),
        ("many escapes", |bytes| {
            format!("{{\"final_summary\":\"{}\"}}", "\\u00e9".repeat(bytes / 6))
        }),
        ("a string without end", |bytes| {
            format!("{{\"final_summary\":\"{}", "a".repeat(bytes))
        }),
        ("a fault after many lines", |bytes| "\n".repeat(bytes) + "{'"),
        ("many updates of one task", |bytes| {
            format!(
                "{{\"update_tasks\":[{}]}}",
                list(bytes, |_| "{\"id\":1,\"status\":\"DONE\"}".to_owned())
            )
        }),
        ("many dependencies", |bytes| {
            tasks(bytes, |n| {
                task(n, &list(900, |n| n.to_string()), "See section 2.", "a.md")
            })
        }),
    ];
    for (name, text) in cases {
        check_growth(name, *text, read, SMALL_BYTES);
    }
}

#[test]
fn r06_hostile_hints_are_judged_in_linear_time() {
    let cases: &[Case] = &[
        ("back-ticks", |bytes| hints(bytes, |_| "`".repeat(50_000))),
        ("back-ticks and spaces", |bytes| hints(bytes, |_| "` ".repeat(20_000))),
        ("many mentions", |bytes| {
            hints(bytes, |n| format!("`src/a{n}.rs` ").repeat(2_000))
        }),
        ("many names", |bytes| {
            hints(bytes, |n| format!("`a{n}.rs` ").repeat(2_000))
        }),
        ("many words", |bytes| hints(bytes, |_| "section ".repeat(5_000))),
        ("dots and slashes", |bytes| hints(bytes, |_| "../".repeat(15_000))),
        ("one long word", |bytes| hints(bytes, |_| "a_".repeat(20_000))),
    ];
    for (name, text) in cases {
        check_growth(name, *text, read, SMALL_BYTES);
    }
}

#[test]
fn r06_hostile_plans_are_judged_in_linear_time() {
    let cases: &[Case] = &[
        ("a chain", |bytes| {
            tasks(bytes, |n| task(n, &n.to_string(), "See section 2.", "+a.md"))
        }),
        ("one long cycle", |bytes| {
            let last = bytes / tasks(1, |n| task(n, &n.to_string(), "See section 2.", "a.md")).len();
            tasks(bytes, |n| {
                task(n, &if n == 0 { last } else { n }.to_string(), "See section 2.", "a.md")
            })
        }),
        ("each depends on itself", |bytes| {
            tasks(bytes, |n| task(n, &(n + 1).to_string(), "See section 2.", "a.md"))
        }),
        ("all create one path and need another", |bytes| {
            tasks(bytes, |n| task(n, "", "See section 2.", "+a.md\",\"b.md"))
        }),
        ("the same folder", |bytes| {
            tasks(bytes, |n| task(n, "", "See `src/a.md`.", &format!("+src/a{n}.md")))
        }),
    ];
    for (name, text) in cases {
        check_growth(name, *text, read, SMALL_BYTES);
    }
}

/// Checks that `read` takes time in proportion to the text.
pub fn check_growth(name: &str, text: fn(usize) -> String, read: fn(&str), small_bytes: usize) {
    let (small, large) = (text(small_bytes), text(small_bytes * GROWTH as usize));
    let quick = (0..TRIES).map(|_| time(read, &small)).min().unwrap_or_default();
    let limit = quick.max(TOO_SHORT) * TOLERATED;
    // One fast try is enough.
    let slow = (0..TRIES).map(|_| time(read, &large)).find(|slow| *slow < limit);
    eprintln!(
        "{name}: {quick:.1?} for {} KiB, {slow:.1?} for {} KiB",
        small.len() / 1024,
        large.len() / 1024
    );
    assert!(
        slow.is_some(),
        "{name}: {quick:?} for a small one, and {GROWTH} times as much takes over {limit:?}"
    );
}

/// The processor time of the work, without other processes.
fn time(read: fn(&str), text: &str) -> Duration {
    let since = busy();
    read(text);
    busy().saturating_sub(since)
}

fn read(text: &str) {
    let (change, origin, faults) = read_update(text);
    if faults.is_empty() {
        judge(&change, &origin);
    }
}

fn object(bytes: usize, field: fn(usize) -> String) -> String {
    format!("{{{}}}", list(bytes, field))
}

fn tasks(bytes: usize, task: impl Fn(usize) -> String) -> String {
    format!("{{\"add_tasks\":[{}]}}", list(bytes, task))
}

/// Tasks of some ten kilobytes each.
fn hints(bytes: usize, hint: fn(usize) -> String) -> String {
    tasks(bytes, |n| task(n, "", &hint(n), "+a.md"))
}

fn task(number: usize, after: &str, hint: &str, path: &str) -> String {
    format!(
        "{{\"title\":\"Write part {number}\",\"type\":\"feature\",\"dependencies\":[{after}],\
         \"context_hints\":[\"{hint}\"],\"relevant_file_paths\":[\"{path}\"]}}"
    )
}

fn list(bytes: usize, item: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes + 256);
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        if number > 0 {
            text.push(',');
        }
        text.push_str(&item(number));
    }
    text
}
