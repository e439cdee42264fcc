//! Timestamps in the one format that is stored and shown.

/// The current time in RFC 3339, UTC, rounded to seconds.
pub fn now() -> String {
    format(jiff::Timestamp::now())
}

/// Formats a timestamp the same way.
pub fn format(at: jiff::Timestamp) -> String {
    at.round(jiff::Unit::Second).unwrap_or(at).to_string()
}
