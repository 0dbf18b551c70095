/** Errors of the worker reach people in their language, although they have no codes. */
import { expect, it } from "vitest";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { GERMAN } from "#events/messages/german.ts";
import { message } from "#events/messages/message.ts";
import { german } from "#src/app/sentences.de.ts";
import { reasonOfError } from "#src/kernel/toldError.ts";
import { translateTexts } from "#src/panels/texts.ts";
import { createPolicyStore } from "#workers/analytics/policyStore.ts";
import { readReport } from "../../workers/support/readReport.ts";
import { bytesOf, encode, reportOf } from "../../workers/support/reports.ts";

const REPORT = bytesOf(reportOf({ Banking: [["Teller", 90]], Portal: [["Viewer", 40]] }));

const inGerman = (told: Message) => renderMessage(GERMAN, translateTexts(told, german));

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
    expect.toSatisfy((error: Error) => {
      const told = inGerman(reasonOfError(error));
      return told.startsWith("Der Bericht kann nicht gelesen werden: ") && expected.test(told);
    }),
  );
});

it("and so is a policy, and an export whose table changed", async () => {
  const reply = await createPolicyStore().load([new TextEncoder().encode('["a"')], false);
  expect(reply.ok ? "" : inGerman(reply.reason)).toBe(
    "Was die Richtlinie schon hat, kann nicht gelesen werden: die Daten enden zu früh (Byte 4).",
  );
  const changed = message("builder.notExported", { reason: message("builder.tableChanged") });
  expect(inGerman(changed)).toBe(
    "Nichts wurde exportiert: die Tabelle hat sich inzwischen geändert. Bitte exportieren Sie noch einmal.",
  );
});
