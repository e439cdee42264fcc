//! The time of day, in the one form it is stored and shown in.

/// Now, as RFC 3339 in UTC with seconds.
pub fn now() -> String {
    shown(jiff::Timestamp::now())
}

/// A moment in the same form.
pub fn shown(at: jiff::Timestamp) -> String {
    at.round(jiff::Unit::Second).unwrap_or(at).to_string()
}
