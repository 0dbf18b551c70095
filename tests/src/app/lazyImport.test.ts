// @vitest-environment happy-dom
/** Code that fails to load during an export or a replay: users are told what to do, in their language. */
import { File as NodeFile } from "node:buffer";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { screenOpened } from "#events/actions/app.ts";
import { message } from "#events/messages/message.ts";
import "#src/app/models.ts";
import { openReplay } from "#src/app/replay/openReplay.tsx";
import { fetchReplayCode } from "#src/app/replay/replayCode.ts";
import { makeUser } from "../support/fixtures.ts";
import { openPage } from "../support/keptPage.ts";
import { fileOf, LOG, sessionOf } from "../support/logFiles.ts";

const GONE = { reason: message("network.codeNotLoaded") };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.doUnmock("#src/app/exportFile.ts");
});

/** The error with which browsers reject an import that cannot be fetched. */
const notFetched = () => {
  throw new TypeError("Failed to fetch dynamically imported module: https://x/assets/a.js");
};

it("an export reports it", async () => {
  const { exported, signIn } = openPage();
  await signIn(makeUser());
  vi.doMock("#src/app/exportFile.ts", notFetched);
  const request = {
    span: "session",
    session: null,
    minutes: 1,
    withNames: true,
    withReports: true,
  } as const;
  await expect(exported(request)).rejects.toMatchObject(GONE);
});

it("a replay reports that the code of its screens cannot be loaded", async () => {
  const lost = vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    return new Response(null, { status: 404 });
  });
  const session = sessionOf("a1", 1);
  const opened = screenOpened({
    route: "policyBuilder",
    path: "/rbac/role-mapping/a/access-policy-builder",
    params: {},
  });
  const log = {
    sessions: [{ ...session, events: session.events.map((event) => ({ ...event, ...opened })) }],
    bodies: [],
  };
  await expect(fetchReplayCode(log)).rejects.toThrow("is not there");
  const file = new NodeFile([await fileOf(log)], "case.ndjson.gz") as unknown as File;
  await expect(openReplay(file)).rejects.toMatchObject(GONE);
  expect(lost).toHaveBeenCalled();
  // A log without the builder needs none of its code.
  const other = new NodeFile([await fileOf(LOG)], "other.ndjson.gz") as unknown as File;
  expect((await openReplay(other)).sessions).toBe(2);
});
