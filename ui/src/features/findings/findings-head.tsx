// Page header: title, search field, and the button that applies all fixes.
import { Search, Wrench, X } from "lucide-react";
import type { RefObject } from "react";
import { useId } from "react";
import { leaveSearch, PAGE_SEARCH } from "../../shared/focus-request";
import { KeyHint } from "../../shared/key-hint";
import type { FindingsInput, FindingsView } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { useFindingsFilter } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import { useNavigation } from "../../shared/navigation";
import page from "../../shared/page.module.css";
import { strings } from "./strings";
import styles from "./findings-page.module.css";

type Props = {
  field: RefObject<HTMLInputElement | null>;
  view: FindingsView | undefined;
  input: FindingsInput;
  /** The view is placeholder data of the previous query. */
  busy: boolean;
  readOnly: string | null;
};

export function FindingsHead({ field, view, input, busy, readOnly }: Props) {
  const { text, put } = useFindingsFilter();
  const clear = () => {
    put({ text: "" });
    field.current?.focus();
  };
  return (
    <div className={page.head}>
      <h1 className={page.title}>{strings.page.title}</h1>
      <Input
        ref={field}
        className={styles.search}
        aria-label={strings.page.search}
        placeholder={strings.page.search}
        {...PAGE_SEARCH}
        data-testid="search-findings"
        value={text}
        onChange={(event) => put({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (text) put({ text: "" });
          else leaveSearch(event.currentTarget);
        }}
        before={<Search size={14} aria-hidden="true" />}
        after={
          text ? (
            <IconButton label={strings.page.clearSearch} size="tiny" onClick={clear}>
              <X size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          ) : (
            <KeyHint of="findings.search" />
          )
        }
      />
      {view ? <ApplyButton view={view} input={input} busy={busy} readOnly={readOnly} /> : null}
    </div>
  );
}

function disabledReason({ fixes, unsafeFixes }: FindingsView, readOnly: string | null): string | null {
  if (readOnly !== null) return strings.applyButton.readOnly(readOnly);
  if (fixes > 0) return null;
  return unsafeFixes > 0 ? strings.applyButton.onlyUnsafe : strings.applyButton.noFixes;
}

type ApplyProps = { view: FindingsView; input: FindingsInput; busy: boolean; readOnly: string | null };

function ApplyButton({ view, input, busy, readOnly }: ApplyProps) {
  const open = useNavigation((state) => state.open);
  const reasonId = useId();
  const why = disabledReason(view, readOnly);
  // aria-disabled instead of disabled: keyboard users can focus the button, and screen readers read the reason.
  const disabledProps = why === null ? {} : { "aria-disabled": true, "aria-describedby": reasonId, title: asPlainString(why) };
  return (
    <>
      <Button
        data-testid="apply-fixes"
        {...disabledProps}
        onClick={() => {
          if (why === null && !busy) open({ kind: "applyFixes", input });
        }}
      >
        <Wrench size={14} aria-hidden="true" />
        {strings.applyButton.label(view.fixes)}
      </Button>
      {why === null ? null : (
        <VisuallyHidden>
          <span id={reasonId}>{asPlainString(why)}</span>
        </VisuallyHidden>
      )}
    </>
  );
}
