// Dropdown menu with plain items, radio items and checkbox items.
import * as RadixMenu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { strings } from "./strings";
import styles from "./overlay.module.css";

type MenuProps = { trigger: ReactNode; children: ReactNode; align?: "start" | "end" };

export function Menu({ trigger, children, align = "start" }: MenuProps) {
  return (
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        {/* A landmark of its own, because the portal is outside of the page's landmarks. */}
        <section aria-label={strings.landmarks.menu}>
          <RadixMenu.Content
            className={`${styles.pop} ${styles.menu}`}
            align={align}
            sideOffset={4}
            collisionPadding={8}
          >
            {children}
          </RadixMenu.Content>
        </section>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

type ItemProps = { icon?: LucideIcon; onSelect: () => void; disabled?: boolean; children: ReactNode };

export function MenuItem({ icon: Icon, onSelect, disabled = false, children }: ItemProps) {
  return (
    <RadixMenu.Item className={styles.item} onSelect={onSelect} disabled={disabled}>
      {Icon ? <Icon size={14} aria-hidden="true" /> : null}
      {children}
    </RadixMenu.Item>
  );
}

export const MenuLine = () => <RadixMenu.Separator className={styles.line} />;

type ChoiceProps<T extends string> = {
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
};

export function MenuChoice<T extends string>({ value, choices, onChange }: ChoiceProps<T>) {
  return (
    <RadixMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {choices.map((choice) => (
        <RadixMenu.RadioItem key={choice.value} value={choice.value} className={styles.item}>
          <span className={styles.tick}>
            <RadixMenu.ItemIndicator>
              <Check size={14} aria-hidden="true" />
            </RadixMenu.ItemIndicator>
          </span>
          {choice.label}
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  );
}

type CheckProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Keeps the menu open, so that the user can toggle several items. */
  keepOpen?: boolean;
  children: ReactNode;
};

export function MenuCheck({ checked, onChange, keepOpen = false, children }: CheckProps) {
  return (
    <RadixMenu.CheckboxItem
      className={styles.item}
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => {
        if (keepOpen) event.preventDefault();
      }}
    >
      <span className={styles.tick}>
        <RadixMenu.ItemIndicator>
          <Check size={14} aria-hidden="true" />
        </RadixMenu.ItemIndicator>
      </span>
      {children}
    </RadixMenu.CheckboxItem>
  );
}
