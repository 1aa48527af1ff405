//! A change is written down as Markdown, checked before anybody is asked, carried out, reported, and taken back.

use std::io;

use super::stage::Stage;

const FAREWELL: &str = "\
def farewell(name='world'):
    return f'Goodbye, {name}'
";

/// It misquotes the file.
const HASTY: &str = r#"# Say goodbye with a mark
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer

## Rationale
````text
### 1. Synthesis
`farewell` forgets the exclamation mark.

### 2. Justification
One line is wrong, and nothing describes the function.

### 3. Expected Outcome
Everybody is sent off with a mark.

### 4. State Dashboard
Nothing is done yet.
````

## Action Plan

### `EDIT`
- **File Path:** [src/farewell.py](/src/farewell.py)
- **Description:** Add the mark.

#### `FIND:`
````python
    return f'Goodbye {name}'
````

#### `REPLACE:`
````python
    return f'Goodbye, {name}!'
````

### `CREATE`
- **File Path:** [docs/farewell.md](/docs/farewell.md)
- **Description:** Say what it does.

````markdown
`farewell("Ada")` is `Goodbye, Ada!`.
````

### `EXECUTE`
- **Description:** Look for the mark.
- **Expected Outcome:** One line is found.

````shell
grep -n '!' src/farewell.py
````
"#;

pub fn play(stage: &mut Stage) -> io::Result<()> {
    stage.write("src/farewell.py", FAREWELL)?;

    stage.heading("A change is written down, and checked before anybody is asked");
    stage.aside("An agent writes what it wants to do:");
    stage.write_and_show("change.md", HASTY)?;
    stage.aside("What it quotes is not what the file says:");
    stage.run_refused("planwright check change.md", None)?;

    stage.heading("It is carried out as a whole, and reported");
    stage.write("change.md", &HASTY.replace("'Goodbye {name}'", "'Goodbye, {name}'"))?;
    stage.aside("Corrected, it is good. Without `-y` you would be asked first, and with `m` see each change:");
    stage.run("planwright check change.md", None)?;
    stage.run("teddy execute change.md -y", None)?;

    stage.heading("It is taken back, to the same bytes");
    stage.run("planwright undo --turn", None)
}
