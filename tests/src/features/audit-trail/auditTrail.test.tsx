// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { listAuditEntries } from "#events/calls/audit.ts";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import type { ConnectorKind } from "#events/entities/connector.ts";
import { View } from "#src/features/audit-trail/View.tsx";
import { loadMessages } from "#src/ui/language/catalogue.ts";
import { LanguageProvider } from "#src/ui/language/LanguageProvider.tsx";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const ENTRY = {
  id: uuid(5),
  at: "2026-03-01T09:00:00.000Z",
  actor: "owner",
  call: "users/updateUser",
  target: uuid(6),
  targetName: "ann",
  fields: [
    { field: "jobTitle", before: null, after: "Teller" },
    { field: "resourceIds", before: "[]", after: JSON.stringify([uuid(7), uuid(8)]) },
    { field: "isHr", before: "false", after: "true" },
  ],
  names: [{ id: uuid(7), name: "Core Banking" }],
};
const PATH = "/audit-trail?kind=users&from=2026-03-01&until=2026-03-01";

afterEach(cleanup);
let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.record(navigated, { path: PATH, how: "push" });
  await app.open("auditTrail", PATH);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
});

it("requests what the address filters, with days in UTC including the last", () => {
  expect(app.waiting(listAuditEntries)[0]?.input.query).toEqual({
    kind: "users",
    from: "2026-03-01T00:00:00.000Z",
    until: "2026-03-02T00:00:00.000Z",
    page: 0,
    size: 100,
  });
});

it("applies a person with Enter, and offers the same rows as a file", async () => {
  await act(() => app.reply(listAuditEntries, halList("entries", [ENTRY])));
  const person = screen.getByRole("textbox", { name: "Person (username)" });
  fireEvent.change(person, { target: { value: "owner" } });
  expect(app.waiting(listAuditEntries)).toEqual([]);
  await act(async () => {
    fireEvent.keyDown(person, { key: "Enter" });
    await app.settle();
  });
  expect(app.waiting(listAuditEntries)[0]?.input.query).toMatchObject({ actor: "owner" });
  const href = screen.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  expect(href).toContain(`/api/clients/${uuid(1)}/audit-trail.csv?actor=owner&kind=users`);
});

it("shows before and after side by side, in words and with the names of what ids stand for", async () => {
  await act(() => app.reply(listAuditEntries, halList("entries", [ENTRY])));
  const row = screen.getAllByRole("row")[1];
  fireEvent.keyDown(screen.getByRole("grid"), { key: "Home" });
  await act(async () => {
    fireEvent.keyDown(screen.getByRole("grid"), { key: "Enter" });
    await app.settle();
  });
  expect(row?.textContent).toContain("owner");
  expect(row?.textContent).toContain("Saved a user");
  expect(row?.textContent).toContain("ann");
  const values = within(within(screen.getByRole("dialog")).getByRole("table"));
  const cells = values.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells).toEqual(["–", "Teller", "–", `Core Banking, ${uuid(8)}`, "No", "Yes"]);
  const fields = values.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(fields).toEqual(["Job title", "Resources", "HR manager"]);
  expect(row?.textContent).toContain("Job title, Resources, HR manager");
});

it("offers no kind that separates an undo from its change", async () => {
  await act(() => app.reply(listAuditEntries, halList("entries", [ENTRY])));
  const kinds = within(screen.getByRole("combobox", { name: "Kind" })).getAllByRole("option");
  const texts = kinds.map(({ textContent }) => textContent);
  expect(texts).toContain("Users");
  expect(texts).toContain("Policies");
  expect(texts).not.toContain("Bulk changes");
});

/** A saved configuration. */
const saved = (
  connector: string,
  fields: AuditEntry["fields"],
  kind: ConnectorKind = "export",
) => ({
  ...ENTRY,
  call: "systems/saveConfiguration",
  fields,
  system: { connector, kind },
});

