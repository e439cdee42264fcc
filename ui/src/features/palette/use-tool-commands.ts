// Commands for the current tool.
import { useQueryClient } from "@tanstack/react-query";
import { Check, Copy, Play, RotateCcw, TextCursorInput } from "lucide-react";
import type { ToolCard } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { goToTool } from "../../shared/go-to-tool";
import { notifyDone, notifyError } from "../../shared/notify";
import { keyOf } from "../../shared/tool-id";
import { useNavigation } from "../../shared/navigation";
import { useReviewActions } from "../tool/review-actions";
import { openRun } from "../run/open-run";
import { nextDecided } from "../tool/decisions";
import { useDecisions } from "../tool/use-decisions";
import type { Command } from "./command";
import { hintCommands } from "./hint-commands";
import { strings } from "./strings";

const { tool: text } = strings;

const titleField = (): HTMLElement | null => document.querySelector("[data-testid='title']");

export function useToolCommands(card: ToolCard | null, readOnly: boolean): Command[] {
  const client = useQueryClient();
  const decisions = useDecisions();
  const review = useReviewActions();
  if (!card) return [];
  const key = keyOf(card);
  const copy: Command = {
    id: "copy name",
    label: text.copyName,
    detail: card.name,
    icon: Copy,
    run: () =>
      void navigator.clipboard.writeText(card.name).then(
        () => notifyDone(text.nameCopied),
        (error: unknown) => notifyError(error),
      ),
  };
  const run: Command = { id: "run", label: text.run, also: "call try", detail: card.name, icon: Play, shortcut: "tool.run", run: () => openRun(key) };
  if (readOnly) return [run, copy];
  /** A decision needs the full tool, which may not be loaded yet. */
  const withTool = (action: () => Promise<void>) => void client.ensureQueryData(toolQuery(key)).then(action).catch(notifyError);
  const detail = client.getQueryData(toolQuery(key).queryKey);
  return [
    ...hintCommands({
      decide: (hint, value) => withTool(() => decisions.decide(key, hint, value)),
      acceptInference: () => withTool(() => decisions.acceptInference(key)),
      reset: () => withTool(() => decisions.resetAll(key)),
      next: (hint) => nextDecided(detail?.hints.find((h) => h.hint === hint)?.decided ?? null),
    }),
    card.review === "reviewed"
      ? { id: "reopen", label: text.reviewAgain, icon: RotateCcw, run: () => void review.reopen(key) }
      : { id: "accept", label: text.markReviewed, also: "accept", icon: Check, shortcut: "tool.accept", run: () => void review.accept(card) },
    {
      id: "edit title",
      label: text.editTitle,
      icon: TextCursorInput,
      shortcut: "panel.editTitle",
      run: () => {
        if (useNavigation.getState().view !== "catalog" || !titleField()?.offsetParent) goToTool(key);
      },
      focus: titleField,
    },
    run,
    copy,
  ];
}
