//! Pictures, sound and film that a model makes from a prompt.

use super::{Conclusion, Example, Rule, SignalSink, ToolFacts};
use crate::infer::Certainty::Likely;
use crate::infer::EvidenceSource;
use crate::infer::verbs::Action;
use crate::model::hint::HintName::{Destructive, Idempotent, ReadOnly};

const MEDIA: [&str; 14] = [
    "audio", "image", "images", "logo", "model", "music", "photo", "picture", "song", "sound", "speech",
    "video", "videos", "voice",
];

pub const RULE: Rule = Rule {
    id: "generated-media",
    summary: "A tool that generates an image, a sound or a video from a prompt stores it.",
    rationale: "What a model makes costs something, is kept in a file or under an address, and is different with every call. A chart that is drawn from data is not.",
    examples: &[
        Example {
            name: "generate_image",
            parameters: &["prompt"],
            expected: &[(ReadOnly, Some(false)), (Destructive, Some(false)), (Idempotent, Some(false))],
            ..Example::EMPTY
        },
        Example {
            name: "generate_image",
            parameters: &["data"],
            expected: &[(ReadOnly, Some(true))],
            ..Example::EMPTY
        },
    ],
    apply: |facts: &ToolFacts, out: &mut SignalSink| {
        let generates = facts.primary_action().is_some_and(|matched| matched.action == Action::Generate);
        let is_prompted = facts.find_parameter(&["prompt"]).is_some();
        let conclusions = [
            Conclusion(ReadOnly, false, Likely, "a generated *{}* is kept"),
            Conclusion(Destructive, false, Likely, "a new *{}* replaces no other"),
            Conclusion(Idempotent, false, Likely, "every call makes another *{}*"),
        ];
        let medium = facts.find_word(&MEDIA).filter(|_| generates && is_prompted);
        out.emit(EvidenceSource::Name, medium, &conclusions);
    },
};
