//! A plan is judged before it counts. Nothing is approved by a guess.

use dialect::answers::{Form, Judgment, read_judgment, repair_request};
use dialect::prompts::judge;
use dialect::records::{ConsultationOutcome, shortened};
use model::{AgentName, Purpose};

use crate::error::{AskError, EngineError};
use crate::plan::decompose::{Decomposed, Decomposing, FIRST, NotDecomposed, ask, consultation, messages};
use crate::plan::sessions::Target;
use crate::planner::{Expected, Progress};
use crate::project::Engine;
use crate::prompts::PromptName;

/// How often the judge may say what cannot be understood.
const ROUNDS: usize = 2;
const JUDGMENT: Expected<'static> = Expected::Json {
    name: "judgment",
    schema: judge::SCHEMA,
};

impl Engine {
    /// A judge that is not understood is asked once more, and told what is wrong. The inner error says what became of
    /// the plan without one.
    pub(crate) fn judge(
        &mut self,
        target: &Target,
        by: &AgentName,
        asked: &Decomposing<'_>,
        plan: &str,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Result<Judgment, Decomposed>, EngineError> {
        let input = judge::Input {
            goal: asked.goal,
            spec: asked.spec,
            plan,
            first: FIRST,
        };
        let question = judge::render(&input, asked.prompts.own(PromptName::Judge)?).map_err(AskError::Unprompted)?;
        let (mut prompt, mut said, mut problems) = (question.clone(), String::new(), String::new());
        for _ in 0..ROUNDS {
            let answer = match ask(asked, &prompt, JUDGMENT, watch) {
                Ok(answer) => answer,
                Err(error) => return Ok(Err(self.unanswered(target, by, asked, Purpose::Judge, &error)?)),
            };
            let (judgment, faults) = read_judgment(&answer.text);
            problems = shortened(&messages(&faults));
            let outcome = match &judgment {
                Some(judgment) if judgment.is_approved => ConsultationOutcome::Approved,
                Some(judgment) => ConsultationOutcome::Rejected(&judgment.feedback),
                None => ConsultationOutcome::Unreadable(&problems),
            };
            self.tell(target, by, consultation(Purpose::Judge, &answer, &outcome))?;
            if let Some(judgment) = judgment {
                return Ok(Ok(judgment));
            }
            let again = repair_request(&answer.text, &faults, Form::Judgment);
            prompt = format!("{question}\n\n{again}");
            said = answer.text;
        }
        let answer = self.keep_answer(target, Purpose::Judge, &said)?;
        Ok(Err(Decomposed::LeftToAgent(NotDecomposed::UnreadableJudgment {
            problems,
            answer,
        })))
    }
}
