//! Searching the web through whatever the user configured.

use dialect::records::SkipReason;
use dialect::teddy::record::Outcome;
use model::proposal::Research;
use model::report::{Details, Fate, Hit, Search};
use workspace::research::{ResearchLimits, search};

use super::actions::{done, skipped};
use super::bench::Workbench;

pub(super) fn carry_out(bench: &Workbench, index: usize, research: &Research) -> Outcome {
    let Some(provider) = &bench.config.research else {
        return skipped(index, SkipReason::NoSearchProvider);
    };
    let mut searches = Vec::new();
    for query in &research.queries {
        // A secret in a query would leave the machine.
        let query = bench.secrets.redact(query.value.bare().trim());
        match search(&query, provider, &ResearchLimits::default()) {
            Ok(hits) => searches.push(Search {
                query,
                hits: hits.into_iter().map(hit).collect(),
            }),
            Err(error) => {
                return Outcome {
                    fate: Fate::Failed(bench.secrets.redact(&error.to_string())),
                    ..found(bench, index, searches)
                };
            }
        }
    }
    found(bench, index, searches)
}

/// What others have written is kept without the secrets that are in it.
fn found(bench: &Workbench, index: usize, searches: Vec<Search>) -> Outcome {
    let outcome = done(index, &Details::Searched(searches));
    Outcome {
        details: bench.secrets.redact(&outcome.details),
        ..outcome
    }
}

fn hit(found: workspace::research::Hit) -> Hit {
    Hit {
        title: found.title,
        url: found.url.unwrap_or_default(),
        snippet: found.snippet.unwrap_or_default(),
    }
}
