//! Matching of queries, and messages for invalid ones.

use proptest::prelude::*;

use super::*;

/// Passes a reviewed tool without any special state to `then`, after `change`.
fn with_subject<T>(change: impl FnOnce(&mut FilterSubject), then: impl FnOnce(&FilterSubject) -> T) -> T {
    let state = |value, layer| HintState { value, layer, is_unused: false };
    let hints = PerHint {
        read_only: state(false, Layer::Inferred),
        destructive: state(true, Layer::Override),
        idempotent: state(true, Layer::Inferred),
        open_world: state(true, Layer::Default),
    };
    let text =
        SearchText::new("nc_notes_delete_note", &["Delete note"], "Remove a note for good", &["ask Ann"]);
    let mut subject = FilterSubject {
        server: "Demo",
        text: &text,
        title_layer: Layer::Inferred,
        hints: &hints,
        has_problem: false,
        review: ReviewState::Reviewed,
        is_suspended: false,
        has_conflict: false,
        is_disputed: false,
        has_note: false,
        has_finding: false,
        environments: &[],
        is_decided_in_base: false,
        toolsets: &[],
    };
    change(&mut subject);
    then(&subject)
}

fn matches(query: &str, change: impl FnOnce(&mut FilterSubject)) -> bool {
    with_subject(change, |subject| Filter::parse(query).rank(subject).is_some())
}

#[test]
fn disputed_tools_are_not_safe() {
    let state = |value, layer| HintState { value, layer, is_unused: false };
    let hints = PerHint {
        read_only: state(true, Layer::Override),
        destructive: HintState { is_unused: true, ..state(true, Layer::Declared) },
        idempotent: HintState { is_unused: true, ..state(false, Layer::Default) },
        open_world: state(false, Layer::Declared),
    };
    for (is_disputed, query, expected) in [
        (false, "is:safe", true),
        (false, "is:modifying", false),
        (true, "is:safe", false),
        (true, "is:modifying", true),
        (true, "hint:readonly", true),
    ] {
        let found = with_subject(
            |_| {},
            |subject| {
                Filter::parse(query).rank(&FilterSubject { hints: &hints, is_disputed, ..*subject }).is_some()
            },
        );
        assert_eq!(found, expected, "{is_disputed} {query}");
    }
}

#[test]
fn every_term_must_hold() {
    for (query, expected) in [
        ("", true),
        ("note DELETE", true),
        ("note -good", false),
        ("\"a note\"", true),
        ("\"note a\"", false),
        ("-\"note a\"", true),
        ("\"a not", true),
        ("\"\"", true),
        ("-\"\"", false),
        ("ann", true),
        ("hint:destructive hint:idempotent", true),
        ("hint:read-only", false),
        ("-hint:read-only", true),
        ("hint:openWorldHint hint:open_world HINT:OpenWorld hint:destructiveHint", true),
        ("hint:readOnlyHint", false),
        ("is:destructive is:decided is:inferred is:default", true),
        ("Is:Destructive is:\"overridden\"", true),
        ("hint:destructive=decided hint:idempotent=inferred hint:openWorldHint=DEFAULT", true),
        ("hint:destructive=inferred", false),
        ("-hint:destructive=inferred", true),
        ("hint:read-only=inferred", false),
        ("hint:destructive=guessed", false),
        ("hint:destructive=", false),
        ("is:declared", false),
        ("is:safe", false),
        ("is:modifying", false),
        ("server:demo", true),
        ("server:\"DEMO\"", true),
        ("server:dem", false),
        ("-server:github", true),
        ("server:github server:demo", true),
        ("server:github server:board", false),
        ("server:github server:demo -server:demo", false),
        ("server:github server:demo is:decided", true),
        ("server:github server:demo is:new", false),
        ("is:nonsense", false),
        ("-is:nonsense", false),
        ("delete -is:nonsense", false),
        ("-", false),
    ] {
        assert_eq!(matches(query, |_| {}), expected, "{query}");
    }
}

