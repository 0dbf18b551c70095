// @vitest-environment happy-dom
/** The event log of a support request, from choosing its session to saving it again. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getSupportContact, listSupportRequests, requestSupport } from "#events/calls/support.ts";
import { getSupportLog } from "#events/calls/supportLog.ts";
import { SUPPORT_LOG_MAX_SIZE } from "#events/entities/supportLog.ts";
import type { SupportRequest } from "#events/entities/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { View } from "#src/features/request-support/View.tsx";
import { openFileFx, readFileFx } from "#src/kernel/filePorts.ts";
import { measureLogFx, packLogFx, type ExportRequest } from "#src/kernel/log/ports.ts";
import { MessageError } from "#src/kernel/messageError.ts";
import { $log } from "#src/kernel/recorder.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, TEST_START, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

afterEach(cleanup);

const SENT: SupportRequest = {
  id: uuid(77),
  username: "admin",
  topic: "problem",
  subject: "Ledger",
  message: "It fails.",
  createdAt: new Date(TEST_START).toISOString(),
};

/** The text of the packed file of each session; null if the session is gone. */
let files: Readonly<Record<string, string | null>>;
let packs: ExportRequest[];
/** Release the packed files, oldest first, if a test holds them back. */
let held: (() => void)[] | null;
/** The written bytes, then what ended the file. */
let saved: string[];
let fileSize: number | null;
let isKept: boolean;
const kept = (id: string, from: number, failedAt: number | null) => ({
  id,
  from,
  to: from + 1000,
  events: 10,
  bytes: 100,
  build: "0.1.0",
  user: null,
  ...(failedAt !== null && {
    failures: { count: 2, last: { time: failedAt, type: "call/users/x/failed" } },
  }),
});

let app: TestApp;
beforeEach(async () => {
  files = { mine: "log of mine", failed: "log of failed", old: null };
  packs = [];
  held = null;
  saved = [];
  fileSize = null;
  isKept = true;
  app = createTestApp({
    handlers: [
      port(measureLogFx, () => {
        if (!isKept) throw new Error("no store");
        return {
          isKept: true,
          own: "mine",
          sessions: [
            kept("old", TEST_START - 9000, null),
            kept("failed", TEST_START - 5000, TEST_START - 4500),
            kept("mine", TEST_START, null),
          ],
          reports: [],
        };
      }),
      port(packLogFx, async (request) => {
        packs.push(request);
        if (held) await new Promise<void>((resolve) => held?.push(resolve));
        const text = files[request.session ?? "mine"] ?? null;
        if (text === null) throw new MessageError(message("logs.sessionGone"));
        const file = new Blob([text]);
        return {
          file,
          fileName: "log.ndjson.gz",
          sessions: 1,
          sessionsLeftOut: 0,
          eventsLeftOut: 0,
          events: 10,
          bytes: fileSize ?? file.size,
        };
      }),
      port(readFileFx, async (file) => btoa(await file.text())),
      port(openFileFx, () => ({
        write: async (bytes) => void saved.push(new TextDecoder().decode(bytes)),
        close: async () => void saved.push("closed"),
        abort: async () => void saved.push("aborted"),
      })),
    ],
  });
  await app.signIn(makeUser());
  await app.open("requestSupport", "/request-support");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
});

const field = (name: string) => screen.getByRole("textbox", { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => fireEvent.submit(screen.getByRole("form", { name: "New request" }));
const attach = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("checkbox", { name: "Attach the event log" }));
    await app.settle();
  });
const sessionField = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Session" });
const sentLog = () => app.waiting(requestSupport)[0]?.input.body;
const fillTexts = () => {
  type("Subject", "Ledger");
  type("Message", "It fails.");
};

it("attaches the session with the last failure, with pseudonyms and without reports, and records no file", async () => {
  await attach();
  expect(packs).toEqual([
    { span: "session", session: "failed", minutes: 1, withNames: false, withReports: false },
  ]);
  expect([...sessionField().options].map(({ text }) => text)).toEqual([
    expect.stringMatching(/10 events · 2 errors$/),
    expect.stringMatching(/this session · 10 events · no errors$/),
    expect.stringMatching(/10 events · no errors$/),
  ]);
  expect(screen.getByText("10 events, 1 kB")).toBeTruthy();
  fillTexts();
  send();
  const content = btoa("log of failed");
  expect(sentLog()).toEqual({
    topic: "problem",
    subject: "Ledger",
    message: "It fails.",
    log: { content },
  });
  await act(() => app.reply(requestSupport, { ...SENT, logSize: 13 }, { status: 201 }));
  expect(JSON.stringify(app.get($log).entries)).not.toContain(content);
  expect(screen.queryByRole("combobox", { name: "Session" })).toBeNull();
});

