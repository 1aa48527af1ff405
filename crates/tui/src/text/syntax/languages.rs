//! The languages that plans are mostly about.

use super::language::{Language, Quote};

const fn quote(open: &'static str, close: &'static str, escapes: bool, spans_lines: bool) -> Quote {
    Quote {
        open,
        close,
        escapes,
        spans_lines,
    }
}

const LONG_TEXT: Quote = quote("\"", "\"", true, true);
const TEXT: Quote = quote("\"", "\"", true, false);
const SINGLE: Quote = quote("'", "'", true, false);
const TRIPLE: Quote = quote("\"\"\"", "\"\"\"", true, true);
const BACKTICK: Quote = quote("`", "`", true, true);
const TRIPLE_SINGLE: Quote = quote("'''", "'''", true, true);
const LONG_RAW: Quote = quote("'", "'", false, true);
const RAW: Quote = quote("'", "'", false, false);
const BRACKETS: Quote = quote("[[", "]]", false, true);

const SLASHES: &[&str] = &["//"];
const HASH: &[&str] = &["#"];
const C_BLOCK: Option<(&str, &str)> = Some(("/*", "*/"));

/// What most of them have in common; each says in what it differs.
const PLAIN: Language = Language {
    names: &[],
    line_comments: &[],
    comments_follow_blanks: false,
    block_comment: None,
    quotes: &[TEXT, SINGLE],
    has_chars: false,
    keywords: &[],
    ignores_case: false,
};

