/** Logs of builds whose orgs contained the whole policy, through the real reader. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { screenOpened } from "#events/actions/app.ts";
import { policyFiltered } from "#events/actions/roleMapping.ts";
import { deleteInducement, getOrg } from "#events/calls/orgs.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import type { Inducement } from "#events/entities/org.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import "#src/app/models.ts";
import { createReplayScope } from "#src/app/replay/replayScope.ts";
import {
  $policyLayout,
  $policyState,
  $shownPolicy,
} from "#src/features/role-mapping/policyModel.ts";
import { policyRow } from "#src/features/role-mapping/policyRules.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { createTimeline } from "#src/kernel/log/timeline.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { makeInducement, makeUser, uuid } from "../../support/fixtures.ts";
import { fileOf } from "../../support/logFiles.ts";

const FIXTURES = join(import.meta.dirname, "../../kernel/log/fixtures/events");

interface FormerReply {
  readonly status: number;
  readonly body: { readonly oid: string; readonly inducements: readonly Inducement[] };
}

/** The payload recorded then, with this policy. */
function former(name: string, inducements: readonly Inducement[]): FormerReply {
  const path = join(FIXTURES, `orgs.${name}Succeeded.1.json`);
  const { status, body } = JSON.parse(readFileSync(path, "utf8")) as FormerReply;
  return { status, body: { ...body, inducements } };
}

const LEDGER = [
  makeInducement(1, { name: "Ledger 104", resourceName: "Core Banking" }),
  makeInducement(2, { name: "Ledger 12", resourceName: "Core Banking" }),
  makeInducement(3, { name: "HR portal", resourceName: "Access 2" }),
  makeInducement(4, { name: uuid(9), resourceName: "" }),
];
const MANY = Array.from({ length: 250 }, (_, at) =>
  makeInducement(100 + at, { name: `Right ${at}`, resourceName: "Vault" }),
);

/** The panel's content after each event, one line per row. */
async function replay(drafts: readonly Draft[]): Promise<readonly (readonly string[])[]> {
  const events = drafts.map((draft, at): Envelope => {
    const { type, version, payload } = draft;
    const cause = at === 0 ? null : `s-${at}`;
    return {
      seq: at + 1,
      id: `s-${at + 1}`,
      session: "s",
      time: at,
      cause,
      type,
      version,
      payload,
    };
  });
  const sessions = [{ id: "s", checkpoint: null, events, outcomes: NO_OUTCOMES }];
  const file = await fileOf({ sessions, bodies: [] });
  const log = await readLog(new Blob([file as Uint8Array<ArrayBuffer>]).stream());
  const [session] = log.sessions;
  if (!session) throw new Error("The file holds no session");
  const timeline = createTimeline(session, allProjections().values());
  const { scope, show } = createReplayScope({
    code: { screens: new Map(), clock: { KeepAlive: () => null } },
    showDocument: () => undefined,
    ask: () => Promise.reject(new Error("No report")),
  });
  return events.map((_, at) => {
    show(timeline.statesAt(at + 1));
    const list = scope.getState($shownPolicy);
    const layout = scope.getState($policyLayout);
    if (!layout) return [scope.getState($policyState)];
    return Array.from({ length: layout.rowCount }, (_row, row) => {
      const found = policyRow(list, layout, row);
      if (found?.kind === "resource") return `${found.part.resourceName}: ${found.part.count}`;
      return found?.inducement?.name ?? "…";
    });
  });
}

const { oid } = former("getOrg", []).body;
const OPENED = screenOpened({
  route: "roleMappingDetail",
  path: `/rbac/role-mapping/${oid}`,
  params: { oid },
});
const SIGNED_IN = getCurrentUser.succeeded({ status: 200, body: makeUser() });
const REQUESTED = getOrg.requested({ params: { clientId: uuid(1), oid } });
const SUCCEEDED = { type: getOrg.succeeded.type, version: 1 };

it("shows the policy that the org contained, with the recorded filter and without removed entitlements", async () => {
  const shown = await replay([
    SIGNED_IN,
    OPENED,
    REQUESTED,
    { ...SUCCEEDED, payload: former("getOrg", LEDGER) },
    policyFiltered({ text: "LEDGER 1" }),
    {
      type: deleteInducement.succeeded.type,
      version: 1,
      payload: former("deleteInducement", LEDGER.slice(1)),
    },
    policyFiltered({ text: "" }),
  ]);
  expect(shown).toEqual([
    ["loading"],
    ["loading"],
    ["loading"],
    ["Access 2: 1", "HR portal", "Core Banking: 2", "Ledger 12", "Ledger 104", ": 1", uuid(9)],
    ["Core Banking: 2", "Ledger 12", "Ledger 104"],
    ["Core Banking: 1", "Ledger 12"],
    ["Access 2: 1", "HR portal", "Core Banking: 1", "Ledger 12", ": 1", uuid(9)],
  ]);
});

it("shows a long policy to its last row", async () => {
  const shown = await replay([
    SIGNED_IN,
    OPENED,
    REQUESTED,
    { ...SUCCEEDED, payload: former("getOrg", [...MANY, ...LEDGER]) },
  ]);
  const rows = shown.at(-1) ?? [];
  expect(rows).toHaveLength(4 + MANY.length + LEDGER.length);
  expect(rows).not.toContain("…");
  expect(rows.slice(-3)).toEqual(["Right 249", ": 1", uuid(9)]);
});
