// Where the page begins: the catalog is asked for before React is even mounted.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { applyTheme, storedTheme } from "./app/theme";
import { CatalogCache } from "./backend/catalog-cache";
import { catalogQuery, createQueryClient } from "./backend/queries";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

const client = createQueryClient();
void client.prefetchQuery(catalogQuery);
applyTheme(storedTheme());

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App client={client} cache={new CatalogCache(client)} />
  </StrictMode>,
);
