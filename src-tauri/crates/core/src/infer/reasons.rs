//! The strongest evidence for and against the value of a hint.

/// Maximum number of reasons on each side.
const MAX_REASONS: usize = 2;

/// The strongest signals of one hint, at most two on each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reasons<S> {
    pub supporting: Vec<S>,
    /// Signals for the other value, and those by which the value cannot be known.
    pub opposing: Vec<S>,
}

impl<S> Reasons<S> {
    /// Selects from the signals of one hint, the strongest first. `value_of` returns the value that a signal suggests.
    pub fn select(
        ranked: impl IntoIterator<Item = S>,
        value: bool,
        value_of: impl Fn(&S) -> Option<bool>,
    ) -> Self {
        let (mut supporting, mut opposing): (Vec<S>, Vec<S>) =
            ranked.into_iter().partition(|signal| value_of(signal) == Some(value));
        supporting.truncate(MAX_REASONS);
        opposing.truncate(MAX_REASONS);
        Self { supporting, opposing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_strongest_of_each_side_are_kept_in_their_order() {
        let ranked =
            [(1, Some(true)), (2, None), (3, Some(true)), (4, Some(false)), (5, Some(true)), (6, None)];
        let reasons = Reasons::select(ranked, true, |signal| signal.1);
        let numbers = |side: &[(u8, Option<bool>)]| side.iter().map(|signal| signal.0).collect::<Vec<_>>();
        assert_eq!((numbers(&reasons.supporting), numbers(&reasons.opposing)), (vec![1, 3], vec![2, 4]));
    }
}
