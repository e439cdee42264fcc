//! Inferred values that users marked as wrong.

use hintsmith_core::model::hint::HintName;

dto_types! {
    /// An inferred hint of a tool.
    struct GuessKey { pub server: String, pub tool: String, pub hint: HintName }

    struct CorrectionSummary {
        pub corrections: u32,
        /// Rules whose values were marked as wrong, those with the most tools first.
        pub rules: Vec<RuleMistakes>,
    }

    /// The mistakes of one rule about one hint.
    struct RuleMistakes {
        pub rule: String,
        pub hint: HintName,
        /// The wrong value.
        pub guess: bool,
        pub tools: u32,
        /// The most frequent words of the tools' names.
        pub words: Vec<WordCount>,
    }

    struct WordCount { pub word: String, pub tools: u32 }

    /// Destination of the corrections: names and words, no description, argument or server address.
    struct WriteCorrections { pub path: String }

    struct WrittenCorrections { pub path: String, pub corrections: u32 }
}