#[rustfmt::skip]
pub const ALL: &[Language] = &[
    Language {
        names: &["rs", "rust"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        quotes: &[LONG_TEXT],
        has_chars: true,
        keywords: &[
            "Self", "as", "async", "await", "box", "break", "const", "continue", "crate", "dyn", "else", "enum",
            "extern", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub",
            "ref", "return", "self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where",
            "while", "yield",
        ],
        ..PLAIN
    },
    Language {
        names: &["c", "h", "cc", "cpp", "cxx", "hpp", "hxx", "c++", "m", "mm"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        keywords: &[
            "alignas", "auto", "bool", "break", "case", "catch", "char", "class", "const", "constexpr", "continue",
            "default", "define", "delete", "do", "double", "else", "endif", "enum", "explicit", "export", "extern",
            "false", "final", "float", "for", "friend", "goto", "if", "ifdef", "ifndef", "include", "inline", "int",
            "long", "mutable", "namespace", "new", "noexcept", "nullptr", "operator", "override", "private",
            "protected", "public", "return", "short", "signed", "sizeof", "static", "struct", "switch", "template",
            "this", "throw", "true", "try", "typedef", "typename", "union", "unsigned", "using", "virtual", "void",
            "volatile", "while",
        ],
        ..PLAIN
    },
    Language {
        names: &["java", "kt", "kts", "scala", "groovy", "gradle", "cs", "swift", "dart"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        quotes: &[TRIPLE, TEXT, SINGLE],
        keywords: &[
            "abstract", "as", "async", "await", "base", "boolean", "break", "case", "catch", "class", "companion",
            "const", "continue", "data", "def", "default", "do", "double", "else", "enum", "extends", "extension",
            "false", "final", "finally", "float", "for", "foreach", "fun", "func", "guard", "if", "implements",
            "import", "in", "init", "inline", "int", "interface", "internal", "is", "lateinit", "let", "long",
            "match", "namespace", "new", "nil", "null", "object", "open", "operator", "out", "override", "package",
            "private", "protected", "protocol", "public", "readonly", "record", "return", "sealed", "self", "static",
            "string", "struct", "super", "switch", "synchronized", "this", "throw", "throws", "trait", "true", "try",
            "typealias", "using", "val", "var", "void", "when", "where", "while", "with", "yield",
        ],
        ..PLAIN
    },
    Language {
        names: &["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "javascript", "typescript", "vue", "svelte"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        quotes: &[TEXT, SINGLE, BACKTICK],
        keywords: &[
            "abstract", "as", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
            "declare", "default", "delete", "do", "else", "enum", "export", "extends", "false", "finally", "for",
            "from", "function", "get", "if", "implements", "import", "in", "instanceof", "interface", "is", "keyof",
            "let", "namespace", "new", "null", "of", "private", "protected", "public", "readonly", "return",
            "satisfies", "set", "static", "super", "switch", "this", "throw", "true", "try", "type", "typeof",
            "undefined", "var", "void", "while", "with", "yield",
        ],
        ..PLAIN
    },
    Language {
        names: &["go"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        quotes: &[TEXT, SINGLE, BACKTICK],
        keywords: &[
            "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "false", "for",
            "func", "go", "goto", "if", "import", "interface", "iota", "map", "nil", "package", "range", "return",
            "select", "struct", "switch", "true", "type", "var",
        ],
        ..PLAIN
    },
    Language {
        names: &["py", "pyi", "python", "bzl", "build"],
        line_comments: HASH,
        quotes: &[TRIPLE, TRIPLE_SINGLE, TEXT, SINGLE],
        keywords: &[
            "False", "None", "True", "and", "as", "assert", "async", "await", "break", "case", "class", "continue",
            "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
            "lambda", "match", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
        ],
        ..PLAIN
    },
    Language {
        names: &["rb", "ruby", "rake", "gemfile", "rakefile", "ex", "exs"],
        line_comments: HASH,
        keywords: &[
            "alias", "and", "begin", "break", "case", "class", "def", "defmodule", "defp", "do", "else", "elsif",
            "end", "ensure", "false", "fn", "for", "if", "in", "module", "next", "nil", "not", "or", "redo",
            "require", "rescue", "retry", "return", "self", "super", "then", "true", "undef", "unless", "until",
            "use", "when", "while", "yield",
        ],
        ..PLAIN
    },
    Language {
        names: &["sh", "bash", "zsh", "ksh", "shell", "console", "bashrc", "zshrc", "profile", "env"],
        line_comments: HASH,
        comments_follow_blanks: true,
        quotes: &[LONG_TEXT, LONG_RAW],
        keywords: &[
            "break", "case", "continue", "do", "done", "elif", "else", "esac", "exit", "export", "fi", "for",
            "function", "if", "in", "local", "readonly", "return", "set", "shift", "source", "then", "trap", "unset",
            "until", "while",
        ],
        ..PLAIN
    },
    Language {
        names: &["toml", "ini", "cfg", "conf", "properties", "editorconfig", "gitconfig"],
        line_comments: &["#", ";"],
        comments_follow_blanks: true,
        quotes: &[TRIPLE, TRIPLE_SINGLE, TEXT, RAW],
        keywords: &[
            "false", "no", "off", "on", "true", "yes",
        ],
        ..PLAIN
    },
    Language {
        names: &["yaml", "yml"],
        line_comments: HASH,
        comments_follow_blanks: true,
        quotes: &[TEXT, RAW],
        keywords: &[
            "false", "no", "null", "off", "on", "true", "yes",
        ],
        ..PLAIN
    },
    Language {
        names: &["json", "jsonc", "json5", "ndjson"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        quotes: &[TEXT],
        keywords: &[
            "false", "null", "true",
        ],
        ..PLAIN
    },
    Language {
        names: &["sql"],
        line_comments: &["--"],
        block_comment: C_BLOCK,
        quotes: &[RAW, TEXT],
        ignores_case: true,
        keywords: &[
            "add", "all", "alter", "and", "as", "asc", "begin", "between", "by", "case", "check", "column", "commit",
            "constraint", "create", "cross", "database", "default", "delete", "desc", "distinct", "drop", "else",
            "end", "exists", "foreign", "from", "full", "group", "having", "if", "in", "index", "inner", "insert",
            "into", "is", "join", "key", "left", "like", "limit", "not", "null", "on", "or", "order", "outer",
            "primary", "references", "returning", "right", "rollback", "select", "set", "table", "then",
            "transaction", "union", "unique", "update", "values", "view", "when", "where", "with",
        ],
        ..PLAIN
    },
    Language {
        names: &["lua"],
        line_comments: &["--"],
        block_comment: Some(("--[[", "]]")),
        quotes: &[BRACKETS, TEXT, SINGLE],
        keywords: &[
            "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
            "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
        ],
        ..PLAIN
    },
    Language {
        names: &["hs", "haskell", "elm", "purs"],
        line_comments: &["--"],
        block_comment: Some(("{-", "-}")),
        quotes: &[TEXT],
        has_chars: true,
        keywords: &[
            "as", "case", "class", "data", "default", "deriving", "do", "else", "forall", "foreign", "hiding", "if",
            "import", "in", "infix", "infixl", "infixr", "instance", "let", "module", "newtype", "of", "qualified",
            "then", "type", "where",
        ],
        ..PLAIN
    },
    Language {
        names: &["css", "scss", "less"],
        line_comments: SLASHES,
        block_comment: C_BLOCK,
        keywords: &[
            "and", "from", "import", "important", "include", "keyframes", "media", "mixin", "not", "supports", "to",
            "use",
        ],
        ..PLAIN
    },
    Language {
        names: &["html", "htm", "xml", "svg", "xhtml", "plist"],
        block_comment: Some(("<!--", "-->")),
        quotes: &[LONG_TEXT, LONG_RAW],
        keywords: &[
            "a", "article", "body", "br", "button", "class", "code", "div", "doctype", "em", "footer", "form", "h1",
            "h2", "h3", "h4", "head", "header", "href", "html", "id", "img", "input", "label", "li", "link", "main",
            "meta", "nav", "ol", "option", "p", "pre", "rel", "script", "section", "select", "span", "src", "strong",
            "style", "svg", "table", "tbody", "td", "th", "thead", "title", "tr", "type", "ul", "xml",
        ],
        ..PLAIN
    },
    Language {
        names: &["make", "makefile", "mk", "gnumakefile"],
        line_comments: HASH,
        comments_follow_blanks: true,
        keywords: &[
            "define", "else", "endef", "endif", "export", "ifdef", "ifeq", "ifndef", "ifneq", "include", "override",
            "unexport",
        ],
        ..PLAIN
    },
    Language {
        names: &["dockerfile", "containerfile", "docker"],
        line_comments: HASH,
        comments_follow_blanks: true,
        ignores_case: true,
        keywords: &[
            "add", "arg", "as", "cmd", "copy", "entrypoint", "env", "expose", "from", "healthcheck", "label",
            "onbuild", "run", "shell", "stopsignal", "user", "volume", "workdir",
        ],
        ..PLAIN
    },
    Language {
        names: &["php"],
        line_comments: &["//", "#"],
        block_comment: C_BLOCK,
        keywords: &[
            "abstract", "and", "array", "as", "break", "case", "catch", "class", "clone", "const", "continue",
            "declare", "default", "do", "echo", "else", "elseif", "empty", "enum", "extends", "false", "final",
            "finally", "fn", "for", "foreach", "function", "global", "if", "implements", "include", "instanceof",
            "interface", "isset", "match", "namespace", "new", "null", "or", "print", "private", "protected",
            "public", "readonly", "require", "return", "static", "switch", "this", "throw", "trait", "true", "try",
            "unset", "use", "var", "while", "xor", "yield",
        ],
        ..PLAIN
    },
    Language {
        names: &["pl", "pm", "perl", "r"],
        line_comments: HASH,
        comments_follow_blanks: true,
        keywords: &[
            "FALSE", "NULL", "TRUE", "and", "break", "else", "elsif", "false", "for", "foreach", "function", "if",
            "in", "last", "library", "local", "my", "next", "not", "or", "our", "package", "redo", "repeat",
            "return", "sub", "undef", "unless", "until", "use", "while",
        ],
        ..PLAIN
    },
    Language {
        names: &["nix"],
        line_comments: HASH,
        block_comment: C_BLOCK,
        quotes: &[TRIPLE_SINGLE, LONG_TEXT],
        keywords: &[
            "assert", "else", "false", "if", "in", "inherit", "let", "null", "or", "rec", "then", "true", "with",
        ],
        ..PLAIN
    },
    Language {
        names: &["tf", "hcl", "tfvars"],
        line_comments: &["#", "//"],
        block_comment: C_BLOCK,
        quotes: &[TEXT],
        keywords: &[
            "data", "dynamic", "else", "false", "for", "for_each", "if", "in", "locals", "module", "null", "output",
            "provider", "resource", "true", "variable",
        ],
        ..PLAIN
    },
    Language {
        names: &["proto", "thrift", "graphql", "gql"],
        line_comments: &["//", "#"],
        block_comment: C_BLOCK,
        quotes: &[TRIPLE, TEXT, SINGLE],
        keywords: &[
            "bool", "bytes", "double", "enum", "extend", "false", "float", "fragment", "import", "input", "int32",
            "int64", "interface", "map", "message", "mutation", "oneof", "option", "optional", "package", "query",
            "repeated", "required", "reserved", "returns", "rpc", "scalar", "schema", "service", "stream", "string",
            "struct", "subscription", "syntax", "true", "type", "uint32", "uint64", "union",
        ],
        ..PLAIN
    },
    Language {
        names: &["zig"],
        line_comments: SLASHES,
        keywords: &[
            "and", "async", "await", "break", "catch", "comptime", "const", "continue", "defer", "else", "enum",
            "errdefer", "error", "export", "extern", "false", "fn", "for", "if", "inline", "null", "or", "orelse",
            "pub", "return", "struct", "switch", "test", "true", "try", "undefined", "union", "unreachable",
            "usingnamespace", "var", "while",
        ],
        ..PLAIN
    },
    Language {
        names: &["clj", "cljs", "edn", "lisp", "el", "scm"],
        line_comments: &[";"],
        quotes: &[LONG_TEXT],
        keywords: &[
            "and", "case", "cond", "def", "defmacro", "defn", "defun", "do", "else", "false", "fn", "for", "if",
            "lambda", "let", "loop", "nil", "ns", "or", "quote", "recur", "require", "set", "true", "when",
        ],
        ..PLAIN
    },
];
