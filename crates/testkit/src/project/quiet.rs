//! Waits until no process runs in a project.

use std::time::{Duration, Instant};

use super::Project;

/// Far more time than the children of a killed program need to end.
const PATIENCE: Duration = Duration::from_secs(20);

impl Project {
    /// Waits until no process runs in the project. The children of a killed program end shortly after it.
    ///
    /// # Panics
    ///
    /// If a process keeps running.
    #[track_caller]
    pub fn wait_until_quiet(&self) {
        let until = Instant::now() + PATIENCE;
        while self.is_busy() {
            assert!(
                Instant::now() < until,
                "something still runs in {}",
                self.root().display()
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn is_busy(&self) -> bool {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let folders = processes.filter_map(|process| std::fs::read_link(process.path().join("cwd")).ok());
        folders.into_iter().any(|folder| folder.starts_with(self.root()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_is_quiet_when_its_processes_have_ended() {
        let project = Project::in_memory();
        project.wait_until_quiet();
        let mut child = project.command("sleep").arg("60").spawn().unwrap();
        assert!(project.is_busy());
        child.kill().unwrap();
        child.wait().unwrap();
        project.wait_until_quiet();
    }
}
