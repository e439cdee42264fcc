//! Lists that are searched by name: an argument can have a million members, and a document thousands of properties.

/// An item with a name.
pub trait Named {
    fn name(&self) -> &str;
}

impl Named for Box<str> {
    fn name(&self) -> &str {
        self
    }
}

/// A list in the order of its names, each of which occurs once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedByName<T>(Box<[T]>);

impl<T: Named> SortedByName<T> {
    /// Of items with the same name, the first is kept.
    pub fn new(mut items: Vec<T>) -> Self {
        items.sort_by(|one, other| one.name().cmp(other.name()));
        items.dedup_by(|one, other| one.name() == other.name());
        Self(items.into())
    }

    pub fn get(&self, name: &str) -> Option<&T> {
        let position = self.0.binary_search_by(|item| item.name().cmp(name)).ok()?;
        self.0.get(position)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_by_name() {
        let list = SortedByName::<Box<str>>::new(["b", "é", "a", "b", ""].map(Into::into).to_vec());
        assert_eq!(list.0.len(), 4);
        for (name, expected) in
            [("a", true), ("b", true), ("é", true), ("", true), ("c", false), ("B", false)]
        {
            assert_eq!(list.contains(name), expected, "{name}");
        }
    }
}
