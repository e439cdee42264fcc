//! Toolsets, notes and comments.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ActivateToolset, AddNotes, AddToToolset, ChangeReport, CommentInput, CopyNotes, CopyToolset, CoverageRow,
    DescribeToolset, EditNote, ImportToolsets, NewNote, NewToolset, NoteKey, NotePreview, NotePreviewInput,
    NoteReview, NoteTemplate, RemoveFromToolset, RenameToolset, ReplaceInToolset, TemplateKey, ToolsetFile,
    ToolsetFileInput, ToolsetFileReport, ToolsetImportPreview, ToolsetKey, ToolsetReport, ToolsetView,
    WriteToolsetInput,
};
use tauri::State;

use crate::state::App;

/// Defines commands that forward one input to a service of the engine.
macro_rules! forward {
    ($($(#[$meta:meta])* $name:ident($input:ty) -> $output:ty = $service:ident.$method:ident;)*) => { $(
        $(#[$meta])*
        #[tauri::command]
        #[specta::specta]
        pub async fn $name(app: State<'_, App>, input: $input) -> Result<$output, ApiError> {
            app.engine()?.$service.$method(input).await
        }
    )* };
}

forward! {
    /// One toolset with its tools.
    toolset_view(ToolsetKey) -> ToolsetView = toolsets.view;
    build_toolset(NewToolset) -> ToolsetReport = toolsets.build;
    add_to_toolset(AddToToolset) -> ToolsetReport = toolsets.add_tools;
    remove_from_toolset(RemoveFromToolset) -> ToolsetReport = toolsets.remove_tools;
    replace_in_toolset(ReplaceInToolset) -> ToolsetReport = toolsets.replace_tool;
    rename_toolset(RenameToolset) -> ToolsetReport = toolsets.rename;
    copy_toolset(CopyToolset) -> ToolsetReport = toolsets.copy;
    describe_toolset(DescribeToolset) -> ToolsetReport = toolsets.describe;
    /// Deletes a toolset with its own notes; undo restores both.
    delete_toolset(ToolsetKey) -> ToolsetReport = toolsets.delete;
    activate_toolset(ActivateToolset) -> ToolsetReport = toolsets.activate;
    render_toolset_file(ToolsetFileInput) -> ToolsetFile = toolsets.render_file;
    write_toolset_file(WriteToolsetInput) -> ToolsetFileReport = toolsets.write_file;
    /// Previews the import of a file. Changes nothing.
    preview_toolset_import(ImportToolsets) -> ToolsetImportPreview = toolsets.preview_import;
    import_toolsets(ImportToolsets) -> ToolsetReport = toolsets.import;
    add_notes(AddNotes) -> ToolsetReport = notes.add;
    edit_note(EditNote) -> ToolsetReport = notes.edit;
    delete_note(NoteKey) -> ToolsetReport = notes.delete;
    copy_notes(CopyNotes) -> ToolsetReport = notes.copy;
    accept_notes(NoteReview) -> ToolsetReport = notes.accept;
    reject_notes(NoteReview) -> ToolsetReport = notes.reject;
    /// The description with notes as a model reads it. Changes nothing.
    preview_notes(NotePreviewInput) -> NotePreview = notes.preview;
    save_template(NewNote) -> ChangeReport = notes.save_template;
    remove_template(TemplateKey) -> ChangeReport = notes.remove_template;
    set_comment(CommentInput) -> ChangeReport = notes.set_comment;
}

#[tauri::command]
#[specta::specta]
pub async fn coverage(app: State<'_, App>) -> Result<Vec<CoverageRow>, ApiError> {
    app.engine()?.toolsets.coverage().await
}

#[tauri::command]
#[specta::specta]
pub async fn note_templates(app: State<'_, App>) -> Result<Vec<NoteTemplate>, ApiError> {
    app.engine()?.notes.templates().await
}
