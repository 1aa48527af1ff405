//! `.teddy/memos.yaml`: one list of short facts.

use model::Memos;

use crate::agentctl::yaml;

/// The memos of the file, or why it cannot be read.
pub fn read_memos(text: &str) -> Result<Memos, String> {
    yaml::texts(text).map(Memos::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memos_are_a_list_of_texts() {
        let memos = read_memos("# ours\n- Use 'pnpm'.\n- \"C# is fine\" # a comment\n").unwrap();
        assert_eq!(memos.as_slice(), ["Use 'pnpm'.", "C# is fine"]);
        for empty in ["", "\n", "# none yet\n"] {
            assert_eq!(read_memos(empty).unwrap().as_slice(), [""; 0]);
        }
    }

    #[test]
    fn anything_else_is_no_memo_file() {
        for text in ["a: b\n", "- a: b\n", "- &x a\n- *x\n", "- [a]\n", "- 'a\n"] {
            assert!(read_memos(text).is_err(), "{text}");
        }
    }
}
