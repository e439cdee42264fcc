// Queries about rules.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const rulesQuery = queryOptions({ queryKey: ["rules"], queryFn: () => backend.rules(), meta: STORED });
