//! The results of the checks.

#[derive(Debug, Default)]
pub struct Findings {
    notes: Vec<String>,
    pub problems: Vec<String>,
}

impl Findings {
    /// Information, not a problem.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    pub fn problem(&mut self, text: String) {
        self.problems.push(text);
    }

    /// Prints notes to standard output and problems to standard error. True if there are no problems.
    pub fn print(&self) -> bool {
        for note in &self.notes {
            println!("{note}");
        }
        for problem in &self.problems {
            eprintln!("problem: {problem}");
        }
        match self.problems.len() {
            0 => println!("check: no problems"),
            1 => eprintln!("check: 1 problem"),
            count => eprintln!("check: {count} problems"),
        }
        self.problems.is_empty()
    }
}
