//! Parameters that take arbitrary code: SQL, shell commands, scripts.

use super::{Example, Facts, Out, Rule, Says};
use crate::hint::HintName::{Destructive, Idempotent, ReadOnly};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::Place;
use crate::infer::phrases::Tells;
use crate::infer::verbs::Act;
use crate::tool::{Kind, Parameter};

const PROGRAMS: [&str; 16] = [
    "bash",
    "cmd",
    "code",
    "command",
    "commands",
    "cypher",
    "javascript",
    "js",
    "python",
    "script",
    "shell",
    "shellcommand",
    "sql",
    "sqlquery",
    "sqlstatements",
    "statement",
];

/// Words in the tool's name that make a `query` parameter code.
const LANGUAGES: [&str; 5] = ["sql", "cypher", "database", "db", "statement"];

/// Verbs that inspect code without running it.
const LOOKING: [&str; 15] = [
    "analyze", "analyse", "check", "convert", "describe", "explain", "find", "format", "generate", "lint",
    "parse", "read", "review", "validate", "verify",
];

pub const RULE: Rule = Rule {
    id: "free-code",
    what: "A tool that runs the SQL, shell command or code it is given can do anything.",
    why: "The verb says how it is asked, not what is asked for: a query may as well delete. Only a description that allows nothing but reading changes that.",
    examples: &[
        Example {
            name: "query_sql",
            parameters: &["sql"],
            expect: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "query_sql",
            description: "Runs a query. Only SELECT statements are allowed.",
            parameters: &["sql"],
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "explain_sql",
            parameters: &["sql"],
            expect: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &Facts, out: &mut Out| {
        let Some(parameter) = program(facts) else { return };
        if let Some(allowed) =
            facts.phrase(Tells::OnlyQueries).or_else(|| facts.phrase(Tells::ChangesNothing))
        {
            out.one(
                Place::Description,
                allowed,
                Says(ReadOnly, true, Strong, "the description allows only *{}*"),
            );
            return;
        }
        let says = [
            Says(ReadOnly, false, Strong, "what *{}* asks for can be anything"),
            Says(Destructive, true, Likely, "what *{}* asks for can be anything"),
            Says(Idempotent, false, Strong, "what *{}* asks for can be anything"),
        ];
        out.say(Place::Parameter, Some(&parameter.name), &says);
    },
};

fn program<'a>(facts: &Facts<'a>) -> Option<&'a Parameter> {
    let act = facts.first_act();
    let runs = act.is_none_or(|seen| {
        matches!(seen.act, Act::Execute | Act::Operate | Act::Generate | Act::Compute | Act::Read)
            && !LOOKING.contains(&seen.word.as_str())
    });
    let free = |parameter: &&Parameter| {
        parameter.choices.is_empty() && matches!(parameter.kind, Kind::Text | Kind::Unknown | Kind::List)
    };
    let named = || facts.parameter(&PROGRAMS);
    let query = || facts.parameter(&["query"]).filter(|_| facts.has_word(&LANGUAGES).is_some());
    runs.then(|| named().or_else(query)).flatten().filter(free)
}
