// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { RunSummary } from "#src/features/systems/RunDetail.tsx";
import { uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import "#src/features/systems/models.ts";

afterEach(cleanup);

const RUN: SystemRun = {
  oid: uuid(1),
  resourceId: uuid(2),
  no: 1,
  kind: "full",
  status: "reading",
  progress: 0,
  scheduled: false,
  actor: "owner",
  createdAt: "2026-03-02T09:00:00.000Z",
  endedAt: null,
  complete: null,
  counts: null,
  people: null,
  gates: [],
  hash: null,
  problem: { code: "diskFull", step: null, detail: "" },
  decidedBy: null,
  decidedAt: null,
  undoes: null,
  undoable: false,
};

const show = (run: SystemRun) =>
  render(
    <Provider value={createTestApp().scope}>
      <RunSummary run={run} isHr={false} />
    </Provider>,
  );

it.each(["waiting", "reading", "applying"] as const)(
  "says that a run waits for disk space while it is %s, and what to do",
  (status) => {
    show({ ...RUN, status });
    expect(screen.getByText("Waiting for disk space")).toBeDefined();
    expect(
      screen.getByText(/free some space\. The work then continues automatically/),
    ).toBeDefined();
  },
);

it("says that a run has failed because the disk of the system's file was full", () => {
  show({ ...RUN, status: "failed", problem: { code: "diskFull", step: "read", detail: "ENOSPC" } });
  expect(screen.queryByText("Waiting for disk space")).toBeNull();
  expect(screen.getByText(/There is no space left on the server/)).toBeDefined();
});
