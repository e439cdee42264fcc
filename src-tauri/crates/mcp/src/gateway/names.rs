//! Ownership of names when several servers are aggregated.
//!
//! A name is looked up and never split: both server and tool names may contain the separator. A name that several items
//! claim is served by none of them, and the first owner of a name keeps it.

use std::collections::HashMap;

/// Index of the server, and the item's name on that server.
pub type OwnedName = (usize, String);

#[derive(Debug, Default)]
pub struct NameTable {
    served: HashMap<String, OwnedName>,
    /// First owner of each case-folded name. Kept while its server is disconnected.
    holders: HashMap<String, OwnedName>,
}

impl NameTable {
    pub fn find(&self, outward: &str) -> Option<&OwnedName> {
        self.served.get(outward)
    }

    pub fn all(&self) -> impl Iterator<Item = (&str, &OwnedName)> {
        self.served.iter().map(|(name, owned)| (name.as_str(), owned))
    }

    /// Replaces the table with the listed items, each an exposed name and its owner. Returns the names that are not
    /// served because of a collision.
    pub fn join(&mut self, listed: Vec<(String, OwnedName)>) -> Vec<String> {
        let mut by_name: HashMap<String, Vec<(String, OwnedName)>> = HashMap::with_capacity(listed.len());
        for (outward, owned) in listed {
            by_name.entry(outward.to_lowercase()).or_default().push((outward, owned));
        }
        self.served = HashMap::with_capacity(by_name.len());
        let mut collided = Vec::new();
        for (folded, mut candidates) in by_name {
            let holder = self.holders.get(&folded);
            let all = candidates.len();
            if let Some(holder) = holder {
                candidates.retain(|(_, owned)| owned == holder);
            }
            match (candidates.pop(), candidates.is_empty()) {
                (Some((outward, owned)), true) => {
                    if all > 1 {
                        collided.push(outward.clone());
                    }
                    self.holders.entry(folded).or_insert_with(|| owned.clone());
                    self.served.insert(outward, owned);
                }
                (Some((outward, _)), false) => collided.push(outward),
                (None, _) => collided.push(folded),
            }
        }
        collided.sort_unstable();
        collided
    }
}

/// Returns whether a URI could be an expansion of an RFC 6570 template: the literal parts occur in order, from start to
/// end.
pub fn is_of_template(template: &str, address: &str) -> bool {
    let mut rest = address;
    let mut is_first = true;
    let mut parts = template.split('{');
    let Some(first) = parts.next() else { return false };
    let mut literal = first;
    loop {
        let Some(part) = parts.next() else {
            // Without an expression the rest must equal the literal; after one it must end with it.
            return if is_first { rest == literal } else { rest.ends_with(literal) };
        };
        let found = if is_first { rest.strip_prefix(literal) } else { after(rest, literal) };
        let (Some(behind), Some((_, next))) = (found, part.split_once('}')) else { return false };
        (rest, literal, is_first) = (behind, next, false);
    }
}

fn after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    text.find(part).map(|at| &text[at + part.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(entries: &[(&str, usize, &str)]) -> Vec<(String, OwnedName)> {
        entries
            .iter()
            .map(|(outward, place, name)| ((*outward).to_owned(), (*place, (*name).to_owned())))
            .collect()
    }

    #[test]
    fn what_two_have_is_served_by_neither() {
        let mut names = NameTable::default();
        let collided = names.join(listed(&[("a_b_c", 0, "b_c"), ("a_b_c", 1, "c"), ("a_x", 0, "x")]));
        assert_eq!(collided, ["a_b_c"]);
        assert_eq!(names.find("a_b_c"), None);
        assert_eq!(names.find("a_x"), Some(&(0, "x".to_owned())));
        // Names collide regardless of case, and also within one server.
        assert_eq!(
            names.join(listed(&[("a_y", 0, "y"), ("A_Y", 1, "Y"), ("a_z", 0, "z"), ("a_z", 0, "z")])).len(),
            2
        );
        assert_eq!(names.all().count(), 0);
    }

    #[test]
    fn whoever_comes_later_never_takes_over_a_name() {
        let mut names = NameTable::default();
        names.join(listed(&[("a_b_c", 0, "b_c")]));
        assert_eq!(names.join(listed(&[("a_b_c", 0, "b_c"), ("a_b_c", 1, "c")])), ["a_b_c"]);
        assert_eq!(names.find("a_b_c"), Some(&(0, "b_c".to_owned())));
        // Not even while the first owner is disconnected.
        assert_eq!(names.join(listed(&[("A_B_C", 1, "c")])), ["a_b_c"]);
        assert_eq!(names.all().count(), 0);
        assert_eq!(names.join(listed(&[("a_b_c", 0, "b_c")])), [""; 0]);
        assert_eq!(names.find("a_b_c"), Some(&(0, "b_c".to_owned())));
    }

    #[test]
    fn an_address_belongs_to_a_template_that_could_have_given_it() {
        for (template, address, expected) in [
            ("file:///{path}", "file:///a/b", true),
            ("file:///{path}", "http://a", false),
            ("x://{a}/y/{b}", "x://1/y/2", true),
            ("x://{a}/y/{b}", "x://1/z/2", false),
            ("x://{a}.txt", "x://1.txt", true),
            ("x://{a}.txt", "x://1.text", false),
            ("x://a", "x://a", true),
            ("x://a", "x://ab", false),
            ("x://{a", "x://a", false),
            ("{+all}", "anything", true),
        ] {
            assert_eq!(is_of_template(template, address), expected, "{template} {address}");
        }
    }
}
