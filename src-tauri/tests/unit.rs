//! Tests of the desktop application that need no window. Not beside the code, because the library would be compiled
//! a second time for them.

mod bell {
    use hintsmith_desktop::notifications::{Notifier, words};
    use hintsmith_engine::dto::{ApprovalView, Through};
    use hintsmith_engine::resolve::Behaviour;

    fn call(nonce: &str) -> ApprovalView {
        ApprovalView {
            id: 1,
            nonce: nonce.to_owned(),
            server: "s".to_owned(),
            tool: "t".to_owned(),
            title: "T".to_owned(),
            client: Some("<b>x</b>\u{202e}".to_owned()),
            through: Through::Gateway,
            arguments: None,
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            because: "It may make destructive changes".to_owned(),
            sentences: Vec::new(),
            asked_at: String::new(),
            seconds_left: 1,
            seconds_in_all: 1,
        }
    }

    #[test]
    fn each_call_rings_once_and_only_behind_other_windows() {
        let mut bell = Notifier::default();
        let (one, both) = ([call("a")], [call("a"), call("b")]);
        assert_eq!(bell.news(&one, false).len(), 1);
        assert_eq!(bell.news(&one, false).len(), 0);
        assert_eq!(bell.news(&both, true).len(), 0);
        // The call was shown in the focused window; it is not announced again when the window loses focus.
        assert_eq!(bell.news(&both, false).len(), 0);
        assert_eq!(bell.news(&[], false).len(), 0);
        assert_eq!(bell.news(&one, false).len(), 1);
    }

    #[test]
    fn the_count_is_said_when_it_changes() {
        let mut bell = Notifier::default();
        let said: Vec<_> = [0, 1, 1, 2, 0].map(|count| bell.count(&vec![call("a"); count])).into();
        assert_eq!(said, [None, Some(1), None, Some(2), Some(0)]);
    }

    #[test]
    fn names_cannot_mark_anything_up() {
        let words = words(&call("a"));
        assert!(words.starts_with("·b·x·/b·· wants to call t of s."), "{words}");
    }
}

mod bindings {
    use specta_typescript::Typescript;

    /// Generates the bindings of the page, and fails when the committed file was outdated.
    #[test]
    fn the_committed_bindings_are_the_generated_ones() {
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/backend/bindings.ts");
        let before = std::fs::read_to_string(committed).unwrap_or_default();
        hintsmith_desktop::bindings::builder().export(Typescript::default(), committed).unwrap();
        let after = std::fs::read_to_string(committed).unwrap();
        assert!(
            before == after,
            "ui/src/backend/bindings.ts was out of date; it has been written anew, commit it"
        );
    }
}

mod place {
    use hintsmith_desktop::window_state::{FILE, WindowState};

    #[test]
    fn a_size_that_makes_no_sense_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |text: &str| {
            std::fs::write(folder.path().join(FILE), text).unwrap();
            WindowState::kept(Some(folder.path()))
        };
        let fine = WindowState { width: 1_000.0, height: 700.0, maximized: true };
        assert_eq!(kept(&serde_json::to_string(&fine).unwrap()), fine);
        for text in [
            "",
            "{}",
            r#"{"width":10,"height":700,"maximized":false}"#,
            r#"{"width":1e9,"height":700,"maximized":false}"#,
        ] {
            assert_eq!(kept(text), WindowState::default(), "{text}");
        }
        assert_eq!(WindowState::kept(None), WindowState::default());
    }
}

mod sole {
    use hintsmith_desktop::single_instance::InstanceLock;

    #[test]
    fn the_second_calls_the_first_and_the_next_is_first_again() {
        let folder = tempfile::tempdir().unwrap();
        let InstanceLock::First(mut first) = InstanceLock::claim(folder.path()) else {
            panic!("not the first")
        };
        assert!(!first.is_called());
        let path = folder.path().to_owned();
        let second = std::thread::spawn(move || matches!(InstanceLock::claim(&path), InstanceLock::Second));
        while !first.is_called() {
            std::thread::yield_now();
        }
        assert!(second.join().unwrap());
        assert!(!first.is_called());
        drop(first);
        assert!(matches!(InstanceLock::claim(folder.path()), InstanceLock::First(_)));
    }
}

mod window {
    use hintsmith_desktop::window::is_our_page;

    #[test]
    fn the_window_goes_nowhere_else() {
        for (url, expected) in [
            ("tauri://localhost", true),
            ("tauri://localhost/index.html", true),
            ("http://tauri.localhost/", true),
            ("tauri://evil/", false),
            ("https://example.com/", false),
            ("http://localhost.evil.example/", false),
            ("file:///etc/passwd", false),
            ("data:text/html,x", false),
            ("javascript:alert(1)", false),
            ("about:blank", false),
        ] {
            assert_eq!(is_our_page(&url.parse().unwrap()), expected, "{url}");
        }
    }
}
