//! Suggestions for misspelled names: "Did you mean github?"

use super::truncate_chars;

/// Longest name that is compared, in characters. The distance is quadratic in it.
const MAX_NAME_CHARS: usize = 64;
/// Names compared: more are not a list that a user mistypes a name of, and would make an error slow.
const MAX_NAMES: usize = 20_000;
const MAX_SUGGESTIONS: usize = 3;

/// Optimal string alignment distance (insertion, deletion, substitution, transposition of neighbours), or `None` if it
/// is too large for a typo: more than 1 for words of up to four bytes, otherwise more than 2.
pub fn typo_distance(input: &str, target: &str) -> Option<usize> {
    let max_typos = if target.len() <= 4 { 1 } else { 2 };
    if input.chars().take(target.len() + max_typos + 1).count() > target.len() + max_typos {
        return None;
    }
    let input: Vec<char> = input.chars().collect();
    let target: Vec<char> = target.chars().collect();
    // `table[i][j]` is the distance between the first `i` and `j` characters.
    let mut table = vec![vec![0; input.len() + 1]; target.len() + 1];
    for i in 0..=target.len() {
        for j in 0..=input.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let wrong = table[i - 1][j - 1] + usize::from(target[i - 1] != input[j - 1]);
                let exchanged =
                    i > 1 && j > 1 && target[i - 1] == input[j - 2] && target[i - 2] == input[j - 1];
                let exchanged = if exchanged { table[i - 2][j - 2] + 1 } else { usize::MAX };
                wrong.min(exchanged).min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
            };
        }
    }
    Some(table[target.len()][input.len()]).filter(|typos| *typos <= max_typos)
}

/// The names that were probably meant, at most three: the nearest within the distance of a typo, or else those that
/// begin with the input, or else those that share the most words with it.
pub fn similar_names<'a>(input: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let input = normalize(input);
    let names: Vec<(String, &str)> =
        names.into_iter().take(MAX_NAMES).map(|name| (normalize(name), name)).collect();
    let typos = |(own, _): &(String, &str)| typo_distance(&input, own);
    if let Some(nearest) = names.iter().filter_map(typos).min() {
        return pick(&names, |name| typos(name) == Some(nearest));
    }
    let is_begun = |(own, _): &(String, &str)| !input.is_empty() && own.starts_with(&input);
    // One letter begins too many names to be a name that was cut short.
    if input.len() > 1 && names.iter().any(is_begun) {
        return pick(&names, is_begun);
    }
    let shared_words = |(own, _): &(String, &str)| {
        let words = || input.split(['-', '.']).filter(|word| !word.is_empty());
        own.split(['-', '.']).filter(|word| words().any(|given| given == *word)).count()
    };
    if let Some(most) = names.iter().map(shared_words).max().filter(|most| *most > 0) {
        return pick(&names, |name| shared_words(name) == most);
    }
    pick(&names, is_begun)
}

fn pick<'a>(names: &[(String, &'a str)], is_meant: impl Fn(&(String, &str)) -> bool) -> Vec<&'a str> {
    names.iter().filter(|name| is_meant(name)).map(|(_, name)| *name).take(MAX_SUGGESTIONS).collect()
}

fn normalize(name: &str) -> String {
    truncate_chars(name, MAX_NAME_CHARS).to_lowercase().replace(['_', ' '], "-")
}

/// "Did you mean a or b?", or nothing if no name is similar.
pub fn did_you_mean<'a>(input: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let similar = similar_names(input, names);
    (!similar.is_empty()).then(|| format!("Did you mean {}?", similar.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typo_distance_is_limited() {
        for (written, own, expected) in [
            ("is", "is", Some(0)),
            ("si", "is", Some(1)),
            ("s", "is", Some(1)),
            ("hnit", "hint", Some(1)),
            ("htin", "hint", None),
            ("overriden", "overridden", Some(1)),
            ("ovverridn", "overridden", None),
            ("destuctve", "destructive", Some(2)),
            ("", "is", None),
            ("é", "is", None),
            ("overridden and much more", "overridden", None),
        ] {
            assert_eq!(typo_distance(written, own), expected, "{written}");
        }
    }

    #[test]
    fn similar_names_are_typos_or_share_words() {
        let names =
            ["github", "gitlab", "notes.create_note", "notes.delete_note", "openai-submission", "demo"];
        for (written, expected) in [
            ("githb", &["github"][..]),
            ("Github", &["github"]),
            ("gitlub", &["github", "gitlab"]),
            ("notes.delet_note", &["notes.delete_note"]),
            ("notes.delete", &["notes.delete_note"]),
            ("openai", &["openai-submission"]),
            ("git", &["github", "gitlab"]),
            ("kubernetes", &[]),
            ("", &[]),
        ] {
            assert_eq!(similar_names(written, names), expected, "{written}");
        }
        assert_eq!(did_you_mean("gitlub", names).as_deref(), Some("Did you mean github or gitlab?"));
    }
}
