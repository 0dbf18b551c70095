/**
 * A user types a name wherever the app searches for people, and it is copied into addresses: a bundle must not contain
 * it. Searches within the app over names that an export keeps, such as resources, are kept, because a replay would
 * otherwise find none.
 */
import { beforeAll, expect, it } from "vitest";
import { navigated, screenOpened } from "#events/actions/app.ts";
import { sessionLost } from "#events/actions/session.ts";
import { getCurrentUser, login } from "#events/calls/session.ts";
import { listUsers } from "#events/calls/users.ts";
import { listOrgs } from "#events/calls/orgs.ts";
import { exportSessions } from "#src/app/exportFile.ts";
import { loadScreenFx, startApp } from "#src/app/model.ts";
import { togglePalette, typeInPalette } from "#src/app/palette/model.ts";
import { changeUsername, submitLogin } from "#src/features/login/model.ts";
import { memberList } from "#src/features/role-mapping/detailModel.ts";
import { orgList } from "#src/features/role-mapping/listModel.ts";
import { filterPolicy } from "#src/features/role-mapping/policyModel.ts";
import { userList } from "#src/features/users/listModel.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { navigateTo } from "#src/kernel/navigation.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";
import { statesAfter } from "../../support/statesAfter.ts";

const NAME = "Ada Lovelace+1@home.example";
const NAMED = /lovelace|home\.example/i;

let app: TestApp;
beforeAll(async () => {
  app = createTestApp({ handlers: [port(loadScreenFx, async () => ({ View: () => null }))] });
  const go = (path: string) => app.act(navigateTo, { path, cause: null });
  /** As a user types, until it is searched for. */
  const type = async (act: (text: string) => Promise<void>) => {
    await act(NAME.slice(0, 12));
    await act(NAME);
    while (app.delays.some(({ tag }) => tag.startsWith("search:"))) await app.elapse("search:");
  };

  await app.act(startApp, { version: "1", path: "/users?who=Lovelace", debugStore: false });
  await app.reply(getCurrentUser, makeUser());
  await type((text) => app.act(userList.search, { text }));
  await app.act(togglePalette, { open: true });
  await type((text) => app.act(typeInPalette, { text }));
  await go("/rbac/role-mapping");
  await type((text) => app.act(orgList.search, { text }));
  await go(`/rbac/role-mapping/${uuid(1)}`);
  await type((text) => app.act(memberList.search, { text }));
  await type((text) => app.act(filterPolicy, { text }));
  await go(`/users?contains=${encodeURIComponent(NAME)}&status=archived`);
  // The sign-in returns to where the session ended.
  await app.record(sessionLost, {});
  await go(`/?${new URLSearchParams({ redirect: `/users?contains=${encodeURIComponent(NAME)}` })}`);
  await app.act(changeUsername, { username: NAME });
  await app.act(submitLogin, { username: NAME, password: "x".repeat(20) });
});

it("the addresses and requests of the log contain the name", () => {
  for (const definition of [navigated, screenOpened, listUsers.requested, listOrgs.requested]) {
    expect(JSON.stringify(app.envelopes(definition as typeof navigated))).toMatch(NAMED);
  }
  expect(JSON.stringify(app.envelopes(login.requested))).toMatch(/redirect.*%2Fusers.*lovelace/i);
});

it.each([0, 0.3, 0.6, 0.8, 1])(
  "a bundle that starts at %d of the log does not contain it, nor does its replay",
  async (part) => {
    const events = app.log;
    const since = part === 0 ? null : (events[Math.floor(events.length * part) - 1]?.time ?? 0);
    const session = { id: "s", build: "1", checkpoint: null, personal: [], outcomes: NO_OUTCOMES };
    const { file } = await exportSessions([{ ...session, events, since }], {
      build: "1",
      withNames: false,
      bodyOf: async () => null,
      progressed: () => undefined,
    });
    const text = await new Response(
      file.stream().pipeThrough(new DecompressionStream("gzip")),
    ).text();
    expect(text.split("\n").filter((line) => NAMED.test(decodeURIComponent(line)))).toEqual([]);
    const [opened] = (await readLog(file.stream())).sessions;
    if (!opened) throw new Error("The bundle holds no session");
    const states = statesAfter(opened, [...allProjections().values()], opened.events.length);
    const named = [...states].filter(([, state]) => NAMED.test(JSON.stringify(state) ?? ""));
    expect(named).toEqual([]);
  },
);
