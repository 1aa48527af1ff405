//! Tells a hint that asks for something from one that only mentions it.

/// Words that are verbs wherever they stand. Sorted.
#[rustfmt::skip]
const ACTIONS: [&str; 254] = [
    "accept", "adapt", "add", "adhere", "adjust", "adopt", "agree", "align", "allow", "analyze", "append", "apply",
    "ask", "assert", "assign", "assume", "attach", "authenticate", "authorize", "avoid", "backfill", "begin",
    "bind", "bring", "bump", "calculate", "capture", "catch", "centralize", "check", "choose", "clarify", "clean",
    "collect", "combine", "compare", "compile", "compute", "configure", "confirm", "connect", "consider",
    "consolidate", "construct", "consult", "convert", "create", "decide", "declare", "decode", "decompose",
    "deduplicate", "define", "delegate", "delete", "deprecate", "derive", "describe", "deserialize", "detect",
    "determine", "disable", "discard", "discuss", "display", "distinguish", "divide", "document", "download",
    "edit", "embed", "emit", "enable", "encode", "enforce", "ensure", "enumerate", "escape", "establish",
    "evaluate", "examine", "exclude", "execute", "expand", "explain", "explore", "export", "expose", "extend",
    "extract", "fetch", "find", "focus", "follow", "format", "gather", "generate", "give", "handle", "identify",
    "ignore", "illustrate", "implement", "import", "improve", "include", "initialize", "inject", "insert",
    "inspect", "install", "instantiate", "integrate", "introduce", "invent", "investigate", "invoke", "isolate",
    "iterate", "join", "keep", "launch", "learn", "leave", "let", "locate", "look", "maintain", "make", "manage",
    "measure", "merge", "migrate", "minimize", "modify", "monitor", "normalize", "notice", "obtain", "omit",
    "optimize", "organize", "override", "paginate", "parameterize", "parametrize", "parse", "paste", "perform",
    "persist", "pick", "pin", "populate", "prefer", "prepare", "prepend", "preserve", "prevent", "produce",
    "propagate", "propose", "protect", "prove", "provide", "publish", "put", "raise", "read", "rebuild", "recall",
    "reconcile", "recreate", "redirect", "reduce", "refactor", "refer", "reference", "regenerate", "register",
    "reject", "rely", "remember", "remove", "rename", "render", "reorder", "reorganize", "repeat", "replace",
    "replicate", "reproduce", "require", "reset", "resolve", "respect", "restore", "restrict", "restructure",
    "retain", "retrieve", "retry", "reuse", "revert", "review", "revisit", "rework", "rewrite", "run", "sanitize",
    "scan", "see", "select", "send", "separate", "serialize", "simplify", "skim", "skip", "specify", "spell",
    "store", "study", "submit", "subscribe", "substitute", "suppress", "swap", "switch", "sync", "synchronize",
    "take", "tell", "think", "throw", "tokenize", "treat", "trim", "try", "tweak", "understand", "unify", "unwrap",
    "update", "upgrade", "upload", "use", "utilize", "validate", "verify", "visit", "walk", "wire", "write",
    "yield",
];
/// Words that are as often nouns: they count only where a clause begins. Sorted.
#[rustfmt::skip]
const ACTIONS_IN_FRONT: [&str; 153] = [
    "aim", "answer", "benchmark", "branch", "break", "build", "bundle", "cache", "call", "cancel", "chain",
    "change", "charge", "clone", "close", "comment", "commit", "compress", "control", "copy", "count", "cover",
    "crawl", "cross", "debug", "decrypt", "depend", "deploy", "design", "diff", "draft", "drop", "dump", "encrypt",
    "estimate", "exit", "filter", "fix", "fork", "forward", "get", "group", "guard", "hash", "help", "hide",
    "highlight", "hook", "host", "index", "inline", "interface", "issue", "label", "limit", "link", "lint", "list",
    "listen", "load", "lock", "log", "map", "mark", "match", "mind", "mirror", "mock", "model", "move", "name",
    "note", "notify", "open", "order", "pack", "page", "pair", "pass", "patch", "pause", "place", "plan", "point",
    "poll", "post", "prefix", "present", "print", "profile", "program", "prune", "pull", "push", "query", "queue",
    "quote", "rank", "rate", "record", "refresh", "release", "repair", "report", "request", "reserve", "resume",
    "return", "round", "route", "sample", "save", "schedule", "scope", "search", "seed", "set", "share", "ship",
    "show", "sign", "size", "sketch", "sort", "split", "stage", "start", "state", "stick", "stop", "stream", "stub",
    "style", "support", "table", "tag", "target", "test", "touch", "trace", "track", "transform", "translate",
    "trigger", "trust", "turn", "type", "view", "wait", "warn", "watch", "work", "wrap",
];
/// Words after which a verb is expected. Sorted.
#[rustfmt::skip]
const LEADS: [&str; 39] = [
    "also", "always", "and", "better", "can", "can't", "cannot", "carefully", "do", "don't", "either", "finally",
    "first", "instead", "it", "just", "later", "let's", "may", "must", "never", "next", "not", "now", "only", "or",
    "otherwise", "please", "quickly", "should", "simply", "so", "still", "then", "they", "to", "we", "will", "you",
];

