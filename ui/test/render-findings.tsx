// Renders the findings page with its dialogs.
import { screen } from "@testing-library/react";
import { Dialogs } from "../src/app/dialogs";
import { useCatalog } from "../src/features/catalog/use-catalog-model";
import { FindingsPage } from "../src/features/findings/findings-page";
import { renderPage } from "./render-page";

function Page() {
  const { data: catalog } = useCatalog();
  return catalog ? (
    <>
      <FindingsPage catalog={catalog} />
      <Dialogs catalog={catalog} />
    </>
  ) : null;
}

export async function renderFindings() {
  const app = renderPage(<Page />);
  await screen.findAllByTestId("finding");
  return app;
}

/** Does not wait for findings, for an empty list. */
export const renderNoFindings = () => renderPage(<Page />);
