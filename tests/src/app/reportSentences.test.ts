/** What the worker says of bytes that it cannot read reaches people in their language. */
import { expect, it } from "vitest";
import { german } from "#src/app/sentences.de.ts";
import { readReport } from "../../workers/support/readReport.ts";
import { createPolicyStore } from "#workers/analytics/policyStore.ts";
import { bytesOf, encode, reportOf } from "../../workers/support/reports.ts";

const REPORT = bytesOf(reportOf({ Banking: [["Teller", 90]], Portal: [["Viewer", 40]] }));

it.each([
  [
    REPORT.subarray(0, -4),
    /: die Daten enden zu früh, bei Ressource 2, nach 2 Berechtigungen \(Byte \d+ von \d+\)\.$/,
  ],
  [encode('{"resourceInsights":[]} x'), /: im Bericht fehlt orgOid \(Byte 0 von 25\)\.$/],
  [encode("[]"), /: es ist kein JSON-Objekt \(Byte 0 von 2\)\.$/],
  [encode(""), /: die Daten enden zu früh \(Byte 0 von 0\)\.$/],
])("a report of %s is refused in German", (bytes, expected) => {
  expect(() => readReport(bytes)).toThrow(
    expect.toSatisfy(({ message }: Error) => {
      const said = german(message);
      return said.startsWith("Der Bericht kann nicht gelesen werden: ") && expected.test(said);
    }),
  );
});

it("and so is a policy, and an export whose table changed", async () => {
  const reply = await createPolicyStore().load([new TextEncoder().encode('["a"')], false);
  expect(reply.ok ? "" : german(reply.message)).toBe(
    "Was die Richtlinie schon hat, kann nicht gelesen werden: die Daten enden zu früh (Byte 4).",
  );
  expect(german("Nothing was exported: the table changed meanwhile. Please export again.")).toBe(
    "Nichts wurde exportiert: die Tabelle hat sich inzwischen geändert. Bitte exportieren Sie noch einmal.",
  );
});
