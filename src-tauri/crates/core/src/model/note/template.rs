//! Templates for common notes.

/// A template for a note. Text in brackets is for the user to fill in.
#[derive(Debug, Clone, Copy)]
pub struct Template {
    pub name: &'static str,
    pub text: &'static str,
}

/// In display order.
pub const TEMPLATES: &[Template] = &[
    Template {
        name: "team-selection",
        text: "Ask which team this is for before you call the tool. Our teams: [name (id), name (id)].",
    },
    Template {
        name: "label-convention",
        text: "Set labels by what it is about: [bug] for faults, [feature] for wishes. Add no other labels.",
    },
    Template {
        name: "confirm-first",
        text: "Say what you are about to do and with which arguments, and wait for a yes before you call the tool.",
    },
    Template {
        name: "prefer-another-tool",
        text: "Use [server.tool] instead, unless [when this one is right].",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_a_valid_note() {
        for template in TEMPLATES {
            assert_eq!(super::super::check_note(template.name, template.text, false), Ok(template.text));
        }
    }
}
