//! A server as a child process: started without a shell, in a group of its own, and killed whole.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hintsmith_core::secret_text::SecretText;
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;

use crate::environment::Inherited;

/// What to start: a program and its arguments, never a line for a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub program: String,
    pub arguments: Vec<SecretText>,
    /// What was declared for it.
    pub environment: Vec<(String, SecretText)>,
    pub inherited: Inherited,
    pub folder: Option<PathBuf>,
}

impl Command {
    /// A program with arguments, in our own folder and with the variables every program needs.
    pub fn new(
        program: impl Into<String>,
        arguments: impl IntoIterator<Item = impl Into<SecretText>>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            environment: Vec::new(),
            inherited: Inherited::default(),
            folder: None,
        }
    }
}

/// A running server process. Dropping it kills the whole group.
pub struct Process {
    child: Box<dyn ChildWrapper>,
    pub output: Output,
    /// Ends when standard error is closed.
    reading: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts the command with its three streams connected to us.
    pub fn start(command: &Command) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        let (mut process, stdout, stdin) = Self::spawn(command, Stdio::piped())?;
        if let Some(stderr) = process.child.stderr().take() {
            process.reading = Some(tokio::spawn(process.output.clone().collect(stderr)));
        }
        Ok((process, stdout, stdin))
    }

    /// Starts the command with our own standard error: what it says there goes where ours goes.
    pub fn start_talking(command: &Command) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        Self::spawn(command, Stdio::inherit())
    }

    fn spawn(command: &Command, stderr: Stdio) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        let mut wrap = CommandWrap::with_new(&command.program, |process| {
            process
                .args(command.arguments.iter().map(SecretText::expose))
                .env_clear()
                .envs(command.inherited.select(std::env::vars_os()))
                .envs(command.environment.iter().map(|(name, value)| (name, value.expose())))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(stderr);
            if let Some(folder) = &command.folder {
                process.current_dir(folder);
            }
        });
        #[cfg(unix)]
        wrap.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::tokio::JobObject);
        wrap.wrap(KillOnDrop);

        let mut child = wrap.spawn()?;
        let missing = || std::io::Error::other("the process has no standard streams");
        let stdout = child.stdout().take().ok_or_else(missing)?;
        let stdin = child.stdin().take().ok_or_else(missing)?;
        widen(&stdout);
        Ok((Self { child, output: Output::default(), reading: None }, stdout, stdin))
    }

    /// Passes on that we were asked to end. Where there are no signals, closing its input has to do.
    pub fn ask_to_end(&self) {
        #[cfg(unix)]
        {
            const SIGTERM: i32 = 15;
            let _ = self.child.signal(SIGTERM);
        }
    }

    /// Ends what is left of the group once patience is over, and says how the process ended.
    pub async fn ended(&mut self, patience: Duration) -> Option<ExitStatus> {
        /// A killed process is gone at once, unless the system cannot let go of it.
        const KILLED: Duration = Duration::from_secs(1);
        match self.end(patience).await {
            Some(status) => Some(status),
            None => tokio::time::timeout(KILLED, self.child.wait()).await.ok().and_then(Result::ok),
        }
    }

    /// Waits for the process to end by itself, then ends what is left of its group and reads what it wrote last.
    pub async fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        const LAST_OUTPUT: Duration = Duration::from_secs(1);
        let status = tokio::time::timeout(patience, self.child.wait()).await.ok().and_then(Result::ok);
        // A child that forked leaves others behind; the group must go even when the leader is gone already.
        let _ = self.child.start_kill();
        // What it wrote last may still be in the pipe. Only a process that left the group can still hold it open.
        if let Some(reading) = self.reading.take() {
            let _ = tokio::time::timeout(LAST_OUTPUT, reading).await;
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
    }
}

/// A list of many tools is longer than a pipe holds: the server writes a piece, waits until we have read it, writes the
/// next. A wider pipe saves most of that. Not the widest there may be: a person's pipes have a limit together.
fn widen(output: &ChildStdout) {
    #[cfg(target_os = "linux")]
    {
        const WIDTH: usize = 256 << 10;
        // Where it is not allowed the pipe stays as it is.
        let _ = rustix::pipe::fcntl_setpipe_size(output, WIDTH);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = output;
}

/// The last lines a server wrote to its standard error.
#[derive(Debug, Clone, Default)]
pub struct Output {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl Output {
    const LINES: usize = 200;
    const LINE_BYTES: u64 = 4096;

    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    async fn collect(self, stderr: ChildStderr) {
        let mut reader = BufReader::new(stderr);
        let mut line = Vec::new();
        // A line longer than the limit goes on as the next one, so that no server can make us hold it whole.
        while let Ok(1..) = (&mut reader).take(Self::LINE_BYTES).read_until(b'\n', &mut line).await {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push_back(text);
            if lines.len() > Self::LINES {
                lines.pop_front();
            }
        }
    }
}
