//! Server child processes: spawned without a shell, in a process group of their own that is killed as a whole.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hintsmith_core::sources::secret_text::SecretText;
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;

use crate::environment::EnvironmentPolicy;

/// A program and its arguments, never a shell command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub program: String,
    pub arguments: Vec<SecretText>,
    /// Variables declared for the server; they override inherited ones.
    pub environment: Vec<(String, SecretText)>,
    pub environment_policy: EnvironmentPolicy,
    pub working_dir: Option<PathBuf>,
}

impl Command {
    /// A program with arguments, in the current directory and with the default environment policy.
    pub fn new(
        program: impl Into<String>,
        arguments: impl IntoIterator<Item = impl Into<SecretText>>,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            environment: Vec::new(),
            environment_policy: EnvironmentPolicy::default(),
            working_dir: None,
        }
    }
}

/// A running server process. Dropping it kills its whole process group.
pub struct Process {
    child: Box<dyn ChildWrapper>,
    pub stderr: StderrTail,
    /// The task that fills `stderr`; ends when the pipe is closed.
    stderr_reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Spawns the command with pipes for all three standard streams.
    pub fn spawn(command: &Command) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        let (mut process, stdout, stdin) = Self::spawn_with_stderr(command, Stdio::piped())?;
        if let Some(stderr) = process.child.stderr().take() {
            process.stderr_reader = Some(tokio::spawn(process.stderr.clone().read_lines(stderr)));
        }
        Ok((process, stdout, stdin))
    }

    /// Spawns the command with our own standard error, so that its messages appear where ours do.
    pub fn spawn_with_inherited_stderr(
        command: &Command,
    ) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        Self::spawn_with_stderr(command, Stdio::inherit())
    }

    fn spawn_with_stderr(
        command: &Command,
        stderr: Stdio,
    ) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        let mut wrap = CommandWrap::with_new(&command.program, |process| {
            process
                .args(command.arguments.iter().map(SecretText::expose))
                .env_clear()
                .envs(command.environment_policy.select(std::env::vars_os()))
                .envs(command.environment.iter().map(|(name, value)| (name, value.expose())))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(stderr);
            if let Some(folder) = &command.working_dir {
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
        enlarge_pipe(&stdout);
        Ok((Self { child, stderr: StderrTail::default(), stderr_reader: None }, stdout, stdin))
    }

    /// Sends SIGTERM to the process group. No-op on platforms without signals, where closing standard input has to
    /// suffice.
    pub fn terminate(&self) {
        #[cfg(unix)]
        {
            const SIGTERM: i32 = 15;
            let _ = self.child.signal(SIGTERM);
        }
    }

    /// Like [`Self::shutdown`], but also returns the exit status of a process that had to be killed.
    pub async fn shutdown_and_reap(&mut self, grace: Duration) -> Option<ExitStatus> {
        /// Time for a killed process to disappear; longer only if it is stuck in the kernel.
        const KILL_TIMEOUT: Duration = Duration::from_secs(1);
        match self.shutdown(grace).await {
            Some(status) => Some(status),
            None => tokio::time::timeout(KILL_TIMEOUT, self.child.wait()).await.ok().and_then(Result::ok),
        }
    }

    /// Waits up to `grace` for the process to exit, kills the rest of its group, and reads the remaining output.
    /// Returns `None` if the process did not exit by itself.
    pub async fn shutdown(&mut self, grace: Duration) -> Option<ExitStatus> {
        const STDERR_DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
        let status = tokio::time::timeout(grace, self.child.wait()).await.ok().and_then(Result::ok);
        // Forked children outlive the leader, so the group is killed even when the leader has exited.
        let _ = self.child.start_kill();
        // The last output may still be in the pipe. Only a process that left the group can still hold it open.
        if let Some(reading) = self.stderr_reader.take() {
            let _ = tokio::time::timeout(STDERR_DRAIN_TIMEOUT, reading).await;
        }
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
    }
}

/// A long tool list exceeds the default pipe capacity: the server writes a part, blocks until it is read, and
/// writes the next. A larger pipe avoids most of these switches. Not the maximum size: Linux limits the pipe memory
/// of a user in total.
fn enlarge_pipe(output: &ChildStdout) {
    #[cfg(target_os = "linux")]
    {
        const PIPE_BYTES: usize = 256 << 10;
        // Fails when the user's limit is reached; then the pipe keeps its size.
        let _ = rustix::pipe::fcntl_setpipe_size(output, PIPE_BYTES);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = output;
}

/// The last lines that a server wrote to standard error.
#[derive(Debug, Clone, Default)]
pub struct StderrTail {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl StderrTail {
    const MAX_LINES: usize = 200;
    const MAX_LINE_BYTES: u64 = 4096;

    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    async fn read_lines(self, stderr: ChildStderr) {
        let mut reader = BufReader::new(stderr);
        let mut line = Vec::new();
        // A longer line continues as the next one, so that a server cannot make us buffer an unbounded line.
        while let Ok(1..) = (&mut reader).take(Self::MAX_LINE_BYTES).read_until(b'\n', &mut line).await {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push_back(text);
            if lines.len() > Self::MAX_LINES {
                lines.pop_front();
            }
        }
    }
}
