//! Counts of events in simulations, to see that the interesting ones happen.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Drives {
    pub runs: u64,
    pub phases: u64,
    pub begun: u64,
    pub together: u64,
    pub kills: u64,
    /// Kills after a claim was stored and before its agent started.
    pub kills_before_begin: u64,
    /// Kills while agents worked.
    pub kills_at_work: u64,
    /// Kills before a result was stored.
    pub kills_before_store: u64,
    pub asked: u64,
    pub resumed: u64,
    pub interfered: u64,
    pub taken: u64,
    pub lost: u64,
    pub failed: u64,
    pub replans: u64,
    pub refused_drivers: u64,
    pub broken_off: u64,
    pub stopped: u64,
    pub released_by_agent: u64,
    pub given_up: u64,
    pub checked_late: u64,
}

impl Drives {
    /// Each count with its label.
    pub fn each(&self) -> [(&'static str, u64); 21] {
        [
            ("runs", self.runs),
            ("phases", self.phases),
            ("started steps", self.begun),
            ("steps that ran at the same time", self.together),
            ("kills", self.kills),
            ("kills before an agent started", self.kills_before_begin),
            ("kills while agents worked", self.kills_at_work),
            ("kills before a result was stored", self.kills_before_store),
            ("questions after a kill", self.asked),
            ("resumed steps", self.resumed),
            ("changes by others", self.interfered),
            ("tasks taken over", self.taken),
            ("claims lost to others", self.lost),
            ("failures", self.failed),
            ("replans", self.replans),
            ("second drivers", self.refused_drivers),
            ("failed runs", self.broken_off),
            ("agents stopped because of others", self.stopped),
            ("tasks released by their agents", self.released_by_agent),
            ("tasks that agents marked failed", self.given_up),
            (
                "tasks that agents marked done after their driver died",
                self.checked_late,
            ),
        ]
    }

    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.phases += other.phases;
        self.begun += other.begun;
        self.together += other.together;
        self.kills += other.kills;
        self.kills_before_begin += other.kills_before_begin;
        self.kills_at_work += other.kills_at_work;
        self.kills_before_store += other.kills_before_store;
        self.asked += other.asked;
        self.resumed += other.resumed;
        self.interfered += other.interfered;
        self.taken += other.taken;
        self.lost += other.lost;
        self.failed += other.failed;
        self.replans += other.replans;
        self.refused_drivers += other.refused_drivers;
        self.broken_off += other.broken_off;
        self.stopped += other.stopped;
        self.released_by_agent += other.released_by_agent;
        self.given_up += other.given_up;
        self.checked_late += other.checked_late;
    }
}
