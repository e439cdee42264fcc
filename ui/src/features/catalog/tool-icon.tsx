// Icon of a trusted server's tool. Decorative (empty alt): the title is next to it.
import { useQuery } from "@tanstack/react-query";
import type { ToolCard } from "../../backend";
import { iconQuery } from "../../shared/icon-query";
import styles from "./tool-icon.module.css";

export function ToolIcon({ card }: { card: ToolCard }) {
  const { data: image, isPending } = useQuery(iconQuery(card));
  // A placeholder while the icon loads, so that the title does not shift.
  if (isPending) return <span className={styles.icon} aria-hidden="true" />;
  return image ? <img className={styles.icon} src={image} alt="" aria-hidden="true" width={16} height={16} /> : null;
}
