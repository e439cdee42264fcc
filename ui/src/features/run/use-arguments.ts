// Draft of the arguments: as a form, or as JSON if the user chooses that or the form cannot show them.
import { useMemo, useState } from "react";
import type { Form } from "../../backend";
import { indentJson } from "../../shared/indent-json";
import type { ObjectValue } from "./form-value";
import { startOfForm } from "./start-value";
import { argumentsProblem, parseForm } from "./parse-form-value";
import type { FormProblem } from "./serialize-form-value";
import { serializeForm } from "./serialize-form-value";

/** `reason`: why the form cannot show the arguments; null if the user chose JSON. */
type State = { mode: "form"; value: ObjectValue } | { mode: "json"; raw: string; reason: string | null };

export type Arguments = {
  state: State;
  /** JSON text to send. */
  text: string;
  problems: readonly FormProblem[];
  /** Not a valid JSON object, so it cannot be sent. */
  broken: boolean;
  /** React key of the form: it changes when the arguments are replaced, so that all fields are remounted. */
  round: number;
  edit: (value: ObjectValue) => void;
  type: (raw: string) => void;
  asJson: () => void;
  asForm: () => void;
  /** Replaces all arguments. */
  fill: (text: string) => void;
};

const parseState = (form: Form, raw: string): State => {
  const result = parseForm(form, raw);
  return result.ok ? { mode: "form", value: result.value } : { mode: "json", raw, reason: result.problem };
};

function serializeState(form: Form, state: State): { text: string; problems: readonly FormProblem[] } {
  if (state.mode === "form") return serializeForm(form, state.value);
  const problem = argumentsProblem(state.raw);
  return { text: state.raw, problems: problem === null ? [] : [{ path: "", message: problem, fatal: true }] };
}

export function useArguments(form: Form): Arguments {
  const [state, setState] = useState<State>(() => ({ mode: "form", value: startOfForm(form) }));
  const [round, setRound] = useState(0);
  const { text, problems } = useMemo(() => serializeState(form, state), [form, state]);
  const replaceState = (next: State) => {
    setState(next);
    setRound((before) => before + 1);
  };
  return {
    state,
    text,
    problems,
    broken: problems.some(({ fatal }) => fatal),
    round,
    edit: (value) => setState({ mode: "form", value }),
    type: (raw) => setState({ mode: "json", raw, reason: null }),
    asJson: () => setState({ mode: "json", raw: indentJson(text), reason: null }),
    asForm: () => replaceState(parseState(form, text)),
    fill: (given) => {
      const next = parseState(form, given);
      replaceState(next.mode === "json" ? { ...next, raw: indentJson(given) } : next);
    },
  };
}
