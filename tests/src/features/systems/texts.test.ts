/** The texts of connectors, their fields and their problems, in both languages. */
import { describe, expect, it } from "vitest";
import { createConnectors } from "#server/connectors/registry.ts";
import { connectorMessages } from "#src/panels/connector-texts/messages.ts";
import { german } from "#src/panels/connector-texts/messages.de.ts";

const connectors = createConnectors({
  connectorFolder: "/any",
  dataDirectory: "/any",
  importMegabytes: 1,
});

describe.each([
  ["en", connectorMessages.english],
  ["de", german],
] as const)("the texts of connectors in %s", (_language, texts) => {
  it.each(connectors)(
    "[CONN-9] [CONN-10] [CONN-11] name all that $key asks for",
    ({ key, fields }) => {
      const own = texts[key];
      expect(own).toBeDefined();
      for (const { id, group, type, options } of fields) {
        expect(own?.groups[group], group).toBeTruthy();
        expect(own?.fields[id]?.label, id).toBeTruthy();
        if (type !== "SELECT") continue;
        for (const option of options)
          expect(own?.fields[id]?.options?.[option], option).toBeTruthy();
      }
      // No text is left of a field that the connector does not have any more.
      const known = new Set(fields.map(({ id }) => id));
      expect(Object.keys(own?.fields ?? {}).filter((id) => !known.has(id))).toEqual([]);
    },
  );
});
