// The invented notes as functions of a backend, with every call on record.
import { vi } from "vitest";
import type { FakeNotes } from "./fake-notes";

export function noteActs(notes: FakeNotes) {
  return {
    addNotes: vi.fn(notes.addNotes),
    editNote: vi.fn(notes.editNote),
    deleteNote: vi.fn(notes.deleteNote),
    copyNotes: vi.fn(notes.copyNotes),
    acceptNotes: vi.fn(notes.acceptNotes),
    rejectNotes: vi.fn(notes.rejectNotes),
    previewNotes: vi.fn(notes.previewNotes),
    noteTemplates: vi.fn(notes.noteTemplates),
    saveTemplate: vi.fn(notes.saveTemplate),
    removeTemplate: vi.fn(notes.removeTemplate),
    setComment: vi.fn(notes.setComment),
  };
}