it("says what the log contains, who reads it and how long it is kept", async () => {
  const checkbox = screen.getByRole("checkbox", { name: "Attach the event log" });
  const described = () =>
    (checkbox.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
      .join(" ");
  expect(described()).toContain("no passwords and no mining reports");
  expect(described()).not.toContain("administrators");
  await act(() => app.reply(getSupportContact, { email: null, phone: null, logDays: 30 }));
  expect(described()).toContain("user administrators can download it for 30 days");
});

it("attaches the log of another session, and only the newest choice", async () => {
  await attach();
  held = [];
  await act(async () => fireEvent.change(sessionField(), { target: { value: "old" } }));
  expect(screen.getByText("Preparing the event log…")).toBeTruthy();
  fillTexts();
  send();
  expect(screen.getByText(/still being prepared/)).toBeTruthy();
  expect(app.waiting(requestSupport)).toEqual([]);
  await act(async () => fireEvent.change(sessionField(), { target: { value: "mine" } }));
  const [old, mine] = held;
  await act(async () => {
    mine?.();
    await app.settle();
  });
  await act(async () => {
    old?.();
    await app.settle();
  });
  send();
  expect(sentLog()).toMatchObject({ log: { content: btoa("log of mine") } });
});

it("sends no log that is gone or too large, and sends the request without it", async () => {
  await attach();
  await act(async () => {
    fireEvent.change(sessionField(), { target: { value: "old" } });
    await app.settle();
  });
  fillTexts();
  send();
  expect(app.waiting(requestSupport)).toEqual([]);
  expect(screen.getAllByText(/no longer/).length).toBeGreaterThan(0);
  fileSize = SUPPORT_LOG_MAX_SIZE + 1;
  await act(async () => {
    fireEvent.change(sessionField(), { target: { value: "mine" } });
    await app.settle();
  });
  send();
  expect(screen.getByText(/larger than 4.0 MB. Choose another session/)).toBeTruthy();
  expect(app.waiting(requestSupport)).toEqual([]);
  await attach();
  send();
  expect(sentLog()).toEqual({ topic: "problem", subject: "Ledger", message: "It fails." });
});

it("attaches this session from memory where the browser stores no log", async () => {
  isKept = false;
  await attach();
  expect([...sessionField().options].map(({ text }) => text)).toEqual(["This session"]);
  expect(packs).toMatchObject([{ session: null }]);
  fillTexts();
  send();
  expect(sentLog()).toMatchObject({ log: { content: btoa("log of mine") } });
});

it("downloads the log of a sent request as a file, and reports a failure", async () => {
  const withLog = { ...SENT, logSize: 2_500_000 };
  await act(() => app.reply(listSupportRequests, halList("supportRequests", [withLog])));
  fireEvent.click(screen.getByText("Ledger"));
  const button = await screen.findByRole("button", { name: "Download event log (2.5 MB)" });
  await act(async () => {
    fireEvent.click(button);
    await app.settle();
  });
  expect(app.waiting(getSupportLog)[0]?.input.params).toEqual({
    clientId: uuid(1),
    requestId: SENT.id,
  });
  await act(() => app.reply(getSupportLog, { content: btoa("the log") }));
  expect(saved).toEqual(["the log", "closed"]);
  expect(JSON.stringify(app.get($log).entries)).not.toContain(btoa("the log"));
  await act(async () => {
    fireEvent.click(button);
    await app.settle();
  });
  await act(() => app.fail(getSupportLog, { status: 404, code: "ENOTFOUND", message: "Gone" }));
  expect(saved.slice(2)).toEqual(["aborted"]);
  expect(notificationsOf(app).map(({ message: text }) => text)).toEqual([
    expect.stringMatching(/^provision-log-.*\.ndjson\.gz downloaded\.$/),
    expect.stringMatching(/^The event log was not downloaded: Gone/),
  ]);
});
