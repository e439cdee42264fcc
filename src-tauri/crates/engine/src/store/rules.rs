//! The table `rule`: users' decisions for every tool that a selector matches.

use std::collections::BTreeMap;

use hintsmith_core::model::hint::HintName;
use hintsmith_core::model::rule::{Rule, Selector};
use rusqlite::Connection;
use rusqlite::types::Value;

use super::history::ChangeSet;
use super::row_checksum::corrupt_row;
use super::rows::{Cells, Row, Table, optional_text, text};

pub const TABLE: Table = Table::new(
    "rule",
    3,
    &["environment", "selector", "field", "value", "because", "written_at_refresh", "author", "decided_at"],
);

/// The rules of each environment.
pub type ByEnvironment = BTreeMap<String, Vec<Rule>>;

pub fn set(changes: &mut ChangeSet, environment: &str, rule: &Rule) -> rusqlite::Result<()> {
    let row = vec![
        text(environment),
        text(&rule.selector.to_string()),
        text(rule.hint.key()),
        text(if rule.value { "true" } else { "false" }),
        optional_text(rule.because.as_deref()),
        Value::Integer(rule.written_at_refresh),
        text(&changes.origin.author),
        text(&changes.origin.at),
    ];
    changes.put(&TABLE, row)
}

pub fn remove(
    changes: &mut ChangeSet,
    environment: &str,
    selector: &Selector,
    hint: HintName,
) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &[text(environment), text(&selector.to_string()), text(hint.key())])
}

pub fn all(connection: &Connection) -> rusqlite::Result<ByEnvironment> {
    let mut rules = ByEnvironment::new();
    for row in TABLE.all(connection)? {
        if let Some((environment, rule)) = read(row)? {
            rules.entry(environment).or_default().push(rule);
        }
    }
    Ok(rules)
}

/// Returns `None` for a field that this version does not know, written by a newer one; the rule stays in the table,
/// unread.
fn read(row: Row) -> rusqlite::Result<Option<(String, Rule)>> {
    let mut cells = Cells::new(row);
    let (environment, selector) = (cells.text()?, cells.text()?);
    let Some(hint) = HintName::from_key(&cells.text()?) else { return Ok(None) };
    let unreadable = || corrupt_row(format!("the rule {selector} cannot be read"));
    let value = match cells.text()?.as_str() {
        "true" => true,
        "false" => false,
        _ => return Err(unreadable()),
    };
    let selector = Selector::parse(&selector).map_err(|_| unreadable())?;
    let (because, seen) = (cells.optional_text()?, cells.number()?);
    Ok(Some((environment, Rule { selector, hint, value, because, written_at_refresh: seen })))
}
