// Invented calls that wait for a person, each answered once, and modes of tools.
import type { ChangeReport, AnswerInput, ApprovalView, ModeInput } from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";
import type { FakeStore } from "./fake-store";

export const approvalOf = (id: number, over: Partial<ApprovalView> = {}): ApprovalView => ({
  id,
  nonce: `nonce-${id}`,
  server: "demo",
  tool: "home_notes_delete_note",
  title: "Delete Note",
  client: "Claude Code",
  through: "gateway",
  arguments: '{"note_id":4182,"reason":"duplicate of ‘Trip to Porto\u200b’"}',
  badges: [
    { kind: "destructive", mark: "decided" },
    { kind: "idempotent", mark: "assumed" },
  ],
  behaviour: "destructive",
  because: "Destructive calls are always confirmed.",
  sentences: [
    "This tool may make destructive changes. You decided this.",
    "Running it twice has no further effect. Inferred, not declared.",
  ],
  askedAt: new Date().toISOString(),
  secondsLeft: 42,
  secondsInAll: 60,
  ...over,
});

/** One that only reads. */
export const readingOf = (id: number, over: Partial<ApprovalView> = {}): ApprovalView =>
  approvalOf(id, {
    tool: "home_notes_get_note",
    title: "Get Note",
    arguments: '{"id":"7"}',
    badges: [{ kind: "readOnly", mark: "declared" }],
    behaviour: "safe",
    because: "What the server says counts only when it is trusted.",
    sentences: ["This tool only reads data."],
    ...over,
  });

export class FakeApprovals {
  list: readonly ApprovalView[] = [];
  given: AnswerInput[] = [];
  readonly #store: FakeStore;

  constructor(store: FakeStore) {
    this.#store = store;
  }

  approvals = (): ApprovalView[] => [...this.list];

  answerApproval = (input: AnswerInput): null => {
    const found = this.list.find(({ id, nonce }) => id === input.id && nonce === input.nonce);
    if (!found) throw new BackendError("conflict", "the call was answered already", "");
    this.given.push(input);
    this.list = this.list.filter((one) => one !== found);
    return null;
  };

  setMode = ({ mode, ...key }: ModeInput): ChangeReport => {
    const before = this.#store.find(key);
    return { changed: 1, entry: this.#store.replace(`${key.server}.${key.tool}: mode`, [before], [{ ...before, mode }]) };
  };
}
