use engine::{Engine, EngineError, ThreadFolder};
use model::{Role, SessionId};
use render::agentctl::{PlanningContext, context_env, context_json, context_text};

use super::call::{Answered, Call};

/// Show the plan folders of a planning agent
///
/// Opens the session and allocates the folder of its primary thread if needed. Without --session, the session is
/// $PLANWRIGHT_SESSION, or else $AGENTCTL_SESSION_ID.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright context --json
  eval \"$(planwright context --env)\"

The second example sets CURRENT_PLAN_DIR, ADDITIONAL_PLAN_DIRS and AGENTCTL_SESSION_ID.")]
pub struct Args {
    /// Print shell commands that set variables
    #[arg(long, conflicts_with = "json")]
    env: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let folders = Folders::of(call)?;
    let context = PlanningContext {
        session: &folders.session,
        current: &folders.current,
        additional: &folders.others,
    };
    let text = || {
        if args.env {
            context_env(context)
        } else {
            context_text(context)
        }
    };
    Ok(call.answer(|| context_json(context), text))
}

/// What is handed out in a session.
struct Folders {
    session: SessionId,
    current: ThreadFolder,
    others: Vec<ThreadFolder>,
}

impl Folders {
    fn of(call: &Call<'_>) -> Result<Self, EngineError> {
        let by = call.asker();
        let mut engine = Engine::open_or_create(&call.door.setting)?;
        let named = call.common.scope.session.as_ref().map(SessionId::as_str);
        let session = match (named, &call.door.assignment.session) {
            // A session that is to be opened is named in words, or by those that hand it out.
            (None, Some(own)) => engine.known_session(own.as_str())?,
            (named, _) => engine.planning_session(named.or(call.door.planning_session()), &by)?,
        };
        let mut others = engine.plan_folders(&session, &by)?;
        let current = others.remove(0);
        others.retain(|folder| folder.role == Role::Additional);
        Ok(Self {
            session,
            current,
            others,
        })
    }
}
