//! Command-line arguments of the desktop application.

use std::path::PathBuf;

use anyhow::{Context, bail};
use hintsmith_engine::demo::DemoOptions;

#[derive(Debug)]
pub enum Arguments {
    Window { data: Option<PathBuf> },
    DemoServer(DemoOptions),
    Version,
}

impl Arguments {
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut data = std::env::var_os("HINTSMITH_DATA").map(PathBuf::from);
        let Some(first) = arguments.next() else { return Ok(Self::Window { data }) };
        match first.as_str() {
            "--version" => Ok(Self::Version),
            "--data" => {
                data = Some(arguments.next().context("--data requires a folder")?.into());
                Ok(Self::Window { data })
            }
            "demo-server" => {
                let tools = match arguments.next().as_deref() {
                    None => None,
                    Some("--tools") => {
                        let count = arguments.next().context("--tools requires a number")?;
                        Some(count.parse().context("--tools requires a number")?)
                    }
                    Some(other) => bail!("unexpected argument {other} for demo-server"),
                };
                Ok(Self::DemoServer(DemoOptions { tools }))
            }
            other => bail!(
                "unexpected argument {other}; the desktop app accepts --data DIR, and the CLI is the program `hintsmith`"
            ),
        }
    }
}
