//! Shared test fixtures: a store in a temporary folder, and the real program run against it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hintsmith_engine::{Author, Engine, Options, Passphrase, SecretStore, SecretText, SecretsOptions};
use serde_json::Value;

/// The repository root.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Passphrase of the encrypted secrets file in test stores.
const PASSPHRASE: &str = "passphrase of a test";

/// A temporary store for one test.
pub struct Store {
    folder: tempfile::TempDir,
}

impl Store {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A store on a RAM disk if there is one, for tests that replace disk access anyway.
    #[cfg(target_os = "linux")]
    pub fn in_memory() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self { folder: folder.unwrap() }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn data_dir(&self) -> PathBuf {
        self.path().join("data")
    }

    pub fn database(&self) -> PathBuf {
        self.data_dir().join("hintsmith.db")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hintsmith"));
        command
            .args(arguments)
            .env("HINTSMITH_DATA", self.data_dir())
            // Tests must not fail because a server is slow on a loaded machine.
            .env("HINTSMITH_TIMEOUT", "240")
            // Never use the keychain of the user who runs the tests.
            .env("HINTSMITH_SECRETS", "file")
            // Tests have no terminal.
            .env("HINTSMITH_UNATTENDED", "1")
            .env("HINTSMITH_PASSPHRASE", PASSPHRASE)
            .current_dir(self.path())
            .stdin(Stdio::null());
        command
    }

    /// Options to open an engine on this store.
    pub fn options(&self) -> Options {
        Options {
            data_folder: self.data_dir(),
            program: env!("CARGO_BIN_EXE_hintsmith").into(),
            request_timeout: None,
            secrets: SecretsOptions {
                store: SecretStore::File,
                passphrase: Some(Passphrase::Literal(SecretText::from(PASSPHRASE))),
            },
            author: Author::current_user("a test"),
        }
    }

    /// An engine on this store as the desktop application uses it: scanned servers stay connected.
    pub fn live_engine(&self, runtime: &tokio::runtime::Runtime) -> Arc<Engine> {
        let engine = runtime.block_on(Engine::open(self.options())).unwrap();
        engine.servers.stay_connected();
        engine
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::from_output(self.command(arguments).output().unwrap())
    }

    /// Runs a command at a terminal (a pseudo-terminal), where the user has typed the answers ahead.
    #[cfg(unix)]
    pub fn run_at_terminal(&self, arguments: &[&str], answers: &str) -> Run {
        use std::os::unix::ffi::OsStrExt;

        use rustix::fs::{Mode, OFlags};
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let path = std::ffi::OsStr::from_bytes(name.to_bytes());
        let terminal = rustix::fs::open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        rustix::io::write(&controller, answers.as_bytes()).unwrap();
        let mut command = self.command(arguments);
        Run::from_output(command.env_remove("HINTSMITH_UNATTENDED").stdin(terminal).output().unwrap())
    }

    /// Writes a file into the test's folder and returns its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Runs a command that must succeed and returns its standard output.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "hintsmith {arguments:?}: {}", run.stderr);
        run.stdout
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.ok(arguments)).unwrap()
    }

    /// True if any file in the data folder contains the text.
    pub fn data_contains(&self, text: &str) -> bool {
        let mut files = vec![self.data_dir()];
        let mut bytes: Vec<Vec<u8>> = Vec::new();
        while let Some(path) = files.pop() {
            if path.is_dir() {
                files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                bytes.push(std::fs::read(path).unwrap());
            }
        }
        assert!(!bytes.is_empty(), "the data folder is empty");
        bytes.iter().any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
    }

    /// A store with the demo server.
    pub fn with_demo() -> Self {
        let store = Self::new();
        store.ok(&["demo"]);
        store
    }

    /// Adds a server of `tests/servers/odd.mjs` in the given mode.
    pub fn add_odd_server(&self, mode: &str) -> Run {
        let script = format!("{ROOT}/tests/servers/odd.mjs");
        let will_time_out = ["silent", "never-lists", "noise-only"].contains(&mode);
        let timeout = if will_time_out { "3" } else { "90" };
        self.run(&["--timeout", timeout, "add", "odd", "--yes", "--keep", "--", "node", &script, mode])
    }
}

/// Result of a run of the program.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn from_output(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The names of the tools in the output of `tools --json`.
pub fn tool_names(tools: &Value) -> Vec<String> {
    tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// Polls until the condition returns a value.
pub fn wait_for<T>(condition: impl Fn() -> Option<T>) -> T {
    // Long, because a busy machine may not schedule us for seconds; a condition that becomes true is noticed at
    // once.
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let started = Instant::now();
        if let Some(value) = condition() {
            return value;
        }
        assert!(Instant::now() < deadline, "waited in vain");
        // The condition may start a program and compete for the processor with what it waits for: pause as long as
        // it ran.
        let pause = started.elapsed().clamp(Duration::from_millis(5), Duration::from_millis(500));
        std::thread::park_timeout(pause);
    }
}
