// @vitest-environment happy-dom
/** Messages of a replay about a log with differing outcomes: through the real reader, on the real screen. */
import { readFileSync } from "node:fs";
import { File as NodeFile } from "node:buffer";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { thresholdMoved } from "#events/actions/policyBuilder.ts";
import "#src/app/models.ts";
import { openReplay } from "#src/app/replay/openReplay.tsx";
import type * as analytics from "#src/kernel/analyticsWorker.ts";
import { createLocalAsk } from "#src/kernel/analyticsWorker.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import type { EventLog } from "#src/kernel/log/writeLog.ts";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { recordBuilder, type RecordedBuilder } from "../../support/builderLog.ts";
import { linesOf, sealed } from "../../support/logFiles.ts";
import { layOutRows, nextFrame } from "../../support/rowList.tsx";
import { createTestApp } from "../../support/scope.ts";

/** The core that a replay uses for comparison. */
let core: () => AnalyticsCore;
vi.mock("#src/kernel/analyticsWorker.ts", async (original) => ({
  ...(await original<typeof analytics>()),
  // There is no worker here.
  createPassingCore: () => ({ ask: createLocalAsk(core()), end: () => undefined }),
}));
vi.mock("#src/app/replay/coreCode.ts", () => ({ fetchCoreCode: async () => undefined }));

layOutRows();
afterEach(cleanup);
beforeEach(() => {
  core = createAnalyticsCore;
});

let recorded: RecordedBuilder;
beforeAll(async () => {
  recorded = await recordBuilder();
});

async function show(bytes: Uint8Array): Promise<void> {
  const file = new NodeFile([bytes], "case.ndjson.gz") as unknown as File;
  const { View } = await openReplay(file);
  render(
    <Provider value={createTestApp().scope}>
      <View onLeave={() => undefined} />
    </Provider>,
  );
}

/** The recorded log, modified and sealed again. */
async function showEdited(
  edit: (lines: readonly string[]) => readonly string[],
  log: Partial<EventLog> = {},
): Promise<void> {
  const lines = await linesOf({
    sessions: [recorded.session],
    bodies: [recorded.body, ...recorded.policies],
    ...log,
  });
  await show(sealed(edit(lines)));
}

const asIs = (lines: readonly string[]) => lines;
const notice = (title: string | RegExp) =>
  screen.findByText(title, {}, { timeout: 20_000 }).then((found) => {
    const alert = found.closest<HTMLElement>("[data-severity]");
    if (!alert) throw new Error("It stands in no alert");
    return alert;
  });

/** The line of the threshold move at the fraction `place` of all. */
function moveAt(lines: readonly string[], place: number): number {
  const moves = [...lines.keys()].filter((at) => lines[at]?.includes("thresholdMoved"));
  return moves.at(place) ?? -1;
}

it("names the event whose altered payload changed its outcome, and goes there", async () => {
  let line = 0;
  await showEdited((lines) => {
    line = moveAt(lines, 20);
    return lines.with(line, (lines[line] ?? "").replace(/"percent":\d+/, '"percent":31'));
  });
  // Line 1 is the header, line 2 starts the session.
  const seq = recorded.session.events[line - 2]?.seq ?? 0;
  const found = await notice(/^In this replay, event \d+ \(.+\) has a different result/);
  expect(found.textContent).toContain(`event ${seq} (policyBuilder/thresholdMoved)`);
  expect(found.textContent).toContain("Up to there everything is as recorded.");
  expect(found.getAttribute("role")).toBe("alert");

  fireEvent.click(within(found).getByRole("button", { name: `Go to event ${seq}` }));
  const detail = screen.getByRole("region", { name: "Chosen event" });
  expect(detail.textContent).toContain(`#${seq} policyBuilder/thresholdMoved`);
  expect(within(detail).getByText(/has a different result than recorded$/)).toBeTruthy();
  expect(detail.textContent).toContain("31");
  nextFrame();
  const row = within(screen.getByRole("grid", { name: "Events" })).getByText("Differs");
  expect(row.closest("[role=row]")?.textContent).toContain(String(seq));
});

it("reports that a session with an unknown start state cannot be replayed, and names the event", async () => {
  const { session } = recorded;
  const at = session.events.findIndex(({ type }) => type === thresholdMoved.type);
  const events = session.events.slice(at);
  const [first] = events;
  if (!first) throw new Error("Nothing was moved");
  const states = { policyBuilder: null };
  const versions = { policyBuilder: 3 };
  const checkpoint = { seq: first.seq - 1, time: first.time, states, versions };
  await showEdited(asIs, { sessions: [{ ...session, checkpoint, events }] });
  const found = await notice("This session cannot be replayed");
  expect(found.textContent).toMatch(/Event \d+, policyBuilder\/\w+, cannot be replayed: /);
  expect(screen.getByRole("button", { name: "Leave replay" })).toBeTruthy();
});

