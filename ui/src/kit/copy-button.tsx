// Copies a text and says so for a moment, on the button itself.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button";
import { VisuallyHidden } from "./visually-hidden";

const SAID_FOR = 1500;

type Props = { label: string; text: string; className?: string; onFailed: (error: unknown) => void };

export function CopyButton({ label, text, className, onFailed }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      onFailed(error);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <>
      <IconButton label={label} title={label} onClick={() => void copy()} {...(className ? { className } : {})}>
        <Icon size={14} aria-hidden="true" />
      </IconButton>
      <VisuallyHidden>
        <span role="status">{copied ? "Copied" : ""}</span>
      </VisuallyHidden>
    </>
  );
}
