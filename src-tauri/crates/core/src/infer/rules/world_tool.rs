//! Open-world evidence of a single tool, which may differ from its server.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::OpenWorld;
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;
use crate::infer::verbs::Act;

const REACHING: [&str; 12] = [
    "browse", "crawl", "email", "internet", "mail", "navigate", "online", "scrape", "sms", "web", "webhook",
    "website",
];

pub const RULE: Rule = Rule {
    id: "world-of-the-tool",
    what: "A tool that goes to the web or sends mail reaches outside; one that only computes does not.",
    why: "Single tools differ from their server: a notebook may fetch a page, a web service may convert units.",
    examples: &[
        Example {
            name: "scrape_site",
            others: &["add_task", "list_projects", "update_dashboard"],
            expect: &[(OpenWorld, Some(true))],
            ..Example::EMPTY
        },
        Example { name: "calculate_distance", expect: &[(OpenWorld, Some(false))], ..Example::EMPTY },
        Example {
            name: "read_part",
            description: "Reads a part of a local file.",
            expect: &[(OpenWorld, Some(false))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let says = [Says(OpenWorld, true, Strong, "*{}* reaches outside")];
        out.say(Place::Name, facts.has_word(&REACHING), &says);
        let phrase = |tells| {
            let end = facts.description.first_sentence();
            let found =
                facts.phrases.iter().find(|found| found.tells == tells && !found.negated && found.to <= end);
            found.map(|found| facts.description.passage(found.from, found.to))
        };
        let says = [Says(OpenWorld, true, Likely, "the description says *{}*")];
        out.say(Place::Description, phrase(Tells::ReachesOut), &says);
        let says = [Says(OpenWorld, false, Likely, "the description says *{}*")];
        out.say(Place::Description, phrase(Tells::StaysLocal), &says);
        let computes = facts.first_act().filter(|seen| seen.act == Act::Compute);
        let says = [Says(OpenWorld, false, Likely, "*{}* works on what it is given")];
        out.say(Place::Name, computes.map(|seen| seen.word.as_str()), &says);
    },
};
