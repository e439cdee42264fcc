// Button that copies a text to the clipboard and shows a check mark for a moment.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button";
import type { Copied } from "./copy-text";
import { copyText } from "./copy-text";
import { strings } from "./strings";
import { VisuallyHidden } from "./visually-hidden";

const FEEDBACK_MS = 1500;

type Props = {
  label: string;
  text: Copied;
  className?: string;
  /** Shows the label as text beside the icon. */
  worded?: boolean;
  onFailed: (error: unknown) => void;
};

export function CopyButton({ label, text, className, worded = false, onFailed }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
    } catch (error) {
      onFailed(error);
    }
  };
  const icon = copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />;
  const buttonProps = { onClick: () => void copy(), ...(className ? { className } : {}) };
  return (
    <>
      {worded ? (
        <Button size="small" {...buttonProps}>
          {icon}
          {label}
        </Button>
      ) : (
        <IconButton label={label} title={label} {...buttonProps}>
          {icon}
        </IconButton>
      )}
      <VisuallyHidden>
        <span role="status">{copied ? strings.copied : ""}</span>
      </VisuallyHidden>
    </>
  );
}
