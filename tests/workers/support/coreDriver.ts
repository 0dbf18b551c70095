/** Drives an analytics core like the main thread: operations are sent once, everything else in each query. */
import { expect } from "vitest";
import type { InheritedRoles } from "#events/entities/org.ts";
import type {
  AnalyticsCore,
  BuilderAnswer,
  BuilderQuery,
  BuilderQuestion,
  BuilderView,
  SelectionOp,
  TablePosition,
  TableRow,
  TableTarget,
} from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { bytesOf, WIDE_OPEN, type Report } from "./reports.ts";
import { loadReport } from "./loadReport.ts";

export const EVERY_SORT = (["name", "percent", "inPolicy"] as const).flatMap((column) =>
  (["ASCENDING", "DESCENDING"] as const).map((direction) => ({ column, direction })),
);

/** Gives a core the policy and what the org inherits in two pieces each, like the bytes of an answer. */
export async function setPolicy(
  core: AnalyticsCore,
  roleOids: readonly string[],
  inherited: InheritedRoles = [],
): Promise<void> {
  const [own, handedDown] = [await load(core, roleOids), await load(core, inherited)];
  if (!core.setPolicy(own, handedDown)) throw new Error("The policy is not held");
}

async function load(core: AnalyticsCore, content: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const cut = Math.floor(bytes.length / 3);
  const reply = await core.loadPolicy([bytes.slice(0, cut), bytes.slice(cut)]);
  if (!reply.ok) throw new Error(reply.reason.code);
  return reply.digest;
}

export class CoreDriver {
  readonly core: AnalyticsCore;
  ops: SelectionOp[] = [];
  query: BuilderQuery = WIDE_OPEN;
  view: BuilderView | null = null;
  private sent = 0;

  constructor(core = createAnalyticsCore()) {
    this.core = core;
  }

  static async withReport(report: Report): Promise<CoreDriver> {
    const driver = new CoreDriver();
    await driver.load(report);
    return driver;
  }

  async load(report: Report): Promise<void> {
    const reply = await loadReport(this.core, bytesOf(report));
    if (!reply.ok) throw new Error(reply.reason.code);
    this.ops = [];
    this.sent = 0;
  }

  setPolicy(roleOids: readonly string[], inherited?: InheritedRoles): Promise<void> {
    return setPolicy(this.core, roleOids, inherited);
  }

  /** Changes the query, adds operations, and returns the view. */
  ask(
    change: Partial<Omit<BuilderQuery, "ops" | "opsFrom">> = {},
    ...ops: SelectionOp[]
  ): BuilderView {
    this.ops.push(...ops);
    this.query = {
      ...this.query,
      ...change,
      opsFrom: this.sent,
      ops: this.ops.slice(this.sent),
    };
    const reply = this.core.query(this.query);
    if (!reply.ok) throw new Error(reply.code);
    this.sent = this.ops.length;
    this.view = reply.view;
    return reply.view;
  }

  /** Undoes the last operations, which the next query reports. */
  undo(steps: number): void {
    this.ops.length = Math.max(0, this.ops.length - steps);
    this.sent = Math.min(this.sent, this.ops.length);
  }

  /** The whole table. */
  table(): readonly TableRow[] {
    const { generation, rowCount } = this.view as BuilderView;
    const window = this.core.window(generation, { start: 0, end: rowCount });
    expect(window).not.toBeNull();
    return window?.rows ?? [];
  }

  /** The current visible state; earlier generations become stale. */
  answer(seen: Partial<Omit<BuilderQuestion, "query">>): BuilderAnswer {
    const answer = this.core.answer({
      query: { ...this.query, opsFrom: this.sent, ops: [] },
      window: { start: 0, end: 0 },
      follow: null,
      charts: false,
      ...seen,
    });
    if (!answer.ok) throw new Error(answer.code);
    this.view = answer.view;
    return answer;
  }

  /** The position of a row in the table. */
  positionOf(target: TableTarget): TablePosition | null {
    const follow = { targets: [target], above: 0, pageSize: 0 };
    return this.answer({ follow }).followed?.found ?? null;
  }

  /** Names of the entitlements in the table. */
  names(): string[] {
    return this.table().flatMap((row) => (row.kind === "entitlement" ? [row.name] : []));
  }

  /** Role oids that apply would send. */
  applied(): readonly string[] | undefined {
    return this.core.applyList((this.view as BuilderView).generation)?.roleOids;
  }
}
