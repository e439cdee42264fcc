// Pages of the window: label, icon and navigation.
import type { LucideIcon } from "lucide-react";
import { ArrowLeftRight, Asterisk, CircleAlert, History, LayoutGrid, ListChecks, Server, Upload } from "lucide-react";
import type { Navigation, View } from "./navigation";
import { strings } from "./strings";

export type Page = {
  view: Exclude<View, "toolset" | "preferences">;
  label: string;
  testId: string;
  icon: LucideIcon;
  show: (navigation: Navigation) => void;
};

/** Pages in the order of the sidebar, which is that of their keys Ctrl+1 to Ctrl+8. */
export const PAGES: readonly Page[] = [
  { view: "review", label: strings.pages.review, testId: "nav-review", icon: ListChecks, show: (s) => s.showReview() },
  { view: "catalog", label: strings.pages.catalog, testId: "nav-all", icon: LayoutGrid, show: (s) => s.showCatalog(null) },
  { view: "servers", label: strings.pages.servers, testId: "nav-servers", icon: Server, show: (s) => s.showServers() },
  { view: "findings", label: strings.pages.findings, testId: "nav-findings", icon: CircleAlert, show: (s) => s.showFindings() },
  { view: "rules", label: strings.pages.rules, testId: "nav-rules", icon: Asterisk, show: (s) => s.showRules() },
  { view: "history", label: strings.pages.history, testId: "nav-history", icon: History, show: (s) => s.showHistory() },
  { view: "export", label: strings.pages.export, testId: "nav-export", icon: Upload, show: (s) => s.showExport() },
  { view: "gateway", label: strings.pages.gateway, testId: "nav-gateway", icon: ArrowLeftRight, show: (s) => s.showGateway() },
];
