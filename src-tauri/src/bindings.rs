//! The list of Tauri commands and events. `ui/src/backend/bindings.ts` is generated from it.

use hintsmith_engine::dto::{ExportProgress, RunState};
use serde::{Deserialize, Serialize};
use tauri::Wry;
use tauri_specta::{Builder, Event, collect_commands, collect_events};

use crate::commands::{
    approvals, dialogs, environments, export, findings, gateway, import, install, maintenance, patch,
    preferences, review, run, servers, tools, toolsets, window,
};

/// The store has changed: through this window, another process, or a scan.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, Event)]
pub struct CatalogChanged {
    pub revision: u32,
}

/// Progress of the scan of a server.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, Event)]
pub struct ScanProgress {
    pub server: String,
    pub tools: u32,
    pub pages: u32,
}

/// Progress of a tool call that the user runs.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, Event)]
pub struct RunProgress {
    pub run: u32,
    #[serde(flatten)]
    pub state: RunState,
}

/// Progress of an export preview.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type, Event)]
pub struct ExportPreviewProgress {
    #[serde(flatten)]
    pub progress: ExportProgress,
}

pub fn builder() -> Builder<Wry> {
    Builder::new()
        .commands(collect_commands![
            tools::catalog,
            tools::search,
            tools::tool,
            tools::completions,
            tools::decide,
            tools::preview_decisions,
            tools::preview_bulk,
            tools::decide_many,
            tools::tool_history,
            tools::icons,
            preferences::preferences,
            preferences::set_preference,
            preferences::save_filter,
            preferences::remove_filter,
            window::zoom,
            environments::environments,
            environments::choose_environment,
            environments::add_environment,
            environments::rename_environment,
            environments::remove_environment,
            environments::compare_environments,
            environments::preview_promote,
            environments::promote,
            environments::rules,
            environments::preview_rule,
            environments::set_rule,
            environments::remove_rule,
            toolsets::toolset_view,
            toolsets::build_toolset,
            toolsets::add_to_toolset,
            toolsets::remove_from_toolset,
            toolsets::replace_in_toolset,
            toolsets::rename_toolset,
            toolsets::copy_toolset,
            toolsets::describe_toolset,
            toolsets::delete_toolset,
            toolsets::activate_toolset,
            toolsets::render_toolset_file,
            toolsets::write_toolset_file,
            toolsets::preview_toolset_import,
            toolsets::import_toolsets,
            toolsets::coverage,
            toolsets::add_notes,
            toolsets::edit_note,
            toolsets::delete_note,
            toolsets::copy_notes,
            toolsets::accept_notes,
            toolsets::reject_notes,
            toolsets::preview_notes,
            toolsets::note_templates,
            toolsets::save_template,
            toolsets::remove_template,
            toolsets::set_comment,
            review::review_queue,
            review::accept,
            review::preview_accept,
            review::reopen_review,
            review::move_decisions,
            review::preview_move,
            review::history,
            review::undo,
            review::redo,
            maintenance::backups,
            maintenance::back_up,
            maintenance::restore,
            maintenance::start_again,
            maintenance::doctor,
            servers::preview_server,
            servers::list_operations,
            servers::cancel_list_operations,
            servers::operation_terms,
            servers::scan_problems,
            servers::add_server,
            servers::edit_server,
            servers::enable_server,
            servers::set_server_settings,
            servers::trust_server,
            servers::method_trust_loosening,
            servers::trust_methods,
            servers::server_output,
            servers::secrets,
            servers::sign_in,
            servers::sign_out,
            servers::remove_server,
            servers::scan_server,
            servers::cancel_scan,
            import::find_imports,
            import::read_import,
            import::import_servers,
            import::registry_page,
            import::registry_source,
            import::registry_address,
            import::set_registry_address,
            install::client_files,
            install::preview_install,
            install::install,
            patch::preview_patch,
            patch::write_patch,
            patch::compare_declared,
            patch::preview_retire,
            patch::retire,
            export::targets,
            export::preview_export,
            export::cancel_preview,
            export::show_in_folder,
            export::write_export,
            export::pending,
            export::discard,
            export::forget_export,
            export::preview_apply,
            export::apply_file,
            findings::findings,
            findings::preview_fixes,
            findings::apply_fixes,
            findings::suppress,
            findings::unsuppress,
            findings::readiness,
            findings::save_findings,
            findings::mark_wrong,
            findings::unmark_wrong,
            approvals::approvals,
            approvals::answer_approval,
            approvals::set_mode,
            run::runner,
            run::check_arguments,
            run::run_tool,
            run::cancel_run,
            run::call_twice,
            run::save_call,
            run::remove_saved_call,
            run::forget_recent_calls,
            run::remove_observation,
            gateway::gateway,
            gateway::start_gateway,
            gateway::stop_gateway,
            gateway::set_gateway,
            gateway::gateway_token,
            gateway::new_gateway_token,
            gateway::restart_served,
            gateway::calls,
            gateway::write_calls,
            gateway::clear_calls,
            dialogs::choose_export_path,
            dialogs::choose_apply_path,
            dialogs::choose_file,
            dialogs::choose_folder,
        ])
        .events(collect_events![CatalogChanged, ExportPreviewProgress, RunProgress, ScanProgress])
        .disable_serde_phases()
}
