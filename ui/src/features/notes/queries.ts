// Query of the note templates.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const templatesQuery = queryOptions({
  queryKey: ["noteTemplates"],
  queryFn: () => backend.noteTemplates(),
  meta: STORED,
});
