//! A long proposal of the usual mixture with its files, and a long file that lacks a FIND text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

use dialect::teddy::check::{Entry, TurnView, View};
use model::RelPath;

pub struct Scene {
    pub proposal: String,
    files: HashMap<String, String>,
}

const HEAD: &str = "\
# Move the Importer to Streams
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer

## Rationale
````text
### 1. Synthesis
One malformed row stops the whole import.

### 2. Justification
Counting and reporting happens in one place already.

### 3. Expected Outcome
The sample with three broken rows imports 97 of 100.

### 4. State Dashboard
- **Goal:** An import that survives bad rows
````

## Action Plan

";

/// Functions in a file of code: a few kilobytes.
const FUNCTIONS: usize = 10;

impl Scene {
    /// A proposal of at least this many bytes.
    pub fn new(bytes: usize) -> Self {
        let mut scene = Self {
            proposal: HEAD.to_owned(),
            files: HashMap::new(),
        };
        for number in 0.. {
            if scene.proposal.len() >= bytes {
                break;
            }
            match number % 8 {
                0 | 2 | 5 => scene.create(number),
                1 | 4 | 6 => scene.edit(number),
                3 => scene.read(number),
                _ => scene.execute(number),
            }
        }
        scene
    }

    fn create(&mut self, number: usize) {
        let code = code(number);
        let path = path("new", number);
        self.add(format_args!(
            "### `CREATE`\n- **File Path:** [{path}](/{path})\n\
             - **Description:** A place for step {number} of the import.\n````rust\n{code}````\n\n"
        ));
    }

    fn edit(&mut self, number: usize) {
        let path = path("old", number);
        self.add(format_args!(
            "### `EDIT`\n- **File Path:** [{path}](/{path})\n- **Description:** Go on after a row that cannot be read.\n\n"
        ));
        for place in [2, 7] {
            let (find, replace) = (function(number, place), replacement(number, place));
            self.add(format_args!(
                "`FIND:`\n````rust\n{find}````\n`REPLACE:`\n````rust\n{replace}````\n\n"
            ));
        }
        self.files.insert(path, code(number));
    }

    fn read(&mut self, number: usize) {
        let path = path("docs", number);
        self.add(format_args!(
            "### `READ`\n- **Resource:** [{path}](/{path})\n- **Description:** It promises something about errors.\n\n"
        ));
        self.files.insert(path, "# Errors\n".to_owned());
    }

    fn execute(&mut self, number: usize) {
        self.add(format_args!(
            "### `EXECUTE`\n- **Description:** Run the tests of step {number}.\n\
             - **Expected Outcome:** Everything passes.\n````shell\ncargo test step_{number}\n````\n\n"
        ));
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = self.proposal.write_fmt(text);
    }
}

impl View for Scene {
    fn entry(&self, path: &RelPath) -> Entry<'_> {
        let text = self.files.get(path.as_str());
        text.map_or(Entry::Absent, |text| Entry::Text(Cow::Borrowed(text)))
    }

    fn memos(&self) -> &[String] {
        &[]
    }

    fn agents(&self) -> Option<&[String]> {
        None
    }

    fn turn(&self) -> Option<&TurnView> {
        None
    }
}

fn path(folder: &str, number: usize) -> String {
    format!("src/{folder}/part_{}/step_{number}.rs", number / 50)
}

fn code(number: usize) -> String {
    (0..FUNCTIONS).map(|place| function(number, place)).collect()
}

fn function(number: usize, place: usize) -> String {
    format!(
        "/// Takes row {place} of step {number}, `None` where it has *no* [value](../rows.md).\n\
         pub fn take_{number}_{place}(rows: &[Row], skipped: &mut Vec<Skipped>) -> Option<Record> {{\n    \
         let row = rows.get({place})?;\n    let record = parse(&row.text, Format::Step{number})?;\n\n    \
         if record.fields.len() != {place} {{\n        \
         skipped.push(Skipped {{ row: {place}, reason: \"too short\".to_owned() }});\n        return None;\n    }}\n    \
         Some(record)\n}}\n\n"
    )
}

fn replacement(number: usize, place: usize) -> String {
    function(number, place).replace("parse(&row.text,", "parse_lenient(&row.text, skipped,")
}

/// A file of this many lines, and a text that it does not contain but that is similar to a place at two thirds of it.
pub fn haystack(lines: usize) -> (String, String) {
    let functions = lines / function(0, 0).lines().count() + 1;
    let text: String = (0..functions).map(|number| function(number, number % 7)).collect();
    let lines = text.split_inclusive('\n').take(lines).collect();
    let near = functions / 3 * 2;
    (lines, replacement(near, near % 7).trim_end().to_owned())
}