it("names the settings of a connector, their choices and its secrets as the form does", async () => {
  const fields = [
    { field: "host", before: "old.example", after: "ldap.example" },
    { field: "security", before: "NONE", after: "STARTTLS" },
    { field: "secrets", before: null, after: '["password"]' },
  ];
  await act(() => app.reply(listAuditEntries, halList("entries", [saved("ldap", fields)])));
  expect(screen.getAllByRole("row")[1]?.textContent).toContain("Host, Encryption, ");
  fireEvent.keyDown(screen.getByRole("grid"), { key: "Home" });
  await act(async () => {
    fireEvent.keyDown(screen.getByRole("grid"), { key: "Enter" });
    await app.settle();
  });
  const values = within(within(screen.getByRole("dialog")).getByRole("table"));
  const cells = values.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells).toEqual(["old.example", "ldap.example", "None", "StartTLS", "–", "Password"]);
  const names = values.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(names.slice(0, 2)).toEqual(["Host", "Encryption"]);
});

it("names the secrets of an entry that changes nothing else", async () => {
  const fields = [{ field: "secrets", before: null, after: '["clientSecret"]' }];
  await act(() => app.reply(listAuditEntries, halList("entries", [saved("scim", fields)])));
  fireEvent.keyDown(screen.getByRole("grid"), { key: "Home" });
  await act(async () => {
    fireEvent.keyDown(screen.getByRole("grid"), { key: "Enter" });
    await app.settle();
  });
  const values = within(within(screen.getByRole("dialog")).getByRole("table"));
  const cells = values.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells).toEqual(["–", "Client secret"]);
});

it("leads from an entry to all changes of its object and by its person", async () => {
  const open = async () => {
    await act(() => app.reply(listAuditEntries, halList("entries", [ENTRY])));
    fireEvent.keyDown(screen.getByRole("grid"), { key: "Home" });
    await act(async () => {
      fireEvent.keyDown(screen.getByRole("grid"), { key: "Enter" });
      await app.settle();
    });
  };
  const press = (name: string) =>
    act(async () => {
      fireEvent.click(screen.getByRole("button", { name }));
      await app.settle();
    });
  await open();
  await press("Show all changes of this object");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(app.waiting(listAuditEntries)[0]?.input.query).toMatchObject({ target: uuid(6) });
  await open();
  expect(screen.queryByRole("button", { name: "Show all changes of this object" })).toBeNull();
  await press("Show all changes by this person");
  expect(app.waiting(listAuditEntries)[0]?.input.query).toMatchObject({
    target: uuid(6),
    actor: "owner",
  });
});

const OF_ACTIVITY = [
  { field: "activeColumn", before: null, after: "status" },
  { field: "inactiveValues", before: "off", after: "left" },
];
const TEXTS = {
  en: {
    hr: "Column of the employment status, Values of people who have left",
    export: "Column of the account status, Values of inactive accounts",
  },
  de: {
    hr: "Spalte des Beschäftigungsstatus, Werte ausgeschiedener Personen",
    export: "Spalte des Kontostatus, Werte inaktiver Konten",
  },
} as const;

for (const language of ["en", "de"] as const) {
  for (const kind of ["hr", "export"] as const) {
    it(`names the settings of a system as its form does (${kind}, ${language})`, async () => {
      cleanup();
      await loadMessages(language);
      render(
        <LanguageProvider language={language} onChoose={() => {}}>
          <Provider value={app.scope}>
            <View />
          </Provider>
        </LanguageProvider>,
      );
      const entries = [saved("csv", OF_ACTIVITY, kind)];
      await act(() => app.reply(listAuditEntries, halList("entries", entries)));
      expect(screen.getAllByRole("row")[1]?.textContent).toContain(TEXTS[language][kind]);
    });
  }
}

it("shows the names of settings whose system is not known as they are", async () => {
  const { system: _unknown, ...entry } = saved("csv", OF_ACTIVITY);
  await act(() => app.reply(listAuditEntries, halList("entries", [entry])));
  expect(screen.getAllByRole("row")[1]?.textContent).toContain("activeColumn, inactiveValues");
});
