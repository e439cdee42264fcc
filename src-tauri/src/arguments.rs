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
                data = Some(arguments.next().context("--data needs a folder")?.into());
                Ok(Self::Window { data })
            }
            "demo-server" => {
                let tools = match arguments.next().as_deref() {
                    None => None,
                    Some("--tools") => {
                        let count = arguments.next().context("--tools needs a number")?;
                        Some(count.parse().context("--tools needs a number")?)
                    }
                    Some(other) => bail!("demo-server does not know {other}"),
                };
                Ok(Self::DemoServer(DemoOptions { tools }))
            }
            other => bail!(
                "unknown argument {other}; the window takes --data DIR, the command line is `hintsmith`"
            ),
        }
    }
}
