//! Tests of the desktop application that need no window. Not beside the code, because the library would be compiled
//! a second time for them.

mod notifications {
    use hintsmith_desktop::notifications::{Notifier, notification_text};
    use hintsmith_engine::dto::{ApprovalView, CallOrigin};
    use hintsmith_engine::resolve::Behaviour;

    fn call(nonce: &str) -> ApprovalView {
        ApprovalView {
            id: 1,
            nonce: nonce.to_owned(),
            server: "s".to_owned(),
            tool: "t".to_owned(),
            title: "T".to_owned(),
            client: Some("<b>x</b>\u{202e}".to_owned()),
            origin: CallOrigin::Gateway,
            arguments: None,
            badges: Vec::new(),
            behaviour: Behaviour::Destructive,
            because: "It may make destructive changes".to_owned(),
            sentences: Vec::new(),
            offers_session: false,
            asked_at: String::new(),
            seconds_left: 1,
            seconds_in_all: 1,
        }
    }

    #[test]
    fn each_call_is_announced_once_and_only_while_unfocused() {
        let mut notifier = Notifier::default();
        let (one, both) = ([call("a")], [call("a"), call("b")]);
        assert_eq!(notifier.new_calls(&one, false).len(), 1);
        assert_eq!(notifier.new_calls(&one, false).len(), 0);
        assert_eq!(notifier.new_calls(&both, true).len(), 0);
        // The call was shown in the focused window; it is not announced again when the window loses focus.
        assert_eq!(notifier.new_calls(&both, false).len(), 0);
        assert_eq!(notifier.new_calls(&[], false).len(), 0);
        assert_eq!(notifier.new_calls(&one, false).len(), 1);
    }

    #[test]
    fn the_count_is_reported_when_it_changes() {
        let mut notifier = Notifier::default();
        let reported: Vec<_> =
            [0, 1, 1, 2, 0].map(|count| notifier.changed_count(&vec![call("a"); count])).into();
        assert_eq!(reported, [None, Some(1), None, Some(2), Some(0)]);
    }

    #[test]
    fn markup_in_names_is_removed() {
        let text = notification_text(&call("a"));
        assert!(text.starts_with("·b·x·/b·· wants to call t of s."), "{text}");
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

mod window_state {
    use hintsmith_desktop::window_state::{STATE_FILE, WindowState};

    #[test]
    fn an_implausible_size_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |text: &str| {
            std::fs::write(folder.path().join(STATE_FILE), text).unwrap();
            WindowState::load(Some(folder.path()))
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
        assert_eq!(WindowState::load(None), WindowState::default());
    }
}

mod single_instance {
    use hintsmith_desktop::single_instance::InstanceRole;

    #[test]
    fn a_second_instance_activates_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let InstanceRole::Primary(mut first) = InstanceRole::claim(folder.path()) else {
            panic!("not the first")
        };
        assert!(!first.take_activation_request());
        let path = folder.path().to_owned();
        let second =
            std::thread::spawn(move || matches!(InstanceRole::claim(&path), InstanceRole::Secondary));
        while !first.take_activation_request() {
            std::thread::yield_now();
        }
        assert!(second.join().unwrap());
        assert!(!first.take_activation_request());
        drop(first);
        assert!(matches!(InstanceRole::claim(folder.path()), InstanceRole::Primary(_)));
    }
}

mod window {
    use hintsmith_desktop::window::is_app_url;

    #[test]
    fn the_window_navigates_only_to_the_bundled_page() {
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
            assert_eq!(is_app_url(&url.parse().unwrap()), expected, "{url}");
        }
    }
}
