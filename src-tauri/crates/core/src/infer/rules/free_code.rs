//! Parameters that take arbitrary code: SQL, shell commands, scripts.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::{Likely, Strong};
use crate::infer::EvidenceSource;
use crate::infer::facts::normalize_name;
use crate::infer::phrases::PhraseMeaning;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, OpenWorld, ReadOnly};
use crate::model::tool::{Parameter, ParameterType};

const CODE_PARAMETERS: [&str; 16] = [
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

/// Those whose code is a program, and not a query of a database.
const PROGRAM_PARAMETERS: [&str; 9] =
    ["bash", "cmd", "code", "command", "commands", "javascript", "python", "script", "shellcommand"];

/// Words in the tool's name that make a `query` parameter code.
const QUERY_LANGUAGE_WORDS: [&str; 5] = ["sql", "cypher", "database", "db", "statement"];

/// Verbs that inspect code without running it.
const INSPECTING_VERBS: [&str; 15] = [
    "analyze", "analyse", "check", "convert", "describe", "explain", "find", "format", "generate", "lint",
    "parse", "read", "review", "validate", "verify",
];

pub const RULE: Rule = Rule {
    id: "free-code",
    summary: "A tool that runs the SQL, shell command or code it is given can do anything.",
    rationale: "The verb does not show what is executed: a query may also delete. Only a description that allows nothing but reading changes that.",
    examples: &[
        Example {
            name: "query_sql",
            parameters: &["sql"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "query_sql",
            description: "Runs a query. Only SELECT statements are allowed.",
            parameters: &["sql"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "query_data",
            description: "Executes a Flux query in a bucket.",
            parameters: &["query"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "execute_code",
            description: "Executes code. Leave the preview out when the code does not change the board.",
            parameters: &["code"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(true))],
            ..Example::EMPTY
        },
        Example {
            name: "explain_sql",
            parameters: &["sql"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let Some(parameter) = find_code_parameter(facts) else { return };
        if let Some(allowed) = facts.find_phrase(PhraseMeaning::QueriesOnly).or_else(|| find_statement(facts))
        {
            out.emit_one(
                EvidenceSource::Description,
                allowed,
                Conclusion(ReadOnly, true, Strong, "the description allows only *{}*"),
            );
            return;
        }
        let conclusions = [
            Conclusion(ReadOnly, false, Strong, "*{}* can contain anything"),
            Conclusion(Destructive, true, Likely, "*{}* can contain anything"),
            Conclusion(Idempotent, false, Strong, "*{}* can contain anything"),
        ];
        out.emit(EvidenceSource::Parameter, Some(&parameter.name), &conclusions);
        if PROGRAM_PARAMETERS.contains(&normalize_name(&parameter.name).as_str()) {
            let sentence = "a program in *{}* can reach any address";
            out.emit_one(
                EvidenceSource::Parameter,
                &parameter.name,
                Conclusion(OpenWorld, true, Likely, sentence),
            );
        }
    },
};

/// A statement that the tool only reads. "When the code does not change the model" is a condition.
fn find_statement<'a>(facts: &'a ToolFacts) -> Option<&'a str> {
    let text = &facts.description;
    let is_condition = |at: usize| {
        (at.saturating_sub(MAX_CONDITION_DISTANCE)..at).any(|before| {
            text.in_same_sentence(before, at) && matches!(text.word(before), "if" | "that" | "when")
        })
    };
    let found = facts.phrases.iter().find(|found| {
        found.meaning == PhraseMeaning::ReadOnly && !found.negated && !is_condition(found.start)
    })?;
    Some(text.excerpt(found.start, found.end))
}

/// Number of words before a statement in which a word makes it a condition.
const MAX_CONDITION_DISTANCE: usize = 4;

fn find_code_parameter<'a>(facts: &ToolFacts<'a>) -> Option<&'a Parameter> {
    let action = facts.primary_action();
    let runs = action.is_none_or(|matched| {
        matches!(
            matched.action,
            Action::Execute
                | Action::Operate
                | Action::Generate
                | Action::Compute
                | Action::Read
                | Action::Overwrite
        ) && !INSPECTING_VERBS.contains(&matched.word.as_str())
    });
    let free = |parameter: &&Parameter| {
        parameter.choices.is_empty()
            && matches!(parameter.kind, ParameterType::Text | ParameterType::Unknown | ParameterType::List)
    };
    let named = || facts.find_parameter(&CODE_PARAMETERS);
    let query =
        || facts.find_parameter(&["query"]).filter(|_| names_language(facts) || executes_language(facts));
    runs.then(|| named().or_else(query)).flatten().filter(free)
}

fn names_language(facts: &ToolFacts) -> bool {
    facts.find_word(&QUERY_LANGUAGE_WORDS).is_some()
}

/// "Executes a Flux query": the description names the language of what it runs.
fn executes_language(facts: &ToolFacts) -> bool {
    let mut first_sentence = facts.description.words().take(facts.description.first_sentence_len());
    let is_language = |word: &str| matches!(word, "sql" | "cypher" | "flux" | "gremlin" | "sparql");
    facts.description_executes() && first_sentence.any(is_language)
}
