// Draws the findings page with the dialogs that it opens.
import { screen } from "@testing-library/react";
import { Dialogs } from "../src/app/dialogs";
import { useCatalog } from "../src/features/catalog/use-catalog-model";
import { FindingsPage } from "../src/features/findings/findings-page";
import { renderPage } from "./render-page";

function Shown() {
  const { data: catalog } = useCatalog();
  return catalog ? (
    <>
      <FindingsPage catalog={catalog} />
      <Dialogs catalog={catalog} />
    </>
  ) : null;
}

export async function renderFindings() {
  const app = renderPage(<Shown />);
  await screen.findAllByTestId("finding");
  return app;
}

/** Where the list is not expected to hold anything. */
export const renderNoFindings = () => renderPage(<Shown />);
