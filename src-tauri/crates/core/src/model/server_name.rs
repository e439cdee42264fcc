//! Server names: 1 to 50 letters, digits, `-` or `_`. The name precedes the dot in `server.tool`.

/// Maximum length of a name, in characters.
pub const MAX_CHARS: usize = 50;

pub fn is_valid(name: &str) -> bool {
    !name.is_empty() && name.len() <= MAX_CHARS && name.chars().all(is_valid_char)
}

/// Returns the nearest valid name that is not taken: `My server!` becomes `My-server`, and `My-server-2` after that.
pub fn to_valid_name(text: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if is_valid_char(c) {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(MAX_CHARS);
    let name = Some(name.trim_end_matches('-')).filter(|name| !name.is_empty()).unwrap_or("server");
    if !taken(name) {
        return name.to_owned();
    }
    let numbered = (2..=u32::MAX).map(|number| {
        let ending = format!("-{number}");
        format!("{}{ending}", &name[..name.len().min(MAX_CHARS - ending.len())])
    });
    numbered.into_iter().find(|name| !taken(name)).unwrap_or_else(|| name.to_owned())
}

const fn is_valid_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_the_nearest_valid_name() {
        for (text, expected) in [
            ("github", "github"),
            ("My server!", "My-server"),
            ("@acme/notes-mcp", "acme-notes-mcp"),
            ("a  .  b", "a-b"),
            ("é漢", "server"),
            ("", "server"),
            ("_x_", "_x_"),
            (&"x".repeat(60), &"x".repeat(50)),
        ] {
            assert_eq!(to_valid_name(text, |_| false), expected);
            assert!(is_valid(expected));
        }
    }

    #[test]
    fn a_taken_name_is_numbered_within_the_limit() {
        assert_eq!(to_valid_name("a", |name| ["a", "a-2"].contains(&name)), "a-3");
        let long = "x".repeat(50);
        let second = to_valid_name(&long, |name| name == long);
        assert_eq!(second, format!("{}-2", "x".repeat(48)));
        assert!(is_valid(&second) && !is_valid("") && !is_valid("a.b"));
    }
}
