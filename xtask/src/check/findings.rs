//! What the checks found.

#[derive(Debug, Default)]
pub struct Findings {
    notes: Vec<String>,
    pub faults: Vec<String>,
}

impl Findings {
    /// Worth reading, but not wrong.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    pub fn fault(&mut self, text: String) {
        self.faults.push(text);
    }

    /// Notes on standard output, faults on standard error; true if there is none of these.
    pub fn print(&self) -> bool {
        for note in &self.notes {
            println!("{note}");
        }
        for fault in &self.faults {
            eprintln!("fault: {fault}");
        }
        match self.faults.len() {
            0 => println!("check: no faults"),
            1 => eprintln!("check: 1 fault"),
            count => eprintln!("check: {count} faults"),
        }
        self.faults.is_empty()
    }
}
