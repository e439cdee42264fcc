// Switch with immediate effect. Not for hints: a switch has no "inherit" state.
import * as RadixSwitch from "@radix-ui/react-switch";
import { strings } from "./strings";
import styles from "./switch.module.css";

type Props = Omit<RadixSwitch.SwitchProps, "checked" | "onCheckedChange" | "onChange" | "children"> & {
  on: boolean;
  onChange: (on: boolean) => void;
};

export function Switch({ on, onChange, className, ...rest }: Props) {
  return (
    <RadixSwitch.Root checked={on} onCheckedChange={onChange} className={`${styles.switch} ${className ?? ""}`} {...rest}>
      <span className={styles.track} aria-hidden="true" />
      <span className={styles.label} aria-hidden="true">
        {on ? strings.switch.on : strings.switch.off}
      </span>
    </RadixSwitch.Root>
  );
}
