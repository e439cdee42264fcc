// The arguments that are being written: in the form, or as JSON where somebody wants that or the form cannot show them.
import { useMemo, useState } from "react";
import type { Form } from "../../backend";
import { indentJson } from "../../shared/indent-json";
import type { ObjectValue } from "./form-value";
import { startOfForm } from "./start-value";
import { parseForm, whyNoArguments } from "./parse-form-value";
import type { FormProblem } from "./serialize-form-value";
import { written } from "./serialize-form-value";

type State = { mode: "form"; value: ObjectValue } | { mode: "json"; raw: string; /** Why the form cannot show it. */ stays: string | null };

export type Arguments = {
  state: State;
  /** What would be sent. */
  text: string;
  problems: readonly FormProblem[];
  /** It is no JSON object, so it can be sent in no way. */
  broken: boolean;
  /** Other arguments were put in: what is drawn of the old ones is drawn anew. */
  round: number;
  edit: (value: ObjectValue) => void;
  type: (raw: string) => void;
  asJson: () => void;
  asForm: () => void;
  /** In the place of all there is. */
  fill: (text: string) => void;
};

const taken = (form: Form, raw: string): State => {
  const result = parseForm(form, raw);
  return result.ok ? { mode: "form", value: result.value } : { mode: "json", raw, stays: result.why };
};

function writtenOf(form: Form, state: State): { text: string; problems: readonly FormProblem[] } {
  if (state.mode === "form") return written(form, state.value);
  const why = whyNoArguments(state.raw);
  return { text: state.raw, problems: why === null ? [] : [{ path: "", message: why, fatal: true }] };
}

export function useArguments(form: Form): Arguments {
  const [state, setState] = useState<State>(() => ({ mode: "form", value: startOfForm(form) }));
  const [round, setRound] = useState(0);
  const { text, problems } = useMemo(() => writtenOf(form, state), [form, state]);
  const renew = (next: State) => {
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
    type: (raw) => setState({ mode: "json", raw, stays: null }),
    asJson: () => setState({ mode: "json", raw: indentJson(text), stays: null }),
    asForm: () => renew(taken(form, text)),
    fill: (given) => {
      const next = taken(form, given);
      renew(next.mode === "json" ? { ...next, raw: indentJson(given) } : next);
    },
  };
}
