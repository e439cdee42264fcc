// Pages of the window: label, icon and navigation.
import type { LucideIcon } from "lucide-react";
import { ArrowLeftRight, Asterisk, CircleAlert, History, LayoutGrid, ListChecks, Server, Upload } from "lucide-react";
import type { Navigation, View } from "./navigation";

export type Page = {
  view: Exclude<View, "toolset" | "preferences">;
  label: string;
  testId: string;
  icon: LucideIcon;
  show: (navigation: Navigation) => void;
};

/** Pages in sidebar order. */
export const PAGES: readonly Page[] = [
  { view: "catalog", label: "All tools", testId: "nav-all", icon: LayoutGrid, show: (s) => s.showCatalog(null) },
  { view: "review", label: "Review queue", testId: "nav-review", icon: ListChecks, show: (s) => s.showReview() },
  { view: "servers", label: "Servers", testId: "nav-servers", icon: Server, show: (s) => s.showServers() },
  { view: "rules", label: "Rules", testId: "nav-rules", icon: Asterisk, show: (s) => s.showRules() },
  { view: "history", label: "History", testId: "nav-history", icon: History, show: (s) => s.showHistory() },
  { view: "export", label: "Export", testId: "nav-export", icon: Upload, show: (s) => s.showExport() },
  { view: "gateway", label: "Gateway", testId: "nav-gateway", icon: ArrowLeftRight, show: (s) => s.showGateway() },
  { view: "findings", label: "Findings", testId: "nav-findings", icon: CircleAlert, show: (s) => s.showFindings() },
];
