//! Integration tests in one binary: the real program, real processes, a real database file.

// In a test an unwrap is an assertion.
#![allow(clippy::unwrap_used)]

mod agents;
mod apply;
mod approvals;
mod architecture;
mod bad_input;
mod child_environment;
mod clients;
mod closient;
mod concurrency;
mod conformance;
mod consent;
mod corruption;
mod crash_safety;
mod definition_pinning;
mod descriptions;
mod documents;
mod editor;
mod elicitation;
mod environments;
#[cfg(target_os = "linux")]
mod export;
mod export_consumers;
mod failing_disk;
mod formats;
mod gateway;
mod gateway_files;
mod gram;
mod gram_functions;
mod history;
mod hostile_lists;
mod hostile_servers;
mod hostile_text;
mod http_servers;
mod hypertool;
mod icons;
mod import;
mod infer;
#[cfg(unix)]
mod install;
mod json_output;
mod line_framing;
mod lint;
mod loosening;
mod nextcloud;
mod notes;
mod odd_servers;
mod openapi_calls;
mod operations;
mod output;
mod override_files;
mod patch;
mod private_files;
mod readme;
mod reconnect;
mod registry;
mod requirements;
mod review;
mod rng;
mod rules;
mod run;
#[cfg(target_os = "linux")]
mod scale;
mod schema;
mod secret_exposure;
mod servers;
mod sign_in;
mod slow_servers;
mod smoke;
mod stress;
mod support;
mod third_party_servers;
mod toolsets;
mod wrap;
