// Texts of the dialog that puts Hintsmith in front of the servers of a client.
import { counted } from "../../shared/ago";

export const strings = {
  title: "Connect a client",
  about: "The client then reaches a server through Hintsmith, with your hints, titles, notes and approval modes.",
  loading: "Searching for clients…",
  loadingAbout: "Hintsmith looks for the configuration files of MCP clients on this computer.",
  failed: "Could not search for clients",
  emptyTitle: "No clients with servers found",
  empty: "Clients appear here when their configuration lists a server. Open a project to see the servers of that project.",
  openProject: "Open project…",
  close: "Close",
  unreadable: "Skipped:",
  servers: (count: number) => counted(count, "server"),
  project: "Project",
  linkTo: "Link to",
  direct: "Direct",
  installed: "Through Hintsmith",
  install: "Install…",
  installFor: (server: string, client: string) => `Install Hintsmith before ${server} in ${client}…`,
  remove: "Remove…",
  removeFor: (server: string, client: string) => `Remove Hintsmith before ${server} in ${client}…`,

  preview: {
    install: (server: string, client: string) => `Put Hintsmith before ${server} in ${client}`,
    remove: (server: string, client: string) => `Remove Hintsmith before ${server} in ${client}`,
    about: "Nothing is written until you confirm. A copy of the file is kept beside it.",
    difference: "Changes to the file",
    link: "The client’s file is a link. This file is changed instead:",
    stored: "Hintsmith uses the connection and the secrets that it stores for",
    back: "Back",
    write: "Change file",
  },

  done: {
    changed: "Changed",
    kept: "The previous file is kept as",
    restart: (client: string) => `Restart ${client}.`,
    undo: "Undo",
  },
} as const;
