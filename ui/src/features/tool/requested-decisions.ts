// Pending decisions, the latest per field: the response to an older decision must not reset a control.
import type { FieldDecision, ParameterView, ToolDetail } from "../../backend";

type PendingDecision = { decision: FieldDecision; because: string | null; count: number };

export const fieldId = (decision: FieldDecision): string => {
  switch (decision.field) {
    case "hint":
      return `hint ${decision.hint}`;
    case "parameter":
      return `parameter ${decision.name}`;
    case "title":
    case "description":
    case "icon":
      return decision.field;
  }
};

/** Optimistic state of the tool: what its controls show once the decision is stored. */
export function withDecision(detail: ToolDetail, decision: FieldDecision, because: string | null): ToolDetail {
  switch (decision.field) {
    case "hint": {
      const decided = { decided: decision.value, because, suspended: null, superseded: null };
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
    case "description": {
      const value = decision.value ?? detail.description.inherited;
      const description = { ...detail.description, decided: decision.value, value, superseded: null };
      // The notes below it are added by the engine.
      return { ...detail, description, modelText: detail.notes.length === 0 ? value : detail.modelText };
    }
    case "icon":
      // The picture that is stored is redrawn by the engine.
      return { ...detail, icon: { ...detail.icon, decided: decision.value, superseded: null } };
    case "title":
      return { ...detail, title: { ...detail.title, decided: decision.value, superseded: null } };
  }
}

export class RequestedDecisions {
  readonly #byTool = new Map<string, Map<string, PendingDecision>>();

  add(tool: string, decision: FieldDecision, because: string | null): void {
    const pending = this.#byTool.get(tool) ?? new Map<string, PendingDecision>();
    const id = fieldId(decision);
    pending.set(id, { decision, because, count: (pending.get(id)?.count ?? 0) + 1 });
    this.#byTool.set(tool, pending);
  }

  settle(tool: string, decision: FieldDecision): void {
    const pending = this.#byTool.get(tool);
    const id = fieldId(decision);
    const entry = pending?.get(id);
    if (!pending || !entry) return;
    if (entry.count > 1) pending.set(id, { ...entry, count: entry.count - 1 });
    else pending.delete(id);
    if (pending.size === 0) this.#byTool.delete(tool);
  }

  over(tool: string, detail: ToolDetail): ToolDetail {
    let result = detail;
    for (const { decision, because } of this.#byTool.get(tool)?.values() ?? []) {
      result = withDecision(result, decision, because);
    }
    return result;
  }
}
