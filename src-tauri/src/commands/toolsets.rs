//! Toolsets, notes and comments.

use hintsmith_engine::ApiError;
use hintsmith_engine::dto::{
    ActReport, AddNotes, CopyNotes, CopyToolset, CoverageRow, DescribeToolset, EditNote, EquipInput,
    FewerTools, ImportToolsets, MoreTools, NewNote, NewToolset, NoteKey, NotePreview, NotePreviewInput,
    NoteReview, NoteTemplate, RemarkInput, RenameToolset, TemplateKey, ToolsetFile, ToolsetFileInput,
    ToolsetFileReport, ToolsetImportPreview, ToolsetKey, ToolsetReport, ToolsetView, WriteToolsetInput,
};
use tauri::State;

use crate::state::App;

/// Defines commands that forward one input.
macro_rules! forward {
    ($($(#[$meta:meta])* $name:ident($input:ty) -> $output:ty;)*) => { $(
        $(#[$meta])*
        #[tauri::command]
        #[specta::specta]
        pub async fn $name(app: State<'_, App>, input: $input) -> Result<$output, ApiError> {
            app.engine()?.$name(input).await
        }
    )* };
}

forward! {
    /// One toolset with its tools.
    toolset_view(ToolsetKey) -> ToolsetView;
    build_toolset(NewToolset) -> ToolsetReport;
    add_to_toolset(MoreTools) -> ToolsetReport;
    remove_from_toolset(FewerTools) -> ToolsetReport;
    rename_toolset(RenameToolset) -> ToolsetReport;
    copy_toolset(CopyToolset) -> ToolsetReport;
    describe_toolset(DescribeToolset) -> ToolsetReport;
    /// Deletes a toolset with its own notes; undo restores both.
    delete_toolset(ToolsetKey) -> ToolsetReport;
    activate_toolset(EquipInput) -> ToolsetReport;
    render_toolset_file(ToolsetFileInput) -> ToolsetFile;
    write_toolset_file(WriteToolsetInput) -> ToolsetFileReport;
    /// Previews the import of a file. Changes nothing.
    preview_toolset_import(ImportToolsets) -> ToolsetImportPreview;
    import_toolsets(ImportToolsets) -> ToolsetReport;
    add_notes(AddNotes) -> ToolsetReport;
    edit_note(EditNote) -> ToolsetReport;
    delete_note(NoteKey) -> ToolsetReport;
    copy_notes(CopyNotes) -> ToolsetReport;
    accept_notes(NoteReview) -> ToolsetReport;
    reject_notes(NoteReview) -> ToolsetReport;
    /// The description with notes as a model reads it. Changes nothing.
    preview_notes(NotePreviewInput) -> NotePreview;
    save_template(NewNote) -> ActReport;
    remove_template(TemplateKey) -> ActReport;
    set_comment(RemarkInput) -> ActReport;
}

#[tauri::command]
#[specta::specta]
pub async fn coverage(app: State<'_, App>) -> Result<Vec<CoverageRow>, ApiError> {
    app.engine()?.coverage().await
}

#[tauri::command]
#[specta::specta]
pub async fn note_templates(app: State<'_, App>) -> Result<Vec<NoteTemplate>, ApiError> {
    app.engine()?.list_note_templates().await
}
