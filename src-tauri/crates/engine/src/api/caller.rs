//! The process that runs the command line: a user's terminal, or a program behind one of our proxies.
//!
//! Without this check an agent that can run commands could loosen the policy it is subject to. It is a safeguard
//! against accidents, not a security boundary: a process of the same user can also open its own terminal or write to
//! the store.

use std::path::Path;

use hintsmith_core::model::preference;

use crate::Engine;
use crate::client_registry;
use crate::error::{ApiError, ErrorCode};
use crate::store::preferences;

/// A process that wants to change a policy.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// A user can be at its terminal, or its environment states that none is needed.
    pub is_attended: bool,
    /// Ids of its ancestor processes, nearest first.
    pub ancestors: Vec<u32>,
}

impl Caller {
    /// The current process.
    pub fn current(is_attended: bool) -> Self {
        Self { is_attended, ancestors: ancestor_process_ids() }
    }

    /// Fails if this process must not change decisions or approvals in the store of a data folder. Ignores
    /// preferences.
    pub fn check_folder(&self, data: &Path) -> Result<(), ApiError> {
        let served = client_registry::served_processes(data);
        let is_served = self.ancestors.iter().any(|ancestor| served.contains(ancestor));
        if self.is_attended && !is_served {
            return Ok(());
        }
        let (message, hint) = if is_served {
            (
                "this command was started by a client or server of a running proxy and must not change decisions or approvals",
                "Ask the user to run the command in a separate terminal, or to decide in the desktop app.",
            )
        } else {
            (
                "decisions and approvals cannot be changed without a terminal",
                "Run the command in a terminal, or decide in the desktop app. To allow scripts, run `hintsmith preferences approval.unattended=on` in a terminal.",
            )
        };
        Err(ApiError::new(ErrorCode::Consent, message, hint))
    }
}

impl Engine {
    /// Fails if this process must not change decisions or approvals, unless the preference `approval.unattended` is
    /// on.
    pub async fn check_caller(&self, caller: &Caller) -> Result<(), ApiError> {
        let Err(refusal) = caller.check_folder(&self.context.options.data_folder) else { return Ok(()) };
        let allowed = self
            .context
            .db
            .read(|connection| preferences::get(connection, preference::UNATTENDED_CHANGES))
            .await?;
        if allowed.as_deref() == Some("on") { Ok(()) } else { Err(refusal) }
    }
}

/// Fails if this process must not replace the store in a folder. The preference counts where the store can be read.
pub fn check_restore(caller: &Caller, data: &Path) -> Result<(), ApiError> {
    let Err(refusal) = caller.check_folder(data) else { return Ok(()) };
    let allowed = preferences::read_from_folder(data, preference::UNATTENDED_CHANGES);
    if allowed.is_ok_and(|allowed| allowed.as_deref() == Some("on")) { Ok(()) } else { Err(refusal) }
}

#[cfg(target_os = "linux")]
fn ancestor_process_ids() -> Vec<u32> {
    // The process name in parentheses may contain anything; the parent id is the second field after it.
    let parent = |process: u32| -> Option<u32> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok().filter(|parent| *parent > 0)
    };
    std::iter::successors(parent(std::process::id()), |process| parent(*process)).take(64).collect()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn ancestor_process_ids() -> Vec<u32> {
    vec![std::os::unix::process::parent_id()]
}

#[cfg(not(unix))]
fn ancestor_process_ids() -> Vec<u32> {
    Vec::new()
}
