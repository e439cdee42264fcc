// Draws the toast, bottom right. It waits while pointed at or focused; errors stay until closed.
// Not on Radix: its toast is a dismissable layer, so Escape would no longer reach a dialog that is open below it.
import { Check, CircleX, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { Kbd } from "./kbd";
import { rescueFocus } from "./return-focus";
import type { Toast } from "./toast-store";
import { useToast } from "./toast-store";
import styles from "./toast.module.css";

const SHOWN_FOR = 6000;
const ICON = { done: Check, info: Info, error: CircleX };

function ToastCard({ toast, close }: { toast: Toast; close: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || toast.tone === "error") return;
    const timer = setTimeout(close, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [held, toast, close]);
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawn = card.current;
    return () => {
      // Once what the act leads to is drawn.
      if (drawn?.contains(document.activeElement)) setTimeout(rescueFocus);
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
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={14} aria-hidden="true" />
      <div className={styles.words}>
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
      <IconButton label="Close" onClick={close}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/**
 * Two live regions that are always there, so that what enters them is announced; also above a dialog, which hides
 * everything from screen readers that does not say that it is live.
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