#[test]
fn each_state_of_a_tool_has_its_term() {
    let environments: [Arc<str>; 1] = ["Prod".into()];
    for (query, change) in [
        ("has:problem", (|subject| subject.has_problem = true) as fn(&mut FilterSubject)),
        ("has:note", |subject| subject.has_note = true),
        ("has:finding", |subject| subject.has_finding = true),
        ("is:suspended", |subject| subject.is_suspended = true),
        ("is:conflict", |subject| subject.has_conflict = true),
        ("is:new", |subject| subject.review = ReviewState::New),
        ("is:drifted", |subject| subject.review = ReviewState::Drifted),
        ("-is:reviewed", |subject| subject.review = ReviewState::Unreviewed),
        ("env:base", |subject| subject.is_decided_in_base = true),
    ] {
        assert!(!matches(query, |_| {}), "{query}");
        assert!(matches(query, change), "{query}");
    }
    let in_prod = |query| {
        with_subject(
            |_| {},
            |subject| {
                Filter::parse(query)
                    .rank(&FilterSubject { environments: &environments, ..*subject })
                    .is_some()
            },
        )
    };
    let daily: [Arc<str>; 1] = ["daily".into()];
    let in_daily = |query: &str| {
        with_subject(
            |_| {},
            |subject| Filter::parse(query).rank(&FilterSubject { toolsets: &daily, ..*subject }).is_some(),
        )
    };
    assert!(in_daily("toolset:Daily"));
    assert!(!in_daily("toolset:dail"));
    assert!(!in_daily("-toolset:daily"));
    assert!(in_prod("env:prod"));
    assert!(!in_prod("env:base"));
    assert!(!in_prod("env:pro"));
    assert!(!matches("env:prod", |subject| subject.is_decided_in_base = true));
}

#[test]
fn new_and_drifted_tools_are_unreviewed() {
    for (state, expected) in [
        (ReviewState::Unreviewed, true),
        (ReviewState::New, true),
        (ReviewState::Drifted, true),
        (ReviewState::Reviewed, false),
    ] {
        assert_eq!(matches("is:unreviewed", |subject| subject.review = state), expected, "{state:?}");
    }
}

#[test]
fn a_tool_is_found_by_its_name_with_that_of_its_server() {
    for (query, expected) in [
        ("demo.nc_notes_delete_note", true),
        ("Demo.nc_notes", true),
        ("other.nc_notes_delete_note", false),
        ("demo.other", false),
        ("-demo.nc_notes_delete_note", false),
    ] {
        assert_eq!(matches(query, |_| {}), expected, "{query}");
    }
}

#[test]
fn the_better_match_has_the_better_rank() {
    let rank = |query| with_subject(|_| {}, |subject| Filter::parse(query).rank(subject));
    assert_eq!(rank("nc"), Some(Rank::NAME_PREFIX));
    assert_eq!(rank("delete good"), Some(Rank::NAME_WORD + Rank::DESCRIPTION_WORD));
    assert_eq!(rank("is:destructive -nowhere"), Some(Rank::BEST));
    assert_eq!(rank("delete nowhere"), None);
}

#[test]
fn a_colon_alone_does_not_make_a_filter() {
    for (query, looked_for) in [
        ("http://x", "http://x"),
        ("10:30", "10:30"),
        ("foo:bar", "foo:bar"),
        ("tag:x", "tag:x"),
        ("id:5", "id:5"),
        ("std::env", "std::env"),
        (":x", ":x"),
        (":", ":"),
        ("type:\"a b\"", "type:\"a b\""),
        ("\"is:nonsense\"", "is:nonsense"),
        ("\"hnit:destructive\"", "hnit:destructive"),
        // Incomplete, so it may become anything.
        ("serve:", "serve:"),
    ] {
        let filter = Filter::parse(query);
        let finds = |description: &str| {
            let text = SearchText::new("x", &[], description, &[]);
            with_subject(|_| {}, |subject| filter.rank(&FilterSubject { text: &text, ..*subject }).is_some())
        };
        assert!(filter.problems.is_empty(), "{query}");
        assert!(finds(&format!("it says {looked_for}")), "{query}");
        assert!(!finds("it says nothing"), "{query}");
    }
}

