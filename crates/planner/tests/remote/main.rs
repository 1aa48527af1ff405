//! Providers behind a network, asked at a server that answers as it is told.

#![expect(clippy::unwrap_used, reason = "these are tests")]

mod answers;
mod budgets;
mod desk;
mod faults;
mod patience;
