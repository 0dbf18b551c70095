/** The log of a builder session with its report. */
import { createWatch } from "effector";
import { requestMiningReport } from "#events/calls/mining.ts";
import { readInheritedRoles, readPolicyRoles } from "#events/calls/orgs.ts";
import { exportSessions } from "#src/app/exportFile.ts";
import "#src/app/models.ts";
import {
  changeFilterText,
  moveThreshold,
  scrollTable,
  tickEntitlement,
} from "#src/features/policy-builder/model.ts";
import type { LoggedBody } from "#src/kernel/log/loggedBody.ts";
import { recordStateDigests } from "#src/kernel/log/stateDigests.ts";
import { createDigestWriter } from "#src/kernel/log/digestWriter.ts";
import { VISIBLE_EVERY } from "#src/kernel/log/outcomes.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { $tableSnapshot } from "#src/kernel/tableSnapshot.ts";
import { REPORT, createBuilderApp, roleOid } from "../features/policy-builder/support.ts";

/** The report as the server sent it. */
export const BYTES = new TextEncoder().encode(JSON.stringify(REPORT));

const IN_POLICY = [roleOid(2)];
const INHERITED = [
  { path: ["Bank"], accessRole: null, roleOids: [roleOid(1)] },
  { path: [], accessRole: "Portal", roleOids: [roleOid(4)] },
];

export interface RecordedBuilder {
  /** With pseudonyms, like an export. */
  readonly session: LoggedSession;
  readonly body: LoggedBody;
  /** The policy's roles, and those that the org inherits. */
  readonly policies: readonly LoggedBody[];
  /** The events after which a table snapshot was recorded. */
  readonly noted: readonly number[];
}

export async function recordBuilder(): Promise<RecordedBuilder> {
  const app = await createBuilderApp();
  const keeper = createDigestWriter({
    idle: () => new Promise((resolve) => setImmediate(() => resolve(() => 50))),
    write: async () => {},
    visible: () => app.get($tableSnapshot),
    begins: new Map([...allProjections()].map(([name, { $state }]) => [name, app.get($state)])),
  });
  // The builder's app starts signed in: earlier outcomes are not recorded.
  recordStateDigests(app.scope, keeper.push);
  createWatch({ unit: $tableSnapshot.updates, scope: app.scope, fn: keeper.shown });
  await app.openBuilder();
  await app.replyOrg(IN_POLICY);
  await app.replyInherited(...INHERITED);
  await app.deliver();
  for (let turn = 0; turn < VISIBLE_EVERY * 3; turn += 1) {
    const percent = 50 + (turn % 50);
    await app.act(moveThreshold, { percent });
    if (turn % 7 === 0) await app.act(tickEntitlement, { row: turn % 5, ticked: turn % 2 === 0 });
    if (turn % 11 === 0) await app.act(changeFilterText, { text: turn % 2 === 0 ? "e" : "re" });
    if (turn % 13 === 0) await app.act(scrollTable, { start: 0, end: 40 });
    await app.settle();
  }
  await app.act(changeFilterText, { text: "" });
  await app.act(moveThreshold, { percent: 60 });
  await app.settle();
  const content = {
    id: "test",
    build: "0.1.0",
    checkpoint: null,
    personal: [],
    events: [...app.log],
    outcomes: keeper.all(),
    since: null,
  };
  const digestOf = (reply: unknown) => (reply as { readonly digest: string }).digest;
  const bytes = new Map([
    [digestOf(app.envelopes(requestMiningReport.succeeded)[0]?.payload.body), new Blob([BYTES])],
    [
      digestOf(app.envelopes(readPolicyRoles.succeeded)[0]?.payload.body),
      new Blob([JSON.stringify(IN_POLICY)]),
    ],
    [
      digestOf(app.envelopes(readInheritedRoles.succeeded)[0]?.payload.body),
      new Blob([JSON.stringify(INHERITED)]),
    ],
  ]);
  const { file } = await exportSessions([content], {
    build: content.build,
    withNames: false,
    bodyOf: async (digest) => bytes.get(digest) ?? null,
    progressed: () => undefined,
  });
  const { sessions, bodies } = await readLog(file.stream());
  const [session] = sessions;
  const [body, ...policies] = [...bytes.keys()].flatMap(
    (digest) => bodies.find((one) => one.digest === digest) ?? [],
  );
  if (!session || !body || policies.length < 2)
    throw new Error("There is no session with its bodies");
  return { session, body, policies, noted: content.outcomes.visible.map(({ seq }) => seq) };
}
