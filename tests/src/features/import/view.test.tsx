// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getCurrentImport, listPastImports, undoImport } from "#events/calls/import.ts";
import { View } from "#src/features/import/View.tsx";
import { undoConfirmation } from "#src/features/import/historyModel.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const ID = uuid(42);
const NO_CHANGE = { added: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 };
const COUNTS = {
  identities: { ...NO_CHANGE, added: 1 },
  orgs: NO_CHANGE,
  resources: NO_CHANGE,
  accounts: NO_CHANGE,
  entitlements: NO_CHANGE,
  assignments: NO_CHANGE,
};
const PAST = {
  id: uuid(43),
  no: 3,
  at: "2026-03-02T08:00:00.000Z",
  actor: "owner",
  byCommand: false,
  mode: "merge",
  counts: COUNTS,
  changes: 1,
  status: "done",
  undoneBy: null,
  undoable: true,
};
/** A later import by a command. */
const LATER = { ...PAST, id: uuid(44), no: 4, byCommand: true, undoable: false };
const HINT = "To undo it, open it among the earlier imports below.";

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("import", "/import");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  const current = {
    id: ID,
    actor: "owner",
    createdAt: PAST.at,
    mode: "merge",
    status: "done",
    phase: "writing",
    progress: 100,
    files: [],
    counts: COUNTS,
    rejected: 0,
    warnings: [],
    failure: null,
  };
  await app.reply(getCurrentImport, { current, maxBytes: 1_000_000 });
});
afterEach(cleanup);

it("leads from the result of an import to its undo until it is undone", async () => {
  expect(screen.queryByText(HINT)).toBeNull();
  await app.reply(listPastImports, halList("imports", [LATER, PAST]), {
    index: app.waiting(listPastImports).length - 1,
  });
  expect(screen.getByText(HINT)).toBeTruthy();
  await app.act(undoConfirmation.open, { subject: { id: PAST.id, no: 3, changes: 1 } });
  await app.act(undoConfirmation.confirm, {});
  const undone = { ...PAST, status: "undone", undoneBy: "owner", undoable: false };
  await app.reply(undoImport, undone);
  await app.reply(listPastImports, halList("imports", [LATER, undone]), {
    index: app.waiting(listPastImports).length - 1,
  });
  expect(screen.queryByText(HINT)).toBeNull();
});
