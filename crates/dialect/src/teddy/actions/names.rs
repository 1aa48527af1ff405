//! The fields that each action knows, and what people call them instead.

use model::Verb;

use crate::teddy::fields::Known;

pub(super) const FILE_PATH: Known = Known {
    name: "File Path",
    aliases: &["Path", "File", "Filename", "Target", "Target File"],
};
pub(super) const RESOURCE: Known = Known {
    name: "Resource",
    aliases: &["Resources", "File Path", "Path", "File", "URL", "Link"],
};
pub(super) const DESCRIPTION: Known = Known {
    name: "Description",
    aliases: &["Desc", "Purpose"],
};
pub(super) const EXPECTED_OUTCOME: Known = Known {
    name: "Expected Outcome",
    aliases: &["Expected Result", "Expected Output", "Outcome", "Expected"],
};
pub(super) const CWD: Known = Known {
    name: "cwd",
    aliases: &["Working Directory", "Working Dir", "Directory"],
};
pub(super) const ENV: Known = Known {
    name: "env",
    aliases: &["Environment", "Environment Variables", "Env Vars"],
};
pub(super) const TIMEOUT: Known = Known {
    name: "Timeout",
    aliases: &[],
};
pub(super) const ALLOW_FAILURE: Known = Known {
    name: "Allow Failure",
    aliases: &[],
};
pub(super) const AGENT: Known = Known {
    name: "Agent",
    aliases: &["Target Agent"],
};
pub(super) const HANDOFF_RESOURCES: Known = Known {
    name: "Handoff Resources",
    aliases: &["Handoff Resource", "Resources", "Handoff"],
};

pub(super) fn known(verb: Verb) -> &'static [Known] {
    match verb {
        Verb::Create | Verb::Edit => &[FILE_PATH, DESCRIPTION],
        Verb::Read | Verb::Prune => &[RESOURCE, DESCRIPTION],
        Verb::Execute => &[DESCRIPTION, EXPECTED_OUTCOME, CWD, ENV, TIMEOUT, ALLOW_FAILURE],
        Verb::Research => &[DESCRIPTION],
        Verb::Chat => &[],
        Verb::Invoke => &[AGENT, HANDOFF_RESOURCES],
        Verb::Conclude => &[HANDOFF_RESOURCES],
    }
}
