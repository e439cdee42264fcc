// The pages of the window: what they are called, how they are reached, and when they are the current one.
import type { LucideIcon } from "lucide-react";
import { ArrowLeftRight, Asterisk, CircleAlert, History, LayoutGrid, ListChecks, Server, Upload } from "lucide-react";
import type { Navigation, View } from "./navigation";

export type Page = {
  view: View;
  label: string;
  testId: string;
  icon: LucideIcon;
  keys: readonly string[];
  show: (navigation: Navigation) => void;
};

/** In the order of their keys. */
export const PAGES: readonly Page[] = [
  { view: "catalog", label: "All tools", testId: "nav-all", icon: LayoutGrid, keys: ["Command", "1"], show: (s) => s.showCatalog(null) },
  { view: "review", label: "Review queue", testId: "nav-review", icon: ListChecks, keys: ["Command", "2"], show: (s) => s.showReview() },
  { view: "servers", label: "Servers", testId: "nav-servers", icon: Server, keys: ["Command", "3"], show: (s) => s.showServers() },
  { view: "rules", label: "Rules", testId: "nav-rules", icon: Asterisk, keys: ["Command", "4"], show: (s) => s.showRules() },
  { view: "history", label: "History", testId: "nav-history", icon: History, keys: ["Command", "5"], show: (s) => s.showHistory() },
  { view: "export", label: "Export", testId: "nav-export", icon: Upload, keys: ["Command", "6"], show: (s) => s.showExport() },
  { view: "gateway", label: "Gateway", testId: "nav-gateway", icon: ArrowLeftRight, keys: ["Command", "7"], show: (s) => s.showGateway() },
  { view: "findings", label: "Findings", testId: "nav-findings", icon: CircleAlert, keys: ["Command", "8"], show: (s) => s.showFindings() },
];
