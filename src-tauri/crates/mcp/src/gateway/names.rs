//! Ownership of names when several servers are aggregated.
//!
//! A name is looked up and never split: both server and tool names may contain the separator. A name that several items
//! claim is served by none of them, and the first owner of a name keeps it.

use std::collections::HashMap;

/// Index of the server, and the item's name on that server.
pub type OwnedName = (usize, String);

#[derive(Debug, Default)]
pub struct NameTable {
    served_names: HashMap<String, OwnedName>,
    /// First owner of each case-folded name. Kept while its server is disconnected.
    first_owners: HashMap<String, OwnedName>,
}

impl NameTable {
    pub fn find(&self, exposed_name: &str) -> Option<&OwnedName> {
        self.served_names.get(exposed_name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &OwnedName)> {
        self.served_names.iter().map(|(name, owned)| (name.as_str(), owned))
    }

    /// Replaces the table with the listed items, each an exposed name and its owner. Returns the names that are not
    /// served because of a collision.
    pub fn update(&mut self, listed: Vec<(String, OwnedName)>) -> Vec<String> {
        let mut by_name: HashMap<String, Vec<(String, OwnedName)>> = HashMap::with_capacity(listed.len());
        for (exposed_name, owned) in listed {
            by_name.entry(exposed_name.to_lowercase()).or_default().push((exposed_name, owned));
        }
        self.served_names = HashMap::with_capacity(by_name.len());
        let mut collided = Vec::new();
        for (folded, mut candidates) in by_name {
            let holder = self.first_owners.get(&folded);
            let all = candidates.len();
            if let Some(holder) = holder {
                candidates.retain(|(_, owned)| owned == holder);
            }
            match (candidates.pop(), candidates.is_empty()) {
                (Some((exposed_name, owned)), true) => {
                    if all > 1 {
                        collided.push(exposed_name.clone());
                    }
                    self.first_owners.entry(folded).or_insert_with(|| owned.clone());
                    self.served_names.insert(exposed_name, owned);
                }
                (Some((exposed_name, _)), false) => collided.push(exposed_name),
                (None, _) => collided.push(folded),
            }
        }
        collided.sort_unstable();
        collided
    }
}

/// Returns whether a URI could be an expansion of an RFC 6570 template: the literal parts occur in order, from start to
/// end.
pub fn matches_uri_template(template: &str, uri: &str) -> bool {
    let mut rest = uri;
    let mut is_first = true;
    let mut parts = template.split('{');
    let Some(first) = parts.next() else { return false };
    let mut literal = first;
    loop {
        let Some(part) = parts.next() else {
            // Without an expression the rest must equal the literal; after one it must end with it.
            return if is_first { rest == literal } else { rest.ends_with(literal) };
        };
        let found = if is_first { rest.strip_prefix(literal) } else { rest_after(rest, literal) };
        let (Some(behind), Some((_, next))) = (found, part.split_once('}')) else { return false };
        (rest, literal, is_first) = (behind, next, false);
    }
}

fn rest_after<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    text.find(part).map(|at| &text[at + part.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(entries: &[(&str, usize, &str)]) -> Vec<(String, OwnedName)> {
        entries
            .iter()
            .map(|(exposed_name, server_index, name)| {
                ((*exposed_name).to_owned(), (*server_index, (*name).to_owned()))
            })
            .collect()
    }

    #[test]
    fn colliding_names_are_served_by_no_server() {
        let mut names = NameTable::default();
        let collided = names.update(listed(&[("a_b_c", 0, "b_c"), ("a_b_c", 1, "c"), ("a_x", 0, "x")]));
        assert_eq!(collided, ["a_b_c"]);
        assert_eq!(names.find("a_b_c"), None);
        assert_eq!(names.find("a_x"), Some(&(0, "x".to_owned())));
        // Names collide regardless of case, and also within one server.
        assert_eq!(
            names.update(listed(&[("a_y", 0, "y"), ("A_Y", 1, "Y"), ("a_z", 0, "z"), ("a_z", 0, "z")])).len(),
            2
        );
        assert_eq!(names.iter().count(), 0);
    }

    #[test]
    fn the_first_owner_keeps_a_name() {
        let mut names = NameTable::default();
        names.update(listed(&[("a_b_c", 0, "b_c")]));
        assert_eq!(names.update(listed(&[("a_b_c", 0, "b_c"), ("a_b_c", 1, "c")])), ["a_b_c"]);
        assert_eq!(names.find("a_b_c"), Some(&(0, "b_c".to_owned())));
        // Not even while the first owner is disconnected.
        assert_eq!(names.update(listed(&[("A_B_C", 1, "c")])), ["a_b_c"]);
        assert_eq!(names.iter().count(), 0);
        assert_eq!(names.update(listed(&[("a_b_c", 0, "b_c")])), [""; 0]);
        assert_eq!(names.find("a_b_c"), Some(&(0, "b_c".to_owned())));
    }

    #[test]
    fn uris_match_the_templates_they_expand_from() {
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
            assert_eq!(matches_uri_template(template, address), expected, "{template} {address}");
        }
    }
}
