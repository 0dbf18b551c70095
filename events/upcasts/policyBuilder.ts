import type { Upcast } from "../kernel/upcast.ts";
import { reasonOfText } from "./oldText.ts";

export const policyBuilderUpcasts: readonly Upcast[] = [
  { type: "policyBuilder/exportFailed", from: 1, up: reasonOfText },
  { type: "policyBuilder/applyRefused", from: 1, up: reasonOfText },
];
