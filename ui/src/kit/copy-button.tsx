// Copies a text and says so for a moment, on the button itself.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button";
import type { Copied } from "./copy-text";
import { copyText } from "./copy-text";
import { VisuallyHidden } from "./visually-hidden";

const SAID_FOR = 1500;

type Props = {
  label: string;
  text: Copied;
  className?: string;
  /** The label is written on it. */
  worded?: boolean;
  onFailed: (error: unknown) => void;
};

export function CopyButton({ label, text, className, worded = false, onFailed }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR);
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
  const looks = { onClick: () => void copy(), ...(className ? { className } : {}) };
  return (
    <>
      {worded ? (
        <Button size="small" {...looks}>
          {icon}
          {label}
        </Button>
      ) : (
        <IconButton label={label} title={label} {...looks}>
          {icon}
        </IconButton>
      )}
      <VisuallyHidden>
        <span role="status">{copied ? "Copied" : ""}</span>
      </VisuallyHidden>
    </>
  );
}
