//! Notes: what people tell a model about a tool, and the form in which it reads them.

/// The description of a tool with its notes, as a model reads it.
pub fn model_text<'a>(description: &str, notes: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let notes: Vec<String> =
        notes.into_iter().map(|(name, text)| format!("\u{2022} **{name}**: {text}")).collect();
    if notes.is_empty() {
        return description.to_owned();
    }
    let section = format!("### Additional Tool Notes\n\n{}", notes.join("\n"));
    if description.trim().is_empty() { section } else { format!("{description}\n\n{section}") }
}

#[cfg(test)]
mod tests {
    use super::model_text;

    #[test]
    fn notes_stand_below_the_description_or_alone() {
        let notes = [("name-1", "text 1"), ("name-2", "text 2")];
        let section = "### Additional Tool Notes\n\n\u{2022} **name-1**: text 1\n\u{2022} **name-2**: text 2";
        assert_eq!(model_text("Reads it.", notes), format!("Reads it.\n\n{section}"));
        assert_eq!(model_text(" ", notes), section);
        assert_eq!(model_text("Reads it.", []), "Reads it.");
    }
}
