//! Adding, listing and removing servers. Nothing is started here.

use std::path::PathBuf;

use crate::api::view::{
    AddServerInput, NewServer, NewSource, ServerKey, ServerKind, ServerPreview, ServerState, ServerView,
    count,
};
use crate::catalog::Catalog;
use crate::error::{ApiError, ErrorCode};
use crate::source::Source;
use crate::store::servers::{self, ServerRow};
use crate::{Engine, clock, command};

impl Engine {
    pub async fn servers(&self) -> Result<Vec<ServerView>, ApiError> {
        let catalog = self.current().await?;
        Ok(catalog.servers.iter().map(|row| self.server_view(row, &catalog)).collect())
    }

    /// Exactly what would run, for a person to agree to.
    pub async fn preview_server(&self, input: NewServer) -> Result<ServerPreview, ApiError> {
        check_name(&input.name)?;
        if self.current().await?.server(&input.name).is_some() {
            return Err(exists(&input.name));
        }
        let source = source(input.source)?;
        let command = source.command(&self.options.program);
        let program = command::locate(&command);
        let mut warnings = command::warnings(&command);
        if program.is_none() {
            warnings.insert(0, "The program was not found. Install it, or give its full path.".to_owned());
        }
        let mut argv = vec![command.program];
        argv.extend(command.arguments);
        let folder = command.folder.map(|folder| folder.display().to_string());
        Ok(ServerPreview { command: argv, program, folder, warnings, consent: source.consent() })
    }

    /// Adds a server whose preview a person has agreed to.
    pub async fn add_server(&self, input: AddServerInput) -> Result<ServerView, ApiError> {
        let NewServer { name, source: new } = input.server;
        check_name(&name)?;
        let source = source(new)?;
        if source.consent() != input.consent {
            let message = "this is not the command that was agreed to";
            return Err(ApiError::new(
                ErrorCode::Consent,
                message,
                "Look at the command again, then add the server.",
            ));
        }
        let (row_name, consent) = (name.clone(), input.consent);
        let added = self
            .change(move |connection| {
                servers::insert(connection, &row_name, &source, &consent, &clock::now())
            })
            .await?;
        if !added {
            return Err(exists(&name));
        }
        let catalog = self.current().await?;
        let row = catalog.server(&name).ok_or_else(|| ApiError::no_server(&name))?;
        Ok(self.server_view(row, &catalog))
    }

    /// Removes a server and its tools. What was decided for them stays and returns with a server of that name.
    pub async fn remove_server(&self, input: ServerKey) -> Result<(), ApiError> {
        self.cancel_scan(&input.server);
        let name = input.server.clone();
        if !self.change(move |connection| servers::delete(connection, &name)).await? {
            return Err(ApiError::no_server(&input.server));
        }
        Ok(())
    }

    pub(crate) fn server_view(&self, row: &ServerRow, catalog: &Catalog) -> ServerView {
        let command = row.source.command(&self.options.program);
        let mut argv = vec![command.program];
        argv.extend(command.arguments);
        let state = if self.is_scanning(&row.name) {
            ServerState::Connecting
        } else if row.failure.is_some() {
            ServerState::Failed
        } else if row.read_at.is_some() {
            ServerState::Ready
        } else {
            ServerState::Idle
        };
        ServerView {
            name: row.name.clone(),
            kind: match row.source {
                Source::Demo { .. } => ServerKind::Demo,
                Source::Stdio { .. } => ServerKind::Stdio,
            },
            command: argv,
            state,
            tools: count(catalog.tools_of(&row.name)),
            read_at: row.read_at.clone(),
            protocol: row.protocol.clone(),
            failure: row.failure.clone(),
        }
    }
}

fn source(new: NewSource) -> Result<Source, ApiError> {
    let (command, folder) = match new {
        NewSource::Demo { tools } => return Ok(Source::Demo { tools }),
        NewSource::Command { command, folder } => (command, folder),
        NewSource::CommandLine { line, folder } => {
            let command = shlex::split(&line).ok_or_else(|| {
                let hint = "Close the quote that is open, or put a backslash before it.";
                ApiError::new(ErrorCode::Invalid, "the command line has a quote that never ends", hint)
            })?;
            (command, folder)
        }
    };
    if command.first().is_none_or(|program| program.is_empty()) {
        let hint = "Give the program and its arguments, for example: npx -y some-mcp-server";
        return Err(ApiError::new(ErrorCode::Invalid, "there is no command", hint));
    }
    if command.iter().any(|part| part.contains('\0')) {
        return Err(ApiError::new(ErrorCode::Invalid, "the command holds a NUL character", "Remove it."));
    }
    let folder = folder.filter(|folder| !folder.trim().is_empty()).map(PathBuf::from);
    if let Some(folder) = folder.as_deref().filter(|folder| !folder.is_dir()) {
        let message = format!("the working folder {} is not there", folder.display());
        return Err(ApiError::new(ErrorCode::Invalid, message, "Give an existing folder, or none."));
    }
    Ok(Source::Stdio { command, folder })
}

/// A server's name stands before the dot in `server.tool`, so it has none itself.
fn check_name(name: &str) -> Result<(), ApiError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > 50 || !name.chars().all(fits) {
        let hint = "Use 1 to 50 letters, digits, - or _.";
        return Err(ApiError::new(ErrorCode::Invalid, format!("{name:?} cannot be a server's name"), hint));
    }
    Ok(())
}

fn exists(name: &str) -> ApiError {
    let hint = "Choose another name, or remove the server first; its decisions are kept.";
    ApiError::new(ErrorCode::Conflict, format!("there is a server named {name} already"), hint)
}
