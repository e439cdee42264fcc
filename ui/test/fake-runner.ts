// An invented runner: forms, calls that end when a test says so, and what is kept of them.
import type {
  ChangeReport,
  Violation,
  FormField,
  FieldInput,
  Form,
  Observation,
  RecentCall,
  RunInput,
  RunnerView,
  RunProgress,
  RunReport,
  SaveCallInput,
  SavedCallKey,
  ToolKey,
  RepeatInput,
  RepeatReport,
} from "../src/backend/bindings";
import type { FakeStore } from "./fake-store";

type Over = Partial<FormField>;

export const field = (name: string, input: FieldInput, over: Over = {}): FormField => ({
  name,
  label: name,
  description: null,
  required: false,
  default: null,
  input,
  ...over,
});
export const text = (name: string, over: Over = {}): FormField => field(name, { kind: "text", format: "line", min: null, max: null }, over);
export const number = (name: string, over: Over = {}): FormField => field(name, { kind: "number", integer: false, min: null, max: null }, over);
export const toggle = (name: string, over: Over = {}): FormField => field(name, { kind: "toggle" }, over);
const optionsOf = (values: readonly string[]) => values.map((value) => ({ label: value.replace(/^"|"$/g, ""), value }));
export const choice = (name: string, values: readonly string[], over: Over = {}): FormField =>
  field(name, { kind: "choice", options: optionsOf(values) }, over);
export const choices = (name: string, values: readonly string[], over: Over = {}): FormField =>
  field(name, { kind: "choices", options: optionsOf(values) }, over);
export const object = (name: string, fields: FormField[], over: Over = {}): FormField => field(name, { kind: "object", fields, open: false }, over);
export const list = (name: string, item: FormField, over: Over = {}): FormField => field(name, { kind: "list", item, min: null, max: null }, over);
export const variants = (name: string, all: FormField[], over: Over = {}): FormField => field(name, { kind: "variants", variants: all }, over);
export const form = (fields: FormField[]): Form => ({ fields, open: false, partly: null });

export const reportOf = (over: Partial<RunReport> = {}): RunReport => ({
  verdict: "allowed",
  why: null,
  outcome: "ok",
  tookMs: 84,
  error: null,
  pieces: [{ kind: "text", text: "Done." }],
  structured: null,
  complaints: [],
  raw: '{"content":[{"type":"text","text":"Done."}]}',
  openWorld: false,
  command: "hintsmith run demo.home_notes_delete_note --arguments '{}'",
  ...over,
});

export const recentOf = (id: number, over: Partial<RecentCall> = {}): RecentCall => ({
  id,
  at: new Date(Date.now() - id * 60_000).toISOString(),
  arguments: '{"title":"Porto"}',
  left: [],
  verdict: "allowed",
  outcome: "ok",
  tookMs: 84,
  ...over,
});

export const observationOf = (id: number, over: Partial<Observation> = {}): Observation => ({
  id,
  at: "2026-09-12T09:30:00Z",
  by: "anna",
  verdict: "same",
  sentence: "Called twice with the same arguments, it answered the same both times.",
  outdated: false,
  ...over,
});

const ENTRY = 700;

export class FakeRunner {
  view: RunnerView = {
    form: form([text("title", { required: true, description: "What it is called." }), number("count")]),
    refused: null,
    sentences: ["This tool may make destructive changes."],
    openWorld: false,
    saved: [],
    recent: [],
    readers: [],
  };
  report: RunReport = reportOf();
  second: RunReport | null = reportOf();
  observation: Observation | null = observationOf(1);
  /** What is wrong with a text. */
  judge: (text: string) => Violation[] = () => [];
  /** A call waits until `end` is called. */
  waits = false;
  ran: RunInput[] = [];
  cancelled: number[] = [];
  readonly #listeners = new Set<(progress: RunProgress) => void>();
  readonly #ends: (() => void)[] = [];
  readonly #store: FakeStore;

  constructor(store: FakeStore) {
    this.#store = store;
  }

  /** As the event does. */
  listen(listener: (progress: RunProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(over: Partial<RunProgress>): void {
    const run = this.ran.at(-1)?.run ?? 0;
    for (const listener of this.#listeners) listener({ run, stage: "running", progress: null, total: null, message: null, ...over });
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  async #untilEnded(): Promise<void> {
    if (this.waits) await new Promise<void>((end) => this.#ends.push(end));
  }

  runner = async (_: ToolKey): Promise<RunnerView> => this.view;

  checkArguments = async (input: RunInput): Promise<Violation[]> => this.judge(input.arguments);

  runTool = async (input: RunInput): Promise<RunReport> => {
    this.ran.push(input);
    await this.#untilEnded();
    const report = this.cancelled.includes(input.run) ? reportOf({ outcome: "cancelled", pieces: [], raw: null }) : this.report;
    const recent = recentOf(this.ran.length, { arguments: input.arguments, outcome: report.outcome, verdict: report.verdict, at: new Date().toISOString() });
    this.view = { ...this.view, recent: [recent, ...this.view.recent] };
    return report;
  };

  cancelRun = async (run: number): Promise<null> => {
    this.cancelled.push(run);
    this.end();
    return null;
  };

  callTwice = async ({ call }: RepeatInput): Promise<RepeatReport> => {
    this.ran.push(call);
    await this.#untilEnded();
    if (this.observation) this.#observe(call, [this.observation, ...this.#observed(call)]);
    return { observation: this.observation, first: this.report, second: this.second };
  };

  #observed = (key: ToolKey): readonly Observation[] => this.#store.find(key).observations ?? [];

  #observe(key: ToolKey, observations: Observation[]): void {
    const before = this.#store.find({ server: key.server, tool: key.tool });
    this.#store.replace("observed", [before], [{ ...before, observations }]);
  }

  saveCall = async ({ name, arguments: json }: SaveCallInput): Promise<ChangeReport> => {
    const saved = { name, arguments: json, at: new Date().toISOString(), outdated: false };
    this.view = { ...this.view, saved: [saved, ...this.view.saved.filter((one) => one.name !== name)] };
    return { changed: 1, entry: ENTRY };
  };

  removeSavedCall = async ({ name }: SavedCallKey): Promise<ChangeReport> => {
    this.view = { ...this.view, saved: this.view.saved.filter((one) => one.name !== name) };
    return { changed: 1, entry: ENTRY + 1 };
  };

  forgetRecentCalls = async (_: ToolKey): Promise<null> => {
    this.view = { ...this.view, recent: [] };
    return null;
  };

  removeObservation = async (id: number): Promise<ChangeReport> => {
    const before = this.#store.fakes.find((one) => one.observations?.some((seen) => seen.id === id));
    if (!before) return { changed: 0, entry: null };
    const observations = (before.observations ?? []).filter((seen) => seen.id !== id);
    return { changed: 1, entry: this.#store.replace("observation removed", [before], [{ ...before, observations }]) };
  };
}
