import type { Upcast } from "../kernel/upcast.ts";
import { messageOfText, reasonOfText } from "./oldText.ts";

interface OldBulkLine {
  readonly problems: readonly { readonly message: unknown }[];
}

export const bulkChangesUpcasts: readonly Upcast[] = [
  { type: "bulkChanges/fileRefused", from: 1, up: reasonOfText },
  { type: "bulkChanges/csvFailed", from: 1, up: reasonOfText },
  {
    type: "bulkChanges/listBulkLinesSucceeded",
    from: 1,
    up: (payload) => {
      const { body, ...answer } = payload as {
        readonly body: { readonly _embedded: { readonly lines: readonly OldBulkLine[] } };
      };
      const lines = body._embedded.lines.map((line) => ({
        ...line,
        problems: line.problems.map(({ message: text, ...problem }) => ({
          ...problem,
          reason: messageOfText(text),
        })),
      }));
      return { ...answer, body: { ...body, _embedded: { lines } } };
    },
  },
];