/// Words that are never verbs to act on, so that "in the" or "should be" is no order. Sorted.
#[rustfmt::skip]
const FUNCTION_WORDS: [&str; 167] = [
    "a", "about", "above", "across", "after", "again", "against", "all", "almost", "along", "also", "although",
    "always", "am", "among", "an", "and", "another", "any", "are", "around", "as", "at", "be", "because", "been",
    "before", "behind", "being", "below", "beneath", "beside", "between", "beyond", "both", "but", "by", "can",
    "could", "did", "do", "does", "down", "during", "each", "either", "even", "ever", "every", "except", "few",
    "for", "from", "had", "has", "have", "having", "he", "her", "here", "him", "his", "how", "i", "if", "in",
    "inside", "into", "is", "it", "its", "just", "like", "many", "may", "me", "might", "more", "most", "much",
    "must", "my", "near", "neither", "never", "new", "no", "nor", "not", "of", "off", "often", "old", "on", "once",
    "only", "onto", "or", "other", "others", "our", "out", "outside", "over", "own", "past", "per", "quite",
    "rather", "same", "several", "shall", "she", "should", "since", "so", "some", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "though", "through", "throughout", "till",
    "to", "too", "toward", "towards", "under", "unless", "until", "up", "upon", "us", "versus", "very", "via",
    "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why", "will", "with",
    "within", "without", "would", "yes", "yet", "you", "your",
];
/// Words that an object begins with: any other word before one, in front of a clause, is an order. Sorted.
#[rustfmt::skip]
const OBJECT_WORDS: [&str; 24] = [
    "a", "all", "an", "any", "both", "each", "every", "her", "his", "it", "its", "my", "no", "one", "our", "some",
    "that", "the", "their", "them", "these", "this", "those", "your",
];
/// Words that make an order of the next word. Sorted.
const ORDERS: [&str; 6] = ["always", "don't", "must", "never", "please", "should"];

pub(super) fn holds_any(text: &str) -> bool {
    text.split(is_clause_end).any(clause_holds_any)
}

fn clause_holds_any(clause: &str) -> bool {
    let is_gap = |c: char| !(c.is_alphanumeric() || c == '\'' || c == '’');
    let words = clause.split(is_gap).filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(|word| word.to_lowercase().replace('’', "'")).collect();
    (0..words.len()).any(|index| is_action(&words[..index], &words[index], words.get(index + 1)))
}

fn is_action(before: &[String], word: &str, next: Option<&String>) -> bool {
    let is_front = before.last().is_none_or(|lead| is_in(&LEADS, lead));
    let is_open = !is_in(&FUNCTION_WORDS, word) && word.starts_with(char::is_alphabetic);
    let has_object = next.is_some_and(|next| is_in(&OBJECT_WORDS, next));
    is_in(&ACTIONS, word)
        || (is_front && is_in(&ACTIONS_IN_FRONT, word))
        || (is_open && is_front && has_object)
        || (is_open && is_ordered(before))
}

fn is_ordered(before: &[String]) -> bool {
    match before {
        [.., lead, not] if not == "not" => matches!(lead.as_str(), "do" | "must" | "should"),
        [.., last] => is_in(&ORDERS, last),
        [] => false,
    }
}

fn is_clause_end(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '–' | '—' | '\n')
}

fn is_in(words: &[&str], word: &str) -> bool {
    words.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_for_the_search() {
        for words in [
            ACTIONS.as_slice(),
            &ACTIONS_IN_FRONT,
            &LEADS,
            &FUNCTION_WORDS,
            &OBJECT_WORDS,
            &ORDERS,
        ] {
            assert!(words.is_sorted());
        }
    }

    #[test]
    fn unlisted_verbs_show_by_their_place() {
        for (text, expected) in [
            ("Frobnicate the widget", true),
            ("Then frobnicate it", true),
            ("Do not frobnicate", true),
            ("You must not frobnicate", true),
            ("Never frobnicate", true),
            ("Please frobnicate", true),
            ("In the widget", false),
            ("This should be easy", false),
            ("Widget of the week", false),
            ("It is not important", false),
            ("Only the widget", false),
        ] {
            assert_eq!(holds_any(text), expected, "{text}");
        }
    }

    #[test]
    fn nouns_count_only_in_front() {
        for (text, expected) in [
            ("test it", true),
            ("then test it", true),
            ("First, test it", true),
            ("the test", false),
            ("test", true),
            ("a model for users", false),
            ("READ IT", true),
            ("Don’t log it", true),
            ("", false),
            ("日本語", false),
        ] {
            assert_eq!(holds_any(text), expected, "{text}");
        }
    }
}
