// Toast at the bottom right. Hover and focus pause its timeout; error toasts stay until the user closes them.
// Not based on Radix: its toast is a dismissable layer, so Escape would not reach an open dialog below it.
import { Check, CircleX, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { Kbd } from "./kbd";
import { rescueFocus } from "./return-focus";
import { strings } from "./strings";
import { makeToastRoom } from "./toast-room";
import type { Toast } from "./toast-store";
import { useToast } from "./toast-store";
import styles from "./toast.module.css";

const TIMEOUT_MS = 6000;
const ICON = { done: Check, info: Info, error: CircleX };

function ToastCard({ toast, close }: { toast: Toast; close: () => void }) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused || toast.tone === "error") return;
    const timer = setTimeout(close, TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [paused, toast, close]);
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const removeRoom = makeToastRoom(element);
    return () => {
      removeRoom();
      // After the result of the action is rendered.
      if (element.contains(document.activeElement)) setTimeout(rescueFocus);
    };
  }, []);
  const Icon = ICON[toast.tone];
  const { action } = toast;
  return (
    <div
      ref={card}
      className={styles.toast}
      data-testid="toast"
      data-tone={toast.tone}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon size={14} aria-hidden="true" />
      <div className={styles.text}>
        <p>{toast.message}</p>
        {toast.hint ? <p className={styles.hint}>{toast.hint}</p> : null}
      </div>
      {action ? (
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
          {action.keys?.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Button>
      ) : null}
      <IconButton label={strings.close} onClick={close}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/**
 * Two live regions that are always mounted, so that screen readers announce new content. `aria-live` is explicit because
 * an open dialog hides everything else without it from screen readers.
 */
export function ToastPlace() {
  const toast = useToast((state) => state.toast);
  const close = useToast((state) => state.close);
  const card = toast ? <ToastCard key={toast.id} toast={toast} close={close} /> : null;
  const isError = toast?.tone === "error";
  return (
    <>
      <div role="status" aria-live="polite" data-toasts>
        {isError ? null : card}
      </div>
      <div role="alert" aria-live="assertive" data-toasts>
        {isError ? card : null}
      </div>
    </>
  );
}
