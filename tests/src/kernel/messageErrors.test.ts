/** Errors of reports, policies and log files are shown in German to German readers, and in English to others. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { ORG_KIND_NAMES, ORG_TYPE_NAMES } from "#events/entities/orgTypes.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { GERMAN } from "#events/messages/german.ts";
import { message } from "#events/messages/message.ts";
import { hintMessage } from "#events/rules/builder.ts";
import { lazyImport } from "#src/app/lazyImport.ts";
import { currentEvent } from "#src/kernel/log/currentEvent.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { FoldError } from "#src/kernel/log/states.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { createPolicyStore } from "#workers/analytics/policyStore.ts";
import { english, toldBy, toldInGerman } from "../../support/english.ts";
import { arrowOf } from "../../workers/support/arrowReports.ts";
import { bytesOf, encode, reportOf } from "../../workers/support/reports.ts";
import { sessionOf } from "../support/logFiles.ts";

const REPORT = reportOf({ Banking: [["Teller", 90]], Portal: [["Viewer", 40]] });
const BYTES = bytesOf(REPORT);

/** Why the core refuses a report. */
async function refusalOf(bytes: Uint8Array) {
  const core = createAnalyticsCore();
  const load = core.beginLoad();
  const progress = core.loadChunks(load, [bytes.slice()]);
  const reply = progress.ok ? await core.endLoad(load) : progress;
  if (reply.ok) throw new Error("The report was read");
  return reply.reason;
}

describe("in German a refused report", () => {
  it.each([
    [
      "cut short",
      BYTES.subarray(0, -4),
      /: die Daten enden zu früh, bei Ressource 2, nach 2 Berechtigungen \(Byte \d+ von \d+\)\.$/,
    ],
    [
      "a list alone",
      encode('{"resourceInsights":[]} x'),
      /: der Bericht hat kein Feld orgOid \(Byte 0 von 25\)\.$/,
    ],
    ["an array", encode("[]"), /: der Bericht ist kein JSON-Objekt \(Byte 0 von 2\)\.$/],
    ["nothing", encode(""), /: die Daten enden zu früh \(Byte 0 von 0\)\.$/],
    [
      "an impossible percentage",
      arrowOf(reportOf({ A: [["x", 101]] })),
      /: percentOfUsers liegt nicht zwischen 0 und 100, bei Berechtigung 0 \(Byte \d+ von \d+\)\.$/,
    ],
    [
      "no role oids",
      arrowOf(REPORT, { columns: (columns) => delete columns["roleOid"] }),
      /: die Spalte roleOid fehlt \(Byte 0 von \d+\)\.$/,
    ],
  ])(": %s", async (_what, bytes, expected) => {
    const told = renderMessage(GERMAN, await refusalOf(bytes));
    expect(told).toMatch(/^Der Bericht kann nicht gelesen werden: /);
    expect(told).toMatch(expected);
  });
});

it("refused policies and exports of a changed table are translated, too", async () => {
  const reply = await createPolicyStore().load([new TextEncoder().encode('["a"')], false);
  expect(reply.ok ? "" : renderMessage(GERMAN, reply.reason)).toBe(
    "Die aktuelle Richtlinie kann nicht gelesen werden: die Daten enden zu früh (Byte 4).",
  );
  const changed = message("builder.notExported", { reason: message("builder.tableChanged") });
  expect(renderMessage(GERMAN, changed)).toBe(
    "Nichts wurde exportiert: die Tabelle hat sich inzwischen geändert. Exportieren Sie erneut.",
  );
});

it("refused log files and sessions without replay are translated, too", async () => {
  const other = await readLog(new Blob([gzipSync("a,b,c\n")]).stream()).catch(
    (error: unknown) => error,
  );
  expect(toldInGerman(other)).toBe(
    "Das ist kein Ereignisprotokoll von Provision. Wählen Sie eine Datei, die der Provision-Support exportiert hat; ihr Name endet auf .ndjson.gz.",
  );
  const [event] = sessionOf("a1", 1).events;
  if (!event) throw new Error("The session has no event");
  const newer = { ...event, ...navigated({ path: "/", how: "push" }), version: 99 };
  expect(() => currentEvent(newer, 1234)).toThrow(
    expect.toSatisfy(
      (error) =>
        toldInGerman(error) ===
          `Zeile 1234 des Protokolls enthält ein Ereignis eines neueren Provision: ${newer.type} (Version 99). Öffnen Sie es in dieser Version von Provision oder einer späteren.` &&
        toldBy(error) ===
          `Line 1234 holds an event of a newer version: ${newer.type} (version 99). Open it in that version of Provision, or a later one.`,
    ),
  );
  expect(toldInGerman(new FoldError(event, {}))).toMatch(
    /^Ereignis \d+, .+, kann nicht wiedergegeben werden: .+ Öffnen Sie das Protokoll in der Version/,
  );
});

it("code that cannot be loaded is translated, and keeps the browser's error as its cause", async () => {
  const cause = new TypeError("Failed to fetch");
  const error = await lazyImport(Promise.reject(cause)).catch((thrown: unknown) => thrown);
  expect(toldInGerman(error)).toMatch(/^Ein Teil dieser Seite konnte nicht geladen werden: /);
  expect(error).toMatchObject({ cause });
});

it("names of orgs and the hint of an entitlement have both languages", () => {
  expect(Object.values(ORG_TYPE_NAMES).map((name) => english(name))).toEqual([
    "Job Titles",
    "Departments",
    "Locations",
  ]);
  expect(Object.values(ORG_KIND_NAMES).map((name) => renderMessage(GERMAN, name))).toEqual([
    "Position",
    "Abteilung",
    "Standort",
  ]);
  expect(renderMessage(GERMAN, hintMessage("Wire Release", 55.5))).toBe(
    "55,5 % der Identitäten ist Wire Release zugeordnet, 44,5 % nicht.",
  );
});
