// Decisions on their way, the newest per field: an answer to an older one must not move a control back.
import type { FieldDecision, ParameterView, ToolDetail } from "../../backend";

type Wish = { decision: FieldDecision; because: string | null; count: number };

export const fieldId = (decision: FieldDecision): string => {
  switch (decision.field) {
    case "hint":
      return `hint ${decision.hint}`;
    case "parameter":
      return `parameter ${decision.name}`;
    case "title":
      return "title";
  }
};

/** The tool as it will be once the decision is stored, as far as a control shows it. */
export function withDecision(detail: ToolDetail, decision: FieldDecision, because: string | null): ToolDetail {
  switch (decision.field) {
    case "hint": {
      const decided = { decided: decision.value, because, suspended: null, overtaken: null };
      return { ...detail, hints: detail.hints.map((h) => (h.hint === decision.hint ? { ...h, ...decided } : h)) };
    }
    case "parameter": {
      const described = (p: ParameterView): ParameterView => ({
        ...p,
        decided: decision.value,
        description: decision.value ?? p.declared ?? "",
      });
      return { ...detail, parameters: detail.parameters.map((p) => (p.name === decision.name ? described(p) : p)) };
    }
    case "title":
      return { ...detail, title: { ...detail.title, decided: decision.value, superseded: null } };
  }
}

export class RequestedDecisions {
  readonly #byTool = new Map<string, Map<string, Wish>>();

  add(tool: string, decision: FieldDecision, because: string | null): void {
    const wishes = this.#byTool.get(tool) ?? new Map<string, Wish>();
    const id = fieldId(decision);
    wishes.set(id, { decision, because, count: (wishes.get(id)?.count ?? 0) + 1 });
    this.#byTool.set(tool, wishes);
  }

  settle(tool: string, decision: FieldDecision): void {
    const wishes = this.#byTool.get(tool);
    const id = fieldId(decision);
    const wish = wishes?.get(id);
    if (!wishes || !wish) return;
    if (wish.count > 1) wishes.set(id, { ...wish, count: wish.count - 1 });
    else wishes.delete(id);
    if (wishes.size === 0) this.#byTool.delete(tool);
  }

  over(tool: string, detail: ToolDetail): ToolDetail {
    let shown = detail;
    for (const { decision, because } of this.#byTool.get(tool)?.values() ?? []) {
      shown = withDecision(shown, decision, because);
    }
    return shown;
  }
}
