//! Plans and files for measuring turns.

use std::fmt::Write;

use planwright_testkit::project::Project;

pub const SMALL: usize = 3;
pub const LARGE: usize = 1_000;
pub const CONTEXT_FILES: usize = 2_000;

const HEAD: &str = "# Measure\n- **Status:** Green\n- **Plan Type:** Implementation\n- **Agent:** Developer\n\n\
                    ## Rationale\n````text\n### 1. Synthesis\na\n### 2. Justification\nb\n### 3. Expected Outcome\nc\n\
                    ### 4. State Dashboard\nd\n````\n\n## Action Plan\n";

/// Creates two files and edits one.
pub fn plan() -> String {
    let edit = "\n### `EDIT`\n- **File Path:** [edited.txt](/edited.txt)\n- **Description:** d\n\n\
                `FIND:`\n````text\nfirst line\n````\n`REPLACE:`\n````text\nsecond line\n````\n";
    format!(
        "{HEAD}{}{edit}{}",
        create("new/a.txt", "alpha\n"),
        create("new/b.txt", "beta\n")
    )
}

/// One command that does nothing.
pub fn command_plan() -> String {
    format!("{HEAD}\n### `EXECUTE`\n- **Description:** d\n- **Expected Outcome:** e\n````shell\ntrue\n````\n")
}

/// The same changes by hand, with atomic writes.
pub fn script() -> String {
    "set -e\nmkdir -p new\n\
     printf 'alpha\\n' > new/.a; sync new/.a; mv new/.a new/a.txt\n\
     printf 'beta\\n' > new/.b; sync new/.b; mv new/.b new/b.txt\n\
     sed 's/^first line$/second line/' edited.txt > .edited; sync .edited; mv .edited edited.txt\n\
     sync . new\n"
        .to_owned()
}

pub fn large_plan() -> String {
    let mut plan = HEAD.to_owned();
    for number in 0..LARGE {
        plan += &create(&format!("many/{number}.txt"), &content(number));
    }
    plan
}

pub fn content(number: usize) -> String {
    format!("line {number}\n").repeat(100)
}

/// A session whose context lists all files.
pub fn context(project: &Project) -> Vec<String> {
    let files: Vec<String> = (0..CONTEXT_FILES)
        .map(|number| format!("src/{:02}/{number}.rs", number % 50))
        .collect();
    for (number, file) in files.iter().enumerate() {
        project.write(
            file,
            &format!("fn function_{number}() -> usize {{ {number} }}\n").repeat(100),
        );
    }
    let session = project.run("teddy", &["new", "measure"]).done().stdout;
    let mut listed = String::new();
    for file in &files {
        let _ = writeln!(listed, "{file}");
    }
    let session = session.trim().rsplit('/').next().unwrap_or_default().to_owned();
    project.write(&format!(".teddy/{session}/session.context"), &listed);
    files
}

fn create(path: &str, content: &str) -> String {
    format!("\n### `CREATE`\n- **File Path:** [{path}](/{path})\n- **Description:** d\n````text\n{content}````\n")
}
