// @vitest-environment happy-dom
/** The support request form, from typing to sending. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getAdminInfo, getPublicInfo } from "#events/calls/session.ts";
import { getSupportContact, listSupportRequests, requestSupport } from "#events/calls/support.ts";
import type { SupportRequest } from "#events/entities/supportRequest.ts";
import { requestForm } from "#src/features/request-support/model.ts";
import { View } from "#src/features/request-support/View.tsx";
import { $heldPath, $unsaved, cancelLeaving, navigateTo } from "#src/kernel/navigation.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, TEST_START, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

afterEach(cleanup);

const SENT: SupportRequest = {
  id: uuid(77),
  username: "admin",
  topic: "question",
  subject: "Ledger",
  message: "How do I post?",
  createdAt: new Date(TEST_START).toISOString(),
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
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
const fill = () => {
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "question" } });
  type("Subject", "Ledger");
  type("Message", "How do I post?");
};

it("[SUP-1] sends topic, subject and message, reports success and clears the form", async () => {
  await act(() => app.reply(listSupportRequests, halList("supportRequests", [])));
  expect(screen.getByText("No Records to Display")).toBeTruthy();
  fill();
  send();
  expect(screen.getByRole("button", { name: "Please wait..." })).toBeTruthy();
  send();
  expect(app.waiting(requestSupport).map(({ input }) => input)).toEqual([
    {
      params: { clientId: uuid(1) },
      body: { topic: "question", subject: "Ledger", message: "How do I post?" },
    },
  ]);
  await act(() => app.reply(requestSupport, SENT, { status: 201 }));
  expect(notificationsOf(app).map(({ message }) => message)).toEqual([
    "Support request saved on the server.",
  ]);
  expect(screen.getByText(`“Ledger” · Reference: ${SENT.id}`)).toBeTruthy();
  expect(app.get(requestForm.$view)?.values).toEqual({
    topic: "problem",
    subject: "",
    message: "",
    attachLog: false,
    logSession: "",
  });
  expect(app.get($unsaved)).toBe(false);
  await act(() => app.reply(listSupportRequests, halList("supportRequests", [SENT])));
  const row = within(screen.getByRole("grid")).getAllByRole("row")[1];
  expect(row?.textContent).toContain("Ledger");
});

it.each([
  ["is emailed", true, "help@example.com", "Support request sent", "Support request sent."],
  [
    "is kept where no mail leaves the server",
    false,
    "help@example.com",
    "Saved on the server. Email to support is not set up.",
    "The request was saved on the server and not emailed: email to support is not set up.",
  ],
  [
    "is kept where support has no address",
    true,
    null,
    "Saved on the server. Email to support is not set up.",
    "The request was saved on the server and not emailed: email to support is not set up.",
  ],
])("says that the request %s", async (_case, emailEnabled, email, title, notice) => {
  await act(() =>
    app.record(getPublicInfo.succeeded, {
      status: 200,
      body: {
        sessionKeepAliveTimeoutThreshold: 300_000,
        gtmContainerId: null,
        ssoEnabled: false,
        passwordEnabled: true,
        emailEnabled,
      },
    }),
  );
  await act(() => app.reply(getSupportContact, { email, phone: null }));
  fill();
  send();
  await act(() => app.reply(requestSupport, SENT, { status: 201 }));
  expect(screen.getByText(title)).toBeTruthy();
  expect(notificationsOf(app).map(({ message }) => message)).toEqual([notice]);
});

it("asks before unsent text is lost to another screen, another client or closing", async () => {
  fill();
  expect(app.asksBeforeUnload()).toBe(true);
  await act(() => app.act(navigateTo, { path: "/dashboard", cause: null }));
  expect(app.get($heldPath)).toBe("/dashboard");
  await act(() => app.act(cancelLeaving, {}));
  expect(app.get(requestForm.$view)?.values.subject).toBe("Ledger");
  await act(() => app.open("dashboard", "/dashboard"));
  expect(app.get(requestForm.$view)?.values.subject).toBe("");
  expect(app.asksBeforeUnload()).toBe(false);
});

it("[CLI-3] links to the request list and to the request form if the admin info names them", async () => {
  expect(screen.queryByRole("link", { name: /request/i })).toBeNull();
  await act(() =>
    app.record(getAdminInfo.succeeded, {
      status: 200,
      body: {
        supportRequestsUrl: "https://desk.example/",
        requestFormUrl: "https://form.example/",
        midpointURI: null,
        accessRoleArchTypeOID: null,
      },
    }),
  );
  const links = screen.getAllByRole<HTMLAnchorElement>("link", { name: /request/i });
  expect(links.map(({ href }) => href)).toEqual(["https://form.example/", "https://desk.example/"]);
});

it("[SUP-2] [SUP-3] shows the documentation and contact details, requested once", async () => {
  const link = (name: RegExp) => screen.queryByRole("link", { name })?.getAttribute("href");
  expect(link(/Export the event log/)).toBe("/support");
  expect(link(/Docs Site/)).toBe("/docs");
  expect(link(/help@example.com/)).toBeUndefined();
  await act(() =>
    app.reply(getSupportContact, { email: "help@example.com", phone: "+1 (555) 01-00" }),
  );
  expect(link(/help@example.com/)).toBe("mailto:help@example.com");
  expect(link(/555/)).toBe("tel:+15550100");
  await act(() => app.open("requestSupport", "/request-support"));
  expect(app.waiting(getSupportContact)).toEqual([]);
});
