//! Lists of task numbers, short enough to read.

use model::TaskNumber;

/// `1, 2` or `1–5, 8`: three and more in a row become a range.
pub fn list(numbers: &[TaskNumber]) -> String {
    let mut words = Vec::new();
    let mut rest = numbers;
    while let Some(first) = rest.first() {
        let run = run_length(rest);
        let (head, tail) = rest.split_at(if run > 2 { run } else { 1 });
        match head.last() {
            Some(last) if last != first => words.push(format!("{first}–{last}")),
            _ => words.push(first.to_string()),
        }
        rest = tail;
    }
    words.join(", ")
}

fn run_length(numbers: &[TaskNumber]) -> usize {
    let steps = numbers
        .windows(2)
        .take_while(|pair| pair[0].0.checked_add(1) == Some(pair[1].0));
    1 + steps.count()
}

pub(crate) fn plain(numbers: &[TaskNumber]) -> Vec<u32> {
    numbers.iter().map(|number| number.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_ranges() {
        let check = |numbers: &[u32], expected: &str| {
            let numbers: Vec<_> = numbers.iter().copied().map(TaskNumber).collect();
            assert_eq!(list(&numbers), expected);
        };
        check(&[], "");
        check(&[4], "4");
        check(&[1, 2], "1, 2");
        check(&[1, 2, 3], "1–3");
        check(&[1, 2, 3, 7, 9, 10, 12, 13, 14], "1–3, 7, 9, 10, 12–14");
        check(&[3, 1, u32::MAX], "3, 1, 4294967295");
    }
}
