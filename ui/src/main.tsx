// Entry point of the page; it requests the catalog before React mounts.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { zoomAtStart } from "./shared/zoom";
import { CatalogCache } from "./backend/catalog-cache";
import { catalogQuery, createQueryClient } from "./backend/queries";
import { applyAppearance, useAppearance } from "./shared/appearance";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

const client = createQueryClient();
void client.prefetchQuery(catalogQuery);
applyAppearance(useAppearance.getState());
zoomAtStart();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App client={client} cache={new CatalogCache(client)} />
  </StrictMode>,
);
