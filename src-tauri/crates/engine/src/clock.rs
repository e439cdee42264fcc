//! Timestamps in the one format that is stored and shown.

/// The current time in RFC 3339, UTC, rounded to seconds.
pub fn now() -> String {
    shown(jiff::Timestamp::now())
}

/// Formats a timestamp the same way.
pub fn shown(at: jiff::Timestamp) -> String {
    at.round(jiff::Unit::Second).unwrap_or(at).to_string()
}
