// Label for the description coverage of parameters.
import type { Coverage } from "../backend";
import { strings } from "./strings";

export function coverageLabel({ described, parameters }: Coverage): string {
  return parameters === 0 ? strings.coverage.noParameters : strings.coverage.described(described, parameters);
}
