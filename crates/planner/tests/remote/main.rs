//! Providers behind a network, asked at a server that answers as it is told.

mod answers;
mod budgets;
mod desk;
mod faults;
mod patience;