it("names the start states that it skips because of another version", async () => {
  const { session } = recorded;
  const [first, ...events] = session.events;
  if (!first) throw new Error("Nothing was recorded");
  const states = { policyBuilder: null, "app/theme": "dark" };
  const versions = { policyBuilder: 1, "app/theme": 1 };
  const checkpoint = { seq: first.seq, time: first.time, states, versions };
  await showEdited(asIs, { sessions: [{ ...session, checkpoint, events }] });
  const found = await notice("Parts of the beginning are not known");
  expect(found.textContent).toContain("without names: policyBuilder. They are empty here");
  expect(screen.queryByText("Outcomes were not compared")).toBeNull();
});

it("reports a gap where an event was removed", async () => {
  const { session } = recorded;
  const lost = session.events.filter(({ type }) => type === thresholdMoved.type)[10]?.seq ?? 0;
  const events = session.events.filter(({ seq }) => seq !== lost);
  await showEdited(asIs, { sessions: [{ ...session, events }] });
  const found = await notice(/^Events are missing before event/);
  expect(found.textContent).toContain(`event ${lost + 1} (`);
});

it("reports a different result of the core, with both counts", async () => {
  core = () => {
    const own = createAnalyticsCore();
    return {
      ...own,
      answer(question) {
        const answer = own.answer(question);
        if (!answer.ok) return answer;
        const { view } = answer;
        const ticked = { ...view.ticked, entitlements: view.ticked.entitlements + 1 };
        return { ...answer, view: { ...view, ticked } };
      },
    };
  };
  await showEdited(asIs);
  const found = await notice(/the table differs from the recording$/);
  expect(found.textContent).toContain(`event ${recorded.noted[0]} (`);
  expect(within(found).getByRole("listitem").textContent).toMatch(/^ticked expected \d+ got \d+$/);
  fireEvent.click(within(found).getByRole("button", { name: /^Go to event/ }));
  expect(screen.getByRole("region", { name: "Chosen event" }).textContent).toContain(
    "The states are as recorded, but the result of the analytics core differs.",
  );
});

it("reports different rows or a different order with equal counts", async () => {
  core = () => {
    const own = createAnalyticsCore();
    return {
      ...own,
      answer(question) {
        const answer = own.answer(question);
        return answer.ok ? { ...answer, rows: answer.rows.toReversed() } : answer;
      },
    };
  };
  await showEdited(asIs);
  const found = await notice(/the table differs from the recording$/);
  const said =
    "The counts are as recorded, but the rows, their order or something else on the screen differs.";
  expect(found.textContent).toContain(said);
  fireEvent.click(within(found).getByRole("button", { name: /^Go to event/ }));
  expect(screen.getByRole("region", { name: "Chosen event" }).textContent).toContain(said);
});

it("explains that a damaged report prevents comparing tables, and checks the rest", async () => {
  const bytes = recorded.body.bytes.map((byte, at) => (at > 40 ? 7 : byte));
  await showEdited(asIs, { bodies: [{ ...recorded.body, bytes }, ...recorded.policies] });
  const found = await notice("Tables were not compared");
  expect(found.textContent).toContain("The report in this log cannot be read");
  expect(found.textContent).toContain(
    "You can still look through the events and states of this log.",
  );
  fireEvent.click(screen.getByRole("button", { name: "Next Action" }));
  expect(screen.getByRole("region", { name: "Chosen event" }).textContent).toMatch(/#\d+ /);
});

it("reports the missing report with its known properties", async () => {
  await showEdited(asIs, { bodies: [] });
  const slider = await screen.findByRole("slider", { name: "Place in the log" });
  fireEvent.keyDown(slider, { key: "End" });
  const found = await notice("The report was left out of this log");
  expect(found.textContent).toMatch(/the threshold stood at 60%, after \d+ changes/);
  const noted = recorded.session.outcomes.visible.at(-1);
  expect(found.textContent).toContain(
    `At event ${noted?.seq}, the last one for which this was noted, it showed ${noted?.counts["shown"]} of ${noted?.counts["entitlements"]} entitlements; the threshold kept ${noted?.counts["kept"]}, of which ${noted?.counts["ticked"]} were selected.`,
  );
});

it.each([
  ["without outcomes", null],
  ["of an older format", `${import.meta.dirname}/../../kernel/log/fixtures/formats/2.ndjson.gz`],
])("reports that outcomes were not compared in a log %s", async (_what, fixture) => {
  if (fixture) await show(readFileSync(fixture));
  else await showEdited(asIs, { sessions: [{ ...recorded.session, outcomes: NO_OUTCOMES }] });
  const found = await notice("Outcomes were not compared");
  expect(found.textContent).toContain("The log contains none, or uses an older format");
  expect(screen.getByRole("grid", { name: "Events" })).toBeTruthy();
});
