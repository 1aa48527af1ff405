//! Tells a hint that asks for something from one that only mentions it.

/// Words that are verbs wherever they stand. Sorted.
#[rustfmt::skip]
const ACTIONS: [&str; 248] = [
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
    "inspect", "install", "instantiate", "integrate", "introduce", "investigate", "invoke", "isolate", "iterate",
    "join", "keep", "launch", "learn", "leave", "let", "locate", "look", "maintain", "make", "manage", "measure",
    "merge", "migrate", "minimize", "modify", "monitor", "normalize", "notice", "obtain", "omit", "optimize",
    "organize", "override", "paginate", "parameterize", "parametrize", "parse", "perform", "persist", "pick", "pin",
    "populate", "prefer", "prepare", "prepend", "preserve", "prevent", "produce", "propagate", "propose", "protect",
    "prove", "provide", "publish", "put", "raise", "read", "rebuild", "recall", "reconcile", "redirect", "reduce",
    "refactor", "refer", "reference", "regenerate", "register", "reject", "rely", "remember", "remove", "rename",
    "render", "reorder", "repeat", "replace", "replicate", "reproduce", "require", "reset", "resolve", "respect",
    "restore", "restructure", "retain", "retrieve", "retry", "reuse", "revert", "review", "revisit", "rewrite",
    "run", "sanitize", "scan", "see", "select", "send", "separate", "serialize", "simplify", "skim", "skip",
    "specify", "spell", "store", "study", "submit", "subscribe", "substitute", "suppress", "swap", "switch", "sync",
    "synchronize", "take", "tell", "think", "throw", "tokenize", "treat", "trim", "try", "tweak", "understand",
    "unify", "unwrap", "update", "upgrade", "upload", "use", "utilize", "validate", "verify", "visit", "walk",
    "wire", "write", "yield",
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

pub(super) fn holds_any(text: &str) -> bool {
    text.split(is_clause_end).any(clause_holds_any)
}

fn clause_holds_any(clause: &str) -> bool {
    let is_gap = |c: char| !(c.is_alphanumeric() || c == '\'' || c == '’');
    let mut is_front = true;
    for word in clause.split(is_gap).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase().replace('’', "'");
        if is_in(&ACTIONS, &word) || (is_front && is_in(&ACTIONS_IN_FRONT, &word)) {
            return true;
        }
        is_front = is_in(&LEADS, &word);
    }
    false
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
        assert!(ACTIONS.is_sorted() && ACTIONS_IN_FRONT.is_sorted() && LEADS.is_sorted());
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
