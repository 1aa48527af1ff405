//! A plan is judged before it counts. Nothing is approved by a guess.

use dialect::answers::{Form, Judgment, read_judgment, repair_request};
use dialect::prompts::judge;
use model::{AgentName, Purpose};

use crate::decompose::{Decomposed, Decomposing, FIRST, ask, broken_prompt, consultation, messages, shortened};
use crate::error::EngineError;
use crate::planner::Progress;
use crate::project::Engine;
use crate::prompts::PromptName;
use crate::sessions::Target;

/// How often the judge may say what cannot be understood.
const ROUNDS: usize = 2;

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
        let question =
            judge::render(&input, asked.prompts.own(PromptName::Judge)?).map_err(|faults| broken_prompt(&faults))?;
        let (mut prompt, mut said, mut outcome) = (question.clone(), String::new(), String::new());
        for _ in 0..ROUNDS {
            let answer = match ask(asked, &prompt, ("judgment", judge::SCHEMA), watch) {
                Ok(answer) => answer,
                Err(error) => return Ok(Err(self.unanswered(target, by, asked, Purpose::Judge, &error)?)),
            };
            let (judgment, faults) = read_judgment(&answer.text);
            outcome = match &judgment {
                Some(judgment) if judgment.is_approved => "approved".to_owned(),
                Some(judgment) => format!("rejected: {}", judgment.feedback),
                None => format!("not understood: {}", shortened(&messages(&faults))),
            };
            self.tell(target, by, consultation(Purpose::Judge, &answer, outcome.clone()))?;
            if let Some(judgment) = judgment {
                return Ok(Ok(judgment));
            }
            let again = repair_request(&answer.text, &faults, Form::Judgment);
            prompt = format!("{question}\n\n{again}");
            said = answer.text;
        }
        let kept = self.keep_answer(target, Purpose::Judge, &said)?;
        let why = format!("the judge was {outcome} (the answer is in {kept})");
        Ok(Err(Decomposed::LeftToAgent(why)))
    }
}
