//! Plans as folders of files: handing out the folders, and taking in what stands in them.

mod allocate;
mod commit;
mod export;
mod filing;
mod mend;
mod replanned;
mod session;
mod status;

pub use allocate::ThreadFolder;
pub use commit::{Checked, Commitment, Committed, CommittedThread};
pub use export::Exported;
pub use filing::{FiledThread, Sources};
pub use status::{OnDisk, PlanStatus, ThreadStatus};