#[test]
fn unknown_terms_get_a_message_and_a_suggestion() {
    let is = "is: takes inferred, declared, default, decided, safe, modifying, destructive, unreviewed, reviewed, new, \
              drifted, suspended, conflict";
    for (query, message, suggestion) in [
        ("is:nonsense", format!("is:nonsense is not a filter; {is}"), None),
        ("is:", is.to_owned(), None),
        ("is:decidet", format!("is:decidet is not a filter; {is}"), Some("is:decided")),
        ("-IS:Decidet", format!("is:Decidet is not a filter; {is}"), Some("-is:decided")),
        (
            "hint:destructive=guessed",
            "hint:destructive=guessed is not a filter; after hint:NAME= comes inferred, declared, decided, default"
                .to_owned(),
            None,
        ),
        ("is:problem", format!("is:problem is not a filter; {is}"), Some("has:problem")),
        ("is:readonly", format!("is:readonly is not a filter; {is}"), Some("hint:read-only")),
        ("has:y", "has:y is not a filter; has: takes finding, problem, note".to_owned(), None),
        (
            "has:notes",
            "has:notes is not a filter; has: takes finding, problem, note".to_owned(),
            Some("has:note"),
        ),
        (
            "hint:open",
            "hint:open is not a filter; hint: takes read-only, destructive, idempotent, open-world"
                .to_owned(),
            None,
        ),
        (
            "hnit:destructive",
            "hnit: is not a filter; put the word in quotes to search for it".to_owned(),
            Some("hint:destructive"),
        ),
        (
            "-sever:\"My Notes\"",
            "sever: is not a filter; put the word in quotes to search for it".to_owned(),
            Some("-server:\"My Notes\""),
        ),
        (
            "evn:prod",
            "evn: is not a filter; put the word in quotes to search for it".to_owned(),
            Some("env:prod"),
        ),
        ("server:", "server: needs a name".to_owned(), None),
        ("-env:\"\"", "env: needs a name".to_owned(), None),
        ("-\"\"", "the quotes are empty".to_owned(), None),
    ] {
        let suggestion = suggestion.map(str::to_owned);
        let problem = FilterProblem { term: query.to_owned(), message, suggestion };
        assert_eq!(Filter::parse(query).problems, [problem], "{query}");
        assert!(!matches(query, |_| {}), "{query} matches nothing");
    }
}

#[test]
fn an_unclosed_quote_is_reported_and_still_searched_for() {
    for (query, suggestion) in [("\"a not", "\"a not\""), ("-server:\"git hub", "-server:\"git hub\"")] {
        let filter = Filter::parse(query);
        let problem = FilterProblem {
            term: query.to_owned(),
            message: "the quote is not closed".to_owned(),
            suggestion: Some(suggestion.to_owned()),
        };
        assert_eq!(filter.problems, [problem], "{query}");
        assert!(matches(query, |_| {}), "{query}");
    }
}

#[test]
fn problems_come_in_the_order_of_the_query() {
    let filter = Filter::parse("is:nonsense x -has:y \"z");
    let terms: Vec<&str> = filter.problems.iter().map(|problem| problem.term.as_str()).collect();
    assert_eq!(terms, ["is:nonsense", "-has:y", "\"z"]);
}

/// Terms of the language, typos and texts.
fn any_term() -> impl Strategy<Value = String> {
    let of_table = (0..TERMS.len()).prop_map(|at| TERMS[at].to_query("demo"));
    prop_oneof![of_table, "(is|has|hint|server|env|evn):[a-z\"]{0,4}", "[a-z:\"]{1,5}", "[^ -]\\PC{0,8}"]
}

/// Fragments of queries in any order.
pub(super) fn any_query() -> impl Strategy<Value = String> {
    let piece =
        prop_oneof!["is:|has:|server:|env:|sever:", "[ \"-]", "[é𝄞İ]", "inferred|note|base|h", ".{0,3}"];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_query_is_parsed(query in any_query()) {
        with_subject(|_| {}, |subject| Filter::parse(&query).rank(subject));
    }

    #[test]
    fn a_minus_negates_a_known_term(
        term in any_term(), review in 0..4_usize, flags in any::<[bool; 4]>()
    ) {
        let states = [ReviewState::Drifted, ReviewState::New, ReviewState::Unreviewed, ReviewState::Reviewed];
        // With several words, the minus would apply to the first one only.
        prop_assume!(lexer::split_query(&term).count() == 1 && !term.starts_with(char::is_whitespace));
        let (plain, turned) = (Filter::parse(&term), Filter::parse(&format!("-{term}")));
        let change = |subject: &mut FilterSubject| {
            subject.review = states[review];
            [subject.is_suspended, subject.has_conflict, subject.has_note, subject.is_decided_in_base] = flags;
        };
        let both = with_subject(change, |subject| (plain.rank(subject).is_some(), turned.rank(subject).is_some()));
        if turned.matches_nothing {
            prop_assert!(!both.1);
        } else {
            prop_assert_eq!(both.0, !both.1);
        }
    }
}
