//! The table `guess_correction`: inferred values that users marked as wrong. Decides nothing.

use hintsmith_core::infer::corrections::Correction;
use hintsmith_core::model::hint::HintName;
use rusqlite::Connection;
use rusqlite::types::Value;

use super::history::ChangeSet;
use super::rows::{Cells, Table, text};

pub const TABLE: Table =
    Table::new("guess_correction", 3, &["server", "tool", "hint", "guess", "rule", "author", "corrected_at"]);

/// All corrections, sorted by server, tool and hint. Hints that this version does not know are left out.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Correction>> {
    let read = |row| {
        let mut cells = Cells::new(row);
        let (server, tool, hint) = (cells.text()?, cells.text()?, cells.text()?);
        let (guess, rule) = (cells.number()? != 0, cells.text()?);
        Ok(HintName::from_key(&hint).map(|hint| Correction { server, tool, hint, guess, rule }))
    };
    TABLE.all(connection)?.into_iter().filter_map(|row| read(row).transpose()).collect()
}

pub fn put(changes: &mut ChangeSet, correction: &Correction) -> rusqlite::Result<()> {
    let Correction { server, tool, hint, guess, rule } = correction;
    let (author, at) = (text(&changes.origin.author), text(&changes.origin.at));
    let guess = Value::Integer((*guess).into());
    changes.put(&TABLE, vec![text(server), text(tool), text(hint.key()), guess, text(rule), author, at])
}

pub fn remove(changes: &mut ChangeSet, server: &str, tool: &str, hint: HintName) -> rusqlite::Result<()> {
    changes.delete(&TABLE, &[text(server), text(tool), text(hint.key())])
}
