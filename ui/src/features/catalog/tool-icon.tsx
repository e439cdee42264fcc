// The icon of a tool of a trusted server. Decoration: the title stands beside it.
import { useQuery } from "@tanstack/react-query";
import type { ToolCard } from "../../backend";
import { iconQuery } from "./icon-query";
import styles from "./tool-icon.module.css";

export function ToolIcon({ card }: { card: ToolCard }) {
  const { data: image, isPending } = useQuery(iconQuery(card));
  // Its place is kept while it is on its way, so that the title does not jump.
  if (isPending) return <span className={styles.icon} aria-hidden="true" />;
  return image ? <img className={styles.icon} src={image} alt="" aria-hidden="true" width={16} height={16} /> : null;
}
